"""Pictures of boards from the command line: as SVG, and the columns that make them good."""

from __future__ import annotations

from pathlib import Path

from arena.boards import BoardError, board_names, load_board
from arena.boards.csv_edit import with_column
from arena.boards.drawn import BEND, LABEL
from arena.results.files import write_whole
from arena.story.board_picture import board_picture
from arena.story.picture.arrangement import arrange
from arena.terminal import printable


def only(boards: tuple[str, ...], option: str) -> str:
    """The one board that an option is for."""
    if len(boards) != 1:
        named = f"{len(boards)} are" if boards else "none is"
        raise BoardError(f"{option} is for one board, and {named} named")
    return boards[0]


def picture(name_or_folder: str) -> str:
    """The bare board as SVG."""
    return board_picture(load_board(name_or_folder))


def write_picture(name_or_folder: str, file: Path) -> None:
    """Write the bare board as SVG to a file."""
    if not file.parent.is_dir():
        raise BoardError(f"there is no folder {file.parent} to write {file.name} to")
    write_whole(file, picture(name_or_folder).encode())


def draw(folder: str) -> str:
    """Write the columns `bend` and `label` into a board's files; a sentence about it."""
    if folder in board_names():
        raise BoardError(f"{folder} comes with the package; --draw is for a folder of your own")
    board = load_board(folder)
    arrangement = arrange(board)
    bends = arrangement.by_route()
    for name, column, values in (
        ("routes.csv", BEND, [str(bend) for bend in bends]),
        ("cities.csv", LABEL, [label or "" for label in arrangement.labels()]),
    ):
        path = Path(folder, name)
        write_whole(path, with_column(path, column, values))
    bent = sum(bend != 0 for bend in bends)
    return printable(f"{folder}: names are placed, and {bent} of {len(bends)} routes are bent")
