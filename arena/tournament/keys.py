"""The keys of a TOML file, each read once: their values, and sentences for wrong ones."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final, TypeVar

from arena.bundled import Taken, configurations
from arena.errors import ArenaError, clipped, unknown
from arena.tournament.names import is_name, mixture

Kind = TypeVar("Kind", int, float)

MOST_BITS: Final = 256
DEEPEST: Final = 50


class ConfigurationError(ArenaError):
    """A configuration that can't be played, with the file, the key and what was expected."""


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file."""
    try:
        values = tomllib.loads(path.read_text("utf-8"))
        refuse_excess(values, DEEPEST)
        return values
    except FileNotFoundError:
        near = [str(file) for file in path.parent.glob("*.toml")] + shipped()
        raise ConfigurationError(unknown("configuration", str(path), near)) from None
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path} is no TOML: it is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{path} is no TOML: {error}") from error
    except (ValueError, RecursionError) as error:
        reason = f"a number has more than {MOST_BITS} bits, or lists lie {DEEPEST} deep"
        raise ConfigurationError(f"{path} cannot be read: {reason}") from error


def refuse_excess(value: object, deepest: int) -> None:
    """Refuse huge numbers and deeply nested lists, which Python reads but cannot print."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        if not deepest:
            raise RecursionError
        for item in value:
            refuse_excess(item, deepest - 1)
    elif isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise ValueError


def shipped() -> list[str]:
    """The configurations in the folder `configs`, and the names of those that come with arena."""
    return [*(str(file) for file in Path("configs").glob("*.toml")), *configurations()]


class Keys:
    """The keys of a file or of a table in it, each read once; those left over are unknown."""

    def __init__(self, file: Path, table: str, values: dict[str, Any]) -> None:
        self.file = file
        self.table = table
        self.values = values
        self.known: list[str] = []
        self.taken: list[Taken] = []
        """What the names of bots were taken for."""

    def get(self, key: str, default: Any = ...) -> Any:
        """The value of a key, which must be there unless it has a default."""
        self.known.append(key)
        if key not in self.values and default is ...:
            raise ConfigurationError(f"{self.file}: the key {self.name(key)} is missing")
        return self.values.get(key, default)

    def name(self, key: str) -> str:
        """The full name of a key, with its table, for messages."""
        return f"{self.table}.{key}" if self.table else key

    def error(self, key: str, value: object, expected: str) -> ConfigurationError:
        """The error for a key with a wrong value."""
        said = clipped(value)
        return ConfigurationError(f"{self.file}: {self.name(key)} = {said}: expected {expected}")

    def text(self, key: str) -> str:
        """A short name that can also be the name of a folder (see `is_name`)."""
        value = self.get(key)
        if not is_name(value):
            raise self.error(key, value, "a short name that can be a folder's")
        self.refuse_mixture(key, str(value))
        return str(value)

    def refuse_mixture(self, key: str, name: str) -> None:
        """Refuse a name whose letters are of several scripts: it looks like one that it is not."""
        scripts = mixture(name)
        if scripts is not None:
            raise ConfigurationError(
                f"{self.file}: {self.name(key)} = {name!a}: expected letters of one script,"
                f" not {scripts}"
            )

    def number(self, key: str, kind: type[Kind], low: Kind, high: Kind, default: Any = ...) -> Kind:
        """A number within bounds; a key of fractions accepts whole numbers too."""
        value = self.get(key, default)
        kinds = (int,) if kind is int else (int, float)
        if type(value) not in kinds or not low <= value <= high:
            what = "a whole number" if kind is int else "a number"
            raise self.error(key, value, f"{what} from {low:,} to {high:,}")
        return kind(value)

    def truth(self, key: str, default: bool) -> bool:
        """The value of a key that is true or false."""
        value = self.get(key, default)
        if not isinstance(value, bool):
            raise self.error(key, value, "true or false")
        return value

    def choice(self, key: str, valid: Collection[str], default: Any = ...) -> str:
        """The value of a key that must be one of the valid words."""
        value = self.get(key, default)
        if not isinstance(value, str) or value not in valid:
            reason = unknown(self.name(key), value, valid)
            raise ConfigurationError(f"{self.file}: {self.name(key)} = {clipped(value)}: {reason}")
        return value

    def several(self, key: str, expected: str, default: Any = ...) -> list[Any]:
        """A list in which no item is repeated."""
        value = self.get(key, default)
        if not isinstance(value, list):
            raise self.error(key, value, expected)
        for item, times in Counter(map(repr, value)).items():
            if times > 1:
                raise self.error(key, value, f"each only once, but {item:.60} is there twice")
        return value

    def refuse_others(self) -> None:
        """Refuse keys that were never read: an unknown key is an error, never ignored."""
        for key in self.values:
            if key not in self.known:
                raise ConfigurationError(f"{self.file}: {unknown('key', key, self.known)}")
