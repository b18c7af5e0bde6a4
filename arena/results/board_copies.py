"""The copies of boards in a results folder: those that explain its moves, or are played on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from arena.boards import BoardFiles
from arena.boards.board_files import read_files
from arena.boards.loader import BUNDLED
from arena.errors import ArenaError, clipped
from arena.results.files import explained, write_whole
from arena.tournament.names import is_name
from arena.tournament.settings import Settings

FOLDER: Final = "boards"


class BoardCopyError(ArenaError):
    """A copy of a board that is missing, or not as it was when it was played on."""


def boards_of(settings: Settings) -> list[BoardFiles]:
    """The boards that a tournament is played on, each once."""
    used = dict.fromkeys(ruleset.board for ruleset in settings.all_rules())
    return [
        board if isinstance(board, BoardFiles) else read_files(BUNDLED / board) for board in used
    ]


def write_boards(folder: Path, settings: Settings) -> None:
    """Copy the boards of a tournament into its results."""
    for board in boards_of(settings):
        place = folder / FOLDER / board.name
        with explained(place):
            place.mkdir(parents=True, exist_ok=True)
        for name, content in board.contents().items():
            write_whole(place / name, content)


def copied_board(folder: Path, title: object) -> BoardFiles | None:
    """The board that a manifest names by its title, from its copy in the results."""
    if title is None:
        return None
    name, _, there = title.rpartition("@") if isinstance(title, str) else ("", "", "")
    if not is_name(name):
        raise BoardCopyError(f"{clipped(title)} is no board")
    files = read_files(folder / FOLDER / name)
    if files.hash != there:
        raise BoardCopyError(
            f"{folder / FOLDER / name} is not the board that was played on: its hash is"
            f" {files.hash}, not {clipped(there)}"
        )
    return files


def board_differences(folder: Path, settings: Settings) -> Iterator[str]:
    """The copies of boards that are missing, or not those that the games were played on."""
    for board in boards_of(settings):
        for name, content in board.contents().items():
            path = folder / FOLDER / board.name / name
            try:
                there = path.read_bytes()
            except OSError as error:
                yield f"{path} cannot be read: {error.strerror}"
                continue
            if there != content:
                yield f"{path} is not the board that the games were played on"
