"""Globetrotter (E4): how much more the bonus is worth with each further completed ticket."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from arena.planning.weights import Weights
from arena.referee.network import completed
from arena.referee.rulesets import GLOBETROTTER
from arena.referee.table import Table
from arena.vocabulary import Seat

MOST: Final = 12
"""The most further tickets that are considered."""
COMPLETED: Final = 0.9
"""The share of their tickets that other seats complete."""
DOUBT: Final = 1.0
"""By how many tickets the expected number of other seats may well be wrong."""


def bonus_by_tickets(table: Table, seat: Seat, weights: Weights) -> Sequence[float]:
    """What the bonus is worth to a seat that completes none, one, two, … tickets from now on.

    Empty where the bonus is not in force.
    """
    if GLOBETROTTER not in table.rules.ruleset.bonuses:
        return ()
    done = len(completed(table.board, table.owned[seat], table.tickets[seat]))
    most = expected_of_others(table, seat, weights)
    return [bonus_for(table, done + more - most) for more in range(MOST + 1)]


def expected_of_others(table: Table, seat: Seat, weights: Weights) -> float:
    """How many tickets the best of the other seats is expected to complete.

    Seats take more tickets while they have trains.
    """
    counts = [
        COMPLETED * table.ticket_counts[other]
        + weights.growth * table.trains[other] / table.rules.ruleset.trains
        for other in range(table.seats)
        if other != seat
    ]
    return max(counts)


def bonus_for(table: Table, lead: float) -> float:
    """What this lead in tickets is worth: the bonus, and that no other seat gets it."""
    points = table.rules.ruleset.globetrotter
    alone = likely((lead - 0.5) / DOUBT) / (table.seats - 1)
    return points * (likely((lead + 0.5) / DOUBT) + alone)


def likely(lead: float) -> float:
    """The odds that a lead holds, given in units of its doubt: a logistic curve."""
    return 1.0 / (1.0 + exp(-max(-50.0, min(50.0, lead))))


def bonus_after(bonuses: Sequence[float], tickets: int) -> float:
    """What the bonus is worth after this many further tickets."""
    return bonuses[min(tickets, MOST)] if bonuses else 0.0
