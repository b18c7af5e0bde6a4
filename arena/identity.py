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
    *("arena/boards/", "arena/referee/", "arena/kernel/", "arena/match/", "arena/sandbox/"),
    *("arena/bot.py", "arena/notes.py", "arena/own_files.py", "arena/seeds.py"),
    *("arena/vocabulary.py", "arena/words.py"),
    *("arena/tournament/draws.py", "arena/tournament/neighbours.py"),
    "arena/tournament/paired_schedule.py",
    *("arena/tournament/schedule.py", "arena/tournament/secret.py"),
    *("arena/tournament/settings.py", "arena/tournament/sittings.py", "arena/workers/games.py"),
)
"""What decides how a game goes: the rules, how bots are held and asked, who sits where, the seeds.

`arena.planning` is not among them: it decides what the bots answer that import it, and so is part
of their versions. A change there concerns no other bot.
"""
BUNDLED: Final = "bundled"
"""The folder of bots and configurations, which an installed arena has and a clone has not."""
DIGITS: Final = 16
"""How much of the engine's hash is kept."""


@cache
def identity() -> Identity:
    """The identity of this arena, computed once: loaded code does not change with its files."""
    package = Path(arena.__file__).parent
    files = [path for path in package.rglob("*") if path.suffix in (".py", ".csv", ".c", ".h")]
    files = [path for path in files if package / BUNDLED not in path.parents]
    hashes = {
        f"arena/{path.relative_to(package).as_posix()}": sha256(path.read_bytes()).hexdigest()
        for path in sorted(files)
    }
    return {"arena": arena.__version__, "Python": platform.python_version(), **hashes}


@cache
def engine() -> str:
    """This arena's engine, as games and manifests name it."""
    return engine_of(identity())


def engine_of(there: Identity) -> str:
    """The engine of an arena: its version, and the hash of all that decides a game."""
    files = [f"{name} {digest}" for name, digest in there.items() if name.startswith(ENGINE)]
    digest = sha256("\n".join(files).encode()).hexdigest()[:DIGITS]
    return f"{there['arena']}+{digest}"


def plays_alike(one: str, other: str) -> bool:
    """Whether two engines are the same but for the version of arena that they came with."""
    return one.rpartition("+")[2] == other.rpartition("+")[2]


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
