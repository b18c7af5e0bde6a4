"""The points that claiming each route brings a seat, with those that modules add or may add."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arena.planning.judge import judges_of
from arena.planning.weights import Weights
from arena.referee.rules import Rules
from arena.referee.table import Table
from arena.vocabulary import Seat


def worths(table: Table, seat: Seat) -> Sequence[float]:
    """For each route, the points that claiming it would bring a seat."""
    plain = points_of(table.rules)
    judges = judges_of(table.rules)
    if not judges.worth:
        return plain
    worth = list(plain)
    for change in judges.worth:
        change(table, seat, worth)
    return worth


@cache
def points_of(rules: Rules) -> tuple[float, ...]:
    """For each route, its points by length (C6)."""
    return tuple(map(float, rules.points))


def hopes(table: Table, seat: Seat, weights: Weights, worth: Sequence[float]) -> Sequence[float]:
    """For each route, these points and those that modules may still add."""
    judges = judges_of(table.rules)
    if not judges.hopes:
        return worth
    hoped = list(worth)
    for add in judges.hopes:
        add(table, seat, weights, hoped)
    return hoped
