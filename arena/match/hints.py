"""The nearest name for a wrong one in an exception of a bot: of a view, a variable, an import."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

import arena.bot
from arena.match.bot_folder import PYTHON, is_module
from arena.own_files import readable
from arena.referee.actions import Action

MISSING: Final = re.compile(r"cannot import name '(\w+)' from 'arena\.bot'")
KEYWORD: Final = re.compile(r"Unexpected keyword argument '(\w+)'")
"""What the constructor of an action says of a field that it does not have."""
SAID: Final = "did you mean"
EXPORTED: Final[list[str]] = vars(arena.bot)["__all__"]
"""The names that bots can import from `arena.bot`."""


def hint(error: BaseException) -> str:
    """What was meant, perhaps, by the wrong name in an exception; empty if there is no idea."""
    try:
        return found_hint(error)
    except Exception:  # a bot's code ran: its objects tell what names they have
        return ""


def found_hint(error: BaseException) -> str:
    """What was meant, perhaps, whatever a bot's own objects raise when they are asked."""
    match error:
        case AttributeError(name=str(name), obj=owner) if owner is not None:
            return meant(name, (each for each in dir(owner) if not each.startswith("_")))
        case NameError(name=str(name)):
            if name in EXPORTED:
                return f"is `from arena.bot import {name}` missing?"
            return variable(error, name)
        case ImportError(name=name):
            missing = MISSING.search(str(error))
            return meant(missing[1], EXPORTED) if missing else meant(str(name), own_modules())
        case TypeError():
            keyword = KEYWORD.search(str(error))
            return meant(keyword[1], fields()) if keyword else ""
    return ""


def variable(error: BaseException, name: str) -> str:
    """What may be meant by the name of a variable that does not exist where the error happened."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    frame = trace.tb_frame
    bot = frame.f_locals.get("self")
    if bot is not None and hasattr(bot, name):
        return f"{SAID} self.{name}?"
    return meant(name, [*frame.f_locals, *frame.f_globals, *dir(builtins), *EXPORTED])


def meant(name: str, names: Iterable[str]) -> str:
    """The nearest of these names, as a question."""
    near = get_close_matches(name, dict.fromkeys(names), n=3, cutoff=0.5)
    return f"{SAID} {' or '.join(near)}?" if near else ""


def own_modules() -> list[str]:
    """The names of the modules in the bot's folder."""
    paths = filter(is_module, readable.files or ())
    return [path.removesuffix(PYTHON).replace("/", ".") for path in paths]


def fields() -> list[str]:
    """The names of the fields of all actions that bots can import."""
    found = (getattr(arena.bot, name) for name in EXPORTED)
    actions = (each for each in found if isinstance(each, type) and issubclass(each, Action))
    return [field for action in actions for field in action.__struct_fields__]
