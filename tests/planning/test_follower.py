"""Following a plan in an imagined game."""

from arena.boards.colors import BLUE, RED
from arena.planning.follower import Follower
from arena.planning.weights import Weights
from arena.referee.actions import Action, Claim, Take
from arena.referee.game import Game
from tests.arrange import arrange, begin

DENVER_EL_PASO = 25
DENVER_SANTA_FE = 38
EL_PASO_SANTA_FE = 49
"""Both gray, two trains each: the short way from Denver to El Paso."""


def table(**others: object) -> Game:
    """A position in which seat 0 wants to join Denver and El Paso, with no train to spare."""
    position = {"tickets": [[DENVER_EL_PASO]], "trains": [4], **others}
    return arrange(begin(), **position)  # type: ignore[arg-type]


def answer(game: Game) -> Action:
    """What seat 0 answers."""
    return Follower(0, Weights()).choose(game)


def test_it_claims_a_route_of_its_plan_that_it_can_pay() -> None:
    claim = answer(table(hands=["RRBB"]))
    assert isinstance(claim, Claim)
    assert claim.route in (DENVER_SANTA_FE, EL_PASO_SANTA_FE)


def test_it_takes_what_its_plan_lacks() -> None:
    assert answer(table(hands=["RRB"], row="RBGYK")) == Take(BLUE)
    assert answer(table(hands=["BBR"], row="RBGYK")) == Take(RED)


def test_a_plan_that_is_cut_off_is_made_anew() -> None:
    game = table(hands=["RRBB"])
    follower = Follower(0, Weights())
    assert DENVER_SANTA_FE in follower.new_plan(game).routes
    game.trains[0] = 45  # the way round is longer
    game.open_to[0] &= ~(1 << DENVER_SANTA_FE)
    again = follower.current_plan(game)
    assert again.tickets == (DENVER_EL_PASO,)
    assert DENVER_SANTA_FE not in again.routes


def test_what_is_claimed_leaves_the_plan() -> None:
    game = table(hands=["RRBB"])
    follower = Follower(0, Weights())
    before = follower.new_plan(game)
    game.apply(Claim(DENVER_SANTA_FE, RED, 0))
    after = follower.current_plan(game)
    assert set(before.routes) - set(after.routes) == {DENVER_SANTA_FE}
    assert after.ground is before.ground


def test_in_its_last_turn_it_completes_a_ticket_rather_than_claim_a_longer_route() -> None:
    game = table(hands=["RR" + "OOO"], routes=[[DENVER_SANTA_FE]], last_turns=0)
    assert answer(game) == Claim(EL_PASO_SANTA_FE, RED, 0)
