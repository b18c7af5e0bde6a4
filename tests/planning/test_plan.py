"""Plans for tickets on the board of the United States."""

from collections.abc import Sequence
from pathlib import Path

from arena.planning.plan import Plan, make_plan, paying_routes, survey, turns_for
from arena.planning.weights import Weights
from arena.referee.game import Game
from arena.referee.network import completed
from tests.arrange import arrange, begin, counts, small_board
from tests.rules.expansions import begin as begin_expansion

DENVER_EL_PASO = 25
DENVER_PITTSBURGH = 26
DALLAS_NEW_YORK = 24
LOS_ANGELES_NEW_YORK = 45
SEATTLE_NEW_YORK = 61
DENVER_SANTA_FE = 38
EL_PASO_SANTA_FE = 49


def table(tickets: Sequence[int], **others: object) -> Game:
    """A position in which seat 0 holds these tickets."""
    return arrange(begin(), tickets=[tickets], **others)  # type: ignore[arg-type]


def plan(game: Game) -> Plan:
    """The plan of seat 0 for its tickets."""
    return make_plan(survey(game, 0, Weights()), game.tickets[0])


def mask(routes: Sequence[int]) -> int:
    """These routes as a mask."""
    return sum(1 << route for route in routes)


def test_a_plan_completes_all_tickets_that_it_goes_for() -> None:
    tickets = [DENVER_EL_PASO, DENVER_PITTSBURGH, DALLAS_NEW_YORK]
    game = table(tickets)
    found = plan(game)
    assert sorted(found.tickets) == sorted(tickets)
    assert completed(game.board, mask(found.routes), tickets) == tickets


def test_a_short_ticket_goes_by_the_short_way() -> None:
    assert plan(table([DENVER_EL_PASO])).routes == (DENVER_SANTA_FE, EL_PASO_SANTA_FE)


def test_a_plan_builds_on_what_is_owned() -> None:
    game = table([DENVER_EL_PASO], routes=[[DENVER_SANTA_FE]])
    assert plan(game).routes == (EL_PASO_SANTA_FE,)


def test_a_completed_ticket_needs_no_route() -> None:
    found = plan(table([DENVER_EL_PASO], routes=[[DENVER_SANTA_FE, EL_PASO_SANTA_FE]]))
    assert (found.tickets, found.routes) == ((), ())


def test_a_plan_goes_round_what_others_own() -> None:
    game = table([DENVER_EL_PASO], routes=[[], [EL_PASO_SANTA_FE]])
    found = plan(game)
    assert EL_PASO_SANTA_FE not in found.routes
    assert completed(game.board, mask(found.routes), [DENVER_EL_PASO])


def test_a_ticket_for_which_there_are_no_trains_is_given_up() -> None:
    game = table([DENVER_EL_PASO, LOS_ANGELES_NEW_YORK], trains=[8, 45])
    assert plan(game).tickets == (DENVER_EL_PASO,)


def test_a_ticket_for_which_there_are_no_turns_is_given_up() -> None:
    tickets = [DENVER_EL_PASO, SEATTLE_NEW_YORK]
    game = table(tickets, trains=[45, 4], hands=["BB", "RRRRRR"])
    assert SEATTLE_NEW_YORK not in plan(game).tickets


def test_extras_are_for_trains_that_tickets_leave_over() -> None:
    game = table([DENVER_EL_PASO])
    found = plan(game)
    assert found.extras
    assert not set(found.extras) & set(found.routes)
    trains = sum(game.board.lengths[route] for route in (*found.routes, *found.extras))
    assert trains <= 45


def test_extras_that_pay_best_for_the_hand_come_first() -> None:
    game = table([], hands=["RRRRRR"])
    miami_new_orleans, sault_st_marie_winnipeg = 70, 97  # six red, six gray
    assert plan(game).extras[0] in (miami_new_orleans, sault_st_marie_winnipeg)


def test_a_ferry_takes_a_turn_more_for_each_locomotive_that_is_missing(tmp_path: Path) -> None:
    ruleset = small_board(tmp_path, "Ash,Elm,3,gray,0", "Elm,Oak,3,gray,2", "Oak,Fir,3,red,0")
    game = Game(ruleset, 2, 1)
    nothing = make_plan(survey(game, 0, Weights()), ())
    game.hands[0] = counts("")
    turns = {route: needed for _, needed, route in paying_routes(nothing, 45, 0)}
    assert turns[1] == turns[0] + 2
    game.hands[0] = counts("LL")
    turns = {route: needed for _, needed, route in paying_routes(nothing, 45, 0)}
    assert turns[1] == turns[0]


def test_an_old_west_plan_starts_from_the_starting_town() -> None:
    game = begin_expansion("oldwest", starts=["Denver", "Roswell"], tickets=range(10))
    found = plan(game)
    starts = {node for route in found.routes for node in game.board.ends[route]}
    assert found.tickets
    assert game.board.city("Denver") in starts


def test_many_cards_of_one_colour_take_longer_than_as_many_of_several() -> None:
    game = table([])
    colors, lengths = game.board.colors, game.board.lengths
    fours = {colors[n]: n for n in range(len(colors)) if lengths[n] == 4}
    blue, orange, pink = (fours[color] for color in (1, 6, 7))
    ground = survey(game, 0, Weights())
    other_blue = next(
        n for n in range(len(colors)) if (colors[n], lengths[n]) == (1, 4) and n != blue
    )
    assert turns_for(ground, [blue, other_blue]) > turns_for(ground, [orange, pink])
