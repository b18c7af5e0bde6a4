"""Thousands of games side by side on the compiled kernel: arrays in, arrays out, new deals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena import kernel
from arena.errors import ArenaError
from arena.referee.rulesets import Ruleset
from arena.rl.rewards import reward_named
from arena.seeds import number_of

LARGEST: Final = 1 << 20
"""The most games side by side."""


class GameVector:
    """Games of one ruleset and number of seats, each asked for one decision at every step.

    The arrays are those of the asked seats. They are written anew by every step and never copied:
    copy what is to be kept. A game that ends is replaced by a new deal at once.
    """

    def __init__(
        self,
        ruleset: Ruleset | str,
        games: int,
        seats: int = 2,
        seed: int = 0,
        reward: str = "place",
    ) -> None:
        reason = kernel.missing()
        if reason is not None:
            raise ArenaError(reason)
        if not 1 <= games <= LARGEST:
            raise ArenaError(f"there are 1 to {LARGEST} games side by side, not {games}")
        from arena.kernel.vector import Vector

        self._reward = reward_named(reward)
        self._seeds = seeds(seed)
        self._vector = Vector(ruleset, seats, [next(self._seeds) for _ in range(games)])
        self.layout, self.numbering = self._vector.layout, self._vector.numbering
        self.rewards: NDArray[np.float32] = np.zeros((games, seats), np.float32)
        """By game and seat: what the last step brought, which is nothing unless it was the last of
        its game."""
        self.ended: NDArray[np.bool_] = np.zeros(games, np.bool_)
        """By game: whether the last step ended it, so that the arrays show a new deal."""
        self.scores: NDArray[np.int32] = np.zeros((games, seats), np.int32)
        """By game and seat: the points at the end of the game that the last step ended."""

    def __len__(self) -> int:
        return len(self._vector)

    @property
    def observations(self) -> NDArray[np.int16]:
        """By game: what the asked seat observes."""
        return self._vector.observations

    @property
    def masks(self) -> NDArray[np.int8]:
        """By game and action: 1 if it is legal for the asked seat."""
        return self._vector.masks

    @property
    def seats(self) -> NDArray[np.int8]:
        """By game: the asked seat."""
        return self._vector.seats

    def ways(self) -> NDArray[np.int16]:
        """By game: the plan of the asked seat, as `arena.planning.arrays.Ways` lays it out."""
        return self._vector.ways()

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play an action in each game, and write all arrays anew; all or nothing is played."""
        if self.ended.any():
            self.rewards[:] = 0.0
            self.ended[:] = False
        if self._vector.play(actions):
            self._finish()
        self._vector.look()

    def random_actions(self, generator: np.random.Generator) -> NDArray[np.int64]:
        """A random legal action for each game, all of them equally likely."""
        return self._vector.random_actions(int(generator.integers(1 << 63)))

    def _finish(self) -> None:
        """Give rewards for the games that are over, and deal new ones."""
        from arena.kernel.vector import PLACE, SCORE

        results = self._vector.batch.results()
        self.ended[:] = self._vector.over()
        for game in np.flatnonzero(self.ended).tolist():
            places, scores = results[game, :, PLACE].tolist(), results[game, :, SCORE].tolist()
            self.rewards[game] = self._reward(places, scores)
            self.scores[game] = scores
            self._vector.deal(game, next(self._seeds))


def seeds(seed: int) -> Iterator[int]:
    """The seeds of the games, without end."""
    return (number_of(f"{seed} {number}") for number in count())


vector = GameVector
