"""A game that is played by numbers: by the compiled kernel where it can, else by the referee.

Both give the same arrays for the same seed and actions; tests hold them together.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from arena import kernel
from arena.kernel.tables import unknown_part
from arena.planning.arrays import mask, numbering_of, observation
from arena.referee.actions import Action
from arena.referee.game import Game, IllegalAction, Log
from arena.referee.results import Result
from arena.referee.rules import Rules
from arena.referee.view import SeatView
from arena.vocabulary import Seat


class Position(Protocol):
    """One game, from its deal to its end."""

    @property
    def seat(self) -> Seat:
        """The seat that is asked."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def observation(self, seat: Seat) -> NDArray[np.int16]:
        """What a seat observes, asked or not."""

    def mask(self) -> NDArray[np.int8]:
        """Which actions are legal for the asked seat; none when the game is over."""

    def play(self, number: int) -> None:
        """Play an action by its number; one that is not legal is refused with its rule."""

    def action_of(self, number: int) -> Action:
        """The action that a number means for the asked seat."""

    def index_of(self, action: Action) -> int:
        """The number of an action of the asked seat."""

    def result(self) -> Result:
        """How the game came out."""

    def game(self) -> Game:
        """The game as the referee has it, to look at."""


class RefereePosition:
    """A game that the referee plays; each seat observes what its view tells."""

    def __init__(self, rules: Rules, seats: int, seed: int) -> None:
        self._game = Game(rules.ruleset, seats, seed)
        self._numbering = numbering_of(rules)
        self._views = [SeatView(rules, seats, seat) for seat in range(seats)]
        self._learnt: list[Log] = [None] * seats

    @property
    def seat(self) -> Seat:
        """The seat that is asked."""
        return self._game.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._game.over

    def view(self, seat: Seat) -> SeatView:
        """What a seat knows by now."""
        view, log = self._views[seat], self._game.log
        for event in self._game.seen_by(seat, self._learnt[seat]):
            view.learn(event)
        self._learnt[seat] = log
        return view

    def observation(self, seat: Seat) -> NDArray[np.int16]:
        """What a seat observes, asked or not."""
        return observation(self.view(seat))

    def mask(self) -> NDArray[np.int8]:
        """Which actions are legal for the asked seat; none when the game is over."""
        return mask(self.view(self._game.seat))

    def play(self, number: int) -> None:
        """Play an action by its number; one that is not legal is refused with its rule."""
        self._game.apply(self.action_of(number))

    def action_of(self, number: int) -> Action:
        """The action that a number means for the asked seat."""
        return self._numbering.action_of(number, self._game)

    def index_of(self, action: Action) -> int:
        """The number of an action of the asked seat."""
        return self._numbering.index_of(action, self._game)

    def result(self) -> Result:
        """How the game came out."""
        return self._game.result()

    def game(self) -> Game:
        """The game as the referee has it, to look at."""
        return self._game


class KernelPosition:
    """A game that the compiled kernel plays."""

    def __init__(self, rules: Rules, seats: int, seed: int) -> None:
        from arena.kernel.vector import Vector

        self._vector = Vector(rules.ruleset, seats, [seed])
        self._state = self._vector.batch.states()[0]
        self._number = np.zeros(1, np.int64)
        self._seat, self._over = int(self._vector.seats[0]), False

    @property
    def seat(self) -> Seat:
        """The seat that is asked."""
        return self._seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._over

    def observation(self, seat: Seat) -> NDArray[np.int16]:
        """What a seat observes, asked or not."""
        if seat == self._seat:
            asked: NDArray[np.int16] = self._vector.observations[0].copy()
            return asked
        return self._vector.observation(0, seat)

    def mask(self) -> NDArray[np.int8]:
        """Which actions are legal for the asked seat; none when the game is over."""
        legal: NDArray[np.int8] = self._vector.masks[0].copy()
        return legal

    def play(self, number: int) -> None:
        """Play an action by its number; one that is not legal is refused with its rule."""
        if not 0 <= number < len(self._vector.numbering) or not self._vector.masks[0, number]:
            self._refuse(number)
        self._number[0] = number
        self._over = self._vector.play(self._number) > 0
        self._vector.look()
        self._seat = int(self._vector.seats[0])

    def action_of(self, number: int) -> Action:
        """The action that a number means for the asked seat."""
        return self._vector.numbering.action_of(number, self.game())

    def index_of(self, action: Action) -> int:
        """The number of an action of the asked seat."""
        return self._vector.numbering.index_of(action, self.game())

    def result(self) -> Result:
        """How the game came out."""
        return self._vector.batch.table(0).result()

    def game(self) -> Game:
        """The game as the referee has it, to look at."""
        return self._vector.batch.table(0).to_game()

    def _refuse(self, number: int) -> None:
        """Raise the referee's refusal of an action."""
        game = self.game()
        raise IllegalAction(game.refusal(self._vector.numbering.action_of(number, game)) or "")


def deal(rules: Rules, seats: int, seed: int) -> Position:
    """A game just dealt, played by the kernel if it is there and knows these rules."""
    if kernel.available() and unknown_part(rules) is None:
        return KernelPosition(rules, seats, seed)
    return RefereePosition(rules, seats, seed)
