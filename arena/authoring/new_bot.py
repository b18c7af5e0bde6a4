"""Writing a starter bot to a new file (`arena new`)."""

from keyword import iskeyword
from pathlib import Path
from typing import Final

from arena.errors import unknown
from arena.match.bot_folder import BotError

STYLES: Final = {
    "plain": ("starter_bot.py", "StarterBot"),
    "plan": ("planning_starter.py", "PlanningStarter"),
    "search": ("searching_starter.py", "SearchingStarter"),
}
"""By style: the file of the starter, and its class."""


def write_starter(file: Path, style: str, overwrite: bool) -> None:
    """Write the starter bot of a style to a file, its class named after it."""
    if style not in STYLES:
        raise BotError(unknown("style", style, STYLES))
    if file.suffix != ".py" or not file.stem.isidentifier() or iskeyword(file.stem):
        raise BotError(f"a bot's file is named like a Python module, such as my_bot.py, not {file}")
    if file.exists() and not overwrite:
        raise BotError(f"{file} is there already; --force writes over it")
    starter, name = STYLES[style]
    text = Path(__file__).with_name(starter).read_text(encoding="utf-8")
    try:
        file.write_text(text.replace(name, class_name(file.stem)), encoding="utf-8")
    except OSError as error:
        raise BotError(f"{file} cannot be written: {error.strerror}") from error


def class_name(stem: str) -> str:
    """The name of a class for a file: my_bot becomes MyBot."""
    return "".join(part[:1].upper() + part[1:] for part in stem.split("_")) or "Bot"
