"""The planner's judgement through a game."""

from arena.planning import Judgement, Weights
from arena.referee.actions import Claim, Take, TakeTickets
from arena.referee.game import Game
from tests.arrange import idle, new_game, play

DENVER_EL_PASO = 25
DENVER_PITTSBURGH = 26
MONTREAL_VANCOUVER = 54
OTHERS = (45, 61, 24)


def begin() -> Game:
    """A game whose seat 0 has kept these tickets and is asked for its first turn."""
    offers = (DENVER_EL_PASO, DENVER_PITTSBURGH, MONTREAL_VANCOUVER, *OTHERS)
    game = new_game("RRBB" + "GGGG" + "RBGYK", tickets=offers)
    play(game, "keep 25 26 54", "keep 45 61 24")
    return game


def test_the_first_turn_has_claims_cards_and_no_tickets_while_there_is_much_to_do() -> None:
    view = begin().view(0)
    values = Judgement(Weights()).values(view, view.legal())
    assert {type(action) for _, action in values} == {Claim, Take, TakeTickets}
    best = max(values, key=lambda valued: valued[0])[1]
    assert not isinstance(best, TakeTickets)
    assert all(view.is_legal(action) for _, action in values)


def test_the_plan_stays_for_the_second_card_and_is_made_anew_in_the_next_turn() -> None:
    game, judgement = begin(), Judgement(Weights())
    first = judgement.plan_for(game.view(0))
    play(game, "take ?")
    assert judgement.plan_for(game.view(0)) is first
    play(game, "take ?")
    idle(game)
    assert judgement.plan_for(game.view(0)) is not first


def test_a_ticket_that_is_given_up_is_not_planned_for_again() -> None:
    view, judgement = begin().view(0), Judgement(Weights())
    view.trains[0] = 8
    assert MONTREAL_VANCOUVER not in judgement.plan_for(view).tickets
    view.trains[0] = 45
    assert MONTREAL_VANCOUVER not in judgement.plan_for(view).tickets
