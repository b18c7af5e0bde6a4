"""Many games as arrays for bots that learn: what asked seats observe and may do, written in C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.errors import ArenaError
from arena.kernel import _kernel
from arena.kernel.batch import FIELDS, Batch
from arena.planning.arrays import Ways, layout_of, numbering_of
from arena.referee.rulesets import Ruleset
from arena.vocabulary import Seat

SCORE: Final = FIELDS.index("score")
PLACE: Final = FIELDS.index("place")


class Vector:
    """Games side by side. Its arrays are written anew by each step, and never copied."""

    def __init__(self, ruleset: Ruleset | str, seats: int, seeds: Sequence[int]) -> None:
        """Deal a game for each seed, as the referee does."""
        self.batch = Batch(ruleset, seats, seeds)
        self.rules = rules = self.batch.rules
        self.layout = layout = layout_of(rules, seats)
        self.numbering = numbering = numbering_of(rules)
        parts = tuple((part.form.value, part.name, part.size) for part in layout.observed)
        orders = tuple(layout.tickets), layout.offered, tuple(map(str, layout.questions))
        self._core = _kernel.Vector(self.batch, parts, *orders, numbering.actions)
        if self._core.width != layout.size:
            raise ArenaError("the kernel lays out observations in another way: please report it")
        games = len(seeds)
        self.observations: NDArray[np.int16] = np.zeros((games, layout.size), np.int16)
        """By game: what the asked seat observes."""
        self.masks: NDArray[np.int8] = np.zeros((games, len(numbering)), np.int8)
        """By game and action: 1 if it is a legal answer of the asked seat."""
        self.seats: NDArray[np.int8] = np.zeros(games, np.int8)
        """By game: the asked seat."""
        self._ways = np.zeros((0, Ways(rules).size), np.int16)
        self.look()

    def __len__(self) -> int:
        return len(self.batch)

    def look(self) -> None:
        """Write the arrays anew."""
        self._core.look(self.observations, self.masks, self.seats)

    def play(self, actions: NDArray[np.int64]) -> int:
        """Play an action in each game that is not over; returns how many games have ended.

        If one of the actions is not legal, none is played. The arrays stay as they are.
        """
        return self._core.step(np.ascontiguousarray(actions, np.int64))

    def random_actions(self, seed: int) -> NDArray[np.int64]:
        """A random legal action for each game, all of them equally likely; 0 if it is over."""
        actions = np.zeros(len(self), np.int64)
        self._core.draw(self.masks, seed, actions)
        return actions

    def deal(self, game: int, seed: int) -> None:
        """Deal a game anew. The arrays stay as they are."""
        self._core.deal(game, seed)

    def over(self) -> NDArray[np.bool_]:
        """By game: whether it is over."""
        over: NDArray[np.bool_] = self.batch.states()["over"].astype(np.bool_)
        return over

    def observation(self, game: int, seat: Seat) -> NDArray[np.int16]:
        """What a seat of a game observes, asked or not."""
        row = np.zeros(self.layout.size, np.int16)
        self._core.observe(game, seat, row)
        return row

    def ways(self) -> NDArray[np.int16]:
        """By game: the plan of the asked seat, as `arena.planning.arrays.Ways` lays it out.

        It is made when it is asked for, and written over by the next call.
        """
        if not len(self._ways):
            self._ways = np.zeros((len(self), self._ways.shape[1]), np.int16)
        self._core.ways(self._ways)
        return self._ways
