"""Guessing the tickets of opponents: how well they fit the routes that the opponents have built."""

from arena.referee.network import completed, each
from arena.referee.table import Table
from arena.vocabulary import Seat


def fit(table: Table, seat: Seat) -> float:
    """How well the tickets of a seat go with its routes, from 0 to 2 for a ticket."""
    board, owned, tickets = table.board, table.owned[seat], table.tickets[seat]
    if not owned or not tickets:
        return 0.0
    done = completed(board, owned, tickets)
    reached = {node for route in each(owned) for node in board.ends[route]}
    total = 2.0 * len(done)
    for ticket in tickets:
        if ticket not in done:
            total += sum(0.5 for ends in board.tickets[ticket].ends if not reached.isdisjoint(ends))
    return total / len(tickets)
