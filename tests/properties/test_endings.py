"""Every game ends, by the trains or by passing, and its result adds up."""

from collections.abc import Iterable

from arena.boards import Board
from arena.referee.events import Asked, Decided, LastRound
from arena.referee.game import Game
from tests.properties.games import finished
from tests.properties.tables import at_each_table

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}


@at_each_table
def test_g7_every_game_ends_by_its_trains_or_by_passing(ruleset: str, seats: int) -> None:
    for game in finished(ruleset, seats):
        if game.result().end == "trains":
            check_last_round(game)
        else:
            check_stalemate(game)
        assert game.legal() == []
        assert game.result().turns == len(turns(game))


def turns(game: Game) -> list[int]:
    """The events that began a turn, by their number."""
    begun, last = [], None
    for number, event in enumerate(game.events()):
        if isinstance(event, Asked) and event.phase == "turn" and event.seat != last:
            begun.append(number)
            last = event.seat
    return begun


def check_last_round(game: Game) -> None:
    """After the last round was called, once, each seat had one turn more, the caller last (E1)."""
    events = game.events()
    (called,) = [number for number, event in enumerate(events) if isinstance(event, LastRound)]
    after = [events[number].seat for number in turns(game) if number > called]
    caller = events[called].seat
    assert after == [(caller + step) % game.seats for step in range(1, game.seats + 1)]
    assert game.trains[caller] <= 2


def check_stalemate(game: Game) -> None:
    """The game stopped when every seat had passed in a row; placing depots is no action (G7)."""
    assert game.result().end == "stalemate"
    words = [event.action.word for event in game.events() if isinstance(event, Decided)]
    assert [word for word in words if word != "depot"][-game.seats :] == ["pass"] * game.seats


@at_each_table
def test_the_score_adds_up(ruleset: str, seats: int) -> None:
    for game in finished(ruleset, seats):
        for seat, came in enumerate(game.result().seats):
            bonuses = sum(came.bonuses.values())
            assert came.score == came.routes + came.tickets_won - came.tickets_lost + bonuses
            assert came.routes == game.scores[seat]
            assert came.trains_left == game.trains[seat]
            assert set(came.bonuses) >= game.rules.ruleset.bonuses


@at_each_table
def test_c6_routes_are_worth_their_length(ruleset: str, seats: int) -> None:
    for game in finished(ruleset, seats):
        if {"terrain", "towns"}.isdisjoint(game.rules.ruleset.modules):
            for came, owned in zip(game.result().seats, game.owned, strict=True):
                lengths = enumerate(game.board.lengths)
                assert came.routes == sum(POINTS[n] for route, n in lengths if owned >> route & 1)


@at_each_table
def test_e2_tickets_count_for_or_against_their_seat(ruleset: str, seats: int) -> None:
    for game in finished(ruleset, seats):
        for seat, came in enumerate(game.result().seats):
            tickets = [game.board.tickets[ticket] for ticket in game.tickets[seat]]
            reached = [
                not joined(game.board, game.owned[seat], ticket.ends[0]).isdisjoint(ticket.ends[1])
                for ticket in tickets
            ]
            won = [t.points for t, done in zip(tickets, reached, strict=True) if done]
            assert (came.tickets_kept, came.tickets_completed) == (len(tickets), len(won))
            assert came.tickets_won == sum(won)
            assert came.tickets_lost == sum(ticket.points for ticket in tickets) - sum(won)


def joined(board: Board, owned: int, start: Iterable[int]) -> set[int]:
    """The nodes that these routes join to any of some nodes."""
    reached, before = set(start), set()
    while reached != before:
        before = set(reached)
        for route, ends in enumerate(board.ends):
            if owned >> route & 1 and reached.intersection(ends):
                reached.update(ends)
    return reached


@at_each_table
def test_e5_places_follow_points_then_tickets_then_the_longest_path(
    ruleset: str, seats: int
) -> None:
    for game in finished(ruleset, seats):
        result = game.result().seats
        merits = [(came.score, came.tickets_completed, came.longest_path) for came in result]
        best_first = sorted(merits, reverse=True)
        assert [came.place for came in result] == [best_first.index(m) + 1 for m in merits]
