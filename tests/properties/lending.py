"""What stations lend (X7), found without any thought: every choice of routes is tried."""

from collections.abc import Iterable, Sequence
from itertools import product

from arena.boards import Board


def joined(board: Board, owned: int, start: Iterable[int]) -> set[int]:
    """The nodes that these routes join to any of some nodes."""
    reached, before = set(start), set()
    while reached != before:
        before = set(reached)
        for route, ends in enumerate(board.ends):
            if owned >> route & 1 and reached.intersection(ends):
                reached.update(ends)
    return reached


def completed_by(board: Board, owned: int, tickets: Iterable[int]) -> list[int]:
    """The tickets that these routes complete, sorted."""
    ends = {ticket: board.tickets[ticket].ends for ticket in tickets}
    return sorted(
        ticket
        for ticket, (starts, goals) in ends.items()
        if not joined(board, owned, starts).isdisjoint(goals)
    )


def best_completed(
    board: Board, owned: Sequence[int], seat: int, stations: Iterable[int], tickets: Iterable[int]
) -> list[int]:
    """The tickets of a seat that are complete with the best choice of lent routes, sorted."""
    others = sum(routes for owner, routes in enumerate(owned) if owner != seat)
    lists = [
        [0, *(1 << n for n, r in enumerate(board.routes) if others >> n & 1 and city in r.cities)]
        for city in stations
    ]
    tickets = list(tickets)
    found = []
    for choice in product(*lists):
        routes = owned[seat]
        for route in choice:
            routes |= route
        done = completed_by(board, routes, tickets)
        points = sum(board.tickets[ticket].points for ticket in done)
        found.append((-points, -len(done), done))
    return min(found)[2]
