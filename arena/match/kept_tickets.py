"""The tickets that were kept in a finished game: by whom, when, and whether they were completed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from arena.referee.game import Game
from arena.referee.phases import KEEP
from arena.referee.record import Record
from arena.referee.scoring import completed_by
from arena.vocabulary import Ply, Seat, TicketNumber


class KeptTicket(Struct, frozen=True):
    """A ticket that a seat kept, or that the referee kept for it."""

    seat: Seat
    ticket: TicketNumber
    city_a: str
    city_b: str
    points: int
    ply: Ply
    """The ply of the decision to keep it."""
    completed: bool


def kept_tickets(game: Game, record: Record) -> Iterator[KeptTicket]:
    """The tickets kept in a game that is over, in order of their plies, then of their numbers."""
    completed = [set(completed_by(game, seat)) for seat in range(game.seats)]
    tickets = game.board.tickets
    for ply, row in enumerate(record.rows):
        if row.phase == KEEP:
            for number in sorted(map(int, row.action.split()[1:])):
                ticket = tickets[number]
                cities = (ticket.city_a, ticket.city_b)
                done = number in completed[row.seat]
                yield KeptTicket(row.seat, number, *cities, ticket.points, ply, done)
