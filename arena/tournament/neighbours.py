"""The order around a table: which bot plays after which, so that all do so about equally often."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations

from arena.tournament.sittings import Table


def neighbours(order: Table) -> list[tuple[int, int]]:
    """Each bot at a table, behind the one that plays before it."""
    return [(order[at - 1], bot) for at, bot in enumerate(order)]


def orders(table: Table) -> list[Table]:
    """All orders around a table, those first that together have each pair as neighbours evenly."""
    return [tuple(table[place] for place in order) for order in walk(len(table))]


def order_at(table: Table, step: int) -> Table:
    """The order around a table at this step of the walk through all of them, which never ends."""
    chosen = walk(len(table))
    return tuple(table[place] for place in chosen[step % len(chosen)])


@cache
def walk(seats: int) -> tuple[Table, ...]:
    """All orders around a table of this size; each next one has the neighbours met least so far.

    At the end every pair has met equally often, and on the way there nearly so: at 5 seats the
    counts never differ by more than 2, at 4 seats by 2 once and else by 1.
    """
    left = [(0, *rest) for rest in permutations(range(1, seats))]
    met: Counter[tuple[int, int]] = Counter()
    found: list[Table] = []
    while left:
        best = min(left, key=lambda order: sum(met[pair] for pair in neighbours(order)))
        left.remove(best)
        met.update(neighbours(best))
        found.append(best)
    return tuple(found)
