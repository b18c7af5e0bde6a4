"""In imagined games of the kernel all seats play as planners do, to the last decision."""

from pathlib import Path

import pytest

from arena.kernel import Intent, planned, planned_trials, plans_in_kernel
from arena.planning import Follower, Weights
from arena.referee.actions import BLIND, Claim, Take, TakeTickets
from arena.referee.events import Decided
from arena.referee.game import Game, IllegalAction
from arena.referee.modules import rules_of
from arena.referee.rulesets import find_ruleset
from tests.kernel.planned_games import BITTER, PLAIN, assert_alike, position
from tests.kernel.test_table import random_board


@pytest.mark.parametrize("weights", [Weights(), BITTER], ids=["usual", "bitter"])
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("name", PLAIN)
def test_seats_of_the_kernel_play_as_planners(name: str, seats: int, weights: Weights) -> None:
    for number, decisions in enumerate((0, 60, 120)):
        game = position(find_ruleset(name), seats, 10 * seats + number, decisions)
        if not game.over:
            assert_alike(game, number, weights)


@pytest.mark.parametrize("base", ["usa", "usa1910"])
def test_so_they_do_on_boards_with_ferries_and_many_parallel_routes(
    tmp_path: Path, base: str
) -> None:
    for seed, (cities, routes) in enumerate([(12, 40), (30, 120), (45, 180)]):
        folder = tmp_path / str(seed)
        folder.mkdir()
        board = str(random_board(folder, cities, routes, seed))
        for decisions in (0, 40, 90):
            game = position(find_ruleset(base).on_board(board), 2 + seed, seed, decisions)
            if not game.over:
                assert_alike(game, seed, Weights())


def test_so_they_do_where_ticket_ends_are_countries_and_dead_ends() -> None:
    ruleset = find_ruleset("usa1910").on_board("europe")
    for number, decisions in enumerate((0, 50, 100)):
        assert_alike(position(ruleset, 3, number, decisions), number, Weights())


def test_modules_are_left_to_python() -> None:
    game = position(find_ruleset("africa"), 2, 1, 60)
    assert plans_in_kernel(rules_of(find_ruleset("mega")))
    assert not plans_in_kernel(game.rules)
    outcomes = planned_trials(game, [Intent(action) for action in game.legal()[:2]], (), Weights())
    assert [len(outcome.scores) for outcome in outcomes] == [2, 2]


def test_the_game_itself_stays_as_it_is() -> None:
    game = position(find_ruleset("usa"), 2, 3, 40)
    before = game.log, game.hands[0][:], game.deck[:]
    intents = [Intent(action) for action in game.legal()]
    assert planned_trials(game, intents, (), Weights()) == planned_trials(
        game, intents, (), Weights()
    )
    assert (game.log, game.hands[0], game.deck) == before


def test_an_illegal_intent_is_refused_in_the_referees_words() -> None:
    intents = [Intent(Take(0))]
    with pytest.raises(IllegalAction, match="'take' does not answer the question 'keep'"):
        planned_trials(Game("usa", 2, 1), intents, (), Weights())


def answers_of(game: Game, intent: Intent) -> list[Decided]:
    """What all seats answer in a game that is played on by plans."""
    followers = [Follower(seat, Weights()) for seat in range(game.seats)]
    planned.carried_out(game, intent, followers)
    return [event for event in game.events() if isinstance(event, Decided)]


def test_all_seats_take_more_tickets() -> None:
    takers = set()
    for seed in range(5):
        game = Game("usa", 2, seed)
        answers = answers_of(game, Intent(game.legal()[0]))
        takers |= {answer.seat for answer in answers if isinstance(answer.action, TakeTickets)}
    assert takers == {0, 1}


def test_the_route_of_an_intent_is_claimed_before_all_others() -> None:
    game = position(find_ruleset("usa"), 2, 5, 12)
    wanted = Follower(game.seat, Weights()).new_plan(game).routes[-1]
    before, seat = len(game.events()), game.seat
    answers = answers_of(game, Intent(Take(BLIND), wanted))
    claims = [
        answer.action
        for answer in answers
        if answer.seat == seat and answer in game.events()[before:]
        if isinstance(answer.action, Claim)
    ]
    assert claims[0].route == wanted
