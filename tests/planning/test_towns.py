"""Old West on a board with a dead end: a starting town there has a node for each of its routes."""

from pathlib import Path

import pytest

from arena.planning.judges.towns import TOLL, start_values, toll
from arena.planning.plan import Plan, joins_of, make_plan, survey
from arena.planning.weights import Weights
from arena.referee.game import Game
from arena.referee.modules.towns import StartTown
from arena.referee.rulesets import find_ruleset
from tests.arrange import begin, play, small_board

ROUTES = (
    "Ash,Elm,2,red,0",
    "Elm,Fir,3,blue,0",
    "Fir,Oak,3,green,0",
    "Elm,Oak,4,yellow,0",
    "Oak,Yew,2,black,0",
)
ASH_ELM, ELM_FIR = 0, 1
TICKET_ASH_ELM, TICKET_ASH_FIR = 0, 1


@pytest.fixture
def starting(tmp_path: Path) -> Game:
    """Seat 1 is to choose its starting town on a board where Fir is a dead end."""
    small_board(tmp_path, *ROUTES)
    cities = ["name,dead_end", "Ash,0", "Elm,0", "Fir,1", "Oak,0", "Yew,0"]
    (tmp_path / "cities.csv").write_text("\n".join(cities) + "\n", encoding="utf-8")
    game = begin(ruleset=find_ruleset("oldwest").on_board(str(tmp_path)))
    assert (game.phase, game.seat) == ("start", 1)
    return game


@pytest.fixture
def started(starting: Game) -> Game:
    """The same board once seat 0 has started in Fir, and seat 1 in Yew."""
    play(starting, "start Yew", "start Fir")
    return starting


def plan(game: Game, seat: int, ticket: int) -> Plan:
    """The plan of a seat for one ticket."""
    return make_plan(survey(game, seat, Weights()), [ticket])


def test_all_is_joined_to_any_route_into_the_dead_end(started: Game) -> None:
    (ticket, start) = joins_of(started, 0, [TICKET_ASH_ELM])
    ash, elm, elm_side, oak_side = 0, 1, 5, 6
    assert ticket == ((ash,), (elm,))
    assert start == ((elm_side, oak_side), (ash,))


def test_a_plan_leads_from_a_start_in_a_dead_end_to_the_ticket(started: Game) -> None:
    found = plan(started, 0, TICKET_ASH_ELM)
    assert found.tickets == (TICKET_ASH_ELM,)
    assert found.routes == (ASH_ELM, ELM_FIR)


def test_a_start_in_a_dead_end_where_the_plan_ends_costs_nothing(starting: Game) -> None:
    found = plan(starting, 1, TICKET_ASH_FIR)
    assert found.routes == (ASH_ELM, ELM_FIR)
    values = {action: value for value, action in start_values(found, starting, starting.legal())}
    fir = starting.board.city("Fir")
    assert values[StartTown(fir)] == TOLL * toll(found, starting, fir)


def test_a_start_in_a_dead_end_beside_the_plan_costs_its_nearest_way(starting: Game) -> None:
    found = plan(starting, 1, TICKET_ASH_ELM)
    assert found.routes == (ASH_ELM,)
    values = {action: value for value, action in start_values(found, starting, starting.legal())}
    fir = starting.board.city("Fir")
    away = found.ground.costs[ELM_FIR]
    assert values[StartTown(fir)] == TOLL * toll(found, starting, fir) - away
