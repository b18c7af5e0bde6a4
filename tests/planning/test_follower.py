"""Following a plan in an imagined game."""

from arena.boards.colors import BLUE, GREEN, RED
from arena.planning.cards import card_values
from arena.planning.claims import claim_values
from arena.planning.follower import AGE, Follower
from arena.planning.weights import Weights
from arena.referee.actions import BLIND, Action, Claim, Keep, Take, TakeTickets
from arena.referee.events import Decided
from arena.referee.game import Game
from arena.referee.modules.terrain import DoubledClaim
from arena.referee.modules.towns import towns_of
from arena.referee.phases import TURN
from tests.arrange import arrange, begin
from tests.rules.expansions import begin as begin_expansion

DENVER_EL_PASO = 25
DENVER_SANTA_FE = 38
EL_PASO_SANTA_FE = 49
"""Both gray, two trains each: the short way from Denver to El Paso."""
DENVER_OMAHA = 34
SEATTLE_NEW_YORK = 61
BOSTON_MONTREAL = 7
BOSTON_NEW_YORK = 9
MONTREAL_NEW_YORK = 71


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


def test_it_claims_sooner_what_rivals_are_near_to() -> None:
    game = table(tickets=[[SEATTLE_NEW_YORK]], trains=[45], hands=["BBBBOO"], row="BBGKW")
    follower = Follower(0, Weights())
    assert isinstance(follower.choose(game), Take)
    for route in BOSTON_MONTREAL, BOSTON_NEW_YORK:
        game.owned[1] |= 1 << route
    claim = follower.choose(game)
    assert isinstance(claim, Claim)
    assert claim.route == MONTREAL_NEW_YORK


def test_a_plan_that_is_cut_off_is_made_anew() -> None:
    game = table(hands=["RRBB"])
    follower = Follower(0, Weights())
    assert DENVER_SANTA_FE in follower.new_plan(game).routes
    game.trains[0] = 45  # the way round is longer
    game.open_to[0] &= ~(1 << DENVER_SANTA_FE)
    again = follower.current_plan(game)
    assert again.tickets == (DENVER_EL_PASO,)
    assert DENVER_SANTA_FE not in again.routes


def test_a_plan_is_made_anew_after_some_turns() -> None:
    game = table(hands=["RB"], trains=[45], tickets=[[SEATTLE_NEW_YORK]])
    follower = Follower(0, Weights())
    plans = [follower.current_plan(game) for _ in range(2 * AGE)]
    assert [plan is plans[0] for plan in plans] == [True] * AGE + [False] * AGE
    assert plans[AGE] is plans[-1]


def test_a_ticket_given_up_is_not_planned_for_again() -> None:
    game = table(hands=["RB"], tickets=[[DENVER_EL_PASO, SEATTLE_NEW_YORK]], trains=[8])
    follower = Follower(0, Weights())
    assert follower.new_plan(game).tickets == (DENVER_EL_PASO,)
    game.trains[0] = 45
    assert follower.new_plan(game).tickets == (DENVER_EL_PASO,)
    assert set(Follower(0, Weights()).new_plan(game).tickets) == set(game.tickets[0])


def test_what_is_claimed_leaves_the_plan() -> None:
    game = table(hands=["RRBB"])
    follower = Follower(0, Weights())
    before = follower.new_plan(game)
    game.apply(Claim(DENVER_SANTA_FE, RED, 0))
    after = follower.current_plan(game)
    assert set(before.routes) - set(after.routes) == {DENVER_SANTA_FE}
    assert after.ground is before.ground


def test_all_routes_of_its_plan_are_reached_from_its_first_town() -> None:
    game = Game("oldwest", 2, seed=6)
    followers = [Follower(seat, Weights()) for seat in range(2)]
    while game.phase != TURN:
        game.apply(followers[game.seat].choose(game))
    plan = followers[0].current_plan(game)
    ways = [set(game.board.routes[route].cities) for route in plan.routes]
    reached = {towns_of(game).start[0]}
    for _ in ways:
        reached = reached.union(*(way for way in ways if way & reached))
    assert all(way <= reached for way in ways)


def test_in_its_last_turn_it_completes_a_ticket_rather_than_claim_a_longer_route() -> None:
    game = table(hands=["RR" + "OOO"], routes=[[DENVER_SANTA_FE]], last_turns=0)
    assert answer(game) == Claim(EL_PASO_SANTA_FE, RED, 0)


def test_after_a_blind_card_it_looks_anew_at_what_its_plan_lacks() -> None:
    game = table(hands=["RB"], row="GYKWO", deck="R")
    follower = Follower(0, Weights())
    assert follower.choose(game) == Take(BLIND)
    game.apply(Take(BLIND))
    game.row[GREEN], game.row[RED] = 0, 1
    assert follower.choose(game) != Take(RED)


def test_it_values_cards_as_the_planner_does() -> None:
    weights = Weights()
    compared = 0
    for ruleset in ("usa", "africa", "oldwest"):
        game = Game(ruleset, 2, 3)
        followers = [Follower(seat, weights) for seat in range(2)]
        while not game.over:
            seat = game.seat
            action = followers[seat].choose(game)
            plan = followers[seat].plan
            if game.phase == TURN and plan is not None:
                _, values = followers[seat].look_over(game)
                assert values == card_values(game, seat, plan.routes, plan.extras, weights)
                compared += 1
            game.apply(action)
    assert compared > 100


def test_when_its_tickets_are_done_it_goes_on_as_a_new_plan_would() -> None:
    done = [DENVER_SANTA_FE, EL_PASO_SANTA_FE]
    game = table(hands=["RRBBGGGG"], trains=[20])
    follower = Follower(0, Weights())
    assert follower.new_plan(game).tickets
    game = table(hands=["RRBBGGGG"], trains=[20], routes=[done])
    plan = follower.new_plan(game)
    assert plan.tickets == plan.routes == ()
    assert plan.extras
    assert plan.extras == Follower(0, Weights()).new_plan(game).extras


def test_with_expansions_it_looks_anew_at_what_routes_bring() -> None:
    game = begin_expansion("oldwest", starts=["Denver", "Roswell"])
    game.tickets[0] = ()
    follower = Follower(0, Weights())
    route = follower.new_plan(game).extras[0]
    for town in game.board.ends[route]:
        towns_of(game).owner[town] = 1  # its points are the rival's now (O4)
    assert route not in follower.new_plan(game).extras


def test_it_goes_on_by_its_own_weights_whoever_made_its_plan() -> None:
    done = [DENVER_SANTA_FE, EL_PASO_SANTA_FE]
    game = table(hands=["RRBBGGGG"], trains=[20], routes=[done])
    plan = Follower(0, Weights()).new_plan(game)
    own = Weights(rate=1.0)
    assert Follower(0, own, plan).new_plan(game).ground.weights is own


def test_it_doubles_routes_by_terrain_cards() -> None:
    game = Game("africa", 2, 3)
    followers = [Follower(seat, Weights()) for seat in range(2)]
    while not game.over:
        game.apply(followers[game.seat].choose(game))
    answers = [event.action for event in game.events() if isinstance(event, Decided)]
    assert sum(isinstance(action, DoubledClaim) for action in answers) >= 2


def wants_tickets(**others: object) -> bool:
    """Whether seat 0 takes tickets, with its only one completed and much of the game left."""
    weights = Weights(slack=others.pop("slack", 0.12))  # type: ignore[arg-type]
    done = [[DENVER_SANTA_FE, EL_PASO_SANTA_FE]]
    hand = "RRRRRR" + "BBBBB" + "GGGG" + "WWWW"
    game = table(**{"hands": [hand], "trains": [30, 40], "routes": done, **others})
    return Follower(0, weights).choose(game) == TakeTickets()


def test_it_takes_tickets_while_there_are_turns_and_trains_for_them() -> None:
    assert wants_tickets()
    assert not wants_tickets(hands=["RB"])
    assert not wants_tickets(trains=[8, 40])
    assert not wants_tickets(trains=[30, 4])
    assert not wants_tickets(ticket_deck=())
    assert not wants_tickets(last_turns=1)
    assert not wants_tickets(slack=-1.0)


def test_it_takes_no_tickets_while_its_plan_takes_long() -> None:
    assert wants_tickets(trains=[30, 20])
    assert not wants_tickets(trains=[30, 20], tickets=[[SEATTLE_NEW_YORK]])


def test_what_tickets_would_bring_is_judged_anew_when_its_network_or_its_hand_has_grown() -> None:
    done = [[DENVER_SANTA_FE, EL_PASO_SANTA_FE]]
    game = table(hands=["RRRRRR" + "BBBBB" + "GGGGW"], trains=[30, 40], routes=done)
    follower = Follower(0, Weights())
    plan = follower.new_plan(game)
    judged = [follower.tickets_worth(game, plan)]
    game.trains[1] = 4  # hardly a turn is left for tickets, and nobody looks
    judged.append(follower.tickets_worth(game, plan))
    game.owned[0] |= 1 << DENVER_OMAHA
    judged.append(follower.tickets_worth(game, plan))
    game.trains[1] = 40
    game.hand_sizes[0] += 1
    judged.append(follower.tickets_worth(game, plan))
    game.hand_sizes[0] += 3
    judged.append(follower.tickets_worth(game, plan))
    assert judged[0] == judged[1] > 0.0 > judged[2] == judged[3]
    assert judged[4] > 0.0


def test_it_blocks_a_route_that_a_rival_can_hardly_go_round() -> None:
    denver_kansas_city = 31
    rivals = [denver_kansas_city, EL_PASO_SANTA_FE]
    game = table(tickets=[[]], hands=["RR"], routes=[[], rivals], ticket_deck=())
    game.row, game.deck_size = [0] * 9, 0
    game.open_to[1] = 1 << DENVER_SANTA_FE
    assert answer(game) == Claim(DENVER_SANTA_FE, RED, 0)
    plan = Follower(0, Weights()).new_plan(game)
    assert DENVER_SANTA_FE not in (*plan.routes, *plan.extras)
    assert [claim for _, claim in claim_values(plan, game)] == [Claim(DENVER_SANTA_FE, RED, 0)]
    game.owned[1] ^= 1 << EL_PASO_SANTA_FE
    assert claim_values(plan, game) == []


def test_a_route_that_comes_first_is_claimed_as_soon_as_it_can_be_paid() -> None:
    game = table(tickets=[[SEATTLE_NEW_YORK]], trains=[45], hands=["BBBBR"], row="RRGKW")
    follower = Follower(0, Weights())
    follower.first = DENVER_SANTA_FE
    take = follower.choose(game)
    assert take == follower.play_for(game, DENVER_SANTA_FE)
    assert isinstance(take, Claim)  # four blue cards pay for it
    game = table(tickets=[[SEATTLE_NEW_YORK]], trains=[45], hands=["R"], row="RGGKW")
    assert follower.play_for(game, DENVER_SANTA_FE) == Take(RED)
    game.open_to[0] &= ~(1 << DENVER_SANTA_FE)
    follower.first = DENVER_SANTA_FE
    follower.choose(game)
    assert follower.first is None


def kept(*offer: int, trains: int = 30) -> tuple[int, ...]:
    """The tickets of an offer that seat 0 keeps, which owns the way from El Paso to Omaha."""
    way = [[DENVER_SANTA_FE, EL_PASO_SANTA_FE, DENVER_OMAHA]]
    game = table(hands=["RB"], trains=[trains, 40], routes=way, tickets=[[]], ticket_deck=offer)
    game.apply(TakeTickets())
    keep = Follower(0, Weights()).choose(game)
    assert isinstance(keep, Keep)
    game.apply(keep)
    return keep.tickets


def test_of_tickets_taken_it_keeps_those_that_pay_or_the_one_that_costs_least() -> None:
    tickets = begin().board.tickets
    numbers = {(ticket.city_a, ticket.city_b): n for n, ticket in enumerate(tickets)}
    near, far, farther = (
        numbers[cities]
        for cities in (("Duluth", "El Paso"), ("Boston", "Miami"), ("New York", "Seattle"))
    )
    assert kept(near, DENVER_EL_PASO, far) == (near, DENVER_EL_PASO)
    assert kept(far, near, farther, trains=14) == (near,)
    assert kept(far, farther, trains=10) == (far,)
