"""C: claiming a route."""

from pathlib import Path

import pytest

from arena.referee.actions import Claim, NotationError
from arena.referee.rulesets import find_ruleset
from tests.arrange import arrange, begin, idle, letters, play, small_board
from tests.rules.legality import assert_legal, assert_refused, legal

ATLANTA_CHARLESTON = 0  # 2 gray
ATLANTA_MIAMI = 1  # 5 blue
ATLANTA_NASHVILLE = 2  # 1 gray
BOSTON_NEW_YORK = (9, 10)  # 2 red, 2 yellow
CALGARY_HELENA = 11  # 4 gray
CALGARY_WINNIPEG = 14  # 6 white
MONTREAL_NEW_YORK = 71  # 3 blue
MONTREAL_TORONTO = 73  # 3 gray
PORTLAND_SEATTLE = (90, 91)  # 1 gray, 1 gray
OLD_WEST = find_ruleset("usa").on_board("oldwest")
ASHLAND_EUGENE = (11, 12, 13)  # 2 yellow, 2 blue, 2 green, on Old West's board
LOS_ANGELES_SAN_FRANCISCO = 111  # 7 gray with three symbols, on Old West's board
RED, BLUE, LOCOMOTIVE, GRAY = 0, 1, 8, 9


def test_c1_a_coloured_route_takes_its_colour_and_locomotives() -> None:
    game = arrange(begin(), hands=["BBBB LLLL RRRR"])
    assert legal(game, f"claim {MONTREAL_NEW_YORK} ") == [
        f"claim {MONTREAL_NEW_YORK} {paid}" for paid in ("BBB", "BBL", "BLL", "LLL")
    ]
    for paid in ("RRR", "RRL", "RLL"):
        assert_refused(game, f"claim {MONTREAL_NEW_YORK} {paid}", "C1")


def test_c1_a_gray_route_takes_any_one_colour_and_locomotives() -> None:
    game = arrange(begin(), hands=["RRR BB K LL"])
    assert legal(game, f"claim {MONTREAL_TORONTO} ") == [
        f"claim {MONTREAL_TORONTO} {paid}" for paid in ("BBL", "BLL", "KLL", "RLL", "RRL", "RRR")
    ]


@pytest.mark.parametrize("colour", "RBGYKWOP")
def test_c1_every_colour_pays_for_gray(colour: str) -> None:
    game = arrange(begin(), hands=[colour * 3])
    play(game, f"claim {MONTREAL_TORONTO} {colour * 3}")
    assert (letters(game.hands[0]), letters(game.discard)) == ("", colour * 3)


@pytest.mark.parametrize(
    "paid", ["BB", "BBBB", "BBLL", "L", "LLLL", "BBR", "BLB", "LBB", "BRL", "bbb", "", "B?B"]
)
@pytest.mark.parametrize("route", [MONTREAL_NEW_YORK, MONTREAL_TORONTO])
def test_c1_a_wrong_number_of_cards_or_two_colours_can_not_even_be_said(
    route: int, paid: str
) -> None:
    game = arrange(begin(), hands=["BBBB RRRR LLLL"])
    with pytest.raises(NotationError):
        game.rules.parse(f"claim {route} {paid}")


@pytest.mark.parametrize(
    ("hand", "paid"),
    [("BB", "BBB"), ("BBL", "BBB"), ("BBB", "BBL"), ("BL", "BLL"), ("LL", "LLL"), ("L", "BBL")],
)
def test_c1_cards_that_are_not_in_the_hand_can_not_be_paid(hand: str, paid: str) -> None:
    game = arrange(begin(), hands=[hand, "BBBLLL"])
    assert_refused(game, f"claim {MONTREAL_NEW_YORK} {paid}", "C1")
    assert f"claim {MONTREAL_NEW_YORK} {paid}" not in legal(game)


@pytest.mark.parametrize(
    ("color", "locomotives", "rule"),
    [
        (BLUE, 3, "C1"),
        (BLUE, 4, "C1"),
        (BLUE, -1, "C1"),
        (LOCOMOTIVE, 0, "C1"),
        (LOCOMOTIVE, 2, "C1"),
        (RED, 3, "C1"),
        (GRAY, 0, "G2"),
        (-1, 0, "G2"),
        ("blue", 0, "G2"),
        (None, 1, "G2"),
        (BLUE, "2", "C1"),
        (BLUE, None, "C1"),
        ([BLUE], 0, "G2"),
    ],
)
def test_c1_payments_that_make_no_sense_are_refused(
    color: object, locomotives: object, rule: str
) -> None:
    game = arrange(begin(), hands=["BBBB RRRR LLLL"])
    claim = Claim(MONTREAL_NEW_YORK, color, locomotives)  # type: ignore[arg-type]
    assert_refused(game, claim, rule)


@pytest.mark.parametrize("route", [-1, 100, "71", None, [71]])
def test_c1_a_route_that_does_not_exist_is_refused(route: object) -> None:
    game = arrange(begin(), hands=["BBBB"])
    assert_refused(game, Claim(route, BLUE, 0))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("route", "color", "locomotives"),
    [(71.0, 1, 0), (71, 1.0, 0), (71, 1, 0.0), (71, True, 0), (71, 1, False), (True, 1, 0)],
)
def test_c1_numbers_that_only_equal_whole_ones_are_refused(
    route: object, color: object, locomotives: object
) -> None:
    game = arrange(begin(), hands=["BBBBBB"])
    assert_refused(game, Claim(route, color, locomotives))  # type: ignore[arg-type]


def test_c2_trains_are_placed_and_the_cards_discarded() -> None:
    game = arrange(begin(), hands=["BBBBLL", "RRR"], discard="GG")
    play(game, f"claim {MONTREAL_NEW_YORK} BLL")
    assert game.trains == [42, 45]
    assert letters(game.hands[0]) == "BBB"
    assert letters(game.hands[1]) == "RRR"
    assert letters(game.discard) == "BGGLL"


def test_c2_the_paid_cards_lie_open() -> None:
    game = begin("BBBL RRRR")
    play(game, f"claim {MONTREAL_NEW_YORK} BBL")
    for seat in (0, 1):
        assert letters(game.view(seat).discard) == "BBL"
        assert game.view(seat).hand_sizes == [1, 4]


@pytest.mark.parametrize(("trains", "longest"), [(6, 6), (5, 5), (4, 4), (3, 3), (2, 2), (1, 1)])
def test_c2_a_route_needs_as_many_trains_as_spaces(trains: int, longest: int) -> None:
    game = arrange(begin(), hands=["BBBBBBB WWWWWWW", "L"], trains=[trains])
    claims = {
        1: f"claim {ATLANTA_NASHVILLE} B",
        2: f"claim {ATLANTA_CHARLESTON} BB",
        3: f"claim {MONTREAL_NEW_YORK} BBB",
        4: f"claim {CALGARY_HELENA} BBBB",
        5: f"claim {ATLANTA_MIAMI} BBBBB",
        6: f"claim {CALGARY_WINNIPEG} WWWWWW",
    }
    for length, claim in claims.items():
        if length <= longest:
            assert_legal(game, claim)
        else:
            assert_refused(game, claim, "C2")


def test_c2_another_seats_trains_do_not_matter() -> None:
    game = arrange(begin(), hands=["BBB"], trains=[3, 0])
    play(game, f"claim {MONTREAL_NEW_YORK} BBB")
    assert game.trains == [0, 0]


@pytest.mark.parametrize("seats", [2, 4])
def test_c3_a_claimed_route_belongs_to_that_seat_for_good(seats: int) -> None:
    game = arrange(begin(seats=seats), hands=["BBBBBB", "BBB", "LLL"][:seats])
    claim = f"claim {MONTREAL_NEW_YORK} BBB"
    play(game, claim)
    assert game.view(1).owner(MONTREAL_NEW_YORK) == 0
    assert_refused(game, claim, "C3")
    idle(game, seats - 1)
    assert game.seat == 0
    assert_refused(game, claim, "C3")  # not even its owner claims it again
    play(game, f"claim {ATLANTA_NASHVILLE} B")
    assert_refused(game, claim, "C3")
    for seat in range(seats):
        assert game.view(seat).routes_of(0) == [ATLANTA_NASHVILLE, MONTREAL_NEW_YORK]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_c4_a_seat_never_holds_two_routes_of_one_connection(seats: int) -> None:
    red, yellow = BOSTON_NEW_YORK
    game = arrange(begin(seats=seats), hands=["RRYY"])
    play(game, f"claim {red} RR")
    idle(game, seats - 1)
    assert game.seat == 0
    assert_refused(game, f"claim {yellow} YY", "C4")
    assert legal(game, f"claim {yellow} ") == []


def test_c4_holds_for_triple_connections() -> None:
    yellow, blue, green = ASHLAND_EUGENE
    game = arrange(begin(ruleset=OLD_WEST, seats=4), hands=["YYBBGG"])
    play(game, f"claim {blue} BB")
    idle(game, 3)
    assert_refused(game, f"claim {yellow} YY", "C4")
    assert_refused(game, f"claim {green} GG", "C4")


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("first", [0, 1])
def test_c5_with_two_or_three_seats_the_other_route_is_closed(seats: int, first: int) -> None:
    cards = ("RR", "YY")
    taken, closed = BOSTON_NEW_YORK[first], BOSTON_NEW_YORK[1 - first]
    game = arrange(begin(seats=seats), hands=["RRYY"] * seats)
    play(game, f"claim {taken} {cards[first]}")
    for _ in range(seats - 1):
        assert_refused(game, f"claim {closed} {cards[1 - first]}", "C5")
        idle(game)
    idle(game)
    assert_refused(game, f"claim {closed} {cards[1 - first]}", "C5")


@pytest.mark.parametrize("seats", [4, 5])
def test_c5_with_four_or_more_seats_the_other_route_stays_open_to_others(seats: int) -> None:
    red, yellow = BOSTON_NEW_YORK
    game = arrange(begin(seats=seats), hands=["RRYY"] * seats)
    play(game, f"claim {red} RR")
    assert_legal(game, f"claim {yellow} YY")
    idle(game)
    play(game, f"claim {yellow} YY")
    assert_refused(game, f"claim {yellow} YY", "C3")
    assert game.view(0).owner(red) == 0
    assert game.view(0).owner(yellow) == 2


@pytest.mark.parametrize("seats", [2, 3])
def test_c5_closes_both_others_of_a_triple_connection(seats: int) -> None:
    yellow, blue, green = ASHLAND_EUGENE
    game = arrange(begin(ruleset=OLD_WEST, seats=seats), hands=["BB", "YYGG"])
    play(game, f"claim {blue} BB")
    assert_refused(game, f"claim {yellow} YY", "C5")
    assert_refused(game, f"claim {green} GG", "C5")


@pytest.mark.parametrize("seats", [4, 5])
def test_c5_with_four_or_more_seats_three_seats_share_a_triple_connection(seats: int) -> None:
    yellow, blue, green = ASHLAND_EUGENE
    game = arrange(begin(ruleset=OLD_WEST, seats=seats), hands=["BB", "YY", "GG"])
    play(game, f"claim {blue} BB", f"claim {yellow} YY", f"claim {green} GG")
    assert [game.view(3).owner(route) for route in ASHLAND_EUGENE] == [1, 0, 2]


def test_c5_closes_no_other_connection() -> None:
    game = arrange(begin(), hands=["RR", "BBBBRR"])
    play(game, f"claim {BOSTON_NEW_YORK[0]} RR")
    assert_legal(game, f"claim {MONTREAL_NEW_YORK} BBB", "claim 7 BB", "claim 8 BB")


@pytest.mark.parametrize(
    ("claim", "points"),
    [
        (f"claim {ATLANTA_NASHVILLE} W", 1),
        (f"claim {ATLANTA_CHARLESTON} WW", 2),
        (f"claim {MONTREAL_TORONTO} WWW", 4),
        (f"claim {CALGARY_HELENA} WWWW", 7),
        (f"claim {ATLANTA_MIAMI} LLLLL", 10),
        (f"claim {CALGARY_WINNIPEG} WWWWWW", 15),
    ],
)
def test_c6_points_at_once_by_length(claim: str, points: int) -> None:
    game = arrange(begin(), hands=["", "WWWWWWLLLLL"], points=[3, 20], asked=1)
    play(game, claim)
    assert game.scores == [3, 20 + points]


@pytest.mark.parametrize(
    ("route", "length", "points"), [(0, 7, 18), (1, 8, 21), (2, 9, 27), (3, 1, 1)]
)
def test_c6_points_of_longer_routes(tmp_path: Path, route: int, length: int, points: int) -> None:
    board = small_board(
        tmp_path, "Ash,Birch,7,red,0", "Birch,Cedar,8,red,0", "Cedar,Dogwood,9,gray,0",
        "Dogwood,Ash,1,gray,0",
    )  # fmt: skip
    game = arrange(begin(ruleset=board), hands=["R" * 9])
    play(game, f"claim {route} {'R' * length}")
    assert game.scores == [points, 0]
    assert game.trains == [45 - length, 45]


def test_c7_routes_need_not_touch_earlier_ones() -> None:
    game = arrange(begin(), hands=["BBBBG"])
    play(game, f"claim {ATLANTA_NASHVILLE} G")
    idle(game)
    play(game, f"claim {PORTLAND_SEATTLE[0]} B")
    idle(game)
    play(game, f"claim {MONTREAL_NEW_YORK} BBB")
    assert game.view(1).routes_of(0) == [ATLANTA_NASHVILLE, MONTREAL_NEW_YORK, PORTLAND_SEATTLE[0]]


def test_c8_a_ferry_takes_as_many_locomotives_as_it_shows() -> None:
    claim = f"claim {LOS_ANGELES_SAN_FRANCISCO} "
    game = arrange(begin(ruleset=OLD_WEST), hands=["RRRRRRR KKK LLLLL"])
    assert legal(game, claim) == [
        claim + paid for paid in ("KKKLLLL", "KKLLLLL", "RRLLLLL", "RRRLLLL", "RRRRLLL")
    ]
    for paid in ("RRRRRRR", "RRRRRRL", "RRRRRLL"):
        assert_refused(game, claim + paid, "C8")
    play(game, claim + "RRRRLLL")
    assert game.scores == [18, 0]


def test_c8_the_other_spaces_of_a_ferry_are_paid_as_usual(tmp_path: Path) -> None:
    board = small_board(
        tmp_path, "Ash,Birch,4,blue,2", "Birch,Cedar,2,gray,2", "Cedar,Dogwood,1,red,0"
    )
    game = arrange(begin(ruleset=board), hands=["BBBB RRRR LLLL"])
    assert legal(game, "claim 0 ") == ["claim 0 BBLL", "claim 0 BLLL", "claim 0 LLLL"]
    assert legal(game, "claim 1 ") == ["claim 1 LL"]
    assert_refused(game, "claim 0 BBBB", "C8")
    assert_refused(game, "claim 0 BBBL", "C8")
    assert_refused(game, "claim 0 RRLL", "C1")
    assert_refused(game, "claim 1 RL", "C8")
    play(game, "claim 0 BBLL")
    assert (letters(game.discard), letters(game.hands[0])) == ("BBLL", "RRRRBBLL")
    assert game.trains == [41, 45]


def test_c8_too_few_locomotives_in_hand_leave_a_ferry_alone(tmp_path: Path) -> None:
    board = small_board(
        tmp_path, "Ash,Birch,4,blue,2", "Birch,Cedar,2,gray,2", "Cedar,Dogwood,1,red,0"
    )
    game = arrange(begin(ruleset=board), hands=["BBBB RRRR L"])
    assert legal(game, "claim") == ["claim 2 L", "claim 2 R"]
    assert_refused(game, "claim 0 BBLL", "C1")
