"""A record is the whole game: played again, it gives the same events and the same result."""

import msgspec

from arena.referee.actions import Action
from arena.referee.events import Asked, Decided
from arena.referee.game import Game
from arena.referee.record import Record, record_of, replay
from arena.referee.table import Table
from tests.properties.games import finished, games, states
from tests.properties.pictures import picture
from tests.properties.tables import at_each_table


@at_each_table
def test_a_finished_game_replays_to_the_same_events_and_result(ruleset: str, seats: int) -> None:
    for game in finished(ruleset, seats):
        again = replay(record_of(game))
        assert again.events() == game.events()
        assert again.result() == game.result()


@at_each_table
def test_an_unfinished_game_replays_to_the_same_question(ruleset: str, seats: int) -> None:
    for game, _ in states(ruleset, seats, 4):
        again = replay(record_of(game))
        assert again.events() == game.events()
        assert (again.seat, again.phase, again.legal()) == (game.seat, game.phase, game.legal())
        assert record_of(again) == record_of(game)
        assert picture(again) == picture(game)  # which is a clone: nothing was lost on its way


@at_each_table
def test_a_record_survives_json(ruleset: str, seats: int) -> None:
    for game in finished(ruleset, seats):
        record = record_of(game)
        assert msgspec.json.decode(msgspec.json.encode(record), type=Record) == record


@at_each_table
def test_forced_answers_are_recorded_and_all_others_were_asked_for(
    ruleset: str, seats: int
) -> None:
    forced = 0
    for game, policy, rng in games(ruleset, seats, 1):
        asked = []
        while not game.over:
            asked.append(policy(game, rng))
            game.apply(asked[-1])
        made = decisions(game)
        assert [action for action, ways in made if ways > 1] == asked
        texts = [row.action for row in record_of(game).rows if row.seat >= 0]
        assert texts == [action.text(game.board) for action, _ in made]
        forced += len(made) - len(asked)
    assert forced


def decisions(game: Game) -> list[tuple[Action, int]]:
    """Every decision of a game, one a question, with the number of legal answers there were."""
    table, found, question = Table(game.rules, game.seats), [], None
    for event in game.events():
        if isinstance(event, Decided):
            assert (event.seat, event.phase) == question
            assert event.action in table.legal()
            found.append((event.action, len(table.legal())))
            question = None
        elif isinstance(event, Asked):
            assert question is None
            question = event.seat, event.phase
        event.change(table)
    return found
