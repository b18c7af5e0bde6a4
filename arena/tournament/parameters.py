"""The parameters of a bot: which values there can be, and reading them from a command line."""

from __future__ import annotations

import math
import tomllib
from keyword import iskeyword
from typing import Any

from arena.errors import clipped
from arena.tournament.keys import DEEPEST, ConfigurationError, refuse_excess
from arena.tournament.settings import MOST_SEED


def parameter_refusal(word: str, value: object) -> str | None:
    """What was expected instead of a parameter that no bot can take; None if it is fine."""
    if not word.isidentifier() or iskeyword(word):
        return "a name that Python can use"
    return None if is_plain(value) else "a number, a text, true, false or a list"


def read_parameters(text: str) -> dict[str, Any]:
    """Parameters as they are given on a command line, such as `depth = 2, style = "bold"`."""
    try:
        text.encode("utf-8")
        read = tomllib.loads(f"parameters = {{{text}}}")
        refuse_excess(read, DEEPEST)
    except (ValueError, RecursionError) as error:  # text that is no TOML raises a ValueError too
        raise no_parameters(text) from error
    parameters: dict[str, Any] = read.pop("parameters")
    if read or any(parameter_refusal(word, value) for word, value in parameters.items()):
        raise no_parameters(text)
    return parameters


def no_parameters(text: str) -> ConfigurationError:
    """The error for a text that cannot be read as parameters."""
    expected = "names that Python can use with numbers, texts or lists, such as 'depth = 2'"
    return ConfigurationError(f"{clipped(text)} are no parameters: expected {expected}")


def is_plain(value: object) -> bool:
    """Whether a value can be handed to a bot in another process, and hashed."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, str | bool) or (type(value) is int and abs(value) <= MOST_SEED)
