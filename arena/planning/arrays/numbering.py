"""The actions of a ruleset by number: the same number means the same decision in every game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from arena.referee.actions import Action
from arena.referee.kinds import Kind

if TYPE_CHECKING:
    from arena.referee.rules import Rules
    from arena.referee.table import Table


class Numbering:
    """All actions of a ruleset in an order that lasts: the basic game's first, then its modules'.

    Tickets are kept by their places in the offer, and seats are counted from the one that is asked,
    so a number means an action only in a position.
    """

    __slots__ = ("_everywhere", "_kinds", "_numbers", "actions", "rules")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._kinds = {action: kind.core for action, kind in rules.kinds.items()}
        self.actions: tuple[Action, ...] = tuple(
            action for kind in rules.actions for action in self._kinds[kind].every(rules)
        )
        """By number: the actions in the form that they have in all positions."""
        kinds = self._kinds.items()
        self._everywhere = {act for act, kind in kinds if type(kind).general is Kind.general}
        """The actions that are the same in every position: asking for their form takes time."""
        self._numbers = {action: number for number, action in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def index_of(self, action: Action, table: Table) -> int:
        """The number of an action that is legal in this position."""
        if type(action) in self._everywhere:
            return self._numbers[action]
        return self._numbers[self._kinds[type(action)].general(table, action)]

    def action_of(self, number: int, table: Table) -> Action:
        """The action that a number means in this position, legal or not."""
        if not 0 <= number < len(self.actions):
            raise ArenaError(f"actions have the numbers 0 to {len(self) - 1}, not {number!r}")
        action = self.actions[number]
        meant: Action = self._kinds[type(action)].particular(table, action)
        return meant

    def text(self, number: int) -> str:
        """What a number stands for, as records write it; tickets by place, seats from one's own."""
        return self.actions[number].text(self.rules.board)


@cache
def numbering_of(rules: Rules) -> Numbering:
    """The actions of these rules by number, worked out once."""
    return Numbering(rules)
