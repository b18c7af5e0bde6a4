"""One answer to what is legal, asked in three ways, whatever is asked about."""

from random import Random

from arena.referee.game import Game, IllegalAction
from tests.properties.answers import Answers, actions_anywhere, by_text, keeps, nonsense
from tests.properties.games import finished, states
from tests.properties.pictures import picture, whole
from tests.properties.tables import at_each_table

STATES = 2
SOME = 800
"""Actions tried at a state, beside the legal ones and all keeps."""


@at_each_table
def test_list_question_and_deed_agree_on_every_action(ruleset: str, seats: int) -> None:
    game, _ = next(state for state in states(ruleset, seats, 20) if state[0].phase == "turn")
    check_answers(game, {**actions_anywhere(ruleset, seats), **by_text(keeps(game))})


@at_each_table
def test_list_question_and_deed_agree_at_every_question(ruleset: str, seats: int) -> None:
    for game, rng in states(ruleset, seats, STATES):
        check_answers(game, some_actions(game, rng))


def some_actions(game: Game, rng: Random) -> Answers:
    """Some actions of the board, and all keeps that could be thought of now."""
    actions = actions_anywhere(game.rules.ruleset.name, game.seats)
    return by_text([*rng.sample([*actions.values()], SOME), *keeps(game), *game.legal()])


@at_each_table
def test_list_question_and_deed_agree_on_nonsense(ruleset: str, seats: int) -> None:
    for game, rng in states(ruleset, seats, STATES):
        check_answers(game, nonsense(game, rng))


@at_each_table
def test_nothing_is_legal_when_the_game_is_over(ruleset: str, seats: int) -> None:
    for game in finished(ruleset, seats):
        assert game.legal() == []
        check_answers(game, some_actions(game, Random(seats)))


def check_answers(game: Game, answers: Answers) -> None:
    """What is listed, what is allowed and what can be played is the same."""
    legal = by_text(game.legal())
    answers = answers | legal
    assert {text for text in answers if game.is_legal(answers[text])} == set(legal)
    for text in legal:
        game.clone().apply(answers[text])
    before = whole(game)
    for text in answers.keys() - legal.keys():
        reason = game.refusal(answers[text])
        assert refused(game, answers[text]) == reason, text
        assert reason is not None, text
        assert len(reason.splitlines()) == 1, text
    assert whole(game) == before


def refused(game: Game, answer: object) -> str | None:
    """The sentence with which the game refuses an answer; None if it plays it."""
    try:
        game.apply(answer)
    except IllegalAction as error:
        return str(error)
    return None


@at_each_table
def test_no_legal_action_is_listed_twice(ruleset: str, seats: int) -> None:
    for game, _ in states(ruleset, seats, 20):
        legal = game.legal()
        assert len(legal) == len(set(legal)) == len(by_text(legal))
        assert legal


@at_each_table
def test_the_asked_seats_view_gives_the_same_answers_and_no_other_does(
    ruleset: str, seats: int
) -> None:
    for game, rng in states(ruleset, seats, STATES):
        answers = some_actions(game, rng)
        for seat in {game.seat, (game.seat + 1) % seats}:
            view = game.view(seat)
            before = picture(view)
            expected = game.legal() if seat == game.seat else []
            assert view.legal() == expected
            allowed = {text for text in answers if view.is_legal(answers[text])}
            assert allowed == set(by_text(expected))
            assert picture(view) == before
