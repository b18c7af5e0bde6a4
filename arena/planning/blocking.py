"""Blocking: what it is worth to claim a route because a rival needs it."""

from __future__ import annotations

from math import inf
from typing import Final

from arena.planning.plan import Plan
from arena.planning.ways import cheapest, steps_of
from arena.referee.claiming import claimable
from arena.referee.network import each, join, top
from arena.referee.table import Table
from arena.vocabulary import RouteMask, RouteNumber, Seat

MOST: Final = 10.0
"""The most points that a block is thought to cost a rival."""


def block_values(plan: Plan, table: Table) -> dict[RouteNumber, float]:
    """What claiming each route beside the plan that joins two parts of a rival's network is worth.

    A rival that has built on both sides of a gap most likely has a ticket across it.
    """
    ground, board = plan.ground, table.board
    weights, seat = ground.weights, ground.seat
    routes = claimable(table, seat) & ~sum(board.bits[r] for r in (*plan.routes, *plan.extras))
    found: dict[RouteNumber, float] = {}
    for rival in range(table.seats):
        if rival == seat or not table.owned[rival]:
            continue
        for route in gaps(table, rival, routes & table.open_to[rival]):
            harm = min(MOST, way_round(table, seat, rival, route)) / (table.seats - 1)
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


def way_round(table: Table, seat: Seat, rival: Seat, route: RouteNumber) -> float:
    """How many more trains a rival would need if a seat claimed this route; infinite if cut off."""
    board, owned, left = table.board, table.owned[rival], table.open_to[rival]
    costs = [inf] * len(board.lengths)
    for other in each(left):
        costs[other] = float(board.lengths[other])
    for other in each(owned):
        costs[other] = 0.0
    parallel = board.connection[route] if table.doubles_close else board.bits[route]
    for other in each(parallel):
        costs[other] = inf
    node_a, node_b = board.ends[route]
    way = cheapest(steps_of(board, costs), costs, (node_a,), (node_b,))
    return way[0] - board.lengths[route] if way else inf
