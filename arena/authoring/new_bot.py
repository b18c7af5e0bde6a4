"""Writing a starter bot to a new file (`arena new`)."""

from keyword import iskeyword
from pathlib import Path

from arena.match.source import BotError

STARTER = Path(__file__).with_name("starter_bot.py")


def write_starter(file: Path, overwrite: bool) -> None:
    """Write the starter bot to a file, its class named after it."""
    if file.suffix != ".py" or not file.stem.isidentifier() or iskeyword(file.stem):
        raise BotError(f"a bot's file is named like a Python module, such as my_bot.py, not {file}")
    if file.exists() and not overwrite:
        raise BotError(f"{file} is there already; --force writes over it")
    text = STARTER.read_text(encoding="utf-8").replace("StarterBot", class_name(file.stem))
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BotError(f"{file} cannot be written: {error.strerror}") from error


def class_name(stem: str) -> str:
    """The name of a class for a file: my_bot becomes MyBot."""
    return "".join(part[:1].upper() + part[1:] for part in stem.split("_")) or "Bot"
