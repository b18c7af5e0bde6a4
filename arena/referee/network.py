"""What a seat's routes join: completed tickets (E2, A9), cheapest ways, dead ends (A10)."""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from math import inf

from arena.boards import Board
from arena.vocabulary import CityNumber, Node, RouteMask, RouteNumber, TicketNumber


def each(mask: RouteMask) -> Iterator[RouteNumber]:
    """The numbers of the routes in a mask, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


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
    ways = neighbours(board, owned, open_routes)
    wanted = frozenset(goals)
    best = dict.fromkeys(starts, 0)
    came_by: dict[Node, tuple[Node, RouteNumber]] = {}
    waiting = [(0, node) for node in best]
    while waiting:
        trains, node = heappop(waiting)
        if node in wanted:
            return [route for route in back(came_by, node) if not owned >> route & 1]
        if trains > best[node]:
            continue
        for other, route, length in ways.get(node, ()):
            if trains + length < best.get(other, inf):
                best[other] = trains + length
                came_by[other] = node, route
                heappush(waiting, (trains + length, other))
    return None


def neighbours(
    board: Board, owned: RouteMask, open_routes: RouteMask
) -> dict[Node, list[tuple[Node, RouteNumber, int]]]:
    """For each node: the nodes next to it, by which route, and the trains that takes."""
    ways: dict[Node, list[tuple[Node, RouteNumber, int]]] = {}
    for route in each(owned | open_routes):
        node_a, node_b = board.ends[route]
        length = 0 if owned >> route & 1 else board.lengths[route]
        ways.setdefault(node_a, []).append((node_b, route, length))
        ways.setdefault(node_b, []).append((node_a, route, length))
    return ways


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
