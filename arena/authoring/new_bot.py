"""Writing a starter bot to a new file (`arena new`)."""

from keyword import iskeyword
from pathlib import Path
from typing import Final

from arena.errors import unknown
from arena.match.bot_folder import BotError
from arena.own_files import MAIN

STYLES: Final = {
    "plain": ("starter_bot.py", "StarterBot"),
    "plan": ("planning_starter.py", "PlanningStarter"),
    "search": ("searching_starter.py", "SearchingStarter"),
}
"""By style: the file of the starter, and its class."""


def write_starter(file: Path, style: str, overwrite: bool) -> Path:
    """Write the starter bot of a style to a file, its class named after it; returns the bot.

    A file `bot.py` in a folder that there is not yet makes that folder, which is the bot.
    """
    if style not in STYLES:
        raise BotError(unknown("style", style, STYLES))
    bot = file.parent if file.name == MAIN and not file.parent.exists() else file
    title = bot.stem
    if file.suffix != ".py" or not title.isidentifier() or iskeyword(title):
        such = f"such as my_bot.py, or my_bot/{MAIN} for a bot with data"
        raise BotError(f"a bot's file is named like a Python module, {such}, not {file}")
    if file.exists() and not overwrite:
        raise BotError(f"{file} is there already; --force writes over it")
    starter, name = STYLES[style]
    text = Path(__file__).with_name(starter).read_text(encoding="utf-8")
    try:
        if bot != file:
            bot.mkdir(exist_ok=True)
        file.write_text(text.replace(name, class_name(title)), encoding="utf-8")
    except OSError as error:
        raise BotError(f"{file} cannot be written: {error.strerror}") from error
    return bot


def class_name(stem: str) -> str:
    """The name of a class for a file: my_bot becomes MyBot."""
    return "".join(part[:1].upper() + part[1:] for part in stem.split("_")) or "Bot"
