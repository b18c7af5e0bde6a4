"""Real games to measure beliefs by: planners play them, and each question is shown."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import Final

from arena.planning import Judgement, Weights
from arena.referee.game import Game, Log
from arena.referee.view import SeatView
from arena.seeds import number_of
from arena.vocabulary import TicketNumber

TUNING: Final = "tuning"
"""The set of games by which the weights of beliefs are chosen."""
REPORTING: Final = "reporting"
"""The set of games by which beliefs are measured: no weight is chosen by them."""


def planned_game(games: str, ruleset: str, seats: int, number: int) -> Game:
    """A game of one of the two sets, just dealt."""
    return Game(ruleset, seats, number_of(f"beliefs {games} {ruleset} {seats} {number}"))


def positions(game: Game) -> Iterator[SeatView]:
    """Play a game by planners to its end; before each answer, the view of the seat asked."""
    planners = [Judgement(Weights()) for _ in range(game.seats)]
    views = [SeatView(game.rules, game.seats, seat) for seat in range(game.seats)]
    seen: list[Log] = [None] * game.seats
    while not game.over:
        seat = game.seat
        view = views[seat]
        for event in game.seen_by(seat, seen[seat]):
            view.learn(event)
        seen[seat] = game.log
        yield view
        legal = view.legal()
        values = planners[seat].values(view, legal)
        game.apply(max(values, key=itemgetter(0))[1] if values else legal[0])


def held_tickets(game: Game) -> set[TicketNumber]:
    """All tickets in the hands of the seats."""
    return {ticket for tickets in game.tickets for ticket in tickets}
