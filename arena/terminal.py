"""Text for terminals: control characters made harmless, and rows as a table."""

from collections.abc import Collection, Sequence


def printable(text: str) -> str:
    """A text with control characters written out, so that it can't steer a terminal."""
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else ascii(sign)[1:-1] for sign in text
    )


def table(
    header: Sequence[str], rows: Sequence[Sequence[object]], right: Collection[str] = ()
) -> str:
    """Rows under a header, in columns; numbers and the columns in `right` are aligned right."""
    cells = [list(header), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    numeric = [
        name in right or all(isinstance(row[n], int | float) for row in rows)
        for n, name in enumerate(header)
    ]
    lines = (
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in cells
    )
    return "\n".join(lines)
