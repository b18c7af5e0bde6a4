"""Text for terminals: control characters made harmless, and rows as a table."""

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Final

COLUMNS: Final = 80
"""The width of the narrowest terminal that tables are made for."""


def printable(text: str) -> str:
    """A text with control characters written out, so that it can't steer a terminal."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else ascii(sign)[1:-1] for sign in text
    )


def width(text: str) -> int:
    """How many columns of a terminal a text takes: wide East Asian letters 2, accents none."""
    return sum(map(sign_width, text))


def sign_width(sign: str) -> int:
    """How many columns one letter takes."""
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):  # drawn over the letter before it
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """A text that takes at most this many columns: one that is longer ends with three dots."""
    if width(text) <= columns:
        return text
    kept, taken = "", 0
    for sign in text:
        taken += sign_width(sign)
        if taken > columns - 1:
            break
        kept += sign
    return f"{kept}…"


def wrapped(words: Iterable[str], indent: str = "  ") -> str:
    """Words as lines that fit a terminal; lines after the first are indented."""
    lines: list[str] = []
    for word in words:
        if lines and width(lines[-1]) + 1 + width(word) <= COLUMNS:
            lines[-1] += f" {word}"
        else:
            lines.append(f"{indent}{word}" if lines else word)
    return "\n".join(lines)


def table(
    header: Sequence[str], rows: Sequence[Sequence[object]], right: Collection[str] = ()
) -> str:
    """Rows under a header, in columns; numbers and the columns in `right` are aligned right."""
    cells = [list(header), *([str(cell) for cell in row] for row in rows)]
    widths = [max(width(row[column]) for row in cells) for column in range(len(header))]
    numeric = [
        name in right or all(isinstance(row[n], int | float) for row in rows)
        for n, name in enumerate(header)
    ]
    lines = (
        "  ".join(
            padding(cell, wide) + cell if to_right else cell + padding(cell, wide)
            for cell, wide, to_right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in cells
    )
    return "\n".join(lines)


def padding(text: str, columns: int) -> str:
    """The spaces that a text needs to fill this many columns."""
    return " " * (columns - width(text))
