"""W: warehouses and depots; and what they mean for passing (G7)."""

from collections.abc import Sequence
from typing import Any

import pytest

from arena.referee.game import Game
from arena.referee.modules.warehouses import Collect, PlaceDepot, Store, Warehouses
from arena.referee.rulesets import RulesetError
from tests.arrange import letters
from tests.rules.expansions import (
    alvin_at,
    asked,
    assert_refused,
    begin,
    dealt,
    depots_of,
    final,
    keep_all,
    lay_terrain,
    pieces_of,
    play,
    position,
    reserve_of,
    rows_of_playing,
    stored,
)
from tests.rules.legality import assert_legal, legal

USA = "usa+warehouses"
AFRICA = "africa+warehouses"
OLD_WEST = "oldwest+warehouses"
DEPOTS = ("Omaha", "Denver", "Miami", "Boston", "Seattle")
ATLANTA_RALEIGH = 5  # 2 gray
CHICAGO_OMAHA = 18  # 4 blue
DENVER_OMAHA = 34  # 4 purple
DENVER_SANTA_FE = 38  # 2 gray
SALT_LAKE_CITY_GREEN_RIVER = 93  # 1 gray, on Old West's board


def usa(seats: int = 2, **piles: str) -> Game:
    """A game begun with the first depots at Omaha (seat 0), Denver (seat 1), Miami (seat 2)."""
    return begin(USA, seats, depots=DEPOTS[:seats], **piles)


def two_worlds() -> tuple[Game, Game]:
    """Two games alike but for the top card of the deck, white or purple, and the lowest."""
    dealt_and_row = "RRRRBBBBGYKWO"
    return usa(top=dealt_and_row + "W", bottom="P"), usa(top=dealt_and_row + "P", bottom="W")


def test_w1_the_last_seat_places_the_first_depot() -> None:
    game = dealt(USA, 3)
    assert_refused(game, "depot Omaha")
    keep_all(game)
    for seat, city in ((2, "Miami"), (1, "Denver"), (0, "Omaha")):
        assert asked(game) == (seat, "depot")
        play(game, f"depot {city}")
    assert asked(game) == (0, "turn")
    assert [depots_of(game, seat) for seat in range(3)] == [["Omaha"], ["Denver"], ["Miami"]]


def test_w1_depots_come_after_all_starting_towns() -> None:
    game = keep_all(dealt(OLD_WEST, 3))
    for phase in ("start", "depot"):
        for seat, town in ((2, "Denver"), (1, "Boise"), (0, "Tucson")):
            assert asked(game) == (seat, phase)
            play(game, f"{phase} {town}")
    assert asked(game) == (0, "turn")


def test_w1_four_of_five_depots_stay_in_reserve() -> None:
    game = keep_all(dealt(USA))
    assert reserve_of(game) == [5, 5]
    play(game, "depot Omaha")
    assert reserve_of(game) == [5, 4]
    play(game, "depot Denver")
    assert reserve_of(game) == [4, 4]


def test_w1_each_seat_has_a_warehouse_and_it_is_empty() -> None:
    for seats in (2, 5):
        game = begin(USA, seats, depots=DEPOTS[:seats])
        assert stored(game) == [""] * seats


def test_w1_a_starting_depot_is_due_and_one_only() -> None:
    game = keep_all(dealt(USA))
    for text in ("take ?", "store 0", "end", "pass", "tickets"):
        assert_refused(game, text)
    assert len(legal(game)) == len(legal(game, "depot")) == 36  # every city of the board
    play(game, "depot Omaha")
    assert asked(game) == (0, "depot")


def test_w1_six_seats_can_have_warehouses() -> None:
    towns = ("Denver", "Boise", "Tucson", "Seattle", "Fresno", "Helena")
    game = begin(OLD_WEST, 6, starts=towns, depots=towns)
    assert reserve_of(game) == [4] * 6
    assert legal(game, "store") == [f"store {seat}" for seat in range(6)]
    play(game, "store 5")
    assert [len(cards) for cards in stored(game)] == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(("ruleset", "seats"), [(USA, 6), (USA, 1), (AFRICA, 6), (OLD_WEST, 7)])
def test_w1_warehouses_do_not_change_how_many_may_play(ruleset: str, seats: int) -> None:
    with pytest.raises(RulesetError, match=r"\(G1\)"):
        dealt(ruleset, seats)


def test_w2_a_card_is_stored_before_the_first_card() -> None:
    game = position(usa(), row="RBGYL", deck="WOP")
    for text in ("take ?", "take R", "take L"):
        assert_refused(game, text, "W2")
    play(game, "store 1")
    assert stored(game) == ["", "W"]
    play(game, "take ?")
    assert letters(game.hands[0]) == "O"


@pytest.mark.parametrize("owner", [0, 1, 2])
def test_w2_any_warehouse_can_be_chosen(owner: int) -> None:
    game = position(usa(3), deck="W", stores=["R", "", "K"], asked=1)
    assert legal(game, "store") == ["store 0", "store 1", "store 2"]
    play(game, f"store {owner}")
    expected = ["R", "", "K"]
    expected[owner] += "W"
    assert stored(game) == ["".join(sorted(cards)) for cards in expected]


def test_w2_a_card_of_the_row_or_the_deck_follows_at_once() -> None:
    game = position(usa(), row="RBGYL", deck="WO", hands=["WWWWPPPP"])
    play(game, "store 0")
    assert asked(game) == (0, "card")
    assert legal(game) == ["take ?", "take B", "take G", "take L", "take R", "take Y"]
    for text in ("tickets", f"claim {DENVER_OMAHA} PPPP", "depot Boston", "end", "pass"):
        assert_refused(game, text)


def test_w2_nothing_is_stored_before_the_second_card() -> None:
    game = position(usa(), row="RBGYK", deck="WOP")
    play(game, "store 0", "take R")
    assert asked(game) == (0, "card")
    assert_refused(game, "store 0", "W2")
    assert not legal(game, "store")
    play(game, "take ?", "end")
    assert asked(game) == (1, "turn")
    assert stored(game) == ["W", ""]


def test_w2_a_second_store_can_not_replace_the_first_card() -> None:
    game = position(usa(), deck="WOP")
    play(game, "store 0")
    assert_refused(game, "store 1", "W2")


def test_w2_a_card_is_stored_in_every_turn_that_takes_cards() -> None:
    game = position(usa(), row="RBGYK", deck="WWWOOOPPP")
    for _ in range(3):
        assert_refused(game, "take ?", "W2")
        play(game, "store 0", "take ?", "take ?", "end")
    assert len(stored(game)[0]) == 3


def test_w2_nothing_is_stored_before_a_claim_or_tickets() -> None:
    game = position(usa(), hands=["PPPP"])
    assert_legal(game, f"claim {DENVER_OMAHA} PPPP", "tickets")


def test_w2_a_row_locomotive_may_follow_and_ends_the_turn() -> None:
    game = position(usa(), row="RBGYL", deck="WO")
    play(game, "store 1", "take L")
    assert asked(game) == (0, "end")
    assert letters(game.hands[0]) == "L"


def test_w2_the_stored_card_is_unseen_by_all() -> None:
    white, purple = two_worlds()
    for game in (white, purple):
        play(game, "store 1", "take ?", "take ?", "end")
    assert stored(white) != stored(purple)
    for seat in (0, 1):
        assert white.seen_by(seat) == purple.seen_by(seat)


def test_w2_it_is_skipped_when_the_deck_is_empty() -> None:
    game = position(usa(), row="RBGYK", hands=["", "..."])
    assert game.deck_size == 0
    assert not legal(game, "store")
    assert_refused(game, "store 0", "W2")
    play(game, "take R")
    assert asked(game) == (0, "card")
    play(game, "take B", "end")
    assert (letters(game.hands[0]), stored(game)) == ("RB", ["", ""])


def test_w2_the_last_card_of_the_deck_is_stored_too() -> None:
    game = position(usa(), row="RBGYK", deck="W", hands=["", "..."])
    assert_refused(game, "take R", "W2")
    play(game, "store 0")
    assert (stored(game), game.deck_size) == (["W", ""], 0)
    assert legal(game) == ["take B", "take G", "take K", "take R", "take Y"]
    play(game, "take R", "take B", "end")
    assert letters(game.hands[0]) == "RB"


def test_w2_nothing_is_stored_twice_when_the_last_card_brings_a_new_deck() -> None:
    game = position(usa(), deck="W", discard="PP", hands=["", "..."], next_decks=["PP"])
    play(game, "store 0")
    assert (stored(game), game.deck_size) == (["W", ""], 2)
    assert_refused(game, "store 0", "W2")
    play(game, "take ?", "take ?")
    assert letters(game.hands[0]) == "PP"


@pytest.mark.parametrize("seat", [2, -1, 6, True, 0.0, "0", None])
def test_w2_a_warehouse_that_does_not_exist_is_refused(seat: object) -> None:
    assert_refused(position(usa(), deck="W"), Store(seat), "W2")  # type: ignore[arg-type]


def africa(**others: Any) -> Game:
    """Africa with a desert and a jungle card open and three mountains to come."""
    begun = begin(AFRICA, depots=("Beira", "Durban"))
    return lay_terrain(position(begun, **others), row="DJ", deck="MMM")


def test_w2_africa_stores_nothing_before_terrain_cards() -> None:
    game = africa(deck="WO")
    play(game, "terrain D", "terrain ?", "end")
    assert asked(game) == (1, "turn")
    assert stored(game) == ["", ""]


def test_w2_africa_stores_between_a_terrain_card_and_a_train_card() -> None:
    game = africa(row="RBGYK", deck="WOP")
    play(game, "terrain D")
    assert asked(game) == (0, "card")
    assert_refused(game, "take R", "W2")
    assert_refused(game, "take ?", "W2")
    assert legal(game) == ["store 0", "store 1", "terrain ?", "terrain J", "terrain M"]
    play(game, "store 1")
    assert asked(game) == (0, "card")
    assert legal(game) == ["take ?", "take B", "take G", "take K", "take R", "take Y"]
    play(game, "take ?")
    assert asked(game) == (0, "end")
    assert (letters(game.hands[0]), stored(game)) == ("O", ["", "W"])


def test_w2_africa_takes_no_terrain_card_right_after_storing() -> None:
    game = africa(row="RBGYK", deck="WOP")
    play(game, "store 0")
    for text in ("terrain D", "terrain J", "terrain ?"):
        assert_refused(game, text, "W2")
    play(game, "take ?")
    assert_legal(game, "terrain D", "terrain J", "terrain ?")  # as the second card
    play(game, "terrain J")
    assert asked(game) == (0, "end")


def test_w2_africa_takes_no_terrain_card_right_after_storing_as_second() -> None:
    game = africa(row="RBGYK", deck="WOP")
    play(game, "terrain D", "store 0")
    for text in ("terrain J", "terrain M", "terrain ?"):
        assert_refused(game, text, "W2")


def test_w2_the_turn_ends_if_no_train_card_can_follow() -> None:
    # with no other card in sight a row of locomotives stays, and can't be the second card
    game = africa(row="LLLLL", deck="W", hands=["", "..."])
    play(game, "terrain D")
    assert legal(game) == ["store 0", "store 1", "terrain ?", "terrain J", "terrain M"]
    play(game, "store 0")
    assert asked(game) == (0, "end")
    assert (letters(game.hands[0]), stored(game)) == ("", ["W", ""])


def test_w3_a_claim_lets_take_all_cards_for_a_depot_of_the_reserve() -> None:
    game = position(usa(), hands=["RR"], stores=["K", "WWO"])
    play(game, f"claim {DENVER_SANTA_FE} RR")  # seat 1 has its depot at Denver
    assert asked(game) == (0, "collect")
    assert legal(game) == ["collect", "collect 1"]
    play(game, "collect 1")
    assert letters(game.hands[0]) == "WWO"
    assert stored(game) == ["K", ""]
    assert reserve_of(game) == [3, 4]
    assert asked(game) == (0, "end")


def test_w3_the_paid_depot_leaves_the_game() -> None:
    game = position(usa(), hands=["RR"], stores=["", "W"])
    play(game, f"claim {DENVER_SANTA_FE} RR", "collect 1")
    assert (depots_of(game, 0), depots_of(game, 1)) == (["Omaha"], ["Denver"])
    assert reserve_of(game) == [3, 4]  # four of five in all are left to seat 0


def test_w3_taking_none_is_free() -> None:
    game = position(usa(), hands=["RR"], stores=["", "WWO"])
    play(game, f"claim {DENVER_SANTA_FE} RR", "collect")
    assert letters(game.hands[0]) == ""
    assert (stored(game), reserve_of(game)) == (["", "OWW"], [4, 4])
    assert asked(game) == (0, "end")


@pytest.mark.parametrize(
    ("answer", "hand", "left", "reserve"),
    [
        ("collect", "", ["R", "BB", "G"], 4),
        ("collect 0", "R", ["", "BB", "G"], 3),
        ("collect 1", "BB", ["R", "", "G"], 3),
        ("collect 0 1", "RBB", ["", "", "G"], 2),
    ],
)
def test_w3_two_depots_of_different_owners_give_either_both_or_neither(
    answer: str, hand: str, left: list[str], reserve: int
) -> None:
    game = position(usa(3), hands=["", "", "PPPP"], stores=["R", "BB", "G"], asked=2)
    play(game, f"claim {DENVER_OMAHA} PPPP")
    assert legal(game) == ["collect", "collect 0", "collect 0 1", "collect 1"]
    play(game, answer)
    assert (letters(game.hands[2]), stored(game)) == (hand, left)
    assert reserve_of(game) == [4, 4, reserve]


def test_w3_both_warehouses_cost_two_depots() -> None:
    game = position(usa(3), hands=["", "", "PPPP"], stores=["R", "B"], asked=2, reserve=[4, 4, 1])
    play(game, f"claim {DENVER_OMAHA} PPPP")
    assert legal(game) == ["collect", "collect 0", "collect 1"]
    assert_refused(game, "collect 0 1", "W3")
    play(game, "collect 0")
    assert reserve_of(game) == [4, 4, 0]
    assert asked(game) == (0, "turn")


def test_w3_two_depots_of_one_owner_are_one_warehouse() -> None:
    game = begin(USA, depots=("Boston", "Denver"))
    game = position(game, hands=["PPPP"], stores=["", "WO"], asked=1)
    play(game, "depot Omaha", "store 0", "take ?", "take ?", "end")
    size = len(stored(game)[0])
    play(game, f"claim {DENVER_OMAHA} PPPP")
    assert size == 1  # seat 0's own warehouse is filled, but none of its depots is there
    assert legal(game) == ["collect", "collect 1"]
    play(game, "collect 1")
    assert (letters(game.hands[0]), reserve_of(game)) == ("WO", [3, 3])


def test_w3_ones_own_depots_count_too() -> None:
    game = position(usa(), hands=["BBBB"], stores=["WO", "K"])
    play(game, f"claim {CHICAGO_OMAHA} BBBB")
    assert legal(game) == ["collect", "collect 0"]
    play(game, "collect 0")
    assert (letters(game.hands[0]), reserve_of(game)) == ("WO", [3, 4])
    assert depots_of(game, 0) == ["Omaha"]


def test_w3_a_depot_placed_in_the_same_turn_counts() -> None:
    game = position(usa(), hands=["RR"], stores=["WO"])
    play(game, "depot Atlanta", f"claim {ATLANTA_RALEIGH} RR", "collect 0")
    assert (letters(game.hands[0]), reserve_of(game)) == ("WO", [2, 4])


def test_w3_only_filled_warehouses_are_offered() -> None:
    game = position(usa(), hands=["PPPP"], stores=["", "W"])
    play(game, f"claim {DENVER_OMAHA} PPPP")
    assert legal(game) == ["collect", "collect 1"]
    assert_refused(game, "collect 0", "W3")
    assert_refused(game, "collect 0 1", "W3")


def test_w3_no_question_when_the_warehouses_there_are_empty() -> None:
    game = position(usa(3), hands=["PPPP"], stores=["", "", "W"])
    claim = f"claim {DENVER_OMAHA} PPPP"
    assert rows_of_playing(game, claim) == [f"0 {claim}"]
    assert asked(game) == (0, "end")


def test_w3_no_question_without_a_depot_at_either_end() -> None:
    game = position(usa(), hands=["RR"], stores=["W", "W"])
    claim = f"claim {ATLANTA_RALEIGH} RR"
    assert rows_of_playing(game, claim) == [f"0 {claim}"]
    assert asked(game) == (0, "end")


def test_w3_no_question_without_a_depot_to_pay() -> None:
    game = position(usa(), hands=["PPPP"], stores=["W", "W"], reserve=[0])
    claim = f"claim {DENVER_OMAHA} PPPP"
    assert rows_of_playing(game, claim) == [f"0 {claim}"]
    assert asked(game) == (1, "turn")
    assert stored(game) == ["W", "W"]


def test_w3_only_the_route_just_claimed_gives_access() -> None:
    game = position(usa(), hands=["RRRR"], stores=["", "W"])
    play(game, f"claim {DENVER_SANTA_FE} RR", "collect", "end")
    play(game, "store 1", "take ?", "take ?", "end")
    play(game, f"claim {ATLANTA_RALEIGH} RR")
    assert asked(game) == (0, "end")


@pytest.mark.parametrize(
    "seats", [(1, 0), (0, 0), (1, 1), (2,), (-1,), (True,), ("0",), [0], None, (0, 1, 2)]
)
def test_w3_warehouses_are_named_once_each_ascending(seats: object) -> None:
    game = position(usa(3), hands=["PPPP"], stores=["R", "B", "G"])
    play(game, f"claim {DENVER_OMAHA} PPPP")
    assert_refused(game, Collect(seats), "W3")  # type: ignore[arg-type]


def test_w3_only_the_collector_learns_the_cards() -> None:
    white, purple = two_worlds()
    for game in (white, purple):
        play(game, "store 1", "take G", "take Y", "end")
        play(game, "store 0", "take ?", "take ?", "end")
        play(game, f"claim {DENVER_SANTA_FE} RR", "collect 1")
    assert white.hands[0] != purple.hands[0]
    assert letters(white.view(0).hand) == letters(white.hands[0])
    assert white.seen_by(1) == purple.seen_by(1)  # not even the owner
    assert white.view(1).hand_sizes == white.hand_sizes == [5, 6]


def test_w4_any_number_of_depots_before_the_action() -> None:
    game = position(usa(), deck="WO")
    play(game, "depot Miami", "depot Boston", "depot Seattle", "depot Dallas")
    assert asked(game) == (0, "turn")
    assert depots_of(game, 0) == ["Boston", "Dallas", "Miami", "Omaha", "Seattle"]
    assert reserve_of(game) == [0, 4]
    assert_legal(game, "store 0", "tickets")


def test_w4_any_number_of_depots_after_the_action() -> None:
    game = position(usa(), deck="WOP")
    play(game, "store 0", "take ?", "take ?")
    assert asked(game) == (0, "end")
    play(game, "depot Miami", "depot Boston")
    assert asked(game) == (0, "end")
    play(game, "end")
    assert asked(game) == (1, "turn")
    assert (depots_of(game, 0), reserve_of(game)) == (["Boston", "Miami", "Omaha"], [2, 4])


def test_w4_before_and_after_in_one_turn() -> None:
    game = position(usa(), hands=["RR"])
    play(game, "depot Miami", f"claim {ATLANTA_RALEIGH} RR", "depot Boston", "end")
    assert (asked(game), reserve_of(game)) == ((1, "turn"), [2, 4])


def test_w4_depots_are_free() -> None:
    game = position(usa(), hands=["RRB"], points=[7, 9])
    play(game, "depot Miami")
    assert letters(game.hands[0]) == "RRB"
    assert (game.trains, game.scores) == ([45, 45], [7, 9])
    assert asked(game) == (0, "turn")  # and its action is still to come


def test_w4_after_tickets_too() -> None:
    game = position(usa())
    play(game, "tickets")
    assert_refused(game, "depot Miami")  # not while choosing
    play(game, legal(game, "keep")[0])
    assert asked(game) == (0, "end")
    play(game, "depot Miami", "end")
    assert asked(game) == (1, "turn")


def test_w4_not_between_two_cards() -> None:
    game = position(usa(), deck="WOP")
    play(game, "store 0")
    assert_refused(game, "depot Miami")
    play(game, "take ?")
    assert asked(game) == (0, "card")
    assert_refused(game, "depot Miami")
    play(game, "take ?", "depot Miami")


def test_w4_not_between_two_terrain_cards() -> None:
    game = africa(deck="W")
    play(game, "terrain D")
    assert_refused(game, "depot Cabinda")


def test_w4_not_before_collecting() -> None:
    game = position(usa(), hands=["RR"], stores=["", "W"])
    play(game, f"claim {DENVER_SANTA_FE} RR")
    assert_refused(game, "depot Miami")


def test_w4_nothing_else_is_done_after_the_action() -> None:
    game = position(usa(), hands=["RRRR"], deck="W")
    play(game, f"claim {DENVER_SANTA_FE} RR")
    assert asked(game) == (0, "end")
    for text in (f"claim {ATLANTA_RALEIGH} RR", "take ?", "store 0", "tickets", "pass"):
        assert_refused(game, text)
    assert len(legal(game)) == 1 + 34  # end, and the 36 cities but for two with depots


def test_w4_no_depot_without_one_in_reserve() -> None:
    game = position(usa(), reserve=[0])
    assert_refused(game, "depot Miami", "W4")
    assert not legal(game, "depot")


def test_w4_end_is_asked_only_with_depots_in_reserve() -> None:
    game = position(usa(), hands=["RR"], reserve=[0])
    claim = f"claim {ATLANTA_RALEIGH} RR"
    assert rows_of_playing(game, claim) == [f"0 {claim}"]
    assert asked(game) == (1, "turn")


def test_w4_the_last_depot_after_the_action_ends_the_turn() -> None:
    game = position(usa(), hands=["RR"], reserve=[1])
    claim = f"claim {ATLANTA_RALEIGH} RR"
    assert rows_of_playing(game, claim, "depot Miami") == [f"0 {claim}", "0 depot Miami"]
    assert (asked(game), reserve_of(game)) == ((1, "turn"), [0, 4])


def test_w4_a_turn_can_not_be_ended_without_an_action() -> None:
    game = position(usa())
    assert_refused(game, "end")
    play(game, "depot Miami")
    assert_refused(game, "end")
    assert_refused(game, "pass", "G7")


def test_w5_one_depot_a_city() -> None:
    game = keep_all(dealt(USA))
    play(game, "depot Denver")
    assert_refused(game, "depot Denver", "W5")  # at the start
    play(game, "depot Omaha")
    for city in ("Denver", "Omaha"):  # another's and one's own
        assert_refused(game, f"depot {city}", "W5")
    play(game, "depot Miami")
    assert_refused(game, "depot Miami", "W5")
    play(game, "tickets")
    play(game, legal(game, "keep")[0])
    assert_refused(game, "depot Denver", "W5")  # after the action
    play(game, "end")
    assert_refused(game, "depot Miami", "W5")


NO_BUILDING = ("Nigeria", "Tchad", "Sudan", "Junction NW", "Junction Zambezi")


@pytest.mark.parametrize("place", NO_BUILDING)
def test_w5_no_depot_on_junctions_and_countries(place: str) -> None:
    game = keep_all(dealt(AFRICA))
    assert_refused(game, f"depot {place}", "W5")
    play(game, "depot Beira", "depot Durban")
    assert_refused(game, f"depot {place}", "W5")


def test_w5_every_other_place_of_africa_can_have_a_depot() -> None:
    game = begin(AFRICA, depots=("Beira", "Durban"))
    places = legal(game, "depot")
    assert len(places) == 48 - 10 - 3 - 2  # without junctions, countries and the two taken
    assert not [place for place in places if "Junction" in place]
    assert_legal(game, "depot Madagascar N", "depot Madagascar S")


@pytest.mark.parametrize("city", [36, -1, True, "Miami", 3.0, None])
def test_w5_a_city_that_does_not_exist_is_refused(city: object) -> None:
    assert_refused(position(usa()), PlaceDepot(city))  # type: ignore[arg-type]


def test_w5_a_placed_depot_does_not_pay() -> None:
    game = position(usa(), hands=["RR"], stores=["", "W"], reserve=[1])
    play(game, "depot Miami")  # the last one: two stand on the board, none is left to pay with
    claim = f"claim {DENVER_SANTA_FE} RR"
    assert rows_of_playing(game, claim) == [f"0 {claim}"]
    assert asked(game) == (1, "turn")
    assert depots_of(game, 0) == ["Miami", "Omaha"]


def test_w5_a_placed_depot_stays_when_its_warehouse_is_taken() -> None:
    game = position(usa(), hands=["PPPP"], stores=["R", "W"])
    play(game, f"claim {DENVER_OMAHA} PPPP", "collect 0 1", "end")
    assert (depots_of(game, 0), depots_of(game, 1)) == (["Omaha"], ["Denver"])
    assert_refused(game, "depot Omaha", "W5")


def test_w5_city_pieces_are_no_buildings() -> None:
    game = begin(OLD_WEST, starts=("Salt Lake City", "Boise"), depots=("Boise", "Salt Lake City"))
    game = position(game, hands=["RBB"])
    assert (depots_of(game, 0), pieces_of(game, 1)) == (["Boise"], ["Boise"])
    play(game, "depot Green River", f"claim {SALT_LAKE_CITY_GREEN_RIVER} R")
    play(game, "city Green River BB", "end")  # where a depot stands
    assert pieces_of(game, 0) == ["Green River", "Salt Lake City"]
    assert depots_of(game, 0) == ["Boise", "Green River"]


def test_w5_a_depot_may_follow_a_city_piece() -> None:
    game = begin(OLD_WEST, starts=("Salt Lake City", "Boise"), depots=("Tucson", "Helena"))
    game = position(game, hands=["RBB"])
    play(game, f"claim {SALT_LAKE_CITY_GREEN_RIVER} R", "city Green River BB")
    play(game, "depot Green River", "depot Salt Lake City", "end")
    assert depots_of(game, 0) == ["Green River", "Salt Lake City", "Tucson"]


def test_w5_a_depot_may_stand_at_roswell() -> None:
    ruleset = "oldwest+alvin+warehouses"
    game = begin(ruleset, starts=("Denver", "Boise"), depots=("Tucson", "Roswell"))
    assert (depots_of(game, 1), alvin_at(game)) == (["Roswell"], "Roswell")
    other = begin(ruleset, starts=("Denver", "Boise"), depots=("Tucson", "Helena"))
    play(other, "depot Roswell")
    assert depots_of(other, 0) == ["Roswell", "Tucson"]


def test_w6_how_many_cards_are_stored_is_public() -> None:
    game = usa(3)
    for owner in (1, 1, 2):
        play(game, f"store {owner}", "take ?", "take ?", "end")
    for seat in range(3):
        assert game.view(seat).extras[Warehouses].sizes == [0, 2, 1]
        assert game.view(seat).extras[Warehouses].reserve == [4, 4, 4]


def test_w6_which_cards_are_stored_is_known_to_nobody() -> None:
    white, purple = two_worlds()
    for game in (white, purple):
        play(game, "store 0", "take G", "take Y", "depot Miami", "end")
    assert (stored(white), stored(purple)) == (["W", ""], ["P", ""])
    for seat in (0, 1):  # not even to the owner
        assert white.seen_by(seat) == purple.seen_by(seat)
        assert not hasattr(white.view(seat), "secrets")


def drained(stores: Sequence[str], reserve: Sequence[int], **others: Any) -> Game:
    """A position in which all cards that are named nowhere are in the hand of seat 1."""
    return position(usa(), stores=stores, reserve=reserve, **{"hands": ["", "..."], **others})


def test_w7_the_warehouses_are_the_new_deck() -> None:
    game = drained(["RB", "G"], [0, 3], deck="W", next_decks=["GWRB"])
    assert rows_of_playing(game, "store 1") == ["0 store 1", "-1 deck GWRB"]
    assert (stored(game), game.deck_size) == (["", ""], 4)
    play(game, "take ?", "take ?")
    assert letters(game.hands[0]) == "GW"


def test_w7_any_seat_without_depots_is_enough() -> None:
    game = drained(["RB", "G"], [4, 0], deck="W", next_decks=["GWRB"])
    play(game, "store 0")
    assert (stored(game), game.deck_size) == (["", ""], 4)


def test_w7_not_while_every_seat_has_a_depot() -> None:
    game = drained(["RB", "G"], [1, 1], deck="W")
    play(game, "store 0", "take R")
    assert (stored(game), game.deck_size) == (["BRW", "G"], 0)


def test_w7_not_while_there_are_discards() -> None:
    game = drained(["RB", "G"], [0, 1], deck="W", discard="PP", next_decks=["PP"])
    play(game, "store 0")
    assert (stored(game), game.deck_size) == (["BRW", "G"], 2)


def test_w7_not_while_the_deck_has_cards() -> None:
    game = drained(["RB", "G"], [0, 0], deck="WO")
    play(game, "store 0")
    assert (stored(game), game.deck_size) == (["BRW", "G"], 1)


def test_w7_as_soon_as_the_last_depot_is_placed() -> None:
    game = drained(["RB", "G"], [2, 4], next_decks=["GRB"])
    assert game.deck_size == 0
    play(game, "depot Miami")
    assert (stored(game), game.deck_size) == (["BR", "G"], 0)
    assert rows_of_playing(game, "depot Boston") == ["0 depot Boston", "-1 deck GRB"]
    assert (stored(game), game.deck_size) == (["", ""], 3)
    assert asked(game) == (0, "turn")
    assert_refused(game, "take ?", "W2")  # with a deck again, a card is stored first


def test_w7_as_soon_as_the_last_depot_is_paid() -> None:
    decks = ["RR", "WG"]
    game = drained(["GW", "O"], [1, 4], row="", hands=["RR", "..."], next_decks=decks)
    assert rows_of_playing(game, f"claim {DENVER_SANTA_FE} RR", "collect 1") == [
        f"0 claim {DENVER_SANTA_FE} RR",
        "-1 deck RR",
        "0 collect 1",
        "-1 deck WG",
    ]
    assert letters(game.row) == "RRGW"
    assert (letters(game.hands[0]), stored(game)) == ("O", ["", ""])


def test_w7_the_row_is_filled_from_the_new_deck() -> None:
    game = drained(["RBP", "GG"], [1, 4], row="RB", next_decks=["GPRBG"])
    play(game, "depot Miami")
    assert letters(game.row) == "RRBGP"
    assert game.deck_size == 2


def test_w7_the_warehouses_come_before_clearing_a_row_of_locomotives() -> None:
    decks = ["RBWG", "LBGLL"]
    game = drained(["RB", "G"], [0, 3], row="RBGLL", deck="WL", next_decks=decks)
    play(game, "store 1")
    rows = rows_of_playing(game, "take R")  # the deck's last card is the row's third locomotive
    assert rows == ["0 take R", "-1 deck RBWG", "-1 deck LBGLL"]
    assert letters(game.row) == "RBGWL"
    assert (stored(game), game.deck_size) == (["", ""], 4)


def test_w7_empty_warehouses_make_no_deck() -> None:
    game = drained(["", ""], [0, 3])
    play(game, "take R", "take B")
    assert (game.deck_size, game.shuffles) == (0, 1)


def test_w8_the_most_depots_in_reserve_score_ten() -> None:
    result = final(usa(3), reserve=[3, 4, 2], tickets=[])
    assert [seat.bonuses["depots"] for seat in result.seats] == [0, 10, 0]
    assert [seat.score for seat in result.seats] == [0, 10, 0]


@pytest.mark.parametrize(
    ("reserve", "points"),
    [
        ([2, 2, 1], [10, 10, 0]),
        ([1, 1, 1], [10, 10, 10]),
        ([0, 1, 0], [0, 10, 0]),
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_w8_every_seat_that_ties_scores_but_nobody_with_none(
    reserve: list[int], points: list[int]
) -> None:
    result = final(usa(3), reserve=reserve, tickets=[])
    assert [seat.bonuses["depots"] for seat in result.seats] == points
    assert [seat.score for seat in result.seats] == points


def test_w8_depots_on_the_board_do_not_count() -> None:
    game = position(usa(), last_turns=0, tickets=[])
    play(game, "depot Miami", "depot Boston", "store 0", "take ?", "take ?", "end")
    assert [seat.bonuses["depots"] for seat in game.result().seats] == [0, 10]


STUCK: dict[str, Any] = {"row": "", "deck": "", "ticket_deck": (), "stores": ["", "..."]}


def test_g7_depots_neither_prevent_a_pass_nor_count_as_one() -> None:
    game = position(usa(), **STUCK)
    assert_legal(game, "pass", "depot Miami")
    play(game, "depot Miami")
    assert asked(game) == (0, "turn")
    assert rows_of_playing(game, "pass") == ["0 pass"]  # no question whether to place more
    assert asked(game) == (1, "turn")


def test_g7_all_seats_passing_ends_the_game_whatever_depots_they_place() -> None:
    game = position(usa(), **STUCK)
    play(game, "depot Miami", "pass", "depot Boston", "depot Dallas", "pass")
    assert game.over
    result = game.result()
    assert result.end == "stalemate"
    assert [seat.bonuses["depots"] for seat in result.seats] == [10, 0]


def test_g7_no_pass_while_a_card_can_be_stored_and_taken() -> None:
    game = position(usa(), deck="WO", hands=["", "..."], ticket_deck=())
    assert_refused(game, "pass", "G7")


def test_g7_no_pass_once_the_last_depot_has_brought_a_new_deck() -> None:
    decks = ["RBGYKWO"]
    game = drained(["RBG", "YKWO"], [1, 4], row="", ticket_deck=(), next_decks=decks)
    assert_legal(game, "pass")
    play(game, "depot Miami")
    assert_refused(game, "pass", "G7")
    assert game.row_size == 5
    assert legal(game) == ["store 0", "store 1"]
