"""Writing files and folders whole or not at all, removing what was half written, and unsealing."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from arena.errors import ArenaError

TEMPORARY: Final = ".unfinished-"
"""How the names of half-written files begin; readers of tables skip them."""
SEAL: Final = "seal.sha256"
"""The file in a results folder that is there while nothing has changed since a command ended."""

guards: Final[dict[Path, Callable[[], None]]] = {}
"""For folders that this process has locked: raises an error if the folder is not there any more."""


class FilesError(ArenaError):
    """A folder that can't be written to."""


def write_whole(path: Path, contents: bytes) -> None:
    """Write a file so that, whatever happens, there is the old one or all of the new one."""
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    ask_guards(path)
    with explained(path):
        path.parent.mkdir(exist_ok=True)  # never the folders above it, which someone has removed
        try:
            with temporary.open("wb") as file:
                file.write(contents)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:  # Ctrl-C too
            with suppress(OSError):
                temporary.unlink()
            raise
        sync_folder(path.parent)


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder of files, by their paths in it, so that there is all of it or nothing."""
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    ask_guards(path)
    with explained(path):
        path.parent.mkdir(exist_ok=True)
        shutil.rmtree(temporary, ignore_errors=True)  # of a killed process
        try:
            for name, contents in files.items():
                (temporary / name).parent.mkdir(parents=True, exist_ok=True)
                write_whole(temporary / name, contents)
            temporary.rename(path)
        except BaseException:  # Ctrl-C too
            shutil.rmtree(temporary, ignore_errors=True)
            raise
        sync_folder(path.parent)


def unseal(folder: Path) -> None:
    """Remove the seal of a results folder, if it has one, before anything in it is changed."""
    path = folder / SEAL
    ask_guards(path)
    with explained(path):
        try:
            path.unlink()
        except FileNotFoundError:
            return
        sync_folder(folder)


def ask_guards(path: Path) -> None:
    """Raise an error if a folder above a path was locked and is not there any more."""
    for folder in path.parents:
        if folder in guards:
            guards[folder]()


def write_private(path: Path, contents: bytes) -> None:
    """Write a file, whole or not at all, that nobody but its owner can read, at no moment."""
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.unlink(missing_ok=True)  # of a killed process
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut."""
    if sys.platform == "win32":  # there no folder can be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sweep(folder: Path) -> None:
    """Remove the half-written files of a killed process."""
    for leftover in folder.rglob(f"{TEMPORARY}*"):
        with explained(leftover):
            if leftover.is_dir():
                shutil.rmtree(leftover)
            else:
                leftover.unlink(missing_ok=True)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an OSError into an error that names the path, or says that its folder is gone."""
    try:
        yield
    except OSError as error:
        ask_guards(path)
        raise FilesError(f"{path} cannot be written: {error.strerror}") from error


@contextmanager
def put_in_place(target: Path) -> Iterator[Path]:
    """A folder beside the target that takes its place once it is complete."""
    target = target.resolve()
    aside = target.with_name(f"{TEMPORARY}{target.name}")
    old = target.with_name(f"{TEMPORARY}old-{target.name}")
    with explained(target):
        shutil.rmtree(aside, ignore_errors=True)  # of a killed process
        aside.mkdir(parents=True)
    try:
        yield aside
        with explained(target):
            shutil.rmtree(old, ignore_errors=True)
            if target.exists():
                target.rename(old)
            aside.rename(target)
            shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
