"""What lies beside `bot.py` in a bot's folder: further modules and data, and which names they have.

The names are such that every system can store them, and that an import statement can mean one thing
only.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from keyword import iskeyword
from pathlib import PurePosixPath
from typing import Final

from msgspec import Struct

from arena.errors import ArenaError, clipped
from arena.own_files import MAIN

PACKAGE: Final = "bot"
"""The name of the module that a bot's file becomes, and of the package that its folder is."""
MOST_FILES: Final = 1000
DEEPEST: Final = 8
"""How many folders may lie in one another."""
LONGEST: Final = 100
"""The most letters of a file's name."""
NAME: Final = re.compile(rf"[A-Za-z0-9_][A-Za-z0-9_.+-]{{0,{LONGEST - 1}}}")
RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that some systems have for devices."""
ARCHIVES: Final = (".zip", ".tar", ".tgz", ".7z", ".rar")
OTHERS: Final = frozenset({"arena", "numpy", PACKAGE, *sys.stdlib_module_names})
"""Modules that a module of a bot can't be named like: an import statement would mean either."""
PYTHON: Final = ".py"


class BotError(ArenaError):
    """A file or a folder that is no bot."""


class Folder(Struct, frozen=True, dict=True):
    """The files beside `bot.py`: their contents, by their paths in the folder."""

    files: dict[str, bytes] = {}

    @cached_property
    def hash(self) -> bytes:
        """A hash of all names and contents, such as no file of Python has."""
        parts = (f"{path}\0{sha256(self.files[path]).hexdigest()}\n" for path in sorted(self.files))
        return sha256(b"\0" + "".join(parts).encode()).digest()

    @cached_property
    def codes(self) -> dict[str, bytes]:
        """The files that are Python's, by path."""
        return {path: self.files[path] for path in sorted(self.files) if path.endswith(PYTHON)}


def too_large(place: object, most: int) -> BotError:
    """The error for a folder with more bytes than it may have."""
    return BotError(f"{place} is larger than {most >> 20} MB, the limit files under [limits]")


def is_left_out(name: str) -> bool:
    """Whether a file or folder of this name is no part of a bot: hidden, or made by a system."""
    return name.startswith(".") or name in ("__pycache__", "__MACOSX") or name.endswith(".pyc")


def refuse_names(place: object, paths: Sequence[str]) -> None:
    """Refuse names of files that some system could not store, or would take for one another."""
    for path in paths:
        refuse_name(place, path)
    parents = {str(parent) for path in paths for parent in PurePosixPath(path).parents}
    seen: dict[str, str] = {}
    for path in [*paths, *sorted(parents - {"."})]:
        other = seen.setdefault(path.lower(), "")
        if other:
            both = f"{path} twice" if other == path else f"both {other} and {path}"
            raise BotError(f"{place} has {both}, of which some systems store one only")
        seen[path.lower()] = path
    if MAIN in parents:
        raise BotError(f"{place}: {MAIN} is a folder, not the file with the bot's class")
    if MAIN not in paths:
        raise BotError(f"{place} has no {MAIN}, the file with the bot's class")


def refuse_name(place: object, path: str) -> None:
    """Refuse a path that leads out of the folder, or that has a strange name in it."""
    refuse_way_out(place, path)
    parts = path.split("/")
    for part in parts:
        if NAME.fullmatch(part) is None or part.endswith(".") or RESERVED.fullmatch(part):
            raise BotError(
                f"{place}: {clipped(path)} has a strange name: expected letters of a to z, digits,"
                f" and any of _ - + . after the first, {LONGEST} at most"
            )
    if len(parts) > DEEPEST:
        raise BotError(f"{place}: {clipped(path)} lies more than {DEEPEST} folders deep")
    if parts[-1].lower().endswith(ARCHIVES):
        raise BotError(f"{place}: {path} is an archive in it: unpack what the bot needs")


def refuse_way_out(place: object, path: str) -> None:
    """Refuse a path that leads out of the folder, on whatever system."""
    if path.startswith(("/", "\\")) or re.match("[A-Za-z]:", path):
        raise BotError(f"{place}: {clipped(path)} is an absolute path, which leads out of it")
    if ".." in re.split(r"[/\\]", path):
        raise BotError(f"{place}: {clipped(path)} climbs out of it")


def refuse_modules(place: object, codes: Mapping[str, bytes]) -> None:
    """Refuse modules whose names an import statement could mean another module by."""
    for path, code in codes.items():
        top = path.partition("/")[0].removesuffix(PYTHON)
        if top in OTHERS:
            raise BotError(f"{place}: {path} has the name of the module {top}: give it another one")
        if path == "__init__.py" and code.strip():
            raise BotError(f"{place}: what is in {path} would not be run: put it into {MAIN}")


def is_module(path: str) -> bool:
    """Whether an import statement can name this file."""
    parts = path.removesuffix(PYTHON).split("/")
    if parts in (["__init__"], [PACKAGE]):
        return False  # the bot's file is what the folder is as a package
    return path.endswith(PYTHON) and all(p.isidentifier() and not iskeyword(p) for p in parts)
