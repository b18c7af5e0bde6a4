"""The three files of a board as they are on disk: their contents, hash, and copies of them."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.boards.board import BoardError

CITIES: Final = "cities.csv"
ROUTES: Final = "routes.csv"
TICKETS: Final = "tickets.csv"
LARGEST: Final = 48 << 10
"""The most bytes of a board that travels to workers; the bundled ones have less than 8,000."""


@dataclass(frozen=True, slots=True)
class BoardFiles:
    """The contents of a board's files: all that a process needs to play on it, wherever it is."""

    name: str
    cities: bytes
    routes: bytes
    tickets: bytes

    def contents(self) -> dict[str, bytes]:
        """The contents by the name of their file."""
        return {CITIES: self.cities, ROUTES: self.routes, TICKETS: self.tickets}

    @property
    def hash(self) -> str:
        """A hash of the contents, whatever the board is called."""
        hashes = (sha256(content).hexdigest() for content in self.contents().values())
        return sha256("\n".join(hashes).encode()).hexdigest()[:16]

    @property
    def title(self) -> str:
        """The name and the hash, by which a manifest knows the board."""
        return f"{self.name}@{self.hash}"


def read_files(folder: Path) -> BoardFiles:
    """The files of the board in a folder, which is named after it."""
    parts = (read_bytes(folder / file) for file in (CITIES, ROUTES, TICKETS))
    return BoardFiles(folder.resolve().name, *parts)


def read_bytes(path: Path) -> bytes:
    """The contents of one file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BoardError(f"{path} cannot be read: {error.strerror}") from error


def refuse_large(files: BoardFiles) -> None:
    """Refuse a board that is too large to be sent to every worker."""
    size = sum(map(len, files.contents().values()))
    if size > LARGEST:
        raise BoardError(
            f"the board {files.name} has {size:,} bytes, and a tournament's has {LARGEST:,} at most"
        )
