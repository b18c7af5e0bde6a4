"""The expansions, one file or folder each, and the rules of a ruleset made of its modules."""

from functools import cache
from typing import Final

from arena.boards.loader import MODULE_COLUMNS
from arena.errors import unknown
from arena.referee.claiming import CLAIMING
from arena.referee.module import Module
from arena.referee.modules import alvin, europe, terrain, towns, warehouses
from arena.referee.rules import Rules
from arena.referee.rulesets import Ruleset, RulesetError
from arena.referee.taking import TAKING
from arena.referee.tickets import TICKET_RULES
from arena.referee.turns import TURNS

BASIC: Final = (TAKING, CLAIMING, TICKET_RULES, TURNS)
"""The parts of the basic game, in the order in which their actions are listed."""
MODULES: Final[dict[str, Module]] = {}
"""The expansions, by the names that rulesets use."""


def register(module: Module) -> None:
    """Let rulesets name this expansion, in this process."""
    if module.name in MODULES:
        raise RulesetError(f"there is a module {module.name!r} already")
    for other in (*BASIC, *MODULES.values()):
        refuse_same_names(module, other)
    MODULES[module.name] = module
    MODULE_COLUMNS.update(module.route_columns)


def refuse_same_names(module: Module, other: Module) -> None:
    """Refuse a module that uses a name of another one in records, results or messages."""
    for what, names, theirs in (
        ("bonus", set(module.bonuses), set(other.bonuses)),
        ("pile", set(module.piles), set(other.piles)),
        ("event", class_names(module.events), class_names(other.events)),
        ("action", action_names(module), action_names(other)),
        ("question", set(module.phases or ()), set(other.phases or ())),
        ("column", set(module.route_columns), set(other.route_columns)),
    ):
        for name in sorted(names & theirs):
            raise RulesetError(f"the modules {module.name} and {other.name} have one {what} {name}")


def class_names(classes: tuple[type, ...]) -> set[str]:
    """The names of classes, which tell them apart in messages."""
    return {kind.__name__ for kind in classes}


def action_names(module: Module) -> set[str]:
    """The names of a module's actions."""
    return class_names(tuple(kind.action for kind in module.kinds))


for bundled in (terrain, towns, warehouses, alvin, europe):
    register(bundled.MODULE)


@cache
def rules_of(ruleset: Ruleset) -> Rules:
    """The rules of a ruleset, made once."""
    for name in ruleset.modules:
        if name not in MODULES:
            raise RulesetError(unknown("module", name, MODULES))
    return Rules(ruleset, BASIC, [MODULES[name] for name in ruleset.modules])
