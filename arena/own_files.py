"""The files of a bot's own folder while it plays: what `data` of `arena.bot` reads.

They lie in memory. Where a bot is confined, that memory is the only way to them: it can read
nothing on the disk.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from math import prod
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from arena.errors import unknown

if TYPE_CHECKING:
    import numpy

Contents = bytes | memoryview
"""What a file holds: bytes, or a part of memory that can't be written to."""

MAIN: Final = "bot.py"
"""The file of a bot's folder that has its class."""
ADVICE: Final = f"a bot with data is a folder with {MAIN} and the data beside it"


class DataFile(io.BufferedReader):
    """A file of a bot's folder, open for reading; it lies in memory, and nobody can change it."""

    def __init__(self, contents: Contents) -> None:
        super().__init__(ContentsReader(contents))
        self._contents = contents

    def getbuffer(self) -> memoryview:
        """All that the file holds, without copying it: for `numpy.frombuffer`, for one."""
        return memoryview(self._contents)


class ContentsReader(io.RawIOBase):
    """Reads from memory what a file holds."""

    def __init__(self, contents: Contents) -> None:
        super().__init__()
        self._contents = memoryview(contents)
        self._at = 0

    def readable(self) -> bool:
        """It can be read."""
        return True

    def seekable(self) -> bool:
        """It can be read from anywhere."""
        return True

    def tell(self) -> int:
        """How many bytes there are before the next one."""
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place, counted from the beginning, from here or from the end."""
        bases = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: len(self._contents)}
        if whence not in bases or bases[whence] + offset < 0:
            raise ValueError(f"there is no place {offset} from {whence} in a file")
        self._at = bases[whence] + offset
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer with the next bytes; returns how many there were."""
        found = self._contents[self._at : self._at + len(buffer)]
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)

    def readall(self) -> bytes:
        """All the bytes from here on."""
        found = bytes(self._contents[self._at :])
        self._at += len(found)
        return found


class Readable:
    """The files that can be read now: those of the bot that is being asked."""

    files: Mapping[str, Contents] | None = None
    """By their paths in the folder; None while arena asks no bot."""


readable: Final = Readable()


def data(name: str | os.PathLike[str]) -> DataFile:
    """Open a file of the bot's own folder, by its path there: `numpy.load(data("net.npz"))`.

    It is open for reading, in binary; `data(name).read()` are its bytes.
    """
    return opened(PurePosixPath(name))


def array(name: str | os.PathLike[str]) -> numpy.ndarray[Any, Any]:
    """The array in a file that `numpy.save` has written: to be read only, and not copied."""
    import numpy

    file = opened(PurePosixPath(name))
    version = numpy.lib.format.read_magic(file)
    if version == (1, 0):
        shape, by_column, kind = numpy.lib.format.read_array_header_1_0(file)
    else:
        shape, by_column, kind = numpy.lib.format.read_array_header_2_0(file)
    numbers = numpy.frombuffer(file.getbuffer(), kind, prod(shape), file.tell())
    return numbers.reshape(shape, order="F" if by_column else "C")


def opened(path: PurePosixPath) -> DataFile:
    """A file of the folder of the bot that is being asked."""
    if readable.files is None:
        return DataFile((author_folder() / path).read_bytes())
    contents = readable.files.get(str(path))
    if contents is None:
        raise FileNotFoundError(missing(path, readable.files))
    return DataFile(contents)


def missing(path: PurePosixPath, files: Mapping[str, Contents]) -> str:
    """The sentence for a file that the bot's folder does not have."""
    name = str(path)
    if path.is_absolute() or ".." in path.parts:
        return f"{name!r} is no file of the bot's folder: name one by its path in that folder"
    if not files:
        return f"this bot has no file {name!r}, nor any other beside its code: {ADVICE}"
    return f"in the bot's folder {unknown('file', name, files)}"


def author_folder() -> Path:
    """The folder of the module that reads a file, for a bot that its author tries out alone."""
    caller = Path(sys._getframe(3).f_globals.get("__file__", ""))
    return next((each for each in caller.parents if (each / MAIN).is_file()), caller.parent)
