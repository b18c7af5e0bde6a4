"""What comes with arena besides its code: bots, configurations and pages, found by their names.

An installed arena has them in this folder; in a clone they are at the top, where people work on
them. A file of the user's own always comes before one of the same name that comes with arena.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
CLONE: Final = HERE.parents[1]
MAIN: Final = "bot.py"
"""The file of a bot that is a folder."""
BOTS: Final = "bots"
CONFIGURATIONS: Final = "configs"
PAGES: Final = "docs"
OF_FOLDERS: Final = {"bundled": BOTS, "configs": CONFIGURATIONS, "results": "results"}
"""The pages that are the README of a folder, by the name that each has as a page."""
SENTENCE: Final = re.compile(r".+?[.](?=\s|$)|.+")
LINK: Final = re.compile(r"\[([^]]*)\]\([^)]*\)")


class Taken(NamedTuple):
    """What a name was taken for."""

    name: str
    path: Path
    comes: bool
    """Whether it comes with arena."""


def folder(kind: str) -> Path:
    """The folder of the bots, configurations or pages that come with arena."""
    inside = HERE / kind
    return inside if inside.is_dir() else CLONE / kind


def bots() -> dict[str, Path]:
    """The bots that come with arena by name: files, and folders with a bot in them."""
    there = folder(BOTS)
    files = {path.stem: path for path in there.glob("*.py") if path.stem != "__init__"}
    return files | {path.parent.name: path.parent for path in there.glob(f"*/{MAIN}")}


def configurations() -> dict[str, Path]:
    """The configurations that come with arena, by name."""
    return {path.stem: path for path in folder(CONFIGURATIONS).glob("*.toml")}


def pages() -> dict[str, Path]:
    """The pages that come with arena: those at the top, those of docs, those of folders."""
    top = folder(PAGES).parent
    found = {path.stem.lower(): path for path in sorted(top.glob("*.md"))}
    found |= {path.stem: path for path in sorted(folder(PAGES).glob("*.md"))}
    return found | {name: top / there / "README.md" for name, there in OF_FOLDERS.items()}


def about(page: Path) -> str:
    """What a page says first: who it is for, or what it is about."""
    paragraph = page.read_text("utf-8").split("\n\n")[1]
    sentence = SENTENCE.match(LINK.sub(r"\1", " ".join(paragraph.split())))
    return sentence[0] if sentence else ""


def bot_taken(name: str, places: Sequence[Path] = (Path(),)) -> Taken | None:
    """The bot that a name stands for: one in one of the places, or one that comes with arena."""
    own = own_taken(name, ".py", places, is_bot)
    return Taken(name, bots()[name], True) if own is None and name in bots() else own


def configuration_taken(name: str) -> Taken | None:
    """The configuration that a name stands for: a file here, or one that comes with arena."""
    own, coming = own_taken(name, ".toml", [Path()], Path.is_file), configurations()
    return Taken(name, coming[name], True) if own is None and name in coming else own


def own_taken(
    name: str, suffix: str, places: Sequence[Path], is_one: Callable[[Path], bool]
) -> Taken | None:
    """What the user has by this name in one of the places, with or without the suffix."""
    for file in (name, f"{name}{suffix}"):
        for place in places:
            if is_one(place / file):
                return Taken(name, place / file, False)
    return None


def is_bot(path: Path) -> bool:
    """Whether a bot is there: a file, or a folder with its file."""
    return path.is_file() or (path / MAIN).is_file()


def sentence(found: Sequence[Taken]) -> str | None:
    """What is said of names that were taken for something else than files of just that name."""
    coming = list(dict.fromkeys(one.name for one in found if one.comes))
    own = [f"{one.name} is {one.path}" for one in found if not one.comes and differs(one)]
    said = [f"{listed(coming)} {'come' if len(coming) > 1 else 'comes'} with arena"]
    return "; ".join((said if coming else []) + own) or None


def differs(one: Taken) -> bool:
    """Whether a name stands for a file that is called otherwise."""
    return one.path.name != Path(one.name).name


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
