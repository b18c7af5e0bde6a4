"""What a seat's routes join together (E2, A9, A10)."""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from math import inf

from arena.boards import Board


def each(mask: int) -> Iterator[int]:
    """The numbers of the routes in a mask, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def join(board: Board, owned: int) -> list[int]:
    """For each node, one above it: nodes with the same `top` are joined by these routes."""
    above = list(range(board.node_count))
    for route in each(owned):
        node_a, node_b = board.ends[route]
        above[top(above, node_a)] = top(above, node_b)
    return above


def top(above: list[int], node: int) -> int:
    """The highest node above this one; the way there is shortened for the next to ask."""
    while above[node] != node:
        above[node] = above[above[node]]
        node = above[node]
    return node


def completed(board: Board, owned: int, tickets: Iterable[int]) -> list[int]:
    """Those of the tickets whose two places these routes join."""
    above = join(board, owned)
    done = []
    for ticket in tickets:
        starts, goals = board.tickets[ticket].ends
        tops = [top(above, node) for node in starts]
        if any(top(above, node) in tops for node in goals):
            done.append(ticket)
    return done


def distance(
    board: Board, owned: int, open_routes: int, starts: Iterable[int], goals: Iterable[int]
) -> int | None:
    """The fewest trains that join a start to a goal over owned and open routes; None if none do."""
    ways = neighbours(board, owned, open_routes)
    wanted = frozenset(goals)
    best = dict.fromkeys(starts, 0)
    waiting = [(0, node) for node in best]
    while waiting:
        trains, node = heappop(waiting)
        if node in wanted:
            return trains
        if trains > best[node]:
            continue
        for other, length in ways.get(node, ()):
            if trains + length < best.get(other, inf):
                best[other] = trains + length
                heappush(waiting, (trains + length, other))
    return None


def neighbours(board: Board, owned: int, open_routes: int) -> dict[int, list[tuple[int, int]]]:
    """For each node, the nodes next to it and the trains it takes to get there."""
    ways: dict[int, list[tuple[int, int]]] = {}
    for route in each(owned | open_routes):
        node_a, node_b = board.ends[route]
        length = 0 if owned >> route & 1 else board.lengths[route]
        ways.setdefault(node_a, []).append((node_b, length))
        ways.setdefault(node_b, []).append((node_a, length))
    return ways


def nodes_of(board: Board, city: int) -> tuple[int, ...]:
    """The nodes of a city: itself, or every route's end in it where it is a dead end."""
    if not board.cities[city].dead_end:
        return (city,)
    return tuple(
        node
        for route in each(board.touching[city])
        for node, end in zip(board.ends[route], board.routes[route].cities, strict=True)
        if end == city
    )
