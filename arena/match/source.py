"""A bot's source and parameters: its file, the folder around it, its version, and its encoding."""

from __future__ import annotations

import codecs
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, json
from msgspec.structs import replace

from arena.errors import clipped
from arena.match.bot_folder import PYTHON, BotError, Folder
from arena.match.planning_files import PlanningFiles, planning_of
from arena.own_files import MAIN

LARGEST: Final = 1 << 20
"""The most bytes that a Python file of a bot may have."""
DECLARED: Final = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
"""How one of the first two lines of a Python file declares its encoding."""


class Source(Struct, frozen=True):
    """A bot's file and folder, the name it plays under, and the parameters of its constructor."""

    name: str
    file: str
    code: bytes
    parameters: dict[str, Any]
    folder: Folder = Folder()
    """What lies beside its file, if it is a folder."""

    @property
    def codes(self) -> tuple[bytes, ...]:
        """Its file, and the other modules of its folder."""
        return (self.code, *self.folder.codes.values())

    @property
    def planning(self) -> PlanningFiles:
        """The files of `arena.planning` that it plays by, as they are here."""
        return planning_of(*self.codes)

    @property
    def version(self) -> str:
        """What tells this bot from others: a hash of all of ours and its own that it plays by."""
        return self.version_with(self.planning)

    def version_with(self, planning: PlanningFiles) -> str:
        """The version that it has where `arena.planning` has these files: here, or elsewhere."""
        parts = [self.parameters, planning] if planning else [self.parameters]
        encoded = b"".join(json.encode(part, order="deterministic") for part in parts)
        beside = self.folder.hash if self.folder.files else b""
        return sha256(sha256(self.code).digest() + beside + encoded).hexdigest()[:16]

    def shown(self, path: str) -> str:
        """The name of another file of its folder in tracebacks, beside that of its own."""
        return self.file.removesuffix(MAIN) + path

    def modules(self) -> dict[str, bytes]:
        """The code of its file and of the other modules of its folder, by names in tracebacks."""
        beside = {self.shown(path): code for path, code in self.folder.codes.items()}
        return {self.file: self.code, **beside}

    def alone(self) -> Source:
        """Its file without the folder around it."""
        return replace(self, folder=Folder())


def check_text(path: Path, code: bytes) -> None:
    """Refuse what can't be a bot's Python file."""
    if path.suffix != PYTHON:
        raise BotError(f"{path} is no Python file: its name does not end with .py")
    if not code.strip():
        raise BotError(f"{path} is empty: arena new writes a bot to start from")
    check_module(path, code)


def check_module(path: Path, code: bytes) -> None:
    """Refuse what can't be a Python file."""
    if len(code) > LARGEST:
        raise BotError(f"{path} is larger than {LARGEST >> 20} MB")
    if b"\0" in code:
        raise BotError(f"{path} is no text in UTF-8: save it as UTF-8, not as UTF-16")
    check_encoding(path, code)


def check_encoding(path: Path, code: bytes) -> None:
    """Refuse a source that is not in UTF-8, or that Python would read in another encoding."""
    try:
        code.decode("utf-8")
    except UnicodeDecodeError as error:
        number = code.count(b"\n", 0, error.start) + 1
        reason = f"is not UTF-8 text: byte {error.start}"
        advice = f"only UTF-8 sources are bots: look at line {number}, or save it as UTF-8"
        raise BotError(f"{path} {reason}; {advice}") from error
    for line in re.split(rb"\r\n?|\n", code.removeprefix(codecs.BOM_UTF8), maxsplit=2)[:2]:
        declared = DECLARED.match(line)
        if declared and not is_utf8(declared[1].decode()):
            encoding = clipped(declared[1].decode())
            raise BotError(f"{path} declares the encoding {encoding}; only UTF-8 sources are bots")


def is_utf8(encoding: str) -> bool:
    """Whether a file that declares this encoding is read as UTF-8."""
    try:
        return codecs.lookup(encoding).name in ("utf-8", "utf-8-sig")
    except LookupError:
        return False
