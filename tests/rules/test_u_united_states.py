"""U: the boards and decks of the United States."""

import pytest

from arena.referee.actions import Keep
from arena.referee.game import Game
from arena.referee.rulesets import Ruleset, find_ruleset
from tests.arrange import begin, final, new_game, play
from tests.rules.legality import assert_refused, legal

TICKETS_OF_2004 = {
    ("Atlanta", "Montreal", 9),
    ("Atlanta", "New York", 6),
    ("Atlanta", "San Francisco", 17),
    ("Boston", "Miami", 12),
    ("Calgary", "Phoenix", 13),
    ("Calgary", "Salt Lake City", 7),
    ("Chicago", "Los Angeles", 16),
    ("Chicago", "New Orleans", 7),
    ("Chicago", "Santa Fe", 9),
    ("Dallas", "New York", 11),
    ("Denver", "El Paso", 4),
    ("Denver", "Pittsburgh", 11),
    ("Duluth", "El Paso", 10),
    ("Duluth", "Houston", 8),
    ("Helena", "Los Angeles", 8),
    ("Houston", "Kansas City", 5),
    ("Houston", "Winnipeg", 12),
    ("Little Rock", "Winnipeg", 11),
    ("Los Angeles", "Miami", 20),
    ("Los Angeles", "New York", 21),
    ("Los Angeles", "Seattle", 9),
    ("Miami", "Toronto", 10),
    ("Montreal", "New Orleans", 13),
    ("Montreal", "Vancouver", 20),
    ("Nashville", "Portland", 17),
    ("Nashville", "Sault St. Marie", 8),
    ("New York", "Seattle", 22),
    ("Oklahoma City", "Sault St. Marie", 9),
    ("Phoenix", "Portland", 11),
    ("Santa Fe", "Vancouver", 13),
}
LOWERED = {
    ("Los Angeles", "Miami", 20): ("Los Angeles", "Miami", 19),
    ("Los Angeles", "New York", 21): ("Los Angeles", "New York", 20),
    ("New York", "Seattle", 22): ("New York", "Seattle", 20),
    ("Oklahoma City", "Sault St. Marie", 9): ("Oklahoma City", "Sault St. Marie", 8),
}
TICKETS_OF_1910 = {
    ("Atlanta", "Chicago", 5),
    ("Atlanta", "Los Angeles", 15),
    ("Atlanta", "Washington", 4),
    ("Boston", "Chicago", 7),
    ("Boston", "Kansas City", 11),
    ("Boston", "Phoenix", 19),
    ("Calgary", "Los Angeles", 12),
    ("Calgary", "Nashville", 14),
    ("Charleston", "Toronto", 6),
    ("Chicago", "New York", 5),
    ("Chicago", "Salt Lake City", 11),
    ("Dallas", "Duluth", 7),
    ("Dallas", "Montreal", 13),
    ("Denver", "Saint Louis", 6),
    ("Denver", "Vancouver", 11),
    ("Duluth", "Vancouver", 13),
    ("Houston", "Portland", 16),
    ("Houston", "Washington", 10),
    ("Kansas City", "Salt Lake City", 7),
    ("Las Vegas", "Miami", 21),
    ("Las Vegas", "New York", 19),
    ("Las Vegas", "Seattle", 10),
    ("Los Angeles", "Oklahoma City", 9),
    ("Miami", "New York", 10),
    ("Miami", "Saint Louis", 8),
    ("Miami", "Sault St. Marie", 12),
    ("Montreal", "Raleigh", 7),
    ("Nashville", "New York", 6),
    ("New Orleans", "Omaha", 8),
    ("New Orleans", "Pittsburgh", 8),
    ("Oklahoma City", "Seattle", 14),
    ("Pittsburgh", "Portland", 19),
    ("San Francisco", "Sault St. Marie", 17),
    ("San Francisco", "Washington", 21),
    ("Santa Fe", "Winnipeg", 10),
}
MYSTERY = {
    ("Boston", "Washington", 4),
    ("Chicago", "Montreal", 7),
    ("Omaha", "Winnipeg", 6),
    ("Portland", "Vancouver", 2),
}
BIG_CITIES = {"Chicago", "Dallas", "Houston", "Los Angeles", "Miami", "New York", "Seattle"}

ATLANTA_NEW_YORK, ATLANTA_WASHINGTON = 3, 5
TO_NEW_YORK = [5, 92, 79]  # Atlanta, Raleigh, Washington, New York


def tickets_in(ruleset: str) -> set[tuple[str, str, int]]:
    """The tickets that a game of this ruleset is played with, each of them once."""
    game = Game(ruleset, 2, 1)
    numbers = [*game.offers[0], *game.offers[1], *game.ticket_deck]
    tickets = [game.board.tickets[number] for number in numbers]
    found = {(ticket.city_a, ticket.city_b, ticket.points) for ticket in tickets}
    assert len(found) == len(numbers)
    return found


def bonuses_in(ruleset: Ruleset | str, ticket: int) -> dict[str, int]:
    """What a seat gets for the only path and the only completed ticket of a game."""
    result = final(begin(ruleset=ruleset), routes=[TO_NEW_YORK], tickets=[[ticket]])
    assert result.seats[0].tickets_completed == 1
    return result.seats[0].bonuses


def check_numbers(ruleset: str, *, deal: int, keep: int, take: int) -> None:
    """Check how many tickets are dealt and taken later, and how many of them must be kept."""
    game = new_game(ruleset=ruleset)
    assert [len(offer) for offer in game.offers] == [deal, deal]
    assert min(len(text.split()) - 1 for text in legal(game)) == keep
    assert_refused(game, Keep(game.offers[0][: keep - 1]), "G5")
    for offer in game.offers:
        play(game, " ".join(["keep", *map(str, offer[:keep])]))
    play(game, "tickets")
    assert len(game.offers[0]) == take
    assert min(len(text.split()) - 1 for text in legal(game)) == 1
    assert_refused(game, Keep(()), "D1")


def test_u1_the_thirty_tickets_with_their_values_of_2004() -> None:
    assert len(TICKETS_OF_2004) == 30
    assert tickets_in("usa2004") == TICKETS_OF_2004


def test_u1_longest_path() -> None:
    assert bonuses_in("usa2004", ATLANTA_NEW_YORK) == {"longest_path": 10}


def test_u1_deal_three_keep_two_later_take_three() -> None:
    check_numbers("usa2004", deal=3, keep=2, take=3)


def test_u2_the_thirty_reprinted_tickets_four_of_them_with_lower_values() -> None:
    assert tickets_in("usa") == {LOWERED.get(ticket, ticket) for ticket in TICKETS_OF_2004}


def test_u2_longest_path() -> None:
    assert bonuses_in("usa", ATLANTA_NEW_YORK) == {"longest_path": 10}


def test_u2_deal_three_keep_two_later_take_three() -> None:
    check_numbers("usa", deal=3, keep=2, take=3)


def test_u3_the_thirty_five_tickets_of_1910() -> None:
    assert len(TICKETS_OF_1910) == 35
    assert tickets_in("usa1910") == TICKETS_OF_1910


def test_u3_globetrotter_instead_of_longest_path() -> None:
    assert bonuses_in("usa1910", ATLANTA_WASHINGTON) == {"globetrotter": 15}


def test_u3_deal_three_keep_two_later_take_three() -> None:
    check_numbers("usa1910", deal=3, keep=2, take=3)


def test_u4_all_sixty_nine_tickets() -> None:
    tickets = tickets_in("mega")
    assert len(tickets) == 69
    assert tickets == tickets_in("usa") | TICKETS_OF_1910 | MYSTERY


def test_u4_both_bonuses() -> None:
    assert bonuses_in("mega", ATLANTA_NEW_YORK) == {"globetrotter": 15, "longest_path": 10}


def test_u4_deal_five_keep_three_later_take_four() -> None:
    check_numbers("mega", deal=5, keep=3, take=4)


def test_u5_the_thirty_five_tickets_with_a_big_city() -> None:
    tickets = tickets_in("bigcities")
    assert len(tickets) == 35
    reprinted = {LOWERED.get(ticket, ticket) for ticket in TICKETS_OF_2004}
    everything = reprinted | TICKETS_OF_1910 | MYSTERY
    assert tickets == {ticket for ticket in everything if BIG_CITIES & {*ticket[:2]}}
    assert [len(tickets & part) for part in (reprinted, TICKETS_OF_1910, MYSTERY)] == [15, 19, 1]


def test_u5_neither_bonus() -> None:
    assert bonuses_in("bigcities", ATLANTA_NEW_YORK) == {}


@pytest.mark.parametrize("bonus", ["globetrotter", "longest_path"])
def test_u5_a_configuration_can_switch_either_bonus_on(bonus: str) -> None:
    ruleset = find_ruleset("bigcities").with_bonuses([bonus])
    points = {"globetrotter": 15, "longest_path": 10}[bonus]
    assert bonuses_in(ruleset, ATLANTA_NEW_YORK) == {bonus: points}


def test_u5_deal_four_keep_two_later_take_four() -> None:
    check_numbers("bigcities", deal=4, keep=2, take=4)
