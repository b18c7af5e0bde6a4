"""In imagined games of the kernel all seats play as planners do, to the last decision."""

from collections.abc import Collection
from operator import itemgetter
from pathlib import Path
from random import Random

import pytest

from arena.kernel import Intent, Outcome, planned, planned_end, planned_trials, plans_in_kernel
from arena.planning import Follower, Judgement, Weights, final_scores
from arena.referee.actions import BLIND, Claim, Take, TakeTickets
from arena.referee.events import Decided
from arena.referee.game import Game, IllegalAction
from arena.referee.modules import rules_of
from arena.referee.phases import TURN
from arena.referee.rulesets import NAMES, RULESETS, Ruleset, find_ruleset
from arena.vocabulary import TicketNumber
from tests.kernel.test_table import random_board

PLAIN = [name for name in NAMES if not RULESETS[name].modules]
BITTER = Weights(turn=4.0, train=0.1, danger=0.9, block=3.0, slack=0.5, tight=0.4, growth=0.5)
"""Weights that lead to other games: more blocks, more tickets, more of them given up."""


def position(ruleset: Ruleset, seats: int, seed: int, decisions: int) -> Game:
    """A game that followers have played, who now and then do anything."""
    rng = Random(seed)
    game = Game(ruleset, seats, seed)
    followers = [Follower(seat, Weights()) for seat in range(seats)]
    for _ in range(decisions):
        if game.over:
            break
        planned = rng.random() < 0.8
        game.apply(followers[game.seat].choose(game) if planned else rng.choice(game.legal()))
    return game


def intents_of(game: Game, seed: int) -> tuple[list[Intent], list[TicketNumber]]:
    """Some things that the asked seat may mean to do, and tickets that it has given up."""
    rng = Random(seed)
    legal, routes = game.legal(), range(len(game.board.routes))
    actions = rng.sample(legal, min(2, len(legal)))
    given_up = [ticket for ticket in game.tickets[game.seat] if rng.random() < 0.2]
    return [Intent(action, rng.choice([None, *routes])) for action in actions], given_up


def planned_out(
    game: Game, intent: Intent | None, given_up: Collection[TicketNumber], weights: Weights
) -> Outcome:
    """What a game comes to if all seats answer as `Judgement` judges, as bots/planner.py does."""
    seats = [Judgement(weights) for _ in range(game.seats)]
    me, first, decisions = game.seat, None, 0
    seats[me].given_up = set(given_up)
    if intent is not None:
        first = intent.first
        game.apply(intent.action)
    while not game.over:
        legal, judgement = game.legal(), seats[game.seat]
        values = judgement.values(game, legal)
        answer = max(values, key=itemgetter(0))[1] if values else legal[0]
        may_save = game.seat == me and game.phase is TURN and game.last_turns is None
        if first is not None and may_save:
            wanted = Follower(me, weights, judgement.plan).play_for(game, first)
            first = first if wanted else None
            answer = wanted or answer
        game.apply(answer)
        decisions += 1
    return Outcome(decisions, tuple(final_scores(game)))


def assert_alike(game: Game, seed: int, weights: Weights) -> None:
    """The kernel's planners and those of Python come to the same by every intent."""
    intents, given_up = intents_of(game, seed)
    found = planned_trials(game, intents, given_up, weights)
    assert found == [planned_out(game.clone(), intent, given_up, weights) for intent in intents]
    assert planned_end(game.clone(), weights) == planned_out(game.clone(), None, (), weights)


@pytest.mark.parametrize("weights", [Weights(), BITTER], ids=["usual", "bitter"])
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("name", PLAIN)
def test_seats_of_the_kernel_play_as_planners(name: str, seats: int, weights: Weights) -> None:
    for number, decisions in enumerate((0, 1, 45, 90, 130)):
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
