"""Which files a pattern or a folder in a tournament's list of bots stands for."""

from __future__ import annotations

from collections.abc import Iterable
from glob import glob, has_magic
from pathlib import Path
from typing import Final

LEFT_OUT: Final = "__init__.py"
"""A file that is in many folders of bots and is none."""


def is_pattern(places: Iterable[Path], file: str) -> bool:
    """Whether a text stands for any number of files: it has a wildcard, or is a folder's name."""
    is_file = any((place / file).is_file() for place in places)
    return not is_file and (has_magic(file) or any((place / file).is_dir() for place in places))


def files_of(places: Iterable[Path], pattern: str) -> list[Path]:
    """The files of a pattern, or of a folder, in order; those of the first place that has any."""
    wanted = pattern if has_magic(pattern) else str(Path(pattern, "*.py"))
    for place in places:
        # Unlike that of paths, this one leaves out hidden files, and knows patterns from the root.
        found = [place / name for name in glob(wanted, root_dir=place, recursive=True)]  # noqa: PTH207
        files = [path for path in found if path.is_file() and path.name != LEFT_OUT]
        if files:
            return sorted(files)
    return []
