"""All that a table holds, as plain values that don't change when the table does."""

from typing import Any

from arena.referee.game import Game, Log
from arena.referee.table import Table

COMMON = ("rules", "board", "chance", "log")
"""What clones have in common because it never changes; the log is told apart."""


def picture(table: Table) -> dict[str, Any]:
    """Everything on a table, by name, but for what has happened."""
    return {name: plain(getattr(table, name)) for name in names(type(table)) if name not in COMMON}


def names(kind: type) -> list[str]:
    """The slots of a class and its bases."""
    return [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]


def plain(thing: Any) -> Any:
    """A deep copy in tuples."""
    if isinstance(thing, dict):
        return "dict", tuple((plain(key), plain(value)) for key, value in thing.items())
    if isinstance(thing, type):
        return thing.__name__
    if isinstance(thing, (list, tuple)):
        return type(thing).__name__, tuple(map(plain, thing))
    if isinstance(thing, (set, frozenset)):
        return type(thing).__name__, tuple(sorted(map(plain, thing)))
    if thing is None or isinstance(thing, (int, str)):
        return thing
    inside = names(type(thing)) or sorted(vars(thing))
    return type(thing).__name__, tuple((name, plain(getattr(thing, name))) for name in inside)


def happenings(log: Log) -> list[Any]:
    """The events of a log, the latest first."""
    found = []
    while log is not None:
        event, log = log
        found.append(event)
    return found


def whole(game: Game) -> tuple[dict[str, Any], int, Any]:
    """A game as it is now, to compare with what it is later."""
    return picture(game), id(game.log), game.chance
