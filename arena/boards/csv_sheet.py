"""Reading one CSV file of a board: its names, numbers and flags, and errors that name the line."""

import csv
import io
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.boards.board import BoardError
from arena.errors import unknown

# int() and float() alone would also take '1_0', ' 3', 'nan' and the digits of every script.
WHOLE_NUMBER: Final = re.compile(r"[0-9]{1,4}")
NUMBER: Final = re.compile(r"-?[0-9]{1,9}(\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row by column; as a number, a column that the file leaves out reads as 0."""

    path: Path
    line: int
    cells: dict[str, str]

    def wrong(self, reason: str) -> BoardError:
        """The error for this row, to be raised."""
        return wrong_line(self.path, self.line, reason)

    def name(self, column: str) -> str:
        """A name that is not empty and prints as it stands."""
        name = self.cells[column]
        if reason := bad_name(name):
            raise self.wrong(f"the {column} {reason}")
        return name

    def one_of(self, column: str, kind: str, valid: Collection[str]) -> str:
        """One of the valid names."""
        name = self.cells[column]
        if name not in valid:
            raise self.wrong(unknown(kind, name, valid))
        return name

    def pair(self, kind: str, valid: Collection[str]) -> tuple[str, str]:
        """The two different places that a route or a ticket joins."""
        place_a = self.one_of("city_a", kind, valid)
        place_b = self.one_of("city_b", kind, valid)
        if place_a == place_b:
            raise self.wrong(f"{place_a!r} cannot be joined to itself")
        return place_a, place_b

    def whole(self, column: str, low: int, high: int) -> int:
        """A whole number within the bounds."""
        cell = self.cells.get(column, "0")
        if not (WHOLE_NUMBER.fullmatch(cell) and low <= int(cell) <= high):
            raise self.wrong(f"{column} is {cell!r}, not a whole number from {low} to {high}")
        return int(cell)

    def number(self, column: str) -> float:
        """A number in plain digits, perhaps with a point."""
        cell = self.cells.get(column, "0")
        if not NUMBER.fullmatch(cell):
            raise self.wrong(f"{column} is {cell!r}, not a plain number such as 120 or 33.5")
        return float(cell)

    def flag(self, column: str) -> bool:
        """Yes or no, written 1 or 0."""
        cell = self.cells.get(column, "0")
        if cell not in ("0", "1"):
            raise self.wrong(f"{column} is {cell!r}, not 0 or 1")
        return cell == "1"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The columns and rows of a file, as text."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]

    def require(self, columns: Collection[str]) -> None:
        """Refuse the file if it lacks one of these columns."""
        for column in columns:
            if column not in self.columns:
                raise wrong_line(self.path, 1, f"the column {column!r} is missing")

    def allow_only(self, columns: Collection[str]) -> None:
        """Refuse the file if it has any other column than these."""
        for column in self.columns:
            if column not in columns:
                raise wrong_line(self.path, 1, unknown("column", column, columns))


def wrong_line(path: Path, line: int, reason: str) -> BoardError:
    """The error that names a file, a line and a reason."""
    return BoardError(f"{path}, line {line}: {reason}")


def bad_name(name: str) -> str | None:
    """Why a text cannot be a name; None if it can."""
    if not name.strip():
        return "is empty"
    if name != name.strip() or not name.isprintable():
        return f"{name!r} has spaces around it or characters that do not print"
    return None


def read_sheet(path: Path, content: bytes, noun: str) -> Sheet:
    """The columns and rows of a file's content; `noun` says what a row of it is, in the plural."""
    lines = read_lines(path, content)
    _, columns = next(lines, (1, []))
    check_columns(path, columns)
    rows = tuple(read_row(path, line, columns, cells) for line, cells in lines)
    if not rows:
        raise wrong_line(path, 1, f"there are no {noun} below the header")
    return Sheet(path, tuple(columns), rows)


def read_lines(path: Path, content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The header and each line that is not blank: the number of the line, and its cells."""
    reader = csv.reader(io.StringIO(text_of(path, content), newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            if cells or line == 1:
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise wrong_line(path, line, f"this is not CSV: {error}") from error


def text_of(path: Path, content: bytes) -> str:
    """The text of a UTF-8 file, without the byte order mark that Excel writes."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise wrong_line(path, line, "this is not UTF-8 text") from error


def check_columns(path: Path, columns: list[str]) -> None:
    """Refuse a header that is empty, or that has a column without a name or twice."""
    if not columns:
        raise wrong_line(
            path, 1, "there is no header; the file is empty or starts with a blank line"
        )
    for number, column in enumerate(columns):
        if reason := bad_name(column):
            raise wrong_line(path, 1, f"the name of column {number + 1} {reason}")
        if column in columns[:number]:
            raise wrong_line(path, 1, f"the column {column!r} is there twice")


def read_row(path: Path, line: int, columns: list[str], cells: list[str]) -> SheetRow:
    """The row of these cells, one for each column."""
    if len(cells) != len(columns):
        reason = f"the row is {len(cells)} wide, but the header is {len(columns)}"
        raise wrong_line(path, line, reason)
    return SheetRow(path, line, dict(zip(columns, cells, strict=True)))
