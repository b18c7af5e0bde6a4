"""The least length that a path through a connected network must leave out.

Edges are one path exactly if they hang together and at most two cities, its ends, have an odd
number of them. So a frontier sweeps over the network, and edge by edge decides: keep, or leave out.

        closed cities   |   open cities    |   cities to come
        all decided     |   the frontier   |   nothing decided

What is still possible depends on little: the tally (which open cities have lost an odd number of
edges, and how many ends may still come) and the pieces (which open cities the kept edges join).
The states are searched in the order of the least they can lose in all. The bound for that looks at
tallies alone, and so forgets that a path hangs together; it is seldom wrong, and the search
seldom turns aside.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

Edge = tuple[int, int, int]
"""Two cities and the length between them."""

_Moves = dict[int, tuple[int, int]]
"""From each tally before a step: the tally if the edge is kept, and if it is left out."""

_ENDS: Final = 3
"""The bits of a tally that count the ends still to come; each bit above is an open city."""

_DEAD: Final = -1
"""The tally of more than two ends."""

_NEVER: Final = 1 << 60


class _Step(NamedTuple):
    """One edge of the sweep, its cities as bits of a tally."""

    joins: int
    turns: int
    length: int
    closes: int
    odd: int


def least_left_out(edges: Sequence[Edge], limit: int) -> int:
    """The least length a path through connected edges leaves out, or the limit if that is less."""
    steps = _sweep(edges)
    moves = _moves(steps)
    bounds = _bounds(steps, moves)
    start = (bounds[-1][2], len(steps), 2, ())
    waiting: list[tuple[int, int, int, tuple[int, ...]]] = [start]
    seen = set()
    while waiting:
        state = heappop(waiting)
        if state in seen:
            continue
        seen.add(state)
        loss, to_come, tally, pieces = state
        if loss >= limit:
            break
        if not to_come:
            return loss
        joins, _, length, closes, _ = steps[-to_come]
        kept, left_out = moves[-to_come][tally]
        loss -= bounds[to_come][tally]
        to_come -= 1
        bound = bounds[to_come]
        if (total := loss + bound[kept]) < limit:
            after = _close(_join(pieces, joins), closes)
            if len(after) < 2 or after[0]:
                heappush(waiting, (total, to_come, kept, after))
        if (total := loss + length + bound[left_out]) < limit:
            after = _close(pieces, closes)
            if len(after) < 2 or after[0]:
                heappush(waiting, (total, to_come, left_out, after))
    return limit


def _join(pieces: tuple[int, ...], cities: int) -> list[int]:
    apart = []
    for piece in pieces:
        if piece & cities:
            cities |= piece
        else:
            apart.append(piece)
    apart.append(cities)
    return apart


def _close(pieces: Sequence[int], cities: int) -> tuple[int, ...]:
    return tuple(sorted([piece & ~cities for piece in pieces]))


def _sweep(edges: Sequence[Edge]) -> list[_Step]:
    at: dict[int, list[tuple[int, int]]] = {}
    for a, b, length in edges:
        at.setdefault(a, []).append((b, length))
        at.setdefault(b, [])
        if a != b:
            at[b].append((a, length))
    unseen = {city: len(neighbours) for city, neighbours in at.items()}
    frontier: dict[int, int] = {}
    free: list[int] = []
    closed: set[int] = set()
    steps: list[_Step] = []
    fresh = 4

    def see(city: int) -> int:
        nonlocal fresh
        if free:
            bit = free.pop()
        else:
            bit = fresh
            fresh <<= 1
        frontier[city] = bit
        for neighbour, _ in at[city]:
            unseen[neighbour] -= 1
        return bit

    see(min(unseen, key=unseen.__getitem__))
    while frontier:
        city = min(frontier, key=unseen.__getitem__)
        here = frontier[city]
        for neighbour, length in at[city]:
            if neighbour not in closed:
                there = frontier.get(neighbour) or see(neighbour)
                steps.append(_Step(here | there, here ^ there, length, 0, 0))
        odd = sum([neighbour != city for neighbour, _ in at[city]]) & 1
        step = steps[-1]
        steps[-1] = step._replace(closes=step.closes | here, odd=step.odd | here * odd)
        closed.add(city)
        del frontier[city]
        free.append(here)
    return steps


def _moves(steps: list[_Step]) -> list[_Moves]:
    moves = []
    tallies = {2}
    for step in steps:
        _, turns, _, closes, odd = step
        if closes:
            here = {
                tally: (_settle(tally, closes, odd), _settle(tally ^ turns, closes, odd))
                for tally in tallies
            }
        else:
            here = {tally: (tally, tally ^ turns) for tally in tallies}
        moves.append(here)
        tallies = {tally for pair in here.values() for tally in pair}
        tallies.discard(_DEAD)
    return moves


def _settle(tally: int, closes: int, odd: int) -> int:
    ends = ((tally ^ odd) & closes).bit_count()
    return (tally & ~closes) - ends if ends <= tally & _ENDS else _DEAD


def _bounds(steps: list[_Step], moves: list[_Moves]) -> list[dict[int, int]]:
    bounds = [{0: 0, 1: 0, 2: 0, _DEAD: _NEVER}]
    for step, here in zip(reversed(steps), reversed(moves), strict=True):
        length = step.length
        after = bounds[-1]
        bound = {
            tally: min(after[kept], after[left_out] + length)
            for tally, (kept, left_out) in here.items()
        }
        bound[_DEAD] = _NEVER
        bounds.append(bound)
    return bounds
