"""What a hand lacks for some routes, and what cards would do for them."""

from random import Random

from arena.boards.colors import BLUE, COLORS, GRAY, GREEN, LOCOMOTIVE, RED
from arena.planning.cards import (
    bill_of,
    blind_value,
    card_values,
    lay_out,
    missing_cards,
    missing_for,
)
from arena.planning.weights import Weights
from arena.referee.game import Game
from tests.arrange import arrange, begin, counts

WEIGHTS = Weights()


def table(hand: str, row: str = "RBGYK") -> Game:
    """A table of the United States where seat 0 holds these cards."""
    return arrange(begin(), hands=[hand], row=row)


def route_of(game: Game, color: int, length: int) -> int:
    """Some route of this colour and length."""
    routes = enumerate(game.board.routes)
    return next(n for n, route in routes if (route.color, route.length) == (color, length))


def test_a_coloured_route_lacks_what_the_hand_has_not_of_its_colour() -> None:
    game = table("BBG")
    blue = route_of(game, BLUE, 4)
    assert lay_out(bill_of(game.board, [blue]), game.hands[0]) == ([(blue, BLUE, 2)], 0)
    assert missing_cards(game.board, [blue], game.hands[0]) == 2


def test_locomotives_stand_in_for_what_is_missing() -> None:
    game = table("BBLL")
    assert missing_cards(game.board, [route_of(game, BLUE, 4)], game.hands[0]) == 0


def test_the_same_cards_do_not_pay_for_two_routes() -> None:
    game = table("BBBB")
    routes = [route_of(game, BLUE, 4), route_of(game, BLUE, 3)]
    assert missing_cards(game.board, routes, game.hands[0]) == 3


def test_a_gray_route_gets_the_colour_that_most_are_left_of() -> None:
    game = table("BBBB GGG")
    blue, gray = route_of(game, BLUE, 4), route_of(game, GRAY, 3)
    shares, _ = lay_out(bill_of(game.board, [gray, blue]), game.hands[0])
    assert shares == [(blue, BLUE, 0), (gray, GREEN, 0)]


def test_what_a_bill_lacks_is_the_sum_of_what_its_routes_lack() -> None:
    rng, boards = Random(1), [Game(name, 2, 1).board for name in ("usa", "europe")]
    lacked = set()
    for _ in range(300):
        board = rng.choice(boards)
        bill = bill_of(board, rng.sample(range(len(board.routes)), rng.randint(0, 9)))
        hand = [rng.randint(0, 4) for _ in range(9)]
        shares, spare = lay_out(bill, hand)
        lacking = max(0, sum(cards for _, _, cards in shares) - spare)
        assert missing_for(bill, hand) == lacking
        lacked.add(lacking)
    assert len(lacked) > 10


def test_a_card_that_a_route_lacks_is_worth_more_than_one_that_nothing_needs() -> None:
    game = table("BB")
    values = card_values(game, 0, [route_of(game, BLUE, 4)], [], WEIGHTS)
    assert values[BLUE] > 1.0 > values[RED]
    assert values[LOCOMOTIVE] > values[BLUE]


def test_a_card_for_a_ticket_is_worth_more_than_one_for_an_extra() -> None:
    game = table("")
    blue, red = route_of(game, BLUE, 4), route_of(game, RED, 4)
    values = card_values(game, 0, [blue], [red], WEIGHTS)
    assert values[BLUE] > values[RED] > values[GREEN]


def test_any_colour_does_something_for_a_gray_route() -> None:
    game = table("BB")
    gray = card_values(game, 0, [route_of(game, GRAY, 4)], [], WEIGHTS)
    blue = card_values(game, 0, [route_of(game, BLUE, 4)], [], WEIGHTS)
    assert blue[RED] < gray[RED] < gray[BLUE]


def test_nothing_is_worth_much_when_all_is_in_hand() -> None:
    game = table("BBBB")
    values = card_values(game, 0, [route_of(game, BLUE, 4)], [], WEIGHTS)
    assert max(values) <= 0.5


def test_the_blind_card_is_worth_what_unseen_cards_are_on_average() -> None:
    game = table("R" * 12, row="BBBBB")
    only_blue = [1.0 if color == BLUE else 0.0 for color in (*COLORS, LOCOMOTIVE)]
    assert blind_value(game, 0, only_blue) == 7 / (110 - 12 - 5)
    only_red = [1.0 if color == RED else 0.0 for color in (*COLORS, LOCOMOTIVE)]
    assert blind_value(game, 0, only_red) == 0.0
    assert counts("R" * 12) == game.hands[0]
