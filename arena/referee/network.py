"""What a seat's routes join: completed tickets (E2, A9), cheapest ways, dead ends (A10)."""

from collections.abc import Iterable, Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import compress, count
from math import inf
from typing import Final

from arena.boards import Board
from arena.vocabulary import CityNumber, Node, RouteMask, RouteNumber, TicketNumber

ZERO_OR_ONE: Final = bytes.maketrans(b"01", b"\0\1")
Steps = list[list[tuple[Node, RouteNumber]]]
"""For each node: the nodes next to it, and by which route."""


def each(mask: RouteMask) -> Iterator[RouteNumber]:
    """The numbers of the routes in a mask, ascending.

    Its digits are turned into bytes that are 0 or 1: a loop over the bits in Python takes three
    times as long where there are many.
    """
    return compress(count(), f"{mask:b}"[::-1].encode().translate(ZERO_OR_ONE))


def join(board: Board, owned: RouteMask) -> list[Node]:
    """A union-find forest, by node: nodes with the same `top` are joined by these routes."""
    above = list(board.nodes)
    for route in each(owned):
        node_a, node_b = board.ends[route]
        above[top(above, node_a)] = top(above, node_b)
    return above


def top(above: list[Node], node: Node) -> Node:
    """The root of a node in such a forest; the way to it is shortened for later calls."""
    while above[node] != node:
        above[node] = above[above[node]]
        node = above[node]
    return node


def completed(
    board: Board, owned: RouteMask, tickets: Iterable[TicketNumber]
) -> list[TicketNumber]:
    """Those of the tickets whose two places these routes join."""
    above = join(board, owned)
    done = []
    for ticket in tickets:
        starts, goals = board.tickets[ticket].ends
        tops = [top(above, node) for node in starts]
        if any(top(above, node) in tops for node in goals):
            done.append(ticket)
    return done


def cheapest_way(
    board: Board,
    owned: RouteMask,
    open_routes: RouteMask,
    starts: Iterable[Node],
    goals: Iterable[Node],
) -> list[RouteNumber] | None:
    """The routes still to claim that join a start to a goal with the fewest trains.

    None if owned and open routes don't join them; no routes if owned ones do.
    """
    steps, trains_for = all_steps(board), trains_by_route(board, owned, open_routes)
    wanted = frozenset(goals)
    best: list[float] = [inf] * board.node_count
    for node in starts:
        best[node] = 0
    came_by: dict[Node, tuple[Node, RouteNumber]] = {}
    waiting: list[tuple[float, Node]] = [(0, node) for node in dict.fromkeys(starts)]
    while waiting:
        trains, node = heappop(waiting)
        if node in wanted:
            return [route for route in back(came_by, node) if not owned >> route & 1]
        if trains > best[node]:
            continue
        for other, route in steps[node]:
            total = trains + trains_for[route]
            if total < best[other]:
                best[other] = total
                came_by[other] = node, route
                heappush(waiting, (total, other))
    return None


def trains_by_route(board: Board, owned: RouteMask, open_routes: RouteMask) -> list[float]:
    """The trains that each route takes: none if it is owned, infinitely many if it is not open."""
    trains = [inf] * len(board.lengths)
    for route in each(open_routes):
        trains[route] = board.lengths[route]
    for route in each(owned):
        trains[route] = 0
    return trains


@cache
def all_steps(board: Board) -> Steps:
    """The steps over all routes of a board."""
    steps: Steps = [[] for _ in range(board.node_count)]
    for route, (node_a, node_b) in enumerate(board.ends):
        steps[node_a].append((node_b, route))
        steps[node_b].append((node_a, route))
    return steps


def back(came_by: dict[Node, tuple[Node, RouteNumber]], node: Node) -> list[RouteNumber]:
    """The routes of the way that led to a node, in order."""
    routes = []
    while node in came_by:
        node, route = came_by[node]
        routes.append(route)
    return routes[::-1]


def nodes_of(board: Board, city: CityNumber) -> tuple[Node, ...]:
    """The nodes of a city: itself, or every route's end in it where it is a dead end."""
    if not board.cities[city].dead_end:
        return (board.nodes[city],)
    return tuple(
        node
        for route in each(board.touching[city])
        for node, end in zip(board.ends[route], board.routes[route].cities, strict=True)
        if end == city
    )
