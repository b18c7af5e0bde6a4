"""The replay page from the command line: written to a file, printed, or opened in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from tempfile import mkdtemp

from arena.errors import ArenaError
from arena.results.files import write_whole
from arena.results.stored_game import StoredGame
from arena.vocabulary import Ply, Seat


class NoBrowser(ArenaError):
    """A page that could not be opened, because there is no browser."""


def write_page(game: StoredGame, seat: Seat | None, to: Ply | None, file: Path) -> None:
    """Write the page of a game to a file, over one that is there."""
    if not file.parent.is_dir():
        raise ArenaError(f"there is no folder {file.parent} to write {file.name} to")
    write_whole(file, game.page(seat, to).encode())


def temporary_file(game: StoredGame) -> Path:
    """A new file for a page that is only looked at; the system removes it some day."""
    return Path(mkdtemp(prefix="arena-")) / f"game-{game.sitting.game}.html"


def open_page(file: Path) -> None:
    """Open a page in the browser that this system prefers."""
    if not webbrowser.open(file.resolve().as_uri()):
        raise NoBrowser(f"there is no browser here to open it with: the page is {file}")
