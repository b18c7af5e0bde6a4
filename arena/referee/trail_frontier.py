"""The exact longest trail by frontier states: the least length that one path must leave out.

Edges make one path exactly if they are connected and at most two cities, its ends, have an odd
number of them. A frontier sweeps over the network, and edge by edge decides: keep it or leave it
out.

        closed cities   |   open cities    |   cities to come
        all decided     |   the frontier   |   nothing decided

All that matters for the rest of the sweep is the state of the frontier: the tally (which open
cities have lost an odd number of edges, and how many ends may still come) and the pieces (which
open cities the kept edges join). States are searched in the order of the least they can lose in
all (A*). That bound is exact for tallies alone; it ignores that a path must be connected, but this
seldom costs anything, so the search goes almost straight to its end.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

Edge = tuple[int, int, int]
"""Two cities and the length between them."""

_Pieces = tuple[int, ...]
"""The kept edges' connected pieces, each as the bits of its open cities, in order."""

_Moves = dict[int, tuple[int, int]]
"""For each tally before a step: the tally if its edge is kept, and if it is left out."""

_ENDS: Final = 3
"""The bits of a tally that count the ends still to come; every bit above is an open city."""

_START: Final = 2
"""The tally before the first step: two ends to come, no city open."""

_DEAD: Final = -1
"""The tally when there would be a third end, which no path has."""

_NEVER: Final = 1 << 60


class _Step(NamedTuple):
    """One edge of the sweep, with cities as the bits of a tally."""

    joins: int
    turns: int
    """The cities whose loss turns from even to odd, or back, if the edge is left out."""
    length: int
    closes: int
    odd: int
    """Those closing cities that have an odd number of edges."""


def least_left_out(edges: Sequence[Edge], limit: int) -> int:
    """The least length a path through connected edges leaves out, or the limit if that is less."""
    odd: set[int] = set()
    for a, b, _ in edges:
        odd ^= {a} ^ {b}
    if len(odd) <= 2:  # Euler: one path takes every edge
        return 0
    steps = _sweep(edges, odd)
    moves = _moves(steps)
    return _search(steps, moves, _bounds(steps, moves), limit)


def _search(
    steps: list[_Step], moves: list[_Moves], bounds: list[dict[int, int]], limit: int
) -> int:
    """The least loss of a state without steps to come, or the limit if that is less."""
    nothing: _Pieces = ()
    waiting = [(bounds[-1][_START], (len(steps), _START, nothing))]
    seen = set()
    while True:  # to the end, where at worst everything is left out
        loss, state = heappop(waiting)
        if state in seen:  # its loss was no greater then, for bounds never fall along the way
            continue
        seen.add(state)
        to_come, tally, pieces = state
        if loss >= limit or not to_come:
            return min(loss, limit)
        step = steps[-to_come]
        kept, left_out = moves[-to_come][tally]
        lost = loss - bounds[to_come][tally]
        to_come -= 1
        for lost_now, turned, joined in (
            (lost, kept, _join(pieces, step.joins)),
            (lost + step.length, left_out, pieces),
        ):
            after = tuple(sorted([piece & ~step.closes for piece in joined]))
            # A piece without open cities is finished: alone it is the path, beside another none.
            if len(after) < 2 or after[0]:
                heappush(waiting, (lost_now + bounds[to_come][turned], (to_come, turned, after)))


def _join(pieces: _Pieces, cities: int) -> list[int]:
    """The pieces when an edge between the cities is kept."""
    joined = []
    for piece in pieces:
        if piece & cities:
            cities |= piece
        else:
            joined.append(piece)
    joined.append(cities)
    return joined


def _sweep(edges: Sequence[Edge], odd: set[int]) -> list[_Step]:
    """The edges in the order of the sweep; a city is open from its first to its last."""
    rank = {city: place for place, city in enumerate(_closing_order(edges))}
    ordered = sorted(edges, key=lambda edge: min(rank[edge[0]], rank[edge[1]]))
    last = {city: number for number, edge in enumerate(ordered) for city in edge[:2]}
    free = [(_ENDS + 1) << place for place in reversed(range(len(rank)))]
    bits: dict[int, int] = {}
    steps = []
    for number, (a, b, length) in enumerate(ordered):
        for city in {a, b} - bits.keys():
            bits[city] = free.pop()
        closes = odd_ones = 0
        for city in {a, b}:
            if last[city] == number:
                free.append(bits[city])
                closes |= bits[city]
                odd_ones |= bits[city] if city in odd else 0
        steps.append(_Step(bits[a] | bits[b], bits[a] ^ bits[b], length, closes, odd_ones))
    return steps


def _closing_order(edges: Sequence[Edge]) -> list[int]:
    """The cities in an order of closing that keeps the frontier narrow."""
    near: dict[int, set[int]] = {city: set() for edge in edges for city in edge[:2]}
    for a, b, _ in edges:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    # Twice the cities by which the frontier grows if this one closes; less one if it is open,
    # so that of equals an open city goes first.
    growth = {city: 2 * len(neighbours) for city, neighbours in near.items()}
    opened: set[int] = set()
    order = []
    while growth:
        closing = min(growth, key=growth.__getitem__)
        for city in {closing, *near[closing]} - opened:
            growth[city] -= 3
            for neighbour in near[city]:
                growth[neighbour] -= 2
        opened |= {closing, *near[closing]}
        del growth[closing]
        order.append(closing)
    return order


def _moves(steps: list[_Step]) -> list[_Moves]:
    """Step by step, where the tallies that can come up lead."""
    moves: list[_Moves] = []
    tallies = {_START}
    for step in steps:
        move = {tally: (_close(tally, step), _close(tally ^ step.turns, step)) for tally in tallies}
        moves.append(move)
        tallies = {tally for pair in move.values() for tally in pair} - {_DEAD}
    return moves


def _close(tally: int, step: _Step) -> int:
    """The tally when the cities a step closes are settled: each that is odd now is an end."""
    ends = ((tally ^ step.odd) & step.closes).bit_count()
    return (tally & ~step.closes) - ends if ends <= tally & _ENDS else _DEAD


def _bounds(steps: list[_Step], moves: list[_Moves]) -> list[dict[int, int]]:
    """For each number of steps to come and each tally, the least that is still lost."""
    bounds = [{0: 0, 1: 0, 2: 0, _DEAD: _NEVER}]
    for step, move in zip(reversed(steps), reversed(moves), strict=True):
        after = bounds[-1]
        bound = {
            tally: min(after[kept], after[left_out] + step.length)
            for tally, (kept, left_out) in move.items()
        }
        bound[_DEAD] = _NEVER
        bounds.append(bound)
    return bounds
