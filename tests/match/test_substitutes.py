"""What is played for a seat whose bot is out: the answer that changes least for the others."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from arena.match.substitute import quietest
from arena.referee.actions import BLIND, Action, Claim, Keep, Pass, Take, TakeTickets
from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.modules.alvin import MoveAlvin
from arena.referee.modules.europe import BuildStation, GiveUpTunnel, PaySurcharge
from arena.referee.modules.terrain import DoubledClaim, TakeTerrain
from arena.referee.modules.towns import BuildCity, SkipCity, StartTown
from arena.referee.modules.warehouses import Collect, EndTurn, PlaceDepot, Store
from arena.referee.rulesets import NAMES, find_ruleset

Question = tuple[str, tuple[Action, ...]]
LOUD = ("claim", "depot", "city", "alvin", "start", "station")
"""Words of actions that put something on the board."""
PHASES = {
    "usa": {"keep", "turn", "card"},
    "africa": {"keep", "turn", "card"},
    "oldwest": {"keep", "start", "turn", "card", "city"},
    "europe": {"keep", "turn", "card", "surcharge"},
    "alvin": {"alvin"},
    "warehouses": {"depot", "collect", "end"},
}
"""The questions that arise in a ruleset, and those that come with an addition."""

SOME = (
    *("usa", "mega+warehouses", "africa+warehouses", "oldwest", "oldwest+alvin+warehouses"),
    *("europe", "europemega+warehouses"),
)

EVERYTHING = rules_of(
    replace(find_ruleset("europe"), modules=("alvin", "europe", "terrain", "towns", "warehouses"))
)
"""Rules with the actions of all modules."""

each_ruleset = pytest.mark.parametrize("ruleset", NAMES)
some_rulesets = pytest.mark.parametrize("ruleset", SOME)


@cache
def questions(ruleset: str) -> tuple[Question, ...]:
    """The questions of some games that are played at random, with all their legal answers."""
    found: list[Question] = []
    for nth, seats in enumerate((2, 3, 4, 5, 2, 3)):
        rng = Random(f"{ruleset} {seats} {nth}")
        game = Game(ruleset, seats, rng.getrandbits(32))
        while not game.over:
            legal = game.legal()
            found.append((game.phase, tuple(legal)))
            words = sorted({action.word for action in legal})
            word = rng.choice(words)  # or else claims would be rare among so many
            game.apply(rng.choice([action for action in legal if action.word == word]))
    return tuple(found)


def loudness(action: Action) -> tuple[int, int]:
    """How much an action changes, as its kind tells."""
    kind = EVERYTHING.kinds[type(action)]
    return kind.disturbance, kind.fuss(action)


def words(actions: Iterable[Action]) -> set[str]:
    """The words of these actions."""
    return {action.word for action in actions}


@each_ruleset
def test_every_question_of_every_ruleset_has_a_quiet_answer(ruleset: str) -> None:
    base, *added = ruleset.split("+")
    like = "europe" if base.startswith("europe") else base
    expected = PHASES.get(like, PHASES["usa"]).union(*(PHASES[addition] for addition in added))
    assert {phase for phase, _ in questions(ruleset)} == expected
    assert all(quietest(EVERYTHING, legal) in legal for _, legal in questions(ruleset))


@some_rulesets
def test_nothing_is_put_on_the_board_while_something_quieter_is_legal(ruleset: str) -> None:
    for _, legal in questions(ruleset):
        if words(legal).difference(LOUD):
            assert quietest(EVERYTHING, legal).word not in LOUD


@some_rulesets
def test_no_route_is_claimed_where_anything_else_is_legal(ruleset: str) -> None:
    for _, legal in questions(ruleset):
        if words(legal) != {"claim"}:
            assert quietest(EVERYTHING, legal).word != "claim"


@some_rulesets
def test_the_same_answers_have_the_same_quietest(ruleset: str) -> None:
    """It is one of the legal ones, and no quieter one is found in another order."""
    rng = Random(1)
    for _, legal in questions(ruleset):
        mixed = rng.sample(legal, len(legal))
        assert quietest(EVERYTHING, legal) == quietest(EVERYTHING, list(legal))
        assert loudness(quietest(EVERYTHING, mixed)) == loudness(quietest(EVERYTHING, legal))


@pytest.mark.parametrize(
    "ruleset", ["usa", "africa+warehouses", "europe", "oldwest+alvin+warehouses"]
)
def test_a_table_of_substitutes_plays_to_the_end(ruleset: str) -> None:
    game = Game(ruleset, 2, 1)
    while not game.over:
        game.apply(quietest(game.rules, game.legal()))
    assert game.result().end in ("trains", "stalemate")


@pytest.mark.parametrize(
    ("legal", "expected"),
    [
        pytest.param([Keep((4, 7, 9)), Keep((7, 9)), Keep((4, 7))], Keep((7, 9)), id="keep"),
        pytest.param(
            [Claim(3, 0, 0), TakeTickets(), Take(2), Take(0), Take(BLIND)], Take(BLIND), id="turn"
        ),
        pytest.param([TakeTickets(), Claim(3, 0, 0), Take(2)], Take(2), id="no deck"),
        pytest.param([Claim(3, 0, 0), TakeTickets()], TakeTickets(), id="no cards"),
        pytest.param([Pass()], Pass(), id="nothing"),
        pytest.param([Take(2), Take(BLIND)], Take(BLIND), id="card"),
        pytest.param([StartTown(5), StartTown(2)], StartTown(5), id="start"),
        pytest.param([BuildCity(5, 1, 0), SkipCity()], SkipCity(), id="city"),
        pytest.param([MoveAlvin(5), MoveAlvin(2)], MoveAlvin(5), id="alvin"),
        pytest.param([PlaceDepot(5), PlaceDepot(2)], PlaceDepot(5), id="depot"),
        pytest.param([PlaceDepot(5), EndTurn()], EndTurn(), id="end"),
        pytest.param([Collect((0, 2)), Collect((0,)), Collect(())], Collect(()), id="collect"),
        pytest.param([Store(1), Take(2), PlaceDepot(3)], Take(2), id="warehouses"),
        pytest.param(
            [DoubledClaim(3, 0, 0, 1, 0), TakeTerrain(1), TakeTerrain(BLIND), TakeTickets()],
            TakeTerrain(BLIND),
            id="terrain",
        ),
        pytest.param([TakeTerrain(1), Take(2)], Take(2), id="africa"),
        pytest.param(
            [PaySurcharge(3, 2, 0), PaySurcharge(3, 2, 1), GiveUpTunnel()],
            GiveUpTunnel(),
            id="tunnel",
        ),
        pytest.param(
            [BuildStation(5, 0, 1, 0), Claim(3, 0, 0), Take(BLIND)], Take(BLIND), id="europe"
        ),
        pytest.param(
            [BuildStation(5, 8, 1, 1), BuildStation(5, 0, 1, 0), Claim(3, 0, 0)],
            BuildStation(5, 0, 1, 0),
            id="station",
        ),
    ],
)
def test_the_quietest_of_a_few(legal: list[Action], expected: Action) -> None:
    assert quietest(EVERYTHING, legal) == expected


def test_a_city_piece_is_the_loudest_and_ending_the_turn_the_quietest() -> None:
    """One can always skip the one and do the other."""
    by_loudness = sorted(EVERYTHING.kinds.values(), key=lambda kind: kind.disturbance)
    assert by_loudness[0].action is EndTurn
    assert by_loudness[-1].action is BuildCity
