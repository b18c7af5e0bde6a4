"""A bot's folder as a zip file: reading it into memory, however it was made to do harm.

Nothing is unpacked to the disk. What is read is counted, whatever the archive says of sizes.
"""

from __future__ import annotations

import io
import stat
import struct
import zlib
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from arena.errors import clipped
from arena.match.bot_folder import (
    MOST_FILES,
    BotError,
    is_left_out,
    refuse_name,
    refuse_names,
    refuse_way_out,
    too_large,
)
from arena.own_files import MAIN

ZIP: Final = ".zip"
PIECE: Final = 1 << 16
"""How many bytes of a file are read at a time."""
MOST_READ: Final = 1 << 20
"""More bytes than the list of contents has in any sound archive of a bot."""
ENCRYPTED: Final = 0x1
UNIX: Final = 3
"""The system of an archive that says of each file what kind of file it is."""


class SmallReads(io.BytesIO):
    """The bytes of an archive, never read all at once: its list may claim to be huge."""

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes."""
        rest = len(self.getbuffer()) - self.tell()
        wanted = rest if size is None or size < 0 else min(size, rest)
        if wanted > MOST_READ:
            raise BadZipFile("its list of contents is too long")
        return super().read(size)


def unpacked(path: Path, packed: bytes, most: int) -> dict[str, bytes]:
    """The files of a bot in an archive, by path; `most` bytes in all."""
    try:
        with ZipFile(SmallReads(packed)) as archive:
            wanted = files_in(path, archive)
            return contents_of(path, archive, wanted, most)
    except (BadZipFile, struct.error, EOFError, OSError, ValueError, zlib.error) as error:
        reason = str(error) or "it ends too early"
        raise BotError(f"{path} is a damaged zip file: {clipped(reason)}") from error
    except (NotImplementedError, RuntimeError, OverflowError) as error:
        raise BotError(f"{path} can't be read as a zip file: {clipped(str(error))}") from error


def files_in(path: Path, archive: ZipFile) -> dict[str, ZipInfo]:
    """The files of the bot in an archive, by their paths in its folder."""
    entries = [info for info in archive.infolist() if info.orig_filename[-1:] != "/"]
    if len(archive.infolist()) > 2 * MOST_FILES:
        raise BotError(f"{path} has more than {MOST_FILES} files")
    for info in archive.infolist():
        refuse_entry(path, info)
    kept = [info for info in entries if not any(map(is_left_out, parts_of(info)))]
    if len(kept) > MOST_FILES:
        raise BotError(f"{path} has more than {MOST_FILES} files")
    around = folder_around([info.orig_filename for info in kept])
    names = [info.orig_filename.removeprefix(around) for info in kept]
    refuse_names(path, names)
    return dict(zip(names, kept, strict=True))


def parts_of(info: ZipInfo) -> list[str]:
    """The names in the path of an entry."""
    return info.orig_filename.split("/")


def folder_around(names: list[str]) -> str:
    """The one folder that everything in an archive lies in, if it is so: the bot's own."""
    tops = {name.partition("/")[0] for name in names}
    top = f"{tops.pop()}/" if len(tops) == 1 else ""
    return top if f"{top}{MAIN}" in names else ""


def refuse_entry(path: Path, info: ZipInfo) -> None:
    """Refuse what is no plain file, or is packed in a way that only few programs know."""
    name = info.orig_filename
    refuse_way_out(path, name)
    if not any(map(is_left_out, parts_of(info))):
        refuse_name(path, name.removesuffix("/"))
    if info.flag_bits & ENCRYPTED:
        raise BotError(f"{path}: {clipped(name)} is encrypted")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BotError(f"{path}: {clipped(name)} is packed in another way than by deflate")
    kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system == UNIX else 0
    if kind == stat.S_IFLNK:
        raise BotError(f"{path}: {clipped(name)} is a symbolic link")
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise BotError(f"{path}: {clipped(name)} is no plain file")


def contents_of(
    path: Path, archive: ZipFile, wanted: dict[str, ZipInfo], most: int
) -> dict[str, bytes]:
    """What these files hold."""
    found: dict[str, bytes] = {}
    left = most
    for name, info in wanted.items():
        with archive.open(info) as file:
            pieces = []
            while piece := file.read(PIECE):
                pieces.append(piece)
                left -= len(piece)
                if left < 0:
                    raise too_large(f"{path}, unpacked,", most)
        found[name] = b"".join(pieces)
        if len(found[name]) != info.file_size:
            raise BotError(f"{path}: {name} is not as long as the archive says")
    return found
