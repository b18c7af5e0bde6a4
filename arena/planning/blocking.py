"""Blocking: what it is worth to claim a route because a rival needs it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from arena.planning.plan import Plan
from arena.planning.ways import cheapest
from arena.referee.network import all_steps, each, join, top, trains_by_route
from arena.referee.table import Table
from arena.vocabulary import RouteMask, RouteNumber, Seat

MOST: Final = 10.0
"""The most points that a block is thought to cost a rival."""


def block_values(plan: Plan, table: Table, routes: RouteMask) -> dict[RouteNumber, float]:
    """What claiming those of the routes is worth that join two parts of a rival's network.

    A rival that has built on both sides of a gap may have a ticket across it.
    """
    ground, board = plan.ground, table.board
    weights, seat = ground.weights, ground.seat
    found: dict[RouteNumber, float] = {}
    for rival in range(table.seats):
        if rival == seat or not table.owned[rival]:
            continue
        between = gaps(table, rival, routes & table.open_to[rival])
        if not between:
            continue
        costs = trains_by_route(board, table.owned[rival], table.open_to[rival])
        for route in between:
            harm = way_round(table, costs, route) / (table.seats - 1)
            cost = weights.train * board.lengths[route]
            value = ground.worth[route] + weights.block * harm - cost
            found[route] = max(value, found.get(route, -inf))
    return found


def gaps(table: Table, rival: Seat, routes: RouteMask) -> list[RouteNumber]:
    """Those of the routes whose two ends lie on different parts of a rival's network."""
    board, owned = table.board, table.owned[rival]
    above = join(board, owned)
    reached = {node for route in each(owned) for node in board.ends[route]}
    return [
        route
        for route in each(routes)
        if reached.issuperset(board.ends[route])
        and top(above, board.ends[route][0]) != top(above, board.ends[route][1])
    ]


def way_round(table: Table, costs: Sequence[float], route: RouteNumber) -> float:
    """How many more trains a rival would need if this route were claimed, up to `MOST`."""
    board = table.board
    parallel = board.connection[route] if table.doubles_close else board.bits[route]
    without = list(costs)
    for other in each(parallel):
        without[other] = inf
    node_a, node_b = board.ends[route]
    length = board.lengths[route]
    way = cheapest(all_steps(board), without, (node_a,), (node_b,), length + MOST)
    return way[0] - length if way else MOST
