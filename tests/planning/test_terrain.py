"""Terrain cards: what doubling adds to routes, and what it may cost the tickets."""

from dataclasses import replace

from arena.boards.colors import PURPLE, RED
from arena.planning.cards import use_of_locomotive
from arena.planning.claims import claim_values, final_values
from arena.planning.judges.terrain import terrain_missing, terrain_values
from arena.planning.plan import Plan, make_plan, survey, turns_for
from arena.planning.weights import Weights
from arena.referee.actions import Action, Claim
from arena.referee.game import Game
from arena.referee.modules.terrain import DoubledClaim, TakeTerrain
from tests.arrange import begin as begin_plain
from tests.rules.expansions import begin, lay_terrain, position

WEIGHTS = Weights()
DESERT = 0
CABINDA_EAST_LONDON = 10


def table(hand: str = "", mine: str = "", others: str = "", **more: object) -> Game:
    """A table of Heart of Africa with this hand and these terrain cards."""
    game = position(begin("africa"), hands=[hand], tickets=[[]], **more)  # type: ignore[arg-type]
    lay_terrain(game, mine, others, row="DM")
    return game


def route_of(game: Game, color: int, length: int) -> int:
    """Some route of this colour and length."""
    routes = enumerate(game.board.routes)
    return next(n for n, route in routes if (route.color, route.length) == (color, length))


def plan_for(game: Game, routes: tuple[int, ...], extras: tuple[int, ...] = ()) -> Plan:
    """A plan of seat 0 with exactly these routes."""
    ground = survey(game, 0, WEIGHTS)
    return replace(make_plan(ground, ()), routes=routes, extras=extras)


def value_of(plan: Plan, game: Game, claim: Action) -> float:
    """What this claim is worth."""
    return {action: value for value, action in claim_values(plan, game)}[claim]


def desert_value(plan: Plan, game: Game) -> float:
    """What the desert card of the row is worth."""
    values = {action: value for value, action in terrain_values(plan, game)}
    return values[TakeTerrain(DESERT)]


def test_hopes_are_higher_than_points_where_a_route_can_be_doubled() -> None:
    game = table()
    red = route_of(game, RED, 5)
    ground = survey(game, 0, WEIGHTS)
    assert ground.hopes[red] > ground.worth[red] == 10.0


def test_hopes_sink_when_others_have_more_terrain_cards() -> None:
    red = route_of(table(), RED, 5)
    ahead, behind = (survey(table("", *cards), 0, WEIGHTS) for cards in (("", "D"), ("", "DDDD")))
    assert ahead.hopes[red] > behind.hopes[red]


def test_without_terrain_cards_hopes_are_the_points() -> None:
    ground = survey(begin_plain(), 0, WEIGHTS)
    assert list(ground.hopes) == list(ground.worth)


def test_terrain_cards_still_to_take_are_counted_as_turns() -> None:
    game = table(mine="D")
    red = route_of(game, RED, 5)
    assert terrain_missing(game, 0, [red]) == 1
    with_cards = survey(table(mine="DD"), 0, WEIGHTS)
    assert turns_for(survey(game, 0, WEIGHTS), [red]) > turns_for(with_cards, [red])


def test_cards_that_a_ticket_needs_don_t_double_another_route() -> None:
    game = table(hand="PPP", mine="J")
    needed, extra = route_of(game, PURPLE, 5), route_of(game, PURPLE, 3)
    doubled = DoubledClaim(extra, PURPLE, 0, 1, 0)
    alone = value_of(plan_for(game, (), (extra,)), game, doubled)
    beside = value_of(plan_for(game, (needed,), (extra,)), game, doubled)
    assert beside < 0.0 < alone


def test_terrain_cards_are_worth_less_when_the_tickets_are_short_of_time() -> None:
    game = table()
    plan = plan_for(game, (route_of(game, RED, 5),))
    at_leisure = replace(plan, tickets=(CABINDA_EAST_LONDON,), turns=5.0)
    pressed = replace(at_leisure, turns=plan.ground.turns)
    assert pressed.leisure < at_leisure.leisure <= 1.0
    assert desert_value(pressed, game) < desert_value(at_leisure, game)


def test_a_locomotive_does_more_where_it_stands_in_for_terrain() -> None:
    assert use_of_locomotive(table(), WEIGHTS) > use_of_locomotive(begin_plain(), WEIGHTS)


def test_in_the_last_turn_locomotives_that_are_left_double_for_nothing() -> None:
    game = table(hand="RRRRRLL", last_turns=1)
    plan = make_plan(survey(game, 0, WEIGHTS), ())
    claim = max(final_values(plan, game), key=lambda valued: valued[0])[1]
    assert isinstance(claim, DoubledClaim)
    assert claim.terrain_locomotives == 2


def test_a_ferry_without_locomotives_pays_less_than_its_length_promises() -> None:
    ferry = next(n for n, spaces in enumerate(begin("africa").board.ferries) if spaces == 2)
    without, having = (make_plan(survey(table(hand), 0, WEIGHTS), ()) for hand in ("", "LL"))
    assert ferry not in without.extras[:1]
    assert having.extras[0] in (ferry, ferry + 1, ferry - 1)


def test_doubling_counts_for_less_beside_the_tickets() -> None:
    game = table(hand="RRRRR", mine="DD")
    red = route_of(game, RED, 5)
    doubled, plain = DoubledClaim(red, RED, 0, 2, 0), Claim(red, RED, 0)
    needed, extra = (
        value_of(plan, game, doubled) - value_of(plan, game, plain)
        for plan in (plan_for(game, (red,)), plan_for(game, (), (red,)))
    )
    assert 0.0 < extra < needed
