"""The seal of a results folder: the hash of every file in it, and one hash over all of them.

    e3b0c442…  bots/749aedf78344ad02.py
    98ea6e4f…  games/part-00000.parquet
    # the hash of the lines above is 2c624232…

Every command that changes results removes the seal before its first change and writes a new one at
its end. `sha256sum --check seal.sha256` compares the files without arena.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from arena.errors import ArenaError
from arena.results.files import SEAL, write_whole
from arena.results.lock import FILE as LOCK
from arena.results.secret_file import FILE as SECRET
from arena.results.store import UNFINISHED

LEFT_OUT: Final = (SEAL, LOCK, SECRET, UNFINISHED)
"""What a seal does not cover: it tells nothing of the secret, and games in no part yet move."""
LINE: Final = re.compile("([0-9a-f]{64})  (.+)")
LAST: Final = "# the hash of the lines above is "
TOLD: Final = "Hash: "
"""How the line begins that tells the hash: one that can be published."""
SHORTEST: Final = 16
"""The fewest digits by which a published hash can be given."""
COVERED: Final = "the manifest (isolation and limits too), bots, games, faults, times and tables"


class SealError(ArenaError):
    """A seal that can't be read or made, or a text that can't be a hash."""


class Seal(Struct, frozen=True):
    """The files that a seal covers."""

    files: dict[str, str]
    """The hash of each file, by its path in the folder, in the order of the paths."""

    @property
    def hash(self) -> str:
        """The one hash that stands for all files."""
        return hashlib.sha256(self._lines().encode()).hexdigest()

    def text(self) -> str:
        """The contents of the file."""
        return f"{self._lines()}{LAST}{self.hash}\n"

    def differences(self, folder: Path, now: Seal) -> Iterator[str]:
        """What has changed in a folder since it was sealed."""
        for path in sorted(self.files.keys() | now.files.keys()):
            if path not in now.files:
                yield f"{folder / path} is not there any more, but was sealed"
            elif path not in self.files:
                yield f"{folder / path} was not there when the results were sealed"
            elif self.files[path] != now.files[path]:
                yield f"{folder / path} has changed since the results were sealed"

    def _lines(self) -> str:
        return "".join(f"{digest}  {path}\n" for path, digest in self.files.items())


def seal(folder: Path) -> None:
    """Seal a folder that is locked, now that all is written."""
    write_whole(folder / SEAL, sealed_now(folder).text().encode())


def sealed_now(folder: Path) -> Seal:
    """The seal that the files of a folder give now."""
    return Seal({path: file_hash(folder / path) for path in sorted(covered(folder))})


def read_seal(folder: Path) -> Seal | None:
    """The seal that a folder has; None if a run has not ended there."""
    path = folder / SEAL
    try:
        text = path.read_text("utf-8", "replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SealError(f"{path} cannot be read: {error.strerror}") from error
    there = Seal({found[2]: found[1] for found in map(LINE.fullmatch, text.split("\n")) if found})
    if there.text() != text or list(there.files) != sorted(there.files):
        raise SealError(f"{path} is damaged: it is no seal")
    return there


def hash_line(folder: Path) -> list[str]:
    """The line that tells the hash of sealed results; none if they are not sealed."""
    try:
        there = read_seal(folder)
    except SealError as error:
        return [str(error)]
    return [] if there is None else [f"{TOLD}{there.hash}"]


def file_hash(path: Path) -> str:
    """The hash of a file, which is never in memory as a whole."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SealError(f"{path} cannot be read: {error.strerror}") from error


def covered(folder: Path) -> Iterator[str]:
    """The paths of all files that a seal covers."""
    for path in files_in(folder):
        parts = path.split("/")
        hidden = any(part.startswith(".") for part in parts)
        # A pipe would never be read to its end, and a name with a line break would be two lines.
        sound = path.isprintable() and (folder / path).is_file()
        if sound and not hidden and parts[0] not in LEFT_OUT:
            yield path


def files_in(folder: Path) -> Iterator[str]:
    """The paths of all files in a folder, from there; a table may be a link to another place."""
    for top in os.scandir(folder):
        if not top.is_dir():
            yield top.name
            continue
        for where, _, names in os.walk(top.path):
            for name in names:
                yield Path(where, name).relative_to(folder).as_posix()


def published_hash(text: str) -> str:
    """A hash as it was published, or its beginning."""
    digits = text.strip().lower()
    if not re.fullmatch(f"[0-9a-f]{{{SHORTEST},64}}", digits):
        raise SealError(
            f"{text!r} is no hash: give its 64 hexadecimal digits, or at least the first {SHORTEST}"
        )
    return digits


class SealCheck(Struct, frozen=True):
    """How the seal of a folder compares with its files, and they with a published hash."""

    sealed: bool
    hash: str | None
    """The hash that the files give now; None if nothing has asked for it."""
    differences: tuple[str, ...]
    published: bool
    """Whether this is the hash that was published."""

    def sentence(self) -> str | None:
        """What is known of the hash, for the user."""
        if self.hash is None or self.differences:
            return None
        if self.published:
            return f"The hash is the published one: {COVERED} are as they were."
        return f"{TOLD}{self.hash}"


def check_seal(folder: Path, published: str | None) -> SealCheck:
    """Compare the files of a folder with its seal, if it has one, and with a published hash."""
    there, found = None, []
    try:
        there = read_seal(folder)
    except SealError as error:
        found.append(str(error))
    if there is None and published is None:
        return SealCheck(False, None, tuple(found), False)
    now = sealed_now(folder)
    if there is not None:
        found += there.differences(folder, now)
    if published is not None and not now.hash.startswith(published):
        found.append(f"the hash of {folder} is {now.hash}, not the published {published}")
    return SealCheck(there is not None, now.hash, tuple(found), published is not None)
