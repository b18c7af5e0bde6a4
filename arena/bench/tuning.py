"""Choosing the weights of beliefs: those under which the true tickets of planners are likeliest.

`python -m arena.bench.tuning` plays the games of the tuning set and prints the weights: the usual
ones, which `arena/planning/suspicion.py` has, and those of the judges of terrain and towns. The
measure of beliefs never looks at these games. The weights of whole hands compare true hands with
drawn ones, so they fit the weights of single tickets with which the hands were drawn: change those
first, and run it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.bench.planned_games import TUNING, held_tickets, planned_game, positions
from arena.planning.beliefs import TicketBeliefs
from arena.planning.clues import Clues, Signs
from arena.planning.history import histories
from arena.planning.suspicion import Belief, BeliefWeights, Companions, Suspicion, Together
from arena.referee.game import Game
from arena.referee.phases import TURN
from arena.referee.view import SeatView

RULESETS: Final = {
    "usual": ("usa", "usa1910", "mega", "bigcities"),
    "terrain": ("africa",),
    "towns": ("oldwest", "oldwest+alvin"),
}
"""By the module whose judge has the weights: the rulesets whose games they are for."""
SEATS: Final = (2, 4)
GAMES: Final = {"usual": 60, "terrain": 120, "towns": 60}
"""By module: how many games of each ruleset and number of seats."""
SHARE: Final = 0.06
"""The share of turns that are looked at: those of one game are much alike."""
DOUBT: Final = 1.0
"""The variance that a weight is thought to have before there are games."""
STEPS: Final = 25
HANDS: Final = 6
"""How many drawn hands a true one is compared with."""
Array = NDArray[np.float64]


class Case(NamedTuple):
    """A ticket that a rival held, among those that it might have held instead."""

    later: bool
    """Whether it was kept after the first turn."""
    rows: Sequence[tuple[float, ...]]
    """The signs and the company of each of these tickets, those of the true one first."""


def questions(module: str) -> Iterator[tuple[Game, SeatView, Random]]:
    """Some turns of all games of the tuning set whose weights a module's judge has."""
    for ruleset in RULESETS[module]:
        for seats in SEATS:
            for number in range(GAMES[module]):
                game = planned_game(TUNING, ruleset, seats, number)
                rng = Random(f"{ruleset} {seats} {number}")
                for view in positions(game):
                    if view.phase is TURN and rng.random() < SHARE:
                        yield game, view, rng


def hands_of(game: Game, view: SeatView) -> Iterator[list[Together]]:
    """What the true hand of each rival takes together, and then what drawn ones do."""
    beliefs, rng = TicketBeliefs(view), Random(view.turns)
    drafts = [beliefs.draft(rng) for _ in range(HANDS)]
    for rival, suspicion in beliefs.suspicions.items():
        hands = [game.tickets[rival], *(draft.hands[rival] for draft in drafts)]
        yield [suspicion.together(hand) for hand in hands]


def cases_of(game: Game, view: SeatView, rng: Random) -> Iterator[Case]:
    """The cases of one rival at one turn."""
    rival = rng.choice(view.others)
    history = histories(view.log, view.seats)[rival]
    suspicion = Suspicion(Clues(view, rival, history))
    held = game.tickets[rival]
    choices = [nth for nth, choice in enumerate(history.choices) for _ in range(choice.kept)]
    free = [ticket for ticket in view.places.unseen if ticket not in held_tickets(game)]
    for ticket, nth in zip(held, choices, strict=True):
        if ticket in view.places.unseen:
            covered = suspicion.cover([other for other in held if other != ticket])
            rows = [
                (*suspicion.clues.signs(other, nth), *suspicion.company(other, covered))
                for other in [ticket, *free]
            ]
            yield Case(nth > 0, rows)


def best_weights(rows: Sequence[Sequence[tuple[float, ...]]]) -> Array:
    """The weights that make the first of each group of rows likeliest, by Newton's method."""
    signs = np.zeros((len(rows), max(map(len, rows)), len(rows[0][0])))
    absent = np.full(signs.shape[:2], -np.inf)
    for number, group in enumerate(rows):
        signs[number, : len(group)], absent[number, : len(group)] = group, 0.0
    weights = np.zeros(signs.shape[2])
    for _ in range(STEPS):
        step = newton_step(signs, absent, weights)
        before = likelihood(signs, absent, weights)
        while likelihood(signs, absent, weights + step) < before - 1e-9:
            step /= 2.0
        weights = weights + step
    return weights


def likelihood(signs: Array, absent: Array, weights: Array) -> float:
    """The logarithm of the odds that the true tickets are held, less what odd weights cost."""
    logs = signs @ weights + absent
    total: float = (logs[:, 0] - np.log(np.exp(logs).sum(axis=1))).sum()
    return total - float(weights @ weights) / DOUBT / 2.0


def newton_step(signs: Array, absent: Array, weights: Array) -> Array:
    """The step to where the likelihood would be greatest if it were a parabola."""
    odds = np.exp(signs @ weights + absent)
    odds /= odds.sum(axis=1, keepdims=True)
    mean = np.einsum("nc,nck->nk", odds, signs)
    slope = (signs[:, 0] - mean).sum(axis=0) - weights / DOUBT
    spread = np.sqrt(odds)[:, :, None] * signs
    flat = spread.reshape(-1, signs.shape[2])
    bend = flat.T @ flat - mean.T @ mean + np.eye(len(weights)) / DOUBT
    return np.linalg.solve(bend, slope)


def main() -> None:
    """Print the weights for each kind of board."""
    for module in RULESETS:
        print(f"{module}: {weights_with(module)}", flush=True)


def weights_with(module: str) -> BeliefWeights:
    """The weights for tickets of the first choice, for those of later ones, and for hands."""
    tickets: list[Case] = []
    hands: list[list[Together]] = []
    for game, view, rng in questions(module):
        tickets += cases_of(game, view, rng)
        hands += hands_of(game, view)
    first, later = (
        rounded([case.rows for case in tickets if case.later is late]) for late in (False, True)
    )
    return BeliefWeights(belief_of(first), belief_of(later), Together(*rounded(hands)))


def belief_of(weights: Sequence[float]) -> Belief:
    """Weights by their names."""
    signs = len(Signs._fields)
    return Belief(Signs(*weights[:signs]), Companions(*weights[signs:]))


def rounded(rows: Sequence[Sequence[tuple[float, ...]]]) -> list[float]:
    """The best weights, with two digits."""
    return [round(float(weight), 2) for weight in best_weights(rows)]


if __name__ == "__main__":
    main()
