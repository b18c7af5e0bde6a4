"""Which cards a plan wants to take."""

from dataclasses import replace

from arena.boards.colors import BLUE, LOCOMOTIVE, WHITE
from arena.planning.plan import Plan, make_plan, survey
from arena.planning.taking import take_values
from arena.planning.weights import Weights
from arena.referee.actions import BLIND, Action, Take
from arena.referee.game import Game
from arena.referee.modules.terrain import TakeTerrain
from arena.referee.modules.warehouses import Store
from tests.arrange import arrange, begin
from tests.rules.expansions import begin as begin_expansion, lay_terrain, position

CHICAGO_OMAHA = 18  # 4 blue


def plan_for_blue(game: Game) -> Plan:
    """A plan of seat 0 that needs four blue cards and nothing else."""
    plan = make_plan(survey(game, 0, Weights()), ())
    return replace(plan, routes=(CHICAGO_OMAHA,), extras=())


def taken(game: Game, plan: Plan) -> Action:
    """The card that is worth most."""
    return max(take_values(plan, game), key=lambda valued: valued[0])[1]


def test_a_card_that_the_plan_needs_is_taken() -> None:
    game = arrange(begin(), row="WWWBW")
    assert taken(game, plan_for_blue(game)) == Take(BLUE)


def test_two_cards_that_it_needs_are_better_than_a_locomotive() -> None:
    game = arrange(begin(), row="BBWLW")
    assert taken(game, plan_for_blue(game)) == Take(BLUE)


def test_a_locomotive_is_better_than_cards_that_it_does_not_need() -> None:
    game = arrange(begin(), row="WWWLW")
    assert taken(game, plan_for_blue(game)) == Take(LOCOMOTIVE)


def test_no_locomotive_of_the_row_is_taken_as_the_second_card() -> None:
    game = arrange(begin(), row="WWWLW")
    game.taken = 1
    assert Take(LOCOMOTIVE) not in [take for _, take in take_values(plan_for_blue(game), game)]


def test_the_deck_is_better_than_a_row_that_it_does_not_need() -> None:
    game = arrange(begin(), row="WWWWW")
    assert taken(game, plan_for_blue(game)) == Take(BLIND)
    game.deck_size = 0
    assert taken(game, plan_for_blue(game)) == Take(WHITE)


def test_a_card_for_a_warehouse_comes_before_the_first_card() -> None:
    game = position(begin_expansion("usa+warehouses", depots=["Chicago", "Miami"]), row="WWWBW")
    plan = plan_for_blue(game)
    assert taken(game, plan) == Store(0)  # the plan's route ends at this seat's depot


def test_terrain_that_doubles_a_planned_route_is_taken() -> None:
    game = position(begin_expansion("africa"), row="WWWWW")
    long_red = next(
        route
        for route, (color, length) in enumerate(
            zip(game.board.colors, game.board.lengths, strict=True)
        )
        if (color, length) == (0, 5)
    )
    lay_terrain(game, "D", row="DM")
    plan = make_plan(survey(game, 0, Weights()), ())
    assert taken(game, replace(plan, routes=(long_red,), extras=())) == TakeTerrain(0)
