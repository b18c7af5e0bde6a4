"""The searcher: it keeps to its clock, plays the same again, and weighs games against judgement."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.bot import View
from arena.match.bot_code import load_class
from arena.match.limits import Limits
from arena.match.reading import read_source
from arena.match.source import Source
from arena.referee.actions import BLIND, Action, Claim, Keep, Take
from arena.referee.game import Game
from arena.referee.rulesets import find_ruleset
from arena.sandbox.venue import Venue
from tests.arrange import begin

BOTS = Path(__file__).parents[2] / "bots"
LITTLE = 0.002
"""Seconds of thought that make games short enough for tests."""


def searcher(**parameters: Any) -> Source:
    """The searcher with these parameters."""
    return read_source(BOTS / "searcher.py", **parameters)


def module_of(source: Source) -> dict[str, Any]:
    """What the file of a bot defines."""
    return dict(vars(__import__("sys").modules[load_class(source).__module__]))


def view_of(game: Game, seconds: float) -> View:
    """The view of the seat that is asked, with so much on its clock."""
    view = View(game.rules, game.seats, game.seat, Random(1), lambda: seconds)
    for event in game.seen_by(game.seat):
        view.learn(event)
    return view


def decisions(seconds: float) -> int:
    """How many decisions of imagined games count as so much thought."""
    return round(seconds * module_of(searcher())["COMPILED"].second)


def intent(action: Action) -> Any:
    """An answer after which the searcher just follows its plan."""
    return module_of(searcher())["Intent"](action)


def tried(behind: float, gains: list[float]) -> Any:
    """An answer that the planner judges so far behind and that gained so much in games."""
    answer = module_of(searcher())["Try"](intent(Take(0)), behind, 3.0)
    for gain in gains:
        answer.note(gain)
    return answer


def test_many_games_overrule_the_judgement_and_a_few_do_not() -> None:
    assert tried(2.0, [8.0, -2.0] * 40).expected_gain() > 0
    assert tried(2.0, [30.0, -24.0] * 3).expected_gain() < 0


def test_two_games_that_agree_may_still_be_luck() -> None:
    assert tried(2.0, [6.0, 6.0]).expected_gain() < 0
    assert tried(2.0, [6.0] * 50).expected_gain() > 0


def test_a_judgement_without_error_is_never_overruled() -> None:
    answer = module_of(searcher())["Try"](intent(Take(0)), 1.0, 0.0)
    for _ in range(100):
        answer.note(50.0)
    assert answer.expected_gain() == -1.0
    assert not answer.may_gain()


def test_the_judgement_counts_however_many_games_there_are() -> None:
    assert tried(9.0, [2.0, 1.0] * 2000).expected_gain() < 0


def test_an_answer_is_dropped_when_more_games_would_not_change_what_is_thought_of_it() -> None:
    assert tried(3.0, [2.0, -2.0] * 4).may_gain()
    assert not tried(3.0, [2.0, -2.0] * 2000).may_gain()


@pytest.mark.parametrize(("game", "better"), [(Game("usa", 2, 5), Take(1)), (begin(), Take(0))])
def test_the_judgement_of_tickets_to_keep_is_believed_less_than_that_of_a_turn(
    game: Game, better: Action
) -> None:
    bot = load_class(searcher())(error=2.5)
    bot.try_out = lambda game, me, intents: ([0.0, 12.0], decisions(0.4))
    answers = [(7.0, intent(Take(0))), (0.0, intent(Take(1)))]
    assert bot.search(view_of(game, seconds=1000.0), answers) == better


@pytest.mark.parametrize(("seats", "better"), [(2, Take(1)), (4, Take(0))])
def test_games_among_more_seats_overrule_the_judgement_less(seats: int, better: Action) -> None:
    bot = load_class(searcher())(error=2.5)
    bot.try_out = lambda game, me, intents: ([0.0, 6.0], decisions(0.4))
    answers = [(2.0, intent(Take(0))), (0.0, intent(Take(1)))]
    assert bot.search(view_of(begin(seats=seats), seconds=1000.0), answers) == better


def test_with_little_time_the_judgement_is_believed_more() -> None:
    errors = [
        load_class(searcher())(seconds=seconds).error_of(view_of(begin(), seconds=1000.0))
        for seconds in (-1.0, 0.0, 0.01, 0.1, 5.0)
    ]
    assert errors[0] == errors[1] == 0.0 < errors[2] < errors[3] == errors[4]


def test_a_win_counts_more_than_to_be_further_ahead() -> None:
    merit = module_of(searcher())["merit"]
    assert merit(0.0, 10.0) == 0.0
    assert merit(5.0, 10.0) - merit(-5.0, 10.0) > merit(45.0, 10.0) - merit(15.0, 10.0) > 0.0
    assert merit(30.0, 40.0) - merit(20.0, 40.0) > merit(30.0, 10.0) - merit(20.0, 10.0)


def test_an_answer_that_falls_behind_is_dropped() -> None:
    assert tried(0.0, [-9.0]).may_gain()
    assert not tried(1.0, [-9.0, -11.0] * 5).may_gain()


@pytest.mark.parametrize("ruleset", ["usa", "oldwest+alvin"])
def test_it_plays_without_a_fault_and_the_same_again(ruleset: str) -> None:
    chosen = find_ruleset(ruleset)
    bots = [searcher(seconds=LITTLE), read_source(BOTS / "planner.py")]
    with Venue("none", [chosen], Limits(cpu=60.0)) as venue:
        first, second = (venue.play(chosen, bots, 3) for _ in range(2))
    assert first.faults == ()
    assert first.record == second.record


def test_without_time_it_answers_as_the_planner_does() -> None:
    game = Game("usa", 2, 5)
    planner = load_class(read_source(BOTS / "planner.py"))()
    hasty = load_class(searcher(seconds=1.0))()
    for _ in range(30):
        view = view_of(game, seconds=0.5)
        answers = [bot.choose(view, view.legal()) for bot in (planner, hasty)]
        assert answers[0] == answers[1]
        game.apply(answers[0])
        while game.seat != view.me:
            game.apply(game.legal()[-1])


def test_a_low_clock_leaves_less_for_each_move() -> None:
    bot = load_class(searcher(seconds=1.0))()
    view = view_of(begin(), seconds=10.0)
    assert bot.seconds_for_move(view) == pytest.approx(0.6)
    bot.spend(3.0)
    assert bot.seconds_for_move(view) == pytest.approx(0.3)


def test_nothing_is_thought_about_when_the_clock_is_in_danger() -> None:
    bot = load_class(searcher(seconds=1.0))()
    assert bot.seconds_for_move(view_of(begin(), seconds=10.0)) > 0.0
    assert bot.seconds_for_move(view_of(begin(), seconds=4.0)) == 0.0


def test_what_easy_moves_leave_over_is_there_for_a_hard_one() -> None:
    bot = load_class(searcher(seconds=1.0))()
    game = begin()
    assert bot.seconds_for_move(view_of(game, seconds=1000.0)) == pytest.approx(4.0)
    bot.spend(4.0)
    game.apply(Take(BLIND))
    bot.shortlist = lambda values, pace: [
        (0.0, Take(BLIND))
    ]  # what has one answer needs no thought
    for saved in (1.0, 2.0, 3.0, 4.0, 4.0):
        view = view_of(game, seconds=1000.0)
        bot.choose(view, view.legal())
        assert bot.seconds_for_move(view) == pytest.approx(saved)


def test_it_thinks_of_saving_cards_for_routes_that_it_can_not_pay_yet() -> None:
    bot = load_class(searcher())()
    view = view_of(begin("RB" + "GY" + "YYYY" + "RGWBK"), seconds=60.0)
    intents = bot.savings(view, bot.judgement.values(view, view.legal()))
    assert 2 <= len(intents) <= 6
    routes = [saved.first for _, saved in intents]
    assert len(set(routes)) == len(routes)
    assert set(routes) <= set(bot.judgement.plan.routes)
    for _, saved in intents:
        color = view.board.colors[saved.first]
        seen = color < len(view.row) and view.row[color]
        assert saved.action == Take(color) if seen else isinstance(saved.action, Take)


def test_the_shortlist_has_a_route_once_and_few_of_a_kind() -> None:
    bot = load_class(searcher())()
    view = view_of(begin("RRGG" + "YYYY" + "LWBBK"), seconds=60.0)
    values = bot.judgement.values(view, view.legal())
    answers: list[Action] = [
        action for _, action in bot.shortlist(values, module_of(searcher())["WRITTEN_OUT"])
    ]
    routes = [action.route for action in answers if isinstance(action, Claim)]
    assert len(routes) == len(set(routes)) <= 3
    assert sum(isinstance(action, Take) for action in answers) <= 2
    assert not any(isinstance(action, Keep) for action in answers)
