"""From a ruleset to its rules: the basic game, and the modules that the ruleset names."""

from functools import cache

from arena.errors import unknown
from arena.referee import claiming, taking, tickets, turns
from arena.referee.modules import MODULES
from arena.referee.rules import Rules
from arena.referee.rulesets import Ruleset, RulesetError


@cache
def rules_of(ruleset: Ruleset) -> Rules:
    """The rules of a ruleset, made once."""
    rules = Rules(ruleset)
    for part in (taking, claiming, tickets, turns):
        part.install(rules)
    for name in ruleset.modules:
        if name not in MODULES:
            raise RulesetError(unknown("module", name, MODULES))
        MODULES[name].install(rules)
    return rules
