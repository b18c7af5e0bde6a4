"""Reading a bot from the disk: a file, a folder or a zip file, of one's own or of a stranger."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ELOOP, ENOTDIR
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from msgspec.structs import replace

from arena.match.archive import ZIP, unpacked
from arena.match.bot_folder import (
    MOST_FILES,
    BotError,
    Folder,
    is_left_out,
    refuse_modules,
    refuse_name,
    refuse_names,
    too_large,
)
from arena.match.limits import Limits
from arena.match.source import LARGEST, Source, check_encoding, check_module, check_text
from arena.own_files import MAIN

USUAL: Final = Limits().files
"""The most megabytes that the files of a bot's folder may have together, unless it is said."""
MORE: Final = 1 << 20
"""How many bytes a zip file may be larger than what is in it."""


class State(NamedTuple):
    """What changes when a file is written to, or another one is put in its place."""

    number: int
    size: int
    changed: int


def is_bot_place(path: Path) -> bool:
    """Whether a path may be a bot: any file, or a folder with `bot.py`."""
    return path.is_file() or (path / MAIN).is_file()


def name_of(path: Path) -> str:
    """The name that a bot has by its file or folder."""
    if not path.is_dir():
        return path.stem
    return (path.resolve() if path.name in ("", "..") else path).name


def read_source(
    path: Path, name: str | None = None, limit: int = USUAL, /, **parameters: Any
) -> Source:
    """Read a bot from a file, a folder or a zip file; `limit` is in megabytes."""
    if path.is_dir() or path.suffix == ZIP:
        bot = read_together(path.resolve(), limit)
        return replace(bot, name=name or name_of(path), parameters=parameters)
    try:
        if not path.is_file():
            raise BotError(f"there is no bot file {str(path)!r}")
        if path.stat().st_size > LARGEST:
            raise BotError(f"{path} is larger than {LARGEST >> 20} MB")
        code = path.read_bytes()
    except OSError as error:
        raise BotError(f"{path} cannot be read: {error.strerror}") from error
    check_encoding(path, code)
    return Source(name or path.stem, path.name, code, parameters)


def read_submission(
    path: Path, name: str | None = None, limit: int = USUAL, /, **parameters: Any
) -> Source:
    """Read a stranger's bot: of plain files, no link among them, that do not change meanwhile."""
    if path.is_dir() or path.suffix == ZIP:
        bot = read_together(path, limit)
        return replace(bot, name=name or name_of(path), parameters=parameters)
    code = read_plain_file(path, LARGEST)
    check_text(path, code)
    return Source(name or path.stem, path.name, code, parameters)


def read_together(path: Path, limit: int) -> Source:
    """Read a bot that has further files, from its folder or a zip file of it."""
    most = limit << 20
    if path.suffix == ZIP and not path.is_dir():
        if path.is_file() and path.stat().st_size > most + MORE:
            raise too_large(path, most)
        files = unpacked(path, read_plain_file(path, most + MORE), most)
    else:
        files = read_folder(path, most)
    code = files.pop(MAIN)
    check_text(path / MAIN, code)
    folder = Folder(files)
    for file, module in folder.codes.items():
        check_module(path / file, module)
    refuse_modules(path, folder.codes)
    name = name_of(path)
    return Source(name, f"{name}/{MAIN}", code, {}, folder)


def read_plain_file(path: Path, most: int) -> bytes:
    """What a file holds that is no link, and does not change meanwhile."""
    with explained(path), open(path, "rb", opener=open_plainly) as file:
        return read_steadily(path, file, most)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an OSError into a BotError that names the path."""
    try:
        yield
    except FileNotFoundError as error:
        raise BotError(f"there is no bot file {str(path)!r}") from error
    except OSError as error:
        if error.errno == ELOOP or (error.errno == ENOTDIR and path.is_symlink()):
            what = "folder" if path.is_dir() else "file"
            raise BotError(f"{path} is a symbolic link: name the {what} itself") from error
        raise BotError(f"{path} cannot be read: {error.strerror}") from error


def open_plainly(path: str | Path, flags: int, folder: int | None = None) -> int:
    """Open a file without following a link, and without waiting for whoever writes to it."""
    flags |= os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    return os.open(path, flags, dir_fd=folder)


def read_steadily(path: Path, file: BinaryIO, most: int) -> bytes:
    """The bytes of a plain file that no one writes to meanwhile; other files are refused."""
    before = os.fstat(file.fileno())
    if not stat.S_ISREG(before.st_mode):
        raise BotError(f"{path} is no plain file")
    if before.st_size > most:
        raise BotError(f"{path} is larger than {most >> 20} MB")
    contents = file.read(most + 1)
    if state_of(before) != state_of(os.fstat(file.fileno())) or len(contents) != before.st_size:
        raise BotError(f"{path} changed while it was read: try again")
    return contents


def state_of(file: os.stat_result) -> State:
    """What would be another once a file has changed."""
    return State(file.st_ino, file.st_size, file.st_mtime_ns)


def read_folder(path: Path, most: int) -> dict[str, bytes]:
    """The files in a bot's folder, by their paths in it; `most` bytes in all."""
    files: dict[str, bytes] = {}
    states: dict[str, State] = {}
    left = most
    with explained(path):
        for file, handle in plain_files(path):
            if len(files) == MOST_FILES:
                raise BotError(f"{path} has more than {MOST_FILES} files")
            states[file] = state_of(os.fstat(handle))
            left -= states[file].size
            if left < 0:
                raise too_large(path, most)
            with open(handle, "rb", closefd=False) as opened:
                files[file] = read_steadily(path / file, opened, most)
        if states != {file: state_of(os.fstat(handle)) for file, handle in plain_files(path)}:
            raise BotError(f"{path} changed while it was read: try again")
    refuse_names(path, list(files))
    return files


def plain_files(path: Path) -> Iterator[tuple[str, int]]:
    """The files in a bot's folder, open, by their paths in it; links are refused, not followed."""
    folder = open_plainly(path, os.O_DIRECTORY)
    try:
        if MAIN not in names_in(folder):
            raise BotError(f"{path} is a folder without {MAIN}, the file with the bot's class")
        yield from files_below(path, folder, "")
    finally:
        os.close(folder)


def names_in(folder: int) -> list[str]:
    """The names in a folder that is open."""
    return sorted(os.listdir(folder))


def files_below(path: Path, folder: int, at: str) -> Iterator[tuple[str, int]]:
    """The files in a folder that is open, and in the folders in it."""
    for name in names_in(folder):
        if is_left_out(name):
            continue
        refuse_name(path, f"{at}{name}")
        kind = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        if stat.S_ISLNK(kind):
            raise BotError(f"{path}: {at}{name} is a symbolic link: put the file itself there")
        if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
            raise BotError(f"{path}: {at}{name} is no plain file")
        is_folder = os.O_DIRECTORY if stat.S_ISDIR(kind) else 0
        handle = open_plainly(name, is_folder, folder)
        try:
            if is_folder:
                yield from files_below(path, handle, f"{at}{name}/")
            else:
                yield f"{at}{name}", handle
        finally:
            os.close(handle)
