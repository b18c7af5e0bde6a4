"""What claiming a route would bring a seat at once, with all that is in force on its table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from arena.boards import Board
from arena.planning.weights import Weights
from arena.referee.claiming import POINTS
from arena.referee.modules.alvin import POINTS as CAPTURE
from arena.referee.modules.alvin import Alvin, alvin_of
from arena.referee.modules.terrain import Terrain, doublings, most_of_others, terrain_of
from arena.referee.modules.towns import Towns, towns_of
from arena.referee.network import each
from arena.referee.table import Table

HOLDING: Final = 4
"""What is hoped for from Alvin at the end by whoever captures him."""


def worths(table: Table, seat: int) -> Sequence[float]:
    """For each route, the points that claiming it would bring a seat."""
    plain = points_of(table.board)
    if Towns not in table.extras:
        return plain
    worth = list(plain)
    share_with_towns(table, seat, worth)
    if Alvin in table.extras:
        add_alvin(table, seat, worth)
    return worth


@cache
def points_of(board: Board) -> tuple[float, ...]:
    """For each route, its points by length (C6)."""
    return tuple(float(POINTS[length]) for length in board.lengths)


def share_with_towns(table: Table, seat: int, worth: list[float]) -> None:
    """Points at a town go to the owner of its piece: twice to oneself, or to a rival (O4)."""
    towns, touching = towns_of(table), table.board.touching
    paid: dict[int, float] = {}
    for town, owner in towns.owner.items():
        share = 1.0 if owner == seat else -1.0 / (table.seats - 1)
        for route in each(touching[town]):
            paid[route] = paid.get(route, 0.0) + share
    for route, shares in paid.items():
        worth[route] *= shares


def add_alvin(table: Table, seat: int, worth: list[float]) -> None:
    """Any route that ends where Alvin stands captures him for a new holder (V2, V3)."""
    alvin = alvin_of(table)
    if alvin.holder != seat:
        for route in each(table.board.touching[alvin.town]):
            worth[route] += CAPTURE + HOLDING


def hopes(table: Table, seat: int, weights: Weights, worth: Sequence[float]) -> Sequence[float]:
    """For each route, what claiming it brings when it may be doubled by terrain cards (A5)."""
    if Terrain not in table.extras:
        return worth
    odds = doubling_odds(table, seat, weights)
    per_card = weights.turn / 2  # a turn takes two (A3)
    hoped = list(worth)
    for route, (kind, price) in enumerate(doublings(table.board)):
        if price:
            hoped[route] += odds[kind] * max(0.0, worth[route] - price * per_card)
    return hoped


def doubling_odds(table: Table, seat: int, weights: Weights) -> list[float]:
    """For each terrain, how likely a seat will double a route: less if others have more (A6)."""
    cards = terrain_of(table).cards
    return [
        weights.doubling / (1 + max(0, most - held - 1))
        for most, held in zip(most_of_others(cards, seat), cards[seat], strict=True)
    ]
