"""Writing a column into a CSV file of a board, and leaving every other byte of it as it was."""

import io
import re
from codecs import BOM_UTF8
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.boards.board_files import read_bytes
from arena.boards.csv_sheet import read_lines, text_of

CELLS: Final = re.compile(r'(?:^|,)("(?:[^"]|"")*"|[^,]*)')
"""The cells of a line as they stand there, with their quotation marks."""


def with_column(path: Path, column: str, values: Sequence[str]) -> bytes:
    """The contents of a sound file with a column of plain values, at its old place or the end.

    A sound file has one row a line, because no name has a line break in it.
    """
    content = read_bytes(path)
    _, names = next(read_lines(path, content))
    place = names.index(column) if column in names else len(names)
    cells = iter((column, *values))
    lines = [
        with_cell(line, place, next(cells)) if line.strip("\r\n") else line
        for line in io.StringIO(text_of(path, content), newline="")
    ]
    mark = BOM_UTF8 if content.startswith(BOM_UTF8) else b""
    return mark + "".join(lines).encode()


def with_cell(line: str, place: int, value: str) -> str:
    """A line with a value in its cell at this place, or after its last cell."""
    row = line.rstrip("\r\n")
    cells = CELLS.findall(row)
    cells[place : place + 1] = [value]
    return ",".join(cells) + line[len(row) :]
