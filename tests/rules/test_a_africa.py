"""A: Heart of Africa."""

from itertools import product
from typing import Any

import pytest

from arena.boards import load_board
from arena.referee.actions import NotationError
from arena.referee.game import Game
from arena.referee.modules.terrain import DoubledClaim, TakeTerrain, Terrain, TerrainPlayed
from arena.referee.modules.terrain.doubling import doubled_with, doublings, may_double
from arena.referee.rulesets import RulesetError, find_ruleset
from tests.arrange import letters
from tests.rules.expansions import (
    asked,
    assert_refused,
    begin,
    dealt,
    final,
    lay_terrain,
    open_terrain,
    play,
    position,
    rows_of_playing,
    terrain_before,
    terrain_deck,
    terrain_discard,
)
from tests.rules.legality import assert_legal, legal

AFRICA = "africa"
CAPE_TOWN_PORT_ELIZABETH = 111  # 3 black
PORT_FLORENCE_JUNCTION_E = 37  # 1 gray
SALISBURY_BULAWAYO = 88  # 1 black
BULAWAYO_PRETORIA = 90  # 2 white
BEIRA_DURBAN = 92  # 4 white
FACHODA_ADDIS_ABABA = 25  # 5 red
MADAGASCAR_S_DURBAN = 62  # 6 gray with two symbols
BLACK = 4


def africa(*terrain: str, seats: int = 2, **others: Any) -> Game:
    """A position at the start of a turn with these terrain cards before the seats."""
    return lay_terrain(position(begin(AFRICA, seats), **others), *terrain)


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_a1_two_to_five_seats(seats: int) -> None:
    with pytest.raises(RulesetError, match=r"\(G1\)"):
        dealt(AFRICA, seats)
    for allowed in (2, 3, 4, 5):
        assert dealt(AFRICA, allowed).seats == allowed


def test_a1_four_tickets_are_dealt_and_two_or_more_kept() -> None:
    game = dealt(AFRICA, tickets=range(8))
    assert game.offers == [(0, 1, 2, 3), (4, 5, 6, 7)]
    assert_refused(game, "keep 2", "G5")
    assert_legal(game, "keep 0 3", "keep 0 1 2", "keep 0 1 2 3")
    assert len(legal(game)) == 6 + 4 + 1


def test_a1_four_tickets_are_taken_later_and_one_or_more_kept() -> None:
    game = begin(AFRICA, tickets=range(12))
    play(game, "tickets")
    assert game.offers[0] == (8, 9, 10, 11)
    assert_legal(game, "keep 9", "keep 8 9 10 11")
    assert len(legal(game)) == 4 + 6 + 4 + 1


def test_a1_returned_tickets_go_under_the_deck_unshuffled() -> None:
    game = dealt(AFRICA, tickets=range(8))
    play(game, "keep 1 2", "keep 4 7")
    assert game.ticket_deck[-4:] == [0, 3, 5, 6]


def test_a1_globetrotter_is_ten_and_the_longest_path_nothing() -> None:
    # seat 0: Moçâmedes - Windhoek (4 points), seat 1: a longer path and no ticket
    routes = [[77, 83], [FACHODA_ADDIS_ABABA]]
    result = final(begin(AFRICA), routes=routes, tickets=[[35], []])
    assert result.seats[0].bonuses == {"globetrotter": 10}
    assert result.seats[1].bonuses == {"globetrotter": 0}
    assert [seat.score for seat in result.seats] == [14, 0]
    assert result.seats[1].longest_path == 5


def test_a1_every_seat_that_ties_for_globetrotter_scores_ten() -> None:
    # Moçâmedes - Windhoek and Ujiji - Salisbury
    result = final(begin(AFRICA), routes=[[77, 83], [48, 51]], tickets=[[35], [44]])
    assert [seat.score for seat in result.seats] == [4 + 10, 4 + 10]


def test_a1_forty_five_trains() -> None:
    assert begin(AFRICA).trains == [45, 45]


def test_a2_each_seat_starts_with_one_terrain_card_and_two_lie_open() -> None:
    game = dealt(AFRICA, 3, terrain="DJMMJD")
    assert terrain_before(game) == ["D", "J", "M"]  # seat 0 has the top card
    assert open_terrain(game) == "JM"
    assert terrain_deck(game)[0] == "D"


def test_a2_the_open_cards_may_be_alike() -> None:
    game = dealt(AFRICA, 2, terrain="MMMM")
    assert (terrain_before(game), open_terrain(game)) == (["M", "M"], "MM")
    assert len(terrain_deck(game)) == 41


def test_a2_there_are_fifteen_cards_of_each_terrain() -> None:
    game = dealt(AFRICA, 5)
    cards = "".join([*terrain_before(game), open_terrain(game), terrain_deck(game)])
    assert len(terrain_deck(game)) == 45 - 5 - 2
    assert [cards.count(kind) for kind in "DJM"] == [15, 15, 15]


@pytest.mark.parametrize(
    ("route", "paid", "kind"),
    [
        (3, "YY", "D"),
        (97, "O", "D"),
        (77, "RR", "D"),
        (9, "P", "J"),
        (48, "B", "J"),
        (8, "G", "J"),
        (41, "W", "M"),
        (37, "Y", "M"),  # gray
        (88, "K", "M"),
    ],
)
def test_a2_each_colour_has_its_terrain(route: int, paid: str, kind: str) -> None:
    game = africa("DJM", hands=[paid])
    assert_legal(game, f"claim {route} {paid} with {kind}")
    assert legal(game, f"claim {route} ") == [
        f"claim {route} {paid}",
        f"claim {route} {paid} with {kind}",
    ]
    for other in "DJM".replace(kind, ""):
        with pytest.raises(NotationError):
            game.rules.parse(f"claim {route} {paid} with {other}")
    play(game, f"claim {route} {paid} with {kind}")
    assert terrain_before(game)[0] == "DJM".replace(kind, "")


@pytest.mark.parametrize(
    ("first", "second", "hand", "terrain"),
    [
        ("take R", "take B", "RB", ""),
        ("take R", "terrain D", "R", "D"),
        ("take ?", "terrain ?", "W", "M"),
        ("take ?", "terrain J", "W", "J"),
        ("terrain D", "take R", "R", "D"),
        ("terrain D", "take ?", "W", "D"),
        ("terrain ?", "take ?", "W", "M"),
        ("terrain D", "terrain J", "", "DJ"),
        ("terrain D", "terrain ?", "", "DD"),
        ("terrain ?", "terrain D", "", "DM"),
        ("terrain ?", "terrain ?", "", "DM"),
    ],
)
def test_a3_each_of_the_two_cards_is_a_train_or_a_terrain_card(
    first: str, second: str, hand: str, terrain: str
) -> None:
    game = position(begin(AFRICA), row="RBGYK", deck="WO")
    lay_terrain(game, row="DJ", deck="MDM")
    play(game, first)
    assert asked(game) == (0, "card")
    play(game, second)
    assert asked(game) == (1, "turn")
    assert (letters(game.hands[0]), terrain_before(game)[0]) == (hand, terrain)


def test_a3_a_row_locomotive_takes_the_whole_turn() -> None:
    game = africa(row="RBGYL", deck="W")
    play(game, "take L")
    assert asked(game) == (1, "turn")
    assert terrain_before(game) == ["", ""]


@pytest.mark.parametrize("first", ["terrain D", "terrain ?"])
def test_a3_a_row_locomotive_can_not_follow_a_terrain_card(first: str) -> None:
    game = africa(row="RBGYL", deck="W")
    assert_legal(game, "take L")
    play(game, first)
    assert_refused(game, "take L", "T2")


def test_a3_a_terrain_card_may_follow_a_blind_locomotive() -> None:
    game = africa(row="RBGYK", deck="L")
    play(game, "take ?", "terrain D")
    assert (letters(game.hands[0]), terrain_before(game)[0]) == ("L", "D")


def test_a3_an_open_terrain_card_is_replaced_at_once() -> None:
    game = lay_terrain(position(begin(AFRICA)), row="DJ", deck="MM")
    play(game, "terrain D")
    assert (open_terrain(game), terrain_deck(game)) == ("JM", "M")
    play(game, "terrain M")  # the new one
    assert (open_terrain(game), terrain_deck(game)) == ("JM", "")
    assert terrain_before(game)[0] == "DM"


def test_a3_a_blind_terrain_card_leaves_the_open_ones() -> None:
    game = lay_terrain(position(begin(AFRICA)), row="DJ", deck="MD")
    play(game, "terrain ?")
    assert (open_terrain(game), terrain_deck(game)) == ("DJ", "D")


def test_a3_a_terrain_card_that_does_not_lie_open_is_refused() -> None:
    game = lay_terrain(position(begin(AFRICA)), row="DD", deck="M")
    for text in ("terrain J", "terrain M"):
        assert_refused(game, text, "A3")
    assert legal(game, "terrain") == ["terrain ?", "terrain D"]


def test_a3_no_blind_terrain_card_from_an_empty_deck() -> None:
    game = lay_terrain(position(begin(AFRICA)), row="DJ", deck="")
    assert_refused(game, "terrain ?", "A3")
    play(game, "terrain D")
    assert open_terrain(game) == "J"


@pytest.mark.parametrize("kind", [3, -2, True, 0.0, "D", None])
def test_a3_a_terrain_that_does_not_exist_is_refused(kind: object) -> None:
    assert_refused(africa(), TakeTerrain(kind), "A2")  # type: ignore[arg-type]


def test_a3_the_turn_ends_with_one_card_if_nothing_can_follow() -> None:
    game = position(begin(AFRICA), row="LLLL", hands=["", "..."])
    lay_terrain(game, row="D", deck="")
    play(game, "terrain D")
    assert asked(game) == (1, "turn")


def test_a3_terrain_cards_can_be_taken_when_no_train_card_can() -> None:
    game = position(begin(AFRICA), row="", hands=["", "..."], ticket_deck=())
    lay_terrain(game, row="DJ", deck="M")
    assert legal(game) == ["terrain ?", "terrain D", "terrain J"]
    assert_refused(game, "pass", "G7")


def test_a3_taking_terrain_cards_is_the_turns_action() -> None:
    game = africa(hands=["KKK"], deck="W")
    play(game, "terrain D")
    for text in (f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK", "tickets", "pass"):
        assert_refused(game, text)


def test_a4_terrain_cards_lie_open_also_blind_ones() -> None:
    game = begin(AFRICA, terrain="DDDDMJ")  # a desert card for each seat, and two open
    before = game.log
    play(game, "terrain ?", "terrain D")
    assert terrain_before(game) == ["DDM", "D"]
    assert game.seen_by(0, before) == game.seen_by(1, before)
    for seat in (0, 1):
        terrain = game.view(seat).extras[Terrain]
        assert terrain.cards == [[2, 0, 1], [1, 0, 0]]
        assert terrain.row == [1, 1, 0]


def test_a4_the_first_cards_are_open_too() -> None:
    game = dealt(AFRICA, 3, terrain="DDDDD")
    for seat in range(3):
        assert game.view(seat).extras[Terrain].cards == [[1, 0, 0]] * 3


def test_a4_the_terrain_deck_is_hidden() -> None:
    worlds = [begin(AFRICA, terrain="DJDJ" + rest) for rest in ("DM", "MD")]
    for seat in (0, 1):
        assert worlds[0].seen_by(seat) == worlds[1].seen_by(seat)
        assert not hasattr(worlds[0].view(seat), "secrets")
        assert worlds[0].view(seat).extras[Terrain].deck_size == 41


DOUBLED = [
    # route, payment, terrain cards, twice the points of lengths 1 to 6
    (SALISBURY_BULAWAYO, "K", "M", 1, 2),
    (BULAWAYO_PRETORIA, "WW", "M", 2, 4),
    (CAPE_TOWN_PORT_ELIZABETH, "KKK", "M", 3, 8),
    (BEIRA_DURBAN, "WWWW", "MM", 4, 14),
    (FACHODA_ADDIS_ABABA, "RRRRR", "DD", 5, 20),
    (MADAGASCAR_S_DURBAN, "GGGGLL", "MM", 6, 30),
]


@pytest.mark.parametrize(("route", "paid", "played", "length", "points"), DOUBLED)
def test_a5_terrain_cards_double_the_points(
    route: int, paid: str, played: str, length: int, points: int
) -> None:
    game = africa(played, hands=[paid])
    play(game, f"claim {route} {paid} with {played}")
    assert game.scores == [points, 0]
    assert terrain_before(game) == ["", ""]
    assert letters(game.hands[0]) == ""
    assert game.trains[0] == 45 - length  # not doubled
    assert asked(game) == (1, "turn")


@pytest.mark.parametrize(("route", "paid", "played", "length", "points"), DOUBLED)
def test_a5_exactly_one_card_up_to_three_spaces_and_two_from_four_on(
    route: int, paid: str, played: str, length: int, points: int
) -> None:
    kind = played[0]
    game = africa(kind * 4, hands=[paid])
    assert legal(game, f"claim {route} {paid}") == [
        f"claim {route} {paid}",
        f"claim {route} {paid} with {played}",
    ]
    for number in (1, 2, 3):
        if number != len(played):
            assert_refused(game, f"claim {route} {paid} with {kind * number}", "A5")


def test_a5_doubling_is_optional() -> None:
    game = africa("MM", hands=["KKK"])
    play(game, f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK")
    assert (game.scores, terrain_before(game)) == ([4, 0], ["MM", ""])


def test_a5_gray_is_mountain_whatever_was_paid() -> None:
    game = africa("DDJJM", hands=["R"])
    assert legal(game, f"claim {PORT_FLORENCE_JUNCTION_E} ") == [
        f"claim {PORT_FLORENCE_JUNCTION_E} R",
        f"claim {PORT_FLORENCE_JUNCTION_E} R with M",
    ]
    for kind in "DJ":
        with pytest.raises(NotationError):
            game.rules.parse(f"claim {PORT_FLORENCE_JUNCTION_E} R with {kind}")
    play(game, f"claim {PORT_FLORENCE_JUNCTION_E} R with M")
    assert (game.scores[0], terrain_before(game)[0]) == (2, "DDJJ")


def test_a5_the_colour_counts_also_when_locomotives_pay() -> None:
    game = africa("DJM", hands=["LL"])
    assert [text for text in legal(game, f"claim {BULAWAYO_PRETORIA} LL") if "with" in text] == [
        f"claim {BULAWAYO_PRETORIA} LL with M"
    ]


def test_a5_terrain_cards_that_the_seat_has_not_are_refused() -> None:
    game = africa("M", "M", hands=["WWWWKKK"])
    assert_refused(game, f"claim {BEIRA_DURBAN} WWWW with MM", "A5")
    game = africa("DDJJ", "", hands=["WWWWKKK"])
    assert_refused(game, f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK with M", "A5")


@pytest.mark.parametrize(("terrain", "locomotives"), [(2, -1), (0, 0), (-1, 2), (1, 1), (2, 0)])
def test_a5_other_numbers_of_cards_are_refused(terrain: int, locomotives: int) -> None:
    game = africa("MM", hands=["KKKLL"])
    claim = DoubledClaim(CAPE_TOWN_PORT_ELIZABETH, BLACK, 0, terrain, locomotives)
    assert_refused(game, claim, "A5")


@pytest.mark.parametrize(
    "fields",
    [
        (CAPE_TOWN_PORT_ELIZABETH, BLACK, 0, True, 0),
        (CAPE_TOWN_PORT_ELIZABETH, BLACK, 0, 1.0, 0),
        (CAPE_TOWN_PORT_ELIZABETH, BLACK, 0, 0, True),
        (CAPE_TOWN_PORT_ELIZABETH, BLACK, 0, "M", 0),
        (CAPE_TOWN_PORT_ELIZABETH, BLACK, 0, 1, None),
        (CAPE_TOWN_PORT_ELIZABETH, 4.0, 0, 1, 0),
        (CAPE_TOWN_PORT_ELIZABETH, BLACK, False, 1, 0),
        (111.0, BLACK, 0, 1, 0),
    ],
)
def test_a5_numbers_that_only_equal_whole_ones_are_refused(fields: tuple[Any, ...]) -> None:
    assert_refused(africa("MM", hands=["KKKLL"]), DoubledClaim(*fields))


def test_a5_a_doubled_claim_is_a_claim() -> None:
    route = CAPE_TOWN_PORT_ELIZABETH
    assert_refused(africa("M", hands=["KK"]), f"claim {route} KKK with M", "C1")
    poor = africa("M", hands=["KKK"], trains=[2])
    assert_refused(poor, f"claim {route} KKK with M", "C2")
    late = africa("M", hands=["KKK"], routes=[[], [route]])
    assert_refused(late, f"claim {route} KKK with M", "C3")
    red = DoubledClaim(route, 0, 0, 1, 0)
    assert_refused(africa("M", hands=["RRR"]), red, "C1")
    ferry = africa("MM", hands=["GGGGGLL"])
    assert_refused(ferry, f"claim {MADAGASCAR_S_DURBAN} GGGGGL with MM", "C8")


def test_a5_a_route_of_seven_can_not_be_doubled() -> None:
    boise_seattle = 40  # 7 gray, on Old West's board
    game = begin(find_ruleset("africa").on_board("oldwest"))
    game = lay_terrain(position(game, hands=["RRRRRRRLLL"]), "MMMM")
    assert_legal(game, f"claim {boise_seattle} RRRRRRR")
    for played in ("M", "MM", "MMM", "ML"):
        assert_refused(game, f"claim {boise_seattle} RRRRRRR with {played}", "A5")


@pytest.mark.parametrize(
    ("mine", "others", "may"),
    [
        ("M", "", True),
        ("M", "M", True),  # equal is enough
        ("M", "MM", False),
        ("MM", "MM", True),
        ("MMM", "MM", True),
        ("MM", "MMM", False),
        ("M", "DDDJJJ", True),  # another terrain
        ("MDDD", "MM", False),
    ],
)
def test_a6_no_other_seat_may_have_more_of_that_terrain(mine: str, others: str, may: bool) -> None:
    game = africa(mine, others, hands=["KKK"])
    claim = f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK with M"
    if may:
        assert_legal(game, claim)
    else:
        assert_refused(game, claim, "A6")
    assert_legal(game, f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK")


def test_a6_the_cards_about_to_be_played_count() -> None:
    game = africa("MM", "MM", hands=["WWWW"])
    play(game, f"claim {BEIRA_DURBAN} WWWW with MM")
    assert (game.scores[0], terrain_before(game)) == (14, ["", "MM"])


@pytest.mark.parametrize(
    ("second", "third", "may"), [("MM", "MM", True), ("M", "MMM", False), ("MMM", "", False)]
)
def test_a6_each_other_seat_is_compared_by_itself(second: str, third: str, may: bool) -> None:
    game = africa("MM", second, third, seats=3, hands=["KKK"])
    claim = f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK with M"
    if may:
        assert_legal(game, claim)
    else:
        assert_refused(game, claim, "A6")


def test_a6_the_seat_that_claims_is_not_always_the_first() -> None:
    claim = f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK with M"
    game = africa("MM", "M", "", seats=3, hands=["", "KKK"], asked=1)
    assert_refused(game, claim, "A6")
    assert_legal(africa("M", "M", "M", seats=3, hands=["", "KKK"], asked=1), claim)


def test_a6_locomotives_of_others_do_not_count() -> None:
    game = africa("M", "M", hands=["KKK", "LLLL"])
    assert_legal(game, f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK with M")


def test_a7_a_locomotive_as_a_mountain_doubles_cape_town_port_elizabeth() -> None:
    # one mountain against two: the locomotive makes it two, and is the card played
    game = africa("M", "MM", hands=["KKKL"])
    assert_refused(game, f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK with M", "A6")
    play(game, f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK with L")
    assert game.scores == [8, 0]
    assert terrain_before(game) == ["M", "MM"]
    assert letters(game.hands[0]) == ""
    assert letters(game.discard) == "KKKL"
    assert terrain_discard(game) == ""


def test_a7_locomotives_can_be_all_the_terrain_there_is() -> None:
    game = africa("", "MM", hands=["WWWWLL"])
    play(game, f"claim {BEIRA_DURBAN} WWWW with LL")
    assert (game.scores[0], letters(game.discard)) == (14, "WWWWLL")
    assert game.hand_sizes == [0, 0]


def test_a7_a_locomotive_beside_a_terrain_card() -> None:
    game = africa("M", "MM", hands=["WWWWL"])
    play(game, f"claim {BEIRA_DURBAN} WWWW with ML")
    assert (game.scores[0], letters(game.discard)) == (14, "WWWWL")
    assert (terrain_before(game)[0], terrain_discard(game)) == ("", "M")


@pytest.mark.parametrize(
    ("others", "ways"),
    [
        ("MM", ["LL", "ML", "MM"]),
        ("MMM", ["LL", "ML"]),
        ("MMMM", ["LL"]),
        ("MMMMM", ["LLL"]),
        ("MMMMMM", []),  # there are three locomotives
    ],
)
def test_a7_each_locomotive_counts_once_toward_the_comparison(others: str, ways: list[str]) -> None:
    game = africa("MM", others, hands=["WWWWLLL"])
    claim = f"claim {BEIRA_DURBAN} WWWW with "
    assert legal(game, claim) == [claim + way for way in ways]
    for way in {"LL", "ML", "MM"}.difference(ways):
        assert_refused(game, claim + way, "A6")


def test_a7_as_many_locomotives_as_it_takes_to_tie_and_no_more() -> None:
    game = africa("M", "MMM", hands=["KKKLLL"])
    route = CAPE_TOWN_PORT_ELIZABETH
    assert_refused(game, f"claim {route} KKK with L", "A6")
    for played in ("ML", "LLL", "MLL"):
        assert_refused(game, f"claim {route} KKK with {played}", "A7")
    assert legal(game, f"claim {route} KKK ") == [f"claim {route} KKK with LL"]
    play(game, f"claim {route} KKK with LL")
    assert (game.scores, terrain_before(game)) == ([8, 0], ["M", "MMM"])
    assert (letters(game.hands[0]), letters(game.discard)) == ("L", "KKKLL")
    assert terrain_discard(game) == ""


def test_a7_where_the_price_makes_the_tie_no_more_locomotives_are_played() -> None:
    game = africa("M", "MM", hands=["KKKLLL"])
    route = CAPE_TOWN_PORT_ELIZABETH
    for played in ("LL", "ML"):
        assert_refused(game, f"claim {route} KKK with {played}", "A5")


def test_a7_more_locomotives_than_are_left_after_paying_can_not_make_the_tie() -> None:
    game = africa("", "MMM", hands=["KKLLL"])
    route = CAPE_TOWN_PORT_ELIZABETH
    assert_refused(game, f"claim {route} KKL with LLL", "A7")
    assert [text for text in legal(game, f"claim {route} ") if "with" in text] == []
    rich = africa("", "MMM", hands=["KKLLLL"])
    assert_legal(rich, f"claim {route} KKL with LLL")


def test_a7_the_routes_doubled_are_those_that_one_route_at_a_time_may_be() -> None:
    board = load_board("africa")
    for own, others, extra in product(range(5), range(7), range(7)):
        routes = doubled_with(board, [own] * 3, [others] * 3, extra)
        for route, (_, price) in enumerate(doublings(board)):
            may = price > 0 and may_double(price, own, others, extra)
            assert bool(routes >> route & 1) == may, (own, others, extra, price)


def test_a7_everybody_sees_the_locomotives_that_made_the_tie() -> None:
    game = africa("M", "MMM", hands=["KKKLL", "B"])
    before = len(game.seen_by(1))
    play(game, f"claim {CAPE_TOWN_PORT_ELIZABETH} KKK with LL")
    assert TerrainPlayed(0, 2, 0, 2) in game.seen_by(1)[before:]


def test_a7_a_locomotive_does_not_pay_twice() -> None:
    game = africa("M", hands=["KKL"])
    route = CAPE_TOWN_PORT_ELIZABETH
    assert_refused(game, f"claim {route} KKL with L", "A7")
    assert legal(game, f"claim {route} ") == [f"claim {route} KKL", f"claim {route} KKL with M"]


def test_a7_locomotives_may_pay_and_double() -> None:
    game = africa("", hands=["LLLL"])
    play(game, f"claim {CAPE_TOWN_PORT_ELIZABETH} LLL with L")
    assert (game.scores[0], letters(game.discard)) == (8, "LLLL")


def test_a8_played_terrain_cards_have_their_own_discard_pile() -> None:
    game = africa("MMD", hands=["WWWW"])
    play(game, f"claim {BEIRA_DURBAN} WWWW with MM")
    assert terrain_discard(game) == "MM"
    assert letters(game.discard) == "WWWW"
    assert terrain_before(game)[0] == "D"


def test_a8_the_discards_are_a_new_deck_when_a_blind_card_is_the_last() -> None:
    game = position(begin(AFRICA), deck="W", next_terrain=["MDM"])
    lay_terrain(game, row="DJ", deck="J", discard="MMD")
    assert rows_of_playing(game, "terrain ?") == ["0 terrain ?", "-1 terrain MDM"]
    assert (terrain_deck(game), terrain_discard(game)) == ("MDM", "")
    play(game, "terrain ?")
    assert terrain_before(game)[0] == "JM"


def test_a8_the_discards_are_a_new_deck_when_the_row_takes_the_last() -> None:
    game = position(begin(AFRICA), deck="W", next_terrain=["MM"])
    lay_terrain(game, row="DJ", deck="J", discard="MM")
    play(game, "terrain D")
    assert (open_terrain(game), terrain_deck(game)) == ("JJ", "MM")


def test_a8_the_open_cards_are_filled_as_soon_as_cards_exist() -> None:
    game = position(begin(AFRICA), hands=["WWWW"], next_terrain=["MM"])
    lay_terrain(game, "MM", row="D", deck="")
    claim = f"claim {BEIRA_DURBAN} WWWW with MM"
    assert rows_of_playing(game, claim) == [f"0 {claim}", "-1 terrain MM"]
    assert (open_terrain(game), terrain_deck(game)) == ("DM", "M")


def test_a8_nothing_is_reshuffled_while_the_deck_has_cards() -> None:
    game = lay_terrain(position(begin(AFRICA)), row="DJ", deck="JJ", discard="MM")
    play(game, "terrain ?")
    assert (terrain_deck(game), terrain_discard(game)) == ("J", "MM")


def test_a8_terrain_cards_are_worth_nothing_at_the_end() -> None:
    game = position(begin(AFRICA), last_turns=0, tickets=[])
    lay_terrain(game, "DDDJJJMMM", "")
    play(game, "take ?", "take ?")
    assert [seat.score for seat in game.result().seats] == [0, 0]
    assert [seat.place for seat in game.result().seats] == [1, 1]


def completed(tickets: list[int], *routes: int) -> int:
    """How many of these tickets a seat with these routes completes."""
    result = final(begin(AFRICA), routes=[routes], tickets=[tickets])
    return result.seats[0].tickets_completed


LIVINGSTONIA_MADAGASCAR, PRETORIA_MADAGASCAR, MOCAMBIQUE_DURBAN = 25, 39, 32


def test_a9_either_spot_of_madagascar_completes_a_ticket() -> None:
    # Livingstonia - Zomba - Moçambique - Madagascar N; Pretoria - Durban - Madagascar S
    assert completed([LIVINGSTONIA_MADAGASCAR], 53, 56, 59) == 1
    assert completed([PRETORIA_MADAGASCAR], 102, 62) == 1
    assert completed([LIVINGSTONIA_MADAGASCAR], 53, 56) == 0
    assert completed([PRETORIA_MADAGASCAR], 102) == 0


def test_a9_the_other_spot_completes_it_as_well() -> None:
    # Livingstonia … Moçambique - Beira - Durban - Madagascar S
    assert completed([LIVINGSTONIA_MADAGASCAR], 53, 56, 57, 92, 62) == 1
    # Pretoria - Durban - Beira - Moçambique - Madagascar N
    assert completed([PRETORIA_MADAGASCAR], 102, 92, 57, 59) == 1


def test_a9_the_two_spots_are_two_cities() -> None:
    assert completed([MOCAMBIQUE_DURBAN], 59, 62) == 0
    assert completed([MOCAMBIQUE_DURBAN], 59, 61, 62) == 1  # with the route between them


BANGUI_NIGERIA, NGAOUNDERE_PORT_FLORENCE, ADDIS_ABABA_TCHAD = 4, 37, 2
FAR_SIDE = (10, 15, 22, 34)  # Douala - Bangui - Bondo - Bogoro - Port Florence


@pytest.mark.parametrize("routes", [(5, 0), (5, 1), (10, 6), (10, 7)])
def test_a10_any_one_route_into_a_country_completes_a_ticket_to_it(
    routes: tuple[int, int],
) -> None:
    # Bangui - Ngaoundéré - Nigeria, Bangui - Douala - Nigeria
    assert completed([BANGUI_NIGERIA], *routes) == 1
    assert completed([BANGUI_NIGERIA], routes[0]) == 0
    assert completed([BANGUI_NIGERIA], routes[1]) == 0


def test_a10_two_routes_into_one_country_are_not_joined() -> None:
    # Ngaoundéré - Nigeria - Douala …
    assert completed([NGAOUNDERE_PORT_FLORENCE], 0, 6, *FAR_SIDE) == 0
    assert completed([NGAOUNDERE_PORT_FLORENCE], 4, *FAR_SIDE) == 1  # by Ngaoundéré - Douala


def test_a10_every_border_country_is_a_dead_end() -> None:
    # Tchad - Junction NW - Fachoda - Sudan - Addis Ababa
    assert completed([ADDIS_ABABA_TCHAD], 18, 20, 24, 27) == 0
    assert completed([ADDIS_ABABA_TCHAD], 18, 20, 25) == 1  # by Fachoda - Addis Ababa
    # Ngaoundéré - Tchad - Junction NW - Bangui - Bondo - Bogoro - Port Florence
    assert completed([NGAOUNDERE_PORT_FLORENCE], 2, 18, 16, 15, 22, 34) == 0


def test_a10_a_ticket_to_a_country_may_go_past_another_seats_route() -> None:
    result = final(begin(AFRICA), routes=[[10, 6], [0]], tickets=[[BANGUI_NIGERIA], []])
    assert result.seats[0].tickets_completed == 1


@pytest.mark.parametrize(
    ("routes", "length"),
    [
        ((0, 6), 3),  # Ngaoundéré - Nigeria - Douala would be 5
        ((0, 4, 6), 8),  # Nigeria - Ngaoundéré - Douala - Nigeria ends there twice
        ((24, 27), 3),  # Fachoda - Sudan - Addis Ababa would be 5
        ((2, 18), 4),  # Ngaoundéré - Tchad - Junction NW would be 6
        ((0, 6, 10), 6),  # Nigeria - Douala - Bangui
    ],
)
def test_a10_no_path_passes_through_a_country(routes: tuple[int, ...], length: int) -> None:
    result = final(begin(AFRICA), routes=[routes], tickets=[])
    assert result.seats[0].longest_path == length


def test_a10_the_longest_path_bonus_minds_it_where_it_is_switched_on() -> None:
    ruleset = find_ruleset(AFRICA).with_bonuses(["longest_path"])
    # 3 and 2 spaces that meet in Nigeria, against 4 in one route
    result = final(begin(ruleset), routes=[[0, 6], [BEIRA_DURBAN]], tickets=[])
    assert [seat.bonuses["longest_path"] for seat in result.seats] == [0, 10]


def test_a10_countries_can_be_claimed_into_like_any_city() -> None:
    game = position(begin(AFRICA), hands=["RRR"])
    play(game, "claim 0 RRR")
    assert game.scores[0] == 4
