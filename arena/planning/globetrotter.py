"""Globetrotter: what every further ticket does for the bonus for most completed tickets (E4)."""

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
"""So many further tickets are thought of."""
COMPLETED: Final = 0.9
"""How many of their tickets others complete."""
DOUBT: Final = 1.0
"""By how many tickets the others' number in the end may well be wrong."""


def bonus_by_tickets(table: Table, seat: Seat, weights: Weights) -> Sequence[float]:
    """What the bonus is worth to a seat that completes none, one, two, … tickets from now on.

    Nothing at all where it is not in force.
    """
    if GLOBETROTTER not in table.rules.ruleset.bonuses:
        return ()
    done = len(completed(table.board, table.owned[seat], table.tickets[seat]))
    most = expected_of_others(table, seat, weights)
    return [bonus_for(table, done + more - most) for more in range(MOST + 1)]


def expected_of_others(table: Table, seat: Seat, weights: Weights) -> float:
    """How many tickets the best of the others will have completed in the end, as far as one sees.

    They take more while they have trains.
    """
    counts = [
        COMPLETED * table.ticket_counts[other]
        + weights.growth * table.trains[other] / table.rules.ruleset.trains
        for other in range(table.seats)
        if other != seat
    ]
    return max(counts)


def bonus_for(table: Table, lead: float) -> float:
    """What such a lead in tickets is worth: the bonus, and that nobody else has it."""
    points = table.rules.ruleset.globetrotter
    alone = likely((lead - 0.5) / DOUBT) / (table.seats - 1)
    return points * (likely((lead + 0.5) / DOUBT) + alone)


def likely(lead: float) -> float:
    """How likely something comes about for which one is ahead by so much."""
    return 1.0 / (1.0 + exp(-max(-50.0, min(50.0, lead))))


def bonus_after(bonuses: Sequence[float], tickets: int) -> float:
    """What the bonus is worth after so many further tickets."""
    return bonuses[min(tickets, MOST)] if bonuses else 0.0
