"""Europe in the planner's eyes: tunnels that may fail, their surcharge, stations and loans."""

from dataclasses import replace
from operator import itemgetter

from arena.boards.colors import LOCOMOTIVE, ORANGE, RED, YELLOW
from arena.planning.claims import final_values
from arena.planning.judges.europe import (
    station_values,
    surcharge_odds,
    surcharge_values,
    tunnel_values,
)
from arena.planning.plan import Plan, make_plan, survey, turns_for
from arena.planning.weights import Weights
from arena.referee.actions import Claim
from arena.referee.game import Game
from arena.referee.modules.europe import BuildStation, GiveUpTunnel, PaySurcharge
from tests.rules.expansions import begin, lay_stations, play, position

WEIGHTS = Weights()
BERLIN_FRANKFURT, FRANKFURT_MUNCHEN, MUNCHEN_WIEN = 16, 57, 78
ZURICH_MUNCHEN, CADIZ_MADRID = 79, 41
BERLIN_ROMA, PARIS_WIEN = 9, 26
"""Tickets for 9 and 8 points."""


def europe(hand: str = "", **others: object) -> Game:
    """Seat 0 is about to play with this hand."""
    return position(begin("europe"), **{"hands": [hand], "tickets": [[], []], **others})  # type: ignore[arg-type]


def plan_of(game: Game, tickets: tuple[int, ...] = ()) -> Plan:
    """Seat 0's plan for these tickets."""
    return make_plan(survey(game, 0, WEIGHTS), tickets)


def tunnel_worth(hand: str, **others: object) -> float:
    """What claiming a yellow tunnel with two cards is worth of 10 points, with this hand."""
    game = europe(hand, **others)
    claim = Claim(ZURICH_MUNCHEN, YELLOW, 0)
    return tunnel_values(plan_of(game), game, [(10.0, claim)])[0][0]


def test_a_tunnel_is_worth_more_with_cards_to_spare() -> None:
    bare, one, two, three = (tunnel_worth("YY" + spare) for spare in ("", "Y", "YL", "YYL"))
    assert bare < one < two < three == 10.0


def test_in_the_last_turn_a_tunnel_counts_by_its_odds_alone() -> None:
    odds = surcharge_odds(europe("YY", last_turns=1), 0, YELLOW)
    assert abs(tunnel_worth("YY", last_turns=1) - 10.0 * odds[0]) < 1e-9


def test_locomotives_alone_cost_more_less_often() -> None:
    game = europe("YY")
    assert abs(sum(surcharge_odds(game, 0, YELLOW)) - 1.0) < 1e-9
    assert surcharge_odds(game, 0, LOCOMOTIVE)[0] > surcharge_odds(game, 0, YELLOW)[0]


def test_other_claims_stay_as_they_are() -> None:
    game = europe("OOO")
    plain = [(4.0, Claim(MUNCHEN_WIEN, ORANGE, 0))]
    assert tunnel_values(plan_of(game), game, plain) == plain


def test_tunnels_take_more_turns() -> None:
    game = europe("YY")
    ground = survey(game, 0, WEIGHTS)
    no_tunnel = next(
        route
        for route, (length, color) in enumerate(
            zip(game.board.lengths, game.board.colors, strict=True)
        )
        if (length, color) == (2, YELLOW) and not game.board.columns["tunnel"][route]
    )
    assert turns_for(ground, [ZURICH_MUNCHEN]) > turns_for(ground, [no_tunnel])


def answers_to_tunnel(hand: str, turned: str, **others: object) -> dict[type, float]:
    """What each kind of answer is worth when these cards are turned up for the yellow tunnel."""
    game = europe(hand, deck=turned + "...", **others)
    play(game, f"claim {ZURICH_MUNCHEN} YY")
    assert game.phase == "surcharge"
    values = surcharge_values(plan_of(game), game, game.legal())
    return {type(action): value for value, action in values}


def test_a_tunnel_is_paid_for_with_cards_that_nothing_needs() -> None:
    values = answers_to_tunnel("YYYY", "YBG")
    assert values[PaySurcharge] > values[GiveUpTunnel]


def test_in_the_last_turn_any_price_is_paid() -> None:
    values = answers_to_tunnel("YYYYY", "YYY", last_turns=1)
    assert values[PaySurcharge] > values[GiveUpTunnel]


def beside_rival(hand: str, **others: object) -> Game:
    """Seat 0 has ways from Paris to Frankfurt and on from München to Wien, the rival the gap."""
    mine = [58, MUNCHEN_WIEN]
    given = {"hands": [hand], "routes": [mine, [FRANKFURT_MUNCHEN]], "tickets": [[PARIS_WIEN], []]}
    return position(begin("europe"), **{**given, **others})  # type: ignore[arg-type]


def stations(game: Game, plan: Plan) -> dict[str, float]:
    """By city, the most that a station there is worth."""
    best: dict[str, float] = {}
    for value, action in station_values(plan, game):
        assert isinstance(action, BuildStation)
        name = game.board.cities[action.city].name
        best[name] = max(value, best.get(name, value))
    return best


def test_a_station_saves_a_ticket_that_the_plan_has_given_up() -> None:
    game = beside_rival("R")
    saved = stations(game, plan_of(game))
    assert saved.keys() == {"Frankfurt", "München"}
    assert min(saved.values()) > WEIGHTS.turn


def test_a_station_is_nothing_where_it_saves_no_ticket() -> None:
    game = beside_rival("R", tickets=[[BERLIN_ROMA], []])
    assert not stations(game, replace(plan_of(game), lent=()))


def test_a_station_saves_a_ticket_in_the_last_turn() -> None:
    game = beside_rival("RRBB", last_turns=1)
    plan = plan_of(game, (PARIS_WIEN,))
    best = max([*final_values(plan, game), *station_values(plan, game)], key=itemgetter(0))
    assert isinstance(best[1], BuildStation)
    assert best[0] > 2 * 8 - 4 - 1


def test_no_station_is_built_where_one_lends_the_route_already() -> None:
    game = lay_stations(beside_rival("RR"), ["Frankfurt"])
    assert not stations(game, plan_of(game))
    assert plan_of(game, (PARIS_WIEN,)).tickets == ()


def test_a_plan_takes_a_loan_where_claiming_takes_too_long() -> None:
    game = beside_rival("R", trains=[4, 40])
    plan = plan_of(game, (PARIS_WIEN,))
    assert (plan.tickets, plan.routes, plan.lent) == ((PARIS_WIEN,), (), (FRANKFURT_MUNCHEN,))
    assert set(stations(game, plan)) == {"Frankfurt", "München"}


def test_without_a_station_left_there_are_no_loans() -> None:
    game = lay_stations(beside_rival("RRR", trains=[4, 40]), ["Roma", "Athina", "Sofia"])
    plan = plan_of(game, (PARIS_WIEN,))
    assert plan.lent == ()
    assert not stations(game, plan)


def test_a_planned_station_waits_for_the_routes_of_the_plan() -> None:
    game = beside_rival("R", trains=[4, 40])
    plan = plan_of(game, (PARIS_WIEN,))
    busy = replace(plan, routes=(BERLIN_FRANKFURT,))
    assert max(stations(game, busy).values()) < max(stations(game, plan).values())


def test_a_station_is_paid_with_cards_that_the_plan_does_not_need() -> None:
    game = beside_rival("OOOR")
    plan = replace(plan_of(game), routes=(CADIZ_MADRID,))
    best = max(station_values(plan, game), key=itemgetter(0))[1]
    assert isinstance(best, BuildStation)
    assert best.color == RED
