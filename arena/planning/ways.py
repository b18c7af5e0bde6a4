"""The cheapest ways over a board, and a cheap network that joins several pairs of places."""

from collections.abc import Iterable, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import permutations
from math import inf
from typing import Final

from arena.boards import Board
from arena.referee.network import Steps
from arena.vocabulary import Node, RouteNumber

Join = tuple[tuple[Node, ...], tuple[Node, ...]]
"""Two places to join: any node of the one with any node of the other."""
FEW: Final = 3
"""Up to this many joins are tried in every order; of more joins only some orders are."""

Network = tuple[float, frozenset[RouteNumber]]
"""What a network costs, and the routes to pay for."""
BEGINNING: Final = (Node(-1), -1)
"""Stands for the step to a node at which a way begins."""


def steps_of(board: Board, costs: Sequence[float]) -> Steps:
    """The steps over routes that have a finite cost, of parallel ones the cheapest."""
    steps: Steps = [[] for _ in range(board.node_count)]
    for routes in connections_of(board):
        route = min(routes, key=costs.__getitem__) if len(routes) > 1 else routes[0]
        if costs[route] < inf:
            node_a, node_b = board.ends[route]
            steps[node_a].append((node_b, route))
            steps[node_b].append((node_a, route))
    return steps


@cache
def connections_of(board: Board) -> tuple[tuple[RouteNumber, ...], ...]:
    """The routes of a board, those between the same two nodes together."""
    found: dict[tuple[Node, Node], tuple[RouteNumber, ...]] = {}
    for route, (node_a, node_b) in enumerate(board.ends):
        pair = min(node_a, node_b), max(node_a, node_b)
        found[pair] = (*found.get(pair, ()), route)
    return tuple(found.values())


def cheapest(
    steps: Steps,
    costs: Sequence[float],
    starts: Iterable[Node],
    goals: Iterable[Node],
    most: float = inf,
) -> tuple[float, list[RouteNumber]] | None:
    """The cost of the cheapest way from a start to a goal, and its routes.

    None if there is none that costs less than `most`. `costs` has a cost for each route, infinite
    where it can't be used.
    """
    best = [most] * len(steps)
    came_by: list[tuple[Node, RouteNumber]] = [BEGINNING] * len(steps)
    waiting = []
    for node in starts:
        best[node] = 0.0
        waiting.append((0.0, node))
    while waiting:
        cost, node = heappop(waiting)
        if cost > best[node]:
            continue
        if node in goals:
            return cost, trace(came_by, node)
        for other, route in steps[node]:
            total = cost + costs[route]
            if total < best[other]:
                best[other] = total
                came_by[other] = node, route
                heappush(waiting, (total, other))
    return None


def trace(came_by: Sequence[tuple[Node, RouteNumber]], node: Node) -> list[RouteNumber]:
    """The routes by which a way came to a node."""
    routes = []
    node, route = came_by[node]
    while node >= 0:
        routes.append(route)
        node, route = came_by[node]
    return routes


def costs_from(steps: Steps, costs: Sequence[float], starts: Iterable[Node]) -> list[float]:
    """For each node, the cost of the cheapest way to it from a start."""
    best = [inf] * len(steps)
    waiting = []
    for node in starts:
        best[node] = 0.0
        waiting.append((0.0, node))
    while waiting:
        cost, node = heappop(waiting)
        if cost > best[node]:
            continue
        for other, route in steps[node]:
            total = cost + costs[route]
            if total < best[other]:
                best[other] = total
                heappush(waiting, (total, other))
    return best


class Networks:
    """Cheap networks over a board with these costs.

    Joins are made one after the other, and what a join has built is free for the next ones. What
    the first of some joins came to is kept: plans are made for many sets of the same tickets.
    """

    def __init__(self, steps: Steps, costs: Sequence[float]) -> None:
        self._steps = steps
        self._costs = costs
        self._known: dict[tuple[Join, ...], Network | None] = {(): (0.0, frozenset())}

    def join_all(self, joins: Sequence[Join]) -> Network | None:
        """A cheap network for all joins: its cost and the routes to pay for; None without one.

        The best of several orders is a good Steiner tree, though not always the best.
        """
        best: Network | None = None
        for order in self._orders(joins):
            built = self.join_in_order(order)
            if built is None:
                return None
            if best is None or built[0] < best[0]:
                best = built
        return best

    def join_in_order(self, joins: Sequence[Join]) -> Network | None:
        """A network made join by join: its cost and the routes to pay for; None without one."""
        key = tuple(joins)
        if key not in self._known:
            self._known[key] = self._go_on(self.join_in_order(key[:-1]), key[-1])
        return self._known[key]

    def _go_on(self, built: Network | None, join: Join) -> Network | None:
        """A network with one more join."""
        if built is None:
            return None
        total, routes = built
        left = list(self._costs)
        for route in routes:
            left[route] = 0.0
        way = cheapest(self._steps, left, *join)
        if way is None:
            return None
        return total + way[0], routes.union(route for route in way[1] if left[route])

    def _orders(self, joins: Sequence[Join]) -> list[list[Join]]:
        """The orders to try: all of a few joins; else cheap ones first, its rotations, cheap
        last."""
        if len(joins) <= 1:
            return [list(joins)]
        if len(joins) <= FEW:
            return [list(order) for order in permutations(joins)]
        ways = [self.join_in_order([join]) for join in joins]
        alone = [way[0] if way else inf for way in ways]
        ranked = sorted(range(len(joins)), key=alone.__getitem__)
        cheap_first = [joins[number] for number in ranked]
        turned = [cheap_first[cut:] + cheap_first[:cut] for cut in range(0, len(joins), 2)]
        return [*turned, cheap_first[::-1]]
