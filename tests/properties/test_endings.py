"""Every game ends, by the trains or by passing, and its result adds up."""

from arena.referee.events import Asked, Decided, LastRound
from arena.referee.game import Game
from arena.referee.modules.europe import Stations
from tests.properties.games import finished
from tests.properties.lending import best_completed
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
def test_e2_x7_tickets_count_for_or_against_their_seat(ruleset: str, seats: int) -> None:
    for game in finished(ruleset, seats):
        for seat, came in enumerate(game.result().seats):
            tickets, stations = game.tickets[seat], stations_by(game, seat)
            done = best_completed(game.board, game.owned, seat, stations, tickets)
            points = {ticket: game.board.tickets[ticket].points for ticket in tickets}
            won = sum(points[ticket] for ticket in done)
            assert (came.tickets_kept, came.tickets_completed) == (len(tickets), len(done))
            assert (came.tickets_won, came.tickets_lost) == (won, sum(points.values()) - won)


def stations_by(game: Game, seat: int) -> list[int]:
    """The cities with a station of a seat (X6)."""
    stations = game.extras.get(Stations)
    return stations.built_by(seat) if stations else []


@at_each_table
def test_e5_x8_places_follow_points_then_tickets_then_stations_then_the_longest_path(
    ruleset: str, seats: int
) -> None:
    for game in finished(ruleset, seats):
        result = game.result().seats
        merits = [
            (came.score, came.tickets_completed, -len(stations_by(game, seat)), came.longest_path)
            for seat, came in enumerate(result)
        ]
        best_first = sorted(merits, reverse=True)
        assert [came.place for came in result] == [best_first.index(m) + 1 for m in merits]
