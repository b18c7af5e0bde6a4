"""The names of environments, with the version of their arrays and action numbers."""

from __future__ import annotations

from typing import Final

from arena.referee.rulesets import Ruleset

VERSION: Final = 0
"""Raised whenever an observation, an action's number or a reward changes its meaning."""


def name_of(ruleset: Ruleset) -> str:
    """The name of a ruleset's environment, as PettingZoo writes names: `usa_v0`."""
    return f"{ruleset.name}_v{VERSION}"


def gymnasium_name(ruleset: Ruleset) -> str:
    """The same as Gymnasium writes names, in which no plus can be: `arena/usa-warehouses-v0`."""
    return f"arena/{ruleset.name.replace('+', '-')}-v{VERSION}"
