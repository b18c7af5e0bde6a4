"""Which bots a pattern or a folder in a tournament's list stands for: files and folders of bots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from glob import glob, has_magic
from pathlib import Path
from typing import Final

from arena.match.archive import ZIP
from arena.match.reading import is_bot_place
from arena.own_files import MAIN

LEFT_OUT: Final = "__init__.py"
"""A file that is in many folders of bots and is none."""
ENDINGS: Final = (".py", ZIP)
"""How the files of bots end."""


def is_pattern(places: Iterable[Path], file: str) -> bool:
    """Whether a text stands for any number of bots: it has a wildcard, or names a folder of them.

    A folder with `bot.py` is no folder of bots, but one itself.
    """
    is_one = any(is_bot_place(place / file) for place in places)
    return not is_one and (has_magic(file) or any((place / file).is_dir() for place in places))


def files_of(places: Iterable[Path], pattern: str) -> list[Path]:
    """The bots of a pattern, or of a folder, in order; those of the first place that has any."""
    for place in places:
        found = matches(place, pattern) if has_magic(pattern) else bots_in(place / pattern)
        if found:
            return sorted(found)
    return []


def bots_in(folder: Path) -> Iterable[Path]:
    """All bots in a folder: files, and folders that are bots."""
    found = (path for path in folder.glob("[!.]*") if path.is_dir() or path.suffix in ENDINGS)
    return [path for path in found if is_bot_place(path) and path.name != LEFT_OUT]


def matches(place: Path, pattern: str) -> Iterable[Path]:
    """The bots that a pattern finds: a file in the folder of a bot stands for that bot."""
    # Unlike that of paths, this one leaves out hidden files, and knows patterns from the root.
    names = glob(pattern, root_dir=place, recursive=True)  # noqa: PTH207
    fixed = place.joinpath(*fixed_parts(pattern))
    found = (bot_around(place / name, fixed) for name in names)
    return {path for path in found if is_bot_place(path) and path.name != LEFT_OUT}


def fixed_parts(pattern: str) -> Iterator[str]:
    """The folders that a pattern names before its first wildcard."""
    for part in Path(pattern).parts:
        if has_magic(part):
            return
        yield part


def bot_around(path: Path, fixed: Path) -> Path:
    """The bot that a file belongs to: itself, or the bot whose folder the pattern has found."""
    around = [each for each in path.parents if each.is_relative_to(fixed) and each != fixed]
    return next((each for each in reversed(around) if (each / MAIN).is_file()), path)
