"""The hashes of arena's own files, so that nothing mixes games of arenas that play differently."""

from __future__ import annotations

import platform
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import arena

Identity = dict[str, str]
"""Versions by name, and a hash for each file of the package: its code and its boards."""

VERSIONS: Final = ("arena", "Python")
NAMED: Final = 3
"""The most differing files that a message names."""


ENGINE: Final = (
    *("arena/boards/", "arena/referee/", "arena/match/", "arena/planning/"),
    *("arena/bot.py", "arena/seeds.py", "arena/vocabulary.py"),
)
"""What decides how a game goes: the rules, how bots are asked, and what bots import."""


@cache
def identity() -> Identity:
    """The identity of this arena, computed once: loaded code does not change with its files."""
    package = Path(arena.__file__).parent
    files = [path for path in package.rglob("*") if path.suffix in (".py", ".csv")]
    hashes = {
        f"arena/{path.relative_to(package).as_posix()}": sha256(path.read_bytes()).hexdigest()
        for path in sorted(files)
    }
    return {"arena": arena.__version__, "Python": platform.python_version(), **hashes}


@cache
def engine() -> str:
    """The hash of all that decides a game: results are gone on with only by the same engine."""
    files = [f"{name} {digest}" for name, digest in identity().items() if name.startswith(ENGINE)]
    return sha256("\n".join(files).encode()).hexdigest()[:16]


def differences(here: Identity, there: Identity) -> list[str]:
    """Sentences on how the arena there differs from the one here; empty if they are the same."""
    found = [
        f"it has {name} {there.get(name, 'unknown')}, here is {here.get(name, 'unknown')}"
        for name in VERSIONS
        if here.get(name) != there.get(name)
    ]
    names = sorted(here.keys() | there.keys())
    changed = [name for name in names if here.get(name) != there.get(name)]
    files = [name for name in changed if name not in VERSIONS]
    if files and here.get("arena") == there.get("arena"):
        more = f" and {len(files) - NAMED} more" if len(files) > NAMED else ""
        found.append(f"other contents in {', '.join(files[:NAMED])}{more}")
    return found
