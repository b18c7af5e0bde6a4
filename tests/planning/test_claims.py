"""What claims are worth: for the plan, against a rival, and in the last turn."""

from dataclasses import replace
from random import Random

import pytest

from arena.planning.blocking import block_values, gaps
from arena.planning.claims import claim_values, damage, final_values, thrifty_claims
from arena.planning.judge import Valued
from arena.planning.plan import Plan, make_plan, survey
from arena.planning.thrift import thrift_of
from arena.planning.weights import Weights
from arena.referee.actions import Action, Claim, Take
from arena.referee.claiming import claimable
from arena.referee.game import Game
from arena.referee.modules.terrain import DoubledClaim
from arena.referee.phases import TURN
from tests.arrange import arrange, begin
from tests.rules.expansions import begin as begin_expansion, lay_terrain, position

DENVER_EL_PASO = 25
DENVER_SANTA_FE = 38
EL_PASO_SANTA_FE = 49
MIAMI_NEW_ORLEANS = 70
RED, GREEN = 0, 2


def plan(game: Game) -> Plan:
    """The plan of seat 0."""
    return make_plan(survey(game, 0, Weights()), game.tickets[0])


def best(values: list[Valued]) -> Action:
    """The answer that is worth most."""
    return max(values, key=lambda valued: valued[0])[1]


def test_a_hand_pays_with_no_more_locomotives_than_it_must() -> None:
    game = arrange(begin(), hands=["BGGLL"])
    claims = thrifty_claims(game, 0, 1 << DENVER_SANTA_FE)
    assert sorted((claim.color, claim.locomotives) for claim in claims) == [(1, 1), (2, 0), (8, 2)]


def test_a_payment_that_another_route_needs_is_worth_less() -> None:
    game = arrange(begin(), hands=["GGGG RRRRRR"], tickets=[[DENVER_EL_PASO]])
    found = replace(plan(game), extras=(MIAMI_NEW_ORLEANS,))
    values = {action: value for value, action in claim_values(found, game)}
    assert values[Claim(DENVER_SANTA_FE, GREEN, 0)] > values[Claim(DENVER_SANTA_FE, RED, 0)]


def test_cards_that_a_ticket_needs_are_dear_for_a_route_beside_the_plan() -> None:
    game = arrange(begin(), hands=["RRRR"], tickets=[[]])
    routes = enumerate(game.board.routes)
    short = next(n for n, route in routes if (route.color, route.length) == (RED, 3))
    claim = Claim(short, RED, 0)
    worth = []
    for needed in ((), (MIAMI_NEW_ORLEANS,)):
        found = replace(plan(game), routes=needed, extras=(short,))
        worth.append({action: value for value, action in claim_values(found, game)}[claim])
    assert worth[1] < 0.0 < worth[0]


def test_losing_a_route_without_a_way_round_costs_more() -> None:
    denver_pittsburgh = 26
    game = arrange(begin(), tickets=[[DENVER_EL_PASO, denver_pittsburgh]])
    lone = arrange(begin(), tickets=[[DENVER_EL_PASO]])
    only_way = 1 << DENVER_SANTA_FE | 1 << EL_PASO_SANTA_FE
    lone.open_to = [only_way, only_way]
    assert damage(plan(lone), EL_PASO_SANTA_FE) == 4.0  # the points of the ticket
    assert 4.0 < damage(plan(game), EL_PASO_SANTA_FE) < 4.0 + 11.0


def test_the_last_turn_completes_a_ticket_rather_than_a_longer_route() -> None:
    game = arrange(
        begin(),
        hands=["RRRR GG"],
        routes=[[DENVER_SANTA_FE]],
        tickets=[[DENVER_EL_PASO]],
        trains=[5, 5],
        last_turns=1,
    )
    claim = best(final_values(plan(game), game))
    assert isinstance(claim, Claim)
    assert claim.route == EL_PASO_SANTA_FE


@pytest.mark.parametrize("ruleset", ["usa", "africa", "oldwest", "europe"])
def test_the_thriftiest_claims_are_those_of_all_that_take_the_fewest_locomotives(
    ruleset: str,
) -> None:
    game, rng = Game(ruleset, 2, 5), Random(5)
    seen = 0
    while not game.over and seen < 60:
        legal = game.legal()
        if game.phase is TURN:
            fewest: dict[tuple[int, int], Claim] = {}
            for claim in legal:
                if type(claim) is Claim:
                    key = claim.route, claim.color
                    if key not in fewest or claim.locomotives < fewest[key].locomotives:
                        fewest[key] = claim
            thrifty = thrifty_claims(game, game.seat, claimable(game, game.seat))
            assert set(thrifty) == set(fewest.values())
            assert len(thrifty) == len(fewest)
            routes = thrift_of(game.rules.payments).routes(game.hands[game.seat])
            assert routes & claimable(game, game.seat) == sum(
                1 << route for route in {claim.route for claim in thrifty}
            )
            seen += bool(thrifty)
        takes = [action for action in legal if isinstance(action, Take)]
        game.apply(rng.choice(takes or legal))
    assert seen > 10


def test_a_route_between_two_parts_of_a_rival_is_a_gap() -> None:
    denver_kansas_city = 31
    game = arrange(begin(), routes=[[], [denver_kansas_city, EL_PASO_SANTA_FE]])
    assert gaps(game, 1, game.board.everything) == [DENVER_SANTA_FE]


def test_blocking_is_worth_more_where_there_is_no_way_round() -> None:
    denver_kansas_city = 31
    game = arrange(begin(), tickets=[[]], routes=[[], [denver_kansas_city, EL_PASO_SANTA_FE]])
    routes = 1 << DENVER_SANTA_FE
    open_board = block_values(plan(game), game, routes)[DENVER_SANTA_FE]
    game.open_to[1] = routes
    assert block_values(plan(game), game, routes)[DENVER_SANTA_FE] > open_board
    assert block_values(plan(game), game, 0) == {}


def test_terrain_cards_are_played_where_they_double_a_long_route() -> None:
    game = position(begin_expansion("africa"), hands=["RRRRR"], tickets=[[]], last_turns=1)
    lay_terrain(game, "DD")
    claim = best(final_values(plan(game), game))
    assert isinstance(claim, DoubledClaim)
    assert (game.board.colors[claim.route], game.board.lengths[claim.route]) == (RED, 5)
