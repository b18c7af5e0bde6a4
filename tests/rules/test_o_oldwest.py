"""O: Old West; and its way with returned tickets (G5)."""

from typing import Any

import pytest

from arena.referee.actions import NotationError
from arena.referee.game import Game
from arena.referee.modules.towns import BuildCity, StartTown
from arena.referee.rulesets import RulesetError
from tests.arrange import idle, letters
from tests.rules.expansions import (
    asked,
    assert_refused,
    begin,
    claimable,
    dealt,
    final,
    keep_all,
    lay_pieces,
    pieces_left,
    pieces_of,
    play,
    position,
    rows_of_playing,
)
from tests.rules.legality import assert_legal, legal

OLD_WEST = "oldwest"
TOWNS = ("Salt Lake City", "Las Vegas", "Seattle", "Tucson", "Helena", "Fresno")
ASHLAND_EUGENE = (11, 12, 13)  # 2 yellow, 2 blue, 2 green
BEND_EUGENE = 26  # 1 gray
BOISE_WINNEMUCCA = 42  # 3 red
CHEYENNE_GREEN_RIVER = 61  # 4 red
FLAGSTAFF_ST_GEORGE = 78  # 2 yellow
GREEN_RIVER_SALT_LAKE_CITY = (93, 94)  # 1 gray, 1 gray
LAS_VEGAS_ST_GEORGE = 104  # 2 blue
LAS_VEGAS_LOS_ANGELES = 102  # 3 gray
LOS_ANGELES_SAN_FRANCISCO = 111  # 7 gray with three symbols
SALT_LAKE_CITY_ST_GEORGE = 131  # 4 red
SALT_LAKE_CITY_WINNEMUCCA = 133  # 5 yellow
GREEN_RIVER, FIRST_TRACK = "Green River", GREEN_RIVER_SALT_LAKE_CITY[0]


def west(seats: int = 2, *, starts: tuple[str, ...] = TOWNS, **others: Any) -> Game:
    """A position at the start of a turn: seat 0 started in Salt Lake City, seat 1 in Las Vegas."""
    return position(begin(OLD_WEST, seats, starts=starts[:seats]), **others)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_o1_two_to_six_seats(seats: int) -> None:
    with pytest.raises(RulesetError, match=r"\(G1\)"):
        dealt(OLD_WEST, seats)
    for allowed in range(2, 7):
        assert dealt(OLD_WEST, allowed).trains == [40] * allowed


def test_o1_five_tickets_are_dealt_and_three_or_more_kept() -> None:
    game = dealt(OLD_WEST, tickets=range(10))
    assert game.offers == [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)]
    assert_refused(game, "keep 0 1", "G5")
    assert_legal(game, "keep 0 2 4", "keep 0 1 2 3", "keep 0 1 2 3 4")
    assert len(legal(game)) == 10 + 5 + 1


def test_o1_four_tickets_are_taken_later_and_one_or_more_kept() -> None:
    game = begin(OLD_WEST, starts=TOWNS[:2], tickets=range(14))
    play(game, "tickets")
    assert game.offers[0] == (10, 11, 12, 13)
    assert_legal(game, "keep 12", "keep 10 11 12 13")
    assert len(legal(game)) == 4 + 6 + 4 + 1


def test_o1_globetrotter_is_fifteen_and_the_longest_path_nothing() -> None:
    # seat 0: Salt Lake City - Green River - Cheyenne (5 points), seat 1: a longer path, no ticket
    routes = [[FIRST_TRACK, CHEYENNE_GREEN_RIVER], [LOS_ANGELES_SAN_FRANCISCO]]
    result = final(begin(OLD_WEST, starts=TOWNS[:2]), routes=routes, tickets=[[31], []])
    assert [seat.bonuses for seat in result.seats] == [{"globetrotter": 15}, {"globetrotter": 0}]
    assert [seat.score for seat in result.seats] == [5 + 15, 0]
    assert [seat.longest_path for seat in result.seats] == [5, 7]


def test_o1_the_last_seat_chooses_its_starting_town_first() -> None:
    game = dealt(OLD_WEST, 3)
    assert_refused(game, "start Denver")
    keep_all(game)
    for seat, town in ((2, "Denver"), (1, "Boise"), (0, "Tucson")):
        assert asked(game) == (seat, "start")
        play(game, f"start {town}")
    assert asked(game) == (0, "turn")
    assert [pieces_of(game, seat) for seat in range(3)] == [["Tucson"], ["Boise"], ["Denver"]]


def test_o1_the_start_takes_one_of_three_pieces() -> None:
    game = keep_all(dealt(OLD_WEST))
    assert pieces_left(game) == [3, 3]
    play(game, "start Denver")
    assert pieces_left(game) == [3, 2]
    play(game, "start Boise")
    assert pieces_left(game) == [2, 2]


def test_o1_one_piece_a_town() -> None:
    game = keep_all(dealt(OLD_WEST, 3))
    assert len(legal(game)) == len(legal(game, "start")) == 41
    play(game, "start Denver")
    assert_refused(game, "start Denver", "O1")
    play(game, "start Boise")
    for town in ("Denver", "Boise"):
        assert_refused(game, f"start {town}", "O1")
    assert len(legal(game)) == 39


@pytest.mark.parametrize("city", [41, -1, True, "Denver", 3.0, None])
def test_o1_a_town_that_does_not_exist_is_refused(city: object) -> None:
    assert_refused(keep_all(dealt(OLD_WEST)), StartTown(city))  # type: ignore[arg-type]


RICH = "RRRRRRRBBBBBBGGGGGGYYYYYYKKKKKKWWWWWWOOOOOOPPPPPPLLL"
AT_SALT_LAKE_CITY = {66, 67, 86, 93, 94, 98, 99, 131, 132, 133, 134}
AT_GREEN_RIVER = {58, 61, 62, 92, 93, 94}
AT_CHEYENNE = {55, 56, 59, 60, 61, 62}


def test_o2_the_network_grows_from_salt_lake_city() -> None:
    game = west(hands=[RICH])
    assert claimable(game) == AT_SALT_LAKE_CITY
    assert_refused(game, f"claim {CHEYENNE_GREEN_RIVER} RRRR", "O2")
    play(game, f"claim {FIRST_TRACK} K", "skip")
    idle(game)
    closed = set(GREEN_RIVER_SALT_LAKE_CITY)
    assert claimable(game) == (AT_SALT_LAKE_CITY | AT_GREEN_RIVER) - closed
    assert_refused(game, "claim 59 P", "O2")  # Cheyenne - Denver
    play(game, f"claim {CHEYENNE_GREEN_RIVER} RRRR", "skip")
    idle(game)
    closed |= {61, 62}
    assert claimable(game) == (AT_SALT_LAKE_CITY | AT_GREEN_RIVER | AT_CHEYENNE) - closed
    assert_legal(game, "claim 59 P")


def test_o2_the_first_route_of_each_seat_is_at_its_own_starting_town() -> None:
    game = west(hands=["", RICH], asked=1)
    assert claimable(game) == {20, 48, 49, 74, 75, 102, 103, 104, 105}  # Las Vegas
    assert_refused(game, f"claim {FIRST_TRACK} K", "O2")  # seat 0's town


def test_o2_the_network_grows_whichever_end_is_new() -> None:
    game = west(hands=["", "BBYY"], asked=1)
    assert_refused(game, f"claim {FLAGSTAFF_ST_GEORGE} YY", "O2")
    play(game, f"claim {LAS_VEGAS_ST_GEORGE} BB", "skip")  # from Las Vegas to St. George
    idle(game)
    play(game, f"claim {FLAGSTAFF_ST_GEORGE} YY")
    assert game.trains == [40, 36]


def test_o2_routes_of_others_do_not_help() -> None:
    game = west(hands=["RRRR" + "K", RICH])
    play(game, f"claim {SALT_LAKE_CITY_ST_GEORGE} RRRR")
    reached = {20, 48, 49, 74, 75, 102, 103, 104, 105}
    assert claimable(game) == reached  # not 78 and 87, at St. George
    assert_refused(game, "claim 78 YY", "O2")


def test_o2_a_route_may_close_a_circle() -> None:
    # Salt Lake City - Green River - Idaho Falls - Salt Lake City
    game = west(hands=["KOOOGG"])
    play(game, f"claim {FIRST_TRACK} K", "skip")
    idle(game)
    play(game, "claim 92 OOO", "skip")
    idle(game)
    play(game, "claim 98 GG")
    assert game.owned[0] == 1 << FIRST_TRACK | 1 << 92 | 1 << 98


def test_o3_a_piece_costs_two_cards_of_one_colour() -> None:
    game = west(hands=["KRRBLL"])
    play(game, f"claim {FIRST_TRACK} K")
    assert asked(game) == (0, "city")
    pairs = ("BL", "LL", "RL", "RR")
    assert legal(game) == [*[f"city Green River {pair}" for pair in pairs], "skip"]
    for pair in ("BB", "KL", "KK", "GL"):  # cards that the hand has not, or not any more
        assert_refused(game, f"city Green River {pair}", "O3")


@pytest.mark.parametrize(
    ("pair", "hand", "discard"),
    [("RR", "BLL", "RRK"), ("RL", "RBL", "RKL"), ("BL", "RRL", "BKL"), ("LL", "RRB", "KLL")],
)
def test_o3_locomotives_stand_in_for_one_or_both(pair: str, hand: str, discard: str) -> None:
    game = west(hands=["KRRBLL"])
    play(game, f"claim {FIRST_TRACK} K", f"city Green River {pair}")
    assert pieces_of(game, 0) == ["Green River", "Salt Lake City"]
    assert pieces_left(game) == [1, 2]
    assert letters(game.hands[0]) == hand
    assert game.hand_sizes[0] == 3
    assert letters(game.discard) == discard
    assert asked(game) == (1, "turn")


@pytest.mark.parametrize("cards", ["RB", "R", "RRR", "L", "LR", "", "RRL", "LLL", "?R", "rr"])
def test_o3_other_payments_can_not_even_be_said(cards: str) -> None:
    game = west(hands=["KRRRBLLL"])
    with pytest.raises(NotationError):
        game.rules.parse(f"city Green River {cards}")


@pytest.mark.parametrize(
    ("color", "locomotives"), [(0, 2), (0, -1), (8, 0), (8, 1), (9, 0), (-1, 0), (0, 3), (None, 0)]
)
def test_o3_payments_that_make_no_sense_are_refused(color: Any, locomotives: int) -> None:
    game = west(hands=["KRRRBLLL"])
    play(game, f"claim {FIRST_TRACK} K")
    assert_refused(game, BuildCity(game.board.city(GREEN_RIVER), color, locomotives), "O3")


@pytest.mark.parametrize(
    ("color", "locomotives"), [(True, 0), (1.0, 0), (1, False), (1, 0.0), (1, True), ([1], 0)]
)
def test_o3_numbers_that_only_equal_whole_ones_are_refused(color: Any, locomotives: Any) -> None:
    game = west(hands=["KBBBLL"])
    play(game, f"claim {FIRST_TRACK} K")
    assert_refused(game, BuildCity(game.board.city(GREEN_RIVER), color, locomotives))


def test_o3_either_end_can_have_the_piece() -> None:
    for town in ("Las Vegas", "Los Angeles"):
        game = west(starts=("St. George", "Tucson"), hands=["BBKKKRRWW"])
        play(game, f"claim {LAS_VEGAS_ST_GEORGE} BB", "skip")
        idle(game)
        play(game, f"claim {LAS_VEGAS_LOS_ANGELES} KKK")
        assert legal(game, "city") == [
            f"city {end} {pair}" for end in ("Las Vegas", "Los Angeles") for pair in ("RR", "WW")
        ]
        play(game, f"city {town} RR")
        assert pieces_of(game, 0) == sorted(["St. George", town])
        assert asked(game) == (1, "turn")  # one piece a claim, whatever else could be paid


def test_o3_only_a_free_end() -> None:
    game = west(hands=["KRR"])
    play(game, f"claim {FIRST_TRACK} K")
    assert_refused(game, "city Salt Lake City RR", "O3")  # holds the seat's own already
    assert legal(game) == ["city Green River RR", "skip"]


def test_o3_no_piece_on_another_seats_town() -> None:
    game = west(starts=("Las Vegas", "Los Angeles"), hands=["KKKRR"])
    claim = f"claim {LAS_VEGAS_LOS_ANGELES} KKK"
    assert rows_of_playing(game, claim) == [f"0 {claim}"]  # both ends are taken: no question
    assert asked(game) == (1, "turn")


def test_o3_an_end_that_another_holds_is_refused() -> None:
    game = west(starts=("Boise", "Winnemucca"), hands=["RRRYYYYYBB"])
    play(game, f"claim {BOISE_WINNEMUCCA} RRR")
    idle(game)
    play(game, f"claim {SALT_LAKE_CITY_WINNEMUCCA} YYYYY")
    assert_refused(game, "city Winnemucca BB", "O3")
    assert legal(game) == ["city Salt Lake City BB", "skip"]


def test_o3_only_ends_of_the_route_just_claimed() -> None:
    game = west(hands=["KKRRRRBBBB"])
    play(game, f"claim {FIRST_TRACK} K", "skip")
    idle(game)
    play(game, f"claim {CHEYENNE_GREEN_RIVER} RRRR", "skip")
    idle(game)
    play(game, "claim 60 K")  # Cheyenne - Denver
    for town in ("Green River", "Pueblo", "St. George"):
        assert_refused(game, f"city {town} BB", "O3")
    assert_legal(game, "city Cheyenne BB", "city Denver BB")


def test_o3_three_pieces_in_all() -> None:
    game = west(hands=["KRRRRBBBBWW"])
    play(game, f"claim {FIRST_TRACK} K", "city Green River BB")
    idle(game)
    play(game, f"claim {CHEYENNE_GREEN_RIVER} RRRR", "city Cheyenne BB")
    idle(game)
    assert pieces_left(game) == [0, 2]
    play(game, "claim 55 WW")
    assert pieces_of(game, 0) == ["Cheyenne", "Green River", "Salt Lake City"]
    assert asked(game) == (1, "turn")


def test_o3_no_question_when_all_pieces_are_placed() -> None:
    game = lay_pieces(west(hands=["KRRRR"]), ["Tucson", "Phoenix"])
    claim = f"claim {FIRST_TRACK} K"
    assert rows_of_playing(game, claim) == [f"0 {claim}"]
    assert asked(game) == (1, "turn")


def test_o3_no_question_without_a_pair() -> None:
    game = west(hands=["KRBGYKWOP"])
    claim = f"claim {FIRST_TRACK} K"
    assert rows_of_playing(game, claim) == [f"0 {claim}"]
    assert asked(game) == (1, "turn")


def test_o3_the_piece_is_optional() -> None:
    game = west(hands=["KRR"])
    play(game, f"claim {FIRST_TRACK} K", "skip")
    assert pieces_of(game, 0) == ["Salt Lake City"]
    assert (letters(game.hands[0]), pieces_left(game)) == ("RR", [2, 2])
    assert asked(game) == (1, "turn")


def test_o3_only_after_claiming() -> None:
    game = west(hands=["KRR"], deck="WW")
    assert_refused(game, "city Green River RR")
    play(game, "take ?", "take ?")
    assert asked(game) == (1, "turn")


@pytest.mark.parametrize("city", [41, -1, True, "Denver", None])
def test_o3_a_town_that_does_not_exist_is_refused(city: object) -> None:
    game = west(hands=["KRR"])
    play(game, f"claim {FIRST_TRACK} K")
    assert_refused(game, BuildCity(city, 0, 0))  # type: ignore[arg-type]


def test_o4_the_owner_of_salt_lake_city_scores_seven_and_the_claimer_nothing() -> None:
    game = west(hands=["", "BBRRRR"], asked=1)
    play(game, f"claim {LAS_VEGAS_ST_GEORGE} BB", "skip")
    idle(game)
    assert game.scores == [0, 2]
    play(game, f"claim {SALT_LAKE_CITY_ST_GEORGE} RRRR")
    assert game.scores == [7, 2]
    assert game.owned[1] >> SALT_LAKE_CITY_ST_GEORGE & 1  # the route is the claimer's all the same
    assert game.trains == [40, 34]


def test_o4_the_owner_of_both_ends_scores_fourteen() -> None:
    game = lay_pieces(west(hands=["", "LLRRRR"], asked=1), ["St. George"])
    play(game, f"claim {LAS_VEGAS_ST_GEORGE} LL")
    assert game.scores == [2, 2]  # St. George is seat 0's, Las Vegas seat 1's
    idle(game)
    play(game, f"claim {SALT_LAKE_CITY_ST_GEORGE} RRRR")
    assert game.scores == [2 + 14, 2]


def test_o4_without_a_piece_at_either_end_the_claimer_scores() -> None:
    game = west(hands=["KRRRR"])
    play(game, f"claim {FIRST_TRACK} K", "skip")
    idle(game)
    assert game.scores == [1, 0]
    play(game, f"claim {CHEYENNE_GREEN_RIVER} RRRR")
    assert game.scores == [8, 0]


def test_o4_ones_own_piece_scores_once() -> None:
    game = west(hands=["RRRR"])
    play(game, f"claim {SALT_LAKE_CITY_ST_GEORGE} RRRR")
    assert game.scores == [7, 0]


def test_o4_ones_own_pieces_at_both_ends_score_twice() -> None:
    game = lay_pieces(west(hands=["RRRR"]), ["St. George"])
    play(game, f"claim {SALT_LAKE_CITY_ST_GEORGE} RRRR")
    assert game.scores == [14, 0]


def test_o4_two_owners_score_each() -> None:
    game = lay_pieces(west(hands=["RRRR"]), [], ["St. George"])
    play(game, f"claim {SALT_LAKE_CITY_ST_GEORGE} RRRR")
    assert game.scores == [7, 7]


def test_o4_two_other_owners_score_each_and_the_claimer_nothing() -> None:
    game = west(3, starts=("Boise", "Winnemucca", "Salt Lake City"), hands=["RRRYYYYY"])
    play(game, f"claim {BOISE_WINNEMUCCA} RRR")
    assert game.scores == [4, 4, 0]
    idle(game, 2)
    play(game, f"claim {SALT_LAKE_CITY_WINNEMUCCA} YYYYY")
    assert game.scores == [4, 4 + 10, 10]


def test_o4_points_come_before_the_piece_of_the_same_claim() -> None:
    game = west(hands=["RRRRBB"])
    play(game, f"claim {SALT_LAKE_CITY_ST_GEORGE} RRRR", "city St. George BB")
    assert game.scores == [7, 0]


def test_o4_a_new_piece_does_not_win_the_points_of_its_own_route() -> None:
    game = west(hands=["", "BBRRRRKK"], asked=1)
    play(game, f"claim {LAS_VEGAS_ST_GEORGE} BB", "skip")
    idle(game)
    play(game, f"claim {SALT_LAKE_CITY_ST_GEORGE} RRRR", "city St. George KK")
    assert game.scores == [7, 2]


def test_o4_a_piece_wins_the_points_of_later_routes() -> None:
    game = west(hands=["RRRRBB", "LL"])
    play(game, f"claim {SALT_LAKE_CITY_ST_GEORGE} RRRR", "city St. George BB")
    play(game, f"claim {LAS_VEGAS_ST_GEORGE} LL")
    assert game.scores == [7 + 2, 2]


RIVALS = ("Ashland", "Eugene", "Bend", "Tucson", "Helena", "Fresno")


@pytest.mark.parametrize("seats", [2, 3])
def test_o5_few_seats_use_one_track_of_a_connection(seats: int) -> None:
    game = west(seats, starts=RIVALS, hands=["YYBBGG", "BBGG"])
    first, *others = ASHLAND_EUGENE
    play(game, f"claim {first} YY")
    for track, paid in zip(others, ("BB", "GG"), strict=True):
        assert_refused(game, f"claim {track} {paid}", "C5")


@pytest.mark.parametrize("seats", [2, 3])
def test_o5_few_seats_close_double_connections_too(seats: int) -> None:
    game = west(seats, starts=("Salt Lake City", "Green River", "Tucson"), hands=["K", "R"])
    play(game, f"claim {GREEN_RIVER_SALT_LAKE_CITY[0]} K")
    assert_refused(game, f"claim {GREEN_RIVER_SALT_LAKE_CITY[1]} R", "C5")


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_o5_more_seats_leave_the_other_tracks_open_to_others(seats: int) -> None:
    game = west(seats, starts=RIVALS, hands=["YYBBGG", "BBGG", "KGG"])
    yellow, blue, green = ASHLAND_EUGENE
    play(game, f"claim {yellow} YY")
    play(game, f"claim {blue} BB")
    play(game, f"claim {BEND_EUGENE} K")
    idle(game, seats - 3)
    assert_refused(game, f"claim {blue} BB", "C3")
    assert_refused(game, f"claim {green} GG", "C4")
    idle(game)
    assert_refused(game, f"claim {green} GG", "C4")
    idle(game)
    play(game, f"claim {green} GG")
    assert [game.owned[seat] >> track & 1 for seat, track in enumerate(ASHLAND_EUGENE)] == [1, 1, 1]


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_o5_more_seats_share_a_double_connection(seats: int) -> None:
    game = west(seats, starts=("Salt Lake City", "Green River", *RIVALS[2:]), hands=["K", "R"])
    play(game, f"claim {GREEN_RIVER_SALT_LAKE_CITY[0]} K")
    assert_legal(game, f"claim {GREEN_RIVER_SALT_LAKE_CITY[1]} R")


def test_o6_a_ferry_takes_a_locomotive_for_each_symbol() -> None:
    game = west(starts=("Los Angeles", "Tucson"), hands=["RRRRRRRLLLLLLL"])
    paid = ["RRRRLLL", "RRRLLLL", "RRLLLLL", "RLLLLLL", "LLLLLLL"]
    ferry = f"claim {LOS_ANGELES_SAN_FRANCISCO} "
    assert legal(game, ferry) == sorted(ferry + cards for cards in paid)
    for cards in ("RRRRRRR", "RRRRRRL", "RRRRRLL"):
        assert_refused(game, ferry + cards, "C8")


def test_o6_a_ferry_of_seven_scores_eighteen() -> None:
    game = west(starts=("Los Angeles", "Tucson"), hands=["RRRRLLL"])
    play(game, f"claim {LOS_ANGELES_SAN_FRANCISCO} RRRRLLL")
    assert (game.scores, game.trains) == ([18, 0], [33, 40])


def test_g5_the_returned_tickets_are_shuffled_together() -> None:
    game = dealt(OLD_WEST, tickets=range(10), returned=(8, 3, 9, 4))
    play(game, "keep 0 1 2")
    assert rows_of_playing(game, "keep 5 6 7") == ["1 keep 5 6 7", "-1 returned 8 3 9 4"]
    assert game.ticket_deck[-4:] == [8, 3, 9, 4]
    assert game.ticket_deck[0] == 10
    assert len(game.ticket_deck) == game.ticket_deck_size == 44
    assert asked(game) == (1, "start")


def test_g5_nothing_is_shuffled_when_no_ticket_was_returned() -> None:
    game = dealt(OLD_WEST, tickets=range(10))
    rows = rows_of_playing(game, "keep 0 1 2 3 4", "keep 5 6 7 8 9")
    assert rows == ["0 keep 0 1 2 3 4", "1 keep 5 6 7 8 9"]


def test_g5_one_returned_ticket_has_a_row_too() -> None:
    game = dealt(OLD_WEST, tickets=range(10), returned=(4,))
    assert rows_of_playing(game, "keep 0 1 2 3", "keep 5 6 7 8 9")[-1] == "-1 returned 4"
    assert game.ticket_deck[-1] == 4


def test_g5_tickets_returned_later_are_not_shuffled() -> None:
    game = begin(OLD_WEST, starts=TOWNS[:2], tickets=range(14))
    assert rows_of_playing(game, "tickets", "keep 11") == ["0 tickets", "0 keep 11"]
    assert game.ticket_deck[-3:] == [10, 12, 13]


def test_g5_nobody_learns_the_order_of_the_returned_tickets() -> None:
    worlds = [
        dealt(OLD_WEST, tickets=range(10), returned=order) for order in ((8, 3, 9, 4), (3, 4, 9, 8))
    ]
    for game in worlds:
        play(game, "keep 0 1 2", "keep 5 6 7")
    for seat in (0, 1):
        assert worlds[0].seen_by(seat) == worlds[1].seen_by(seat)
