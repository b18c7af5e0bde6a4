"""What a bot asks of its view, on games small enough to answer by hand."""

import pydoc
from inspect import getdoc

import pytest

from arena.boards.colors import BLUE, LOCOMOTIVE, RED
from arena.bot import View
from arena.errors import ArenaError
from arena.referee import Claim, Game, Take
from arena.referee.rulesets import find_ruleset
from tests.arrange import begin, counts, new_game, play

DALLAS_HOUSTON = 25
HOUSTON_NEW_ORLEANS = 54


def two_seats() -> Game:
    """Seat 0 holds RRRL, seat 1 GGGG; BBYKW lie open; seat 0 begins."""
    return begin("RRRL" + "GGGG" + "BBYKW" + "OPOP")


def city(game: Game, name: str) -> int:
    """The number of a city."""
    return game.board.city(name)


def test_a_seat_sees_its_own_cards_and_the_number_of_the_others() -> None:
    view = two_seats().view(0)
    assert view.hand == counts("RRRL")
    assert view.hands[1] == counts("")
    assert view.hand_sizes == [4, 4]
    assert view.row == counts("BBYKW")
    assert view.deck_size == 110 - 8 - 5


def test_cards_taken_from_the_row_are_known_until_they_are_played() -> None:
    game = two_seats()
    play(game, "take B", "take ?")
    assert game.view(1).hands[0] == counts("B")
    play(game, "take ?", "take ?", f"claim {DALLAS_HOUSTON} B")
    assert game.view(1).hands[0] == counts("")
    assert game.view(1).discard == counts("B")
    assert game.view(1).hand_sizes == [5, 6]


def test_a_seat_does_not_see_the_tickets_of_others() -> None:
    game = new_game(tickets=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], ruleset="mega", seats=2)
    assert game.view(0).my_offer == (0, 1, 2, 3, 4)
    assert game.view(1).offers[0] == ()
    play(game, "keep 0 1 2 3", "keep 5 6 7")
    assert game.view(0).my_tickets == (0, 1, 2, 3)
    assert game.view(1).tickets[0] == ()
    assert game.view(1).ticket_counts == [4, 3]


def test_owners_trains_and_points_are_open() -> None:
    game = two_seats()
    play(game, f"claim {HOUSTON_NEW_ORLEANS} RR")
    view = game.view(1)
    assert view.owner(HOUSTON_NEW_ORLEANS) == 0
    assert view.owner(DALLAS_HOUSTON) is None
    assert view.routes_of(0) == [HOUSTON_NEW_ORLEANS]
    assert (view.trains, view.scores) == ([43, 45], [2, 0])
    assert (view.turn, view.seat, view.phase, view.last_round) == (1, 1, "turn", False)


def test_own_routes_connect_and_shorten_the_way() -> None:
    game = two_seats()
    dallas, new_orleans = city(game, "Dallas"), city(game, "New Orleans")
    assert game.view(0).distance(dallas, new_orleans) == 3
    assert not game.view(0).connected(dallas, city(game, "Houston"))
    play(game, f"claim {DALLAS_HOUSTON} R")
    view = game.view(0)
    assert view.connected(dallas, city(game, "Houston"))
    assert view.distance(dallas, new_orleans) == 2


def test_routes_of_others_are_no_way() -> None:
    game = two_seats()
    play(game, f"claim {HOUSTON_NEW_ORLEANS} RR")
    dallas, new_orleans = city(game, "Dallas"), city(game, "New Orleans")
    assert game.view(1).distance(dallas, new_orleans) == 5  # by Little Rock
    assert HOUSTON_NEW_ORLEANS not in game.view(1).open_routes()


def test_tickets_are_measured_and_known_to_be_completed() -> None:
    game = begin("RRRL" + "GGGG", ruleset="usa1910")
    dallas_houston = [game.board.city("Dallas"), game.board.city("Houston")]
    view = game.view(0)
    for ticket in view.my_tickets:
        ends = game.board.tickets[ticket]
        cities = city(game, ends.city_a), city(game, ends.city_b)
        assert view.ticket_distance(ticket) == view.distance(*cities)
    assert view.completed() == []
    assert view.distance(*dallas_houston) == 1


def test_payments_are_all_ways_to_pay_for_a_route() -> None:
    view = two_seats().view(0)
    assert set(view.payments(HOUSTON_NEW_ORLEANS)) == {
        Claim(HOUSTON_NEW_ORLEANS, RED, 0),
        Claim(HOUSTON_NEW_ORLEANS, RED, 1),
    }
    assert set(view.payments(DALLAS_HOUSTON)) == {
        Claim(DALLAS_HOUSTON, RED, 0),
        Claim(DALLAS_HOUSTON, LOCOMOTIVE, 1),
    }


def test_a_route_is_missing_what_the_hand_does_not_pay() -> None:
    game = two_seats()
    view = game.view(0)
    gray_of_two, blue_of_three = HOUSTON_NEW_ORLEANS, game.board.colors.index(BLUE)
    assert view.missing(gray_of_two) == (LOCOMOTIVE, 0)
    assert view.missing(blue_of_three) == (BLUE, game.board.lengths[blue_of_three] - 1)


def test_a_ferry_is_missing_its_locomotives() -> None:
    africa = find_ruleset("usa").on_board("africa")
    ferry = 62  # six gray spaces, two of them for locomotives
    assert begin("RRRR" + "GGGG", ruleset=africa).view(0).missing(ferry) == (LOCOMOTIVE, 2)
    assert begin("RRRL" + "GGGG", ruleset=africa).view(0).missing(ferry) == (RED, 2)


def test_unseen_cards_are_all_but_those_in_sight() -> None:
    game = two_seats()
    play(game, "take B", "take ?")
    unseen = game.view(1).unseen()
    assert unseen[BLUE] == 12 - 2  # one open, one taken from the row
    assert unseen[RED] == 12
    assert sum(unseen) == game.deck_size + 5


def test_a_view_is_asked_only_for_its_own_decisions() -> None:
    game = two_seats()
    assert game.view(0).is_legal(Take(BLUE))
    assert game.view(1).legal() == []
    assert game.view(1).refusal(Take(BLUE)) == "it is not this seat's decision"


def test_others_come_in_the_order_of_play() -> None:
    assert begin(seats=4).view(2).others == [3, 0, 1]


@pytest.mark.parametrize("seat", [-1, 2, True, "0"])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ArenaError, match="there is no seat"):
        two_seats().view(seat)


def test_a_bonus_or_seed_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ArenaError, match="there is no bonus 'globtrotter'; did you mean glob"):
        two_seats().rules.ruleset.with_bonuses(["globtrotter"])
    with pytest.raises(ArenaError, match="a seed is a whole number, not 'seven'"):
        Game("usa", 2, "seven")  # type: ignore[arg-type]


def test_a_game_that_goes_on_has_no_result() -> None:
    with pytest.raises(ArenaError, match="not over"):
        two_seats().result()


def test_help_tells_what_every_attribute_of_a_view_is() -> None:
    """The attributes that `help(View)` lists, what it inherits included, but for private ones."""
    listed = [
        (name, attribute)
        for name, _, home, attribute in pydoc.classify_class_attrs(View)
        if home is not object and not name.startswith("_")
    ]
    assert {"rng", "me", "row", "owner", "hand"} <= {name for name, _ in listed}
    assert [name for name, attribute in listed if not getdoc(attribute)] == []
    assert "How many of each card lie face up." in pydoc.render_doc(View)
