"""The final score: tickets (E2), longest path (E3), Globetrotter (E4), places and ties (E5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arena.referee.longest_path import longest_path
from arena.referee.network import completed, each
from arena.referee.results import Result, SeatResult
from arena.referee.rulesets import GLOBETROTTER, LONGEST_PATH
from arena.vocabulary import Seat, TicketNumber

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.table import Table

LONGEST_PATH_POINTS: Final = 10


def result_of(game: Game, end: str) -> Result:
    """The result of a game that has come to its end."""
    board, seats = game.board, range(game.seats)
    rules = game.rules
    done = [completed_by(game, seat) for seat in seats]
    paths = [
        longest_path([(*board.ends[route], board.lengths[route]) for route in each(owned)])
        for owned in game.owned
    ]
    bonuses = bonuses_of(game, [len(tickets) for tickets in done], paths)
    points = [ticket.points for ticket in board.tickets]
    won = [sum(points[ticket] for ticket in done[seat]) for seat in seats]
    lost = [sum(points[ticket] for ticket in game.tickets[seat]) - won[seat] for seat in seats]
    scores = [
        game.scores[seat] + won[seat] - lost[seat] + sum(bonus[seat] for bonus in bonuses.values())
        for seat in seats
    ]
    places = ranking(
        [
            (scores[seat], *rules.tie_break(game, seat, len(done[seat]), paths[seat]))
            for seat in seats
        ]
    )
    return Result(
        end,
        game.turns,
        tuple(
            SeatResult(
                score=scores[seat],
                routes=game.scores[seat],
                tickets_won=won[seat],
                tickets_lost=lost[seat],
                bonuses={name: bonus[seat] for name, bonus in bonuses.items()},
                tickets_kept=len(game.tickets[seat]),
                tickets_completed=len(done[seat]),
                longest_path=paths[seat],
                trains_left=game.trains[seat],
                place=places[seat],
            )
            for seat in seats
        ),
    )


def completed_by(table: Table, seat: Seat) -> list[TicketNumber]:
    """The known tickets that a seat has completed, by the routes that count for them (E2, X7)."""
    return completed(table.board, table.rules.ticket_routes(table, seat), table.tickets[seat])


def bonuses_of(game: Game, done: Sequence[int], paths: Sequence[int]) -> dict[str, list[int]]:
    """The points of each seat for each bonus in force."""
    ruleset = game.rules.ruleset
    bonuses: dict[str, list[int]] = {}
    if LONGEST_PATH in ruleset.bonuses:  # E3
        bonuses[LONGEST_PATH] = award(LONGEST_PATH_POINTS, paths)
    if GLOBETROTTER in ruleset.bonuses:  # E4
        bonuses[GLOBETROTTER] = award(ruleset.globetrotter, done)
    for name, bonus in game.rules.bonuses.items():
        bonuses[name] = bonus.points(game)
    return bonuses


def award(points: int, counts: Sequence[int]) -> list[int]:
    """These points for every seat with the highest count, unless that is 0."""
    most = max(counts)
    return [points if count == most > 0 else 0 for count in counts]


def ranking(merits: Sequence[tuple[int, ...]]) -> list[int]:
    """Places from 1; equals share the better number (E5)."""
    return [1 + sum(other > merit for other in merits) for merit in merits]
