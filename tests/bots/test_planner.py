"""The planner: sound answers to scripted questions, and games that it should win."""

from math import inf
from pathlib import Path
from random import Random

import pytest

from arena.bot import View
from arena.match.bot_code import load_class
from arena.match.limits import Limits
from arena.match.match import Played
from arena.match.reading import read_source
from arena.match.source import Source
from arena.referee.actions import Action, Keep
from arena.referee.game import Game
from arena.referee.rulesets import NAMES, find_ruleset
from arena.sandbox.venue import Venue
from tests.arrange import new_game

BOTS = Path(__file__).parents[2] / "bots"
PLANNER = read_source(BOTS / "planner.py")
RANDOM = Source(
    "random",
    "random.py",
    b"class R:\n    def choose(self, view, legal): return view.rng.choice(legal)\n",
    {},
)
LIMITS = Limits(cpu=60.0)

DALLAS_NEW_YORK = 24
LOS_ANGELES_NEW_YORK = 45
MONTREAL_VANCOUVER = 54


def games(ruleset: str, *bots: Source, deals: int) -> list[Played]:
    """Games of these bots, seated by turns."""
    chosen = find_ruleset(ruleset)
    with Venue("none", [chosen], LIMITS) as venue:
        return [
            venue.play(chosen, bots[turn:] + bots[:turn], seed)
            for seed in range(deals)
            for turn in range(len(bots))
        ]


def answer(game: Game) -> Action:
    """What the planner answers in the seat that is asked."""
    bot = load_class(PLANNER)()
    view = View(game.rules, game.seats, game.seat, Random(1), lambda: inf)
    for event in game.seen_by(game.seat):
        view.learn(event)
    action: Action = bot.choose(view, view.legal())
    return action


def test_it_beats_a_random_bot_every_time() -> None:
    played = games("usa", PLANNER, RANDOM, deals=6)
    assert [game.places for game in played] == [(1, 2), (2, 1)] * 6


def test_against_itself_it_scores_well_and_completes_most_of_its_tickets() -> None:
    played = games("usa", PLANNER, PLANNER, deals=8)[::2]  # both turns of a deal are the same game
    seats = [seat for game in played for seat in game.result.seats]
    assert sum(seat.score for seat in seats) >= 95 * len(seats)
    assert sum(s.tickets_completed for s in seats) >= 0.6 * sum(s.tickets_kept for s in seats)


@pytest.mark.parametrize("ruleset", NAMES)
def test_it_wins_every_ruleset_against_a_random_bot(ruleset: str) -> None:
    played = games(ruleset, PLANNER, RANDOM, deals=1)
    assert [game.faults for game in played] == [(), ()]
    assert [game.places for game in played] == [(1, 2), (2, 1)]


@pytest.mark.parametrize("ruleset", ["mega", "africa+warehouses", "oldwest+alvin+warehouses"])
def test_it_plays_a_full_table_without_a_fault(ruleset: str) -> None:
    chosen = find_ruleset(ruleset)
    with Venue("none", [chosen], LIMITS) as venue:
        assert venue.play(chosen, [PLANNER] * chosen.most_seats, 1).faults == ()


def test_it_keeps_tickets_that_share_their_way() -> None:
    game = new_game(tickets=[LOS_ANGELES_NEW_YORK, DALLAS_NEW_YORK, MONTREAL_VANCOUVER])
    kept = answer(game)
    assert isinstance(kept, Keep)
    assert {LOS_ANGELES_NEW_YORK, DALLAS_NEW_YORK} <= set(kept.tickets)


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = (games("usa", PLANNER, PLANNER, deals=1)[0].record for _ in range(2))
    assert first == second
