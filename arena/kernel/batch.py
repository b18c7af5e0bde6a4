"""Many games side by side in the kernel, and their state as numpy arrays without copying."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final, Self

import numpy as np

from arena.kernel import _kernel
from arena.kernel.table import RESULT, KernelTable, kernel_rules
from arena.kernel.tables import rules_named
from arena.referee.rules import Rules
from arena.referee.rulesets import Ruleset

FIELDS: Final = RESULT
"""The numbers of a seat's result, in the order of the last axis of `Batch.results`."""


@cache
def state_type() -> np.dtype[Any]:
    """The state of a game as a type of numpy, with a field for each variable."""
    variables = _kernel.variables()
    shapes = [tuple(size for size in (rows, columns) if size) for *_, rows, columns in variables]
    formats = [(kind, shape) for (_, _, kind, _, _), shape in zip(variables, shapes, strict=True)]
    return np.dtype(
        {
            "names": [name for name, *_ in variables],
            "formats": formats,
            "offsets": [offset for _, offset, *_ in variables],
            "itemsize": _kernel.STATE_SIZE,
        }
    )


def state_of(table: KernelTable) -> np.ndarray[Any, Any]:
    """The variables of one table, as they are now and change: an array without dimensions."""
    return np.frombuffer(memoryview(table), state_type()).reshape(())


class Batch(_kernel.Batch):
    """Games of one ruleset and number of seats, all played in one call."""

    __slots__ = ()

    def __new__(cls, ruleset: Ruleset | str, seats: int, seeds: Sequence[int]) -> Self:
        """Deal a game for each seed, as the referee does."""
        rules = rules_named(ruleset)
        rules.check_seats(seats)
        return super().__new__(cls, kernel_rules(rules), seats, seeds)

    @property
    def rules(self) -> Rules:
        """The referee's rules that the games are played by."""
        return self.tables.python

    def states(self) -> np.ndarray[Any, Any]:
        """The variables of all games, as they are now and change: nothing is copied."""
        return (
            np.frombuffer(memoryview(self), state_type())
            if len(self)
            else np.zeros(0, state_type())
        )

    def counts(self) -> np.ndarray[Any, Any]:
        """How many legal actions each game has; 0 where it is over."""
        return np.frombuffer(self.counted(), np.int32)

    def results(self) -> np.ndarray[Any, Any]:
        """The results by game, seat and `FIELDS`; zeros for games that are not over."""
        numbers = np.frombuffer(self.scored(), np.int32)
        return numbers.reshape(len(self), self.seats, len(FIELDS))

    def table(self, number: int) -> KernelTable:
        """A copy of one game."""
        table: KernelTable = self.get(KernelTable, number)
        return table

    def play_out(self, rng: Random) -> None:
        """Play random legal actions until all games are over."""
        self.random_end(rng.getrandbits(64))
