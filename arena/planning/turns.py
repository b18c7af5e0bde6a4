"""Estimating turns: how many a seat still has, how many it needs, and whether these are enough."""

from math import exp

from arena.planning.weights import Weights
from arena.referee.table import Table
from arena.vocabulary import Seat


def turns_left(table: Table, seat: Seat, weights: Weights) -> float:
    """How many turns a seat still has, this one included, until another seat can end the game."""
    if table.last_turns is not None:
        return 1.0
    last = table.rules.ruleset.last_trains
    soonest = min(
        fewest_turns(table.trains[other] - last, table.hand_sizes[other], weights)
        for other in range(table.seats)
        if other != seat
    )
    return 1.5 + weights.pace * soonest


def fewest_turns(trains: int, cards: int, weights: Weights) -> float:
    """How many turns it takes to lay these trains with this many cards in hand."""
    if trains <= 0:
        return 0.0
    useful = 0.75 * cards  # some of a hand never fits
    return trains / 3.6 + max(0.0, trains - useful) / weights.rate


def chance(needed: float, left: float, weights: Weights) -> float:
    """How likely the game lasts for the turns needed, when `left` are expected."""
    doubt = max(1.0, weights.spread * left)
    return 1.0 / (1.0 + exp(min(50.0, (needed - left) / doubt)))
