"""T: taking cards."""

from random import Random

import pytest

from arena.referee.actions import Take
from arena.referee.events import Drew
from arena.referee.game import Game
from tests.arrange import arrange, begin, counts, letters, new_game, play
from tests.rules.legality import assert_legal, assert_refused, legal

CHICAGO_DULUTH = 17  # 3 red
CHICAGO_OMAHA = 18  # 4 blue
CALGARY_WINNIPEG = 14  # 6 white


def test_t1_a_row_card_is_replaced_at_once_and_a_second_card_asked() -> None:
    game = arrange(begin(), row="RRBGY", deck="WO")
    play(game, "take R")
    assert (game.seat, game.phase) == (0, "card")
    assert letters(game.hands[0]) == "R"
    assert letters(game.row) == "RBGYW"
    play(game, "take W")
    assert (game.seat, game.phase) == (1, "turn")
    assert letters(game.hands[0]) == "RW"
    assert letters(game.row) == "RBGYO"


def test_t1_both_cards_may_be_blind_from_the_top_of_the_deck() -> None:
    game = arrange(begin(), row="RRBGY", deck="WOP")
    play(game, "take ?", "take ?")
    assert letters(game.hands[0]) == "WO"
    assert letters(game.row) == "RRBGY"
    assert game.seat == 1


@pytest.mark.parametrize(
    ("takes", "hand", "row"),
    [(["take ?", "take R"], "RW", "RBGYO"), (["take R", "take ?"], "RO", "RBGYW")],
)
def test_t1_one_card_may_be_blind_and_one_from_the_row(
    takes: list[str], hand: str, row: str
) -> None:
    game = arrange(begin(), row="RRBGY", deck="WOP")
    play(game, *takes)
    assert (letters(game.hands[0]), letters(game.row), game.seat) == (hand, row, 1)


def test_t1_every_kind_of_card_in_the_row_and_the_deck_can_be_taken() -> None:
    game = arrange(begin(), row="RRBLG")
    assert legal(game, "take") == ["take ?", "take B", "take G", "take L", "take R"]


def test_t1_a_card_that_is_not_in_the_row_is_refused() -> None:
    game = arrange(begin(), row="RRBGY", deck="W")
    for card in "KWOPL":
        assert_refused(game, f"take {card}", "T1")
    play(game, "take B")
    assert_refused(game, "take B", "T1")


@pytest.mark.parametrize("card", [9, -2, True, 0.0, "R", None, [0]])
def test_t1_a_card_that_does_not_exist_is_refused(card: object) -> None:
    assert_refused(arrange(begin(), row="RRBGY"), Take(card), "G2")  # type: ignore[arg-type]


def test_t1_the_second_card_is_taken_whenever_one_can_be() -> None:
    game = arrange(begin(), row="RB", hands=["", "..."])
    play(game, "take R")  # blue is the only second card, so the referee takes it
    assert letters(game.hands[0]) == "RB"
    assert (game.row_size, game.seat) == (0, 1)


def test_t2_row_locomotive_ends_the_turn() -> None:
    game = arrange(begin(), row="RBGYL", deck="W")
    play(game, "take L")
    assert (game.seat, game.phase) == (1, "turn")
    assert letters(game.hands[0]) == "L"
    assert letters(game.row) == "RBGYW"


@pytest.mark.parametrize("first", ["take R", "take ?"])
def test_t2_row_locomotive_can_only_be_the_first_card(first: str) -> None:
    game = arrange(begin(), row="RBGYL", deck="WW")
    assert_legal(game, "take L")
    play(game, first)
    assert game.phase == "card"
    assert_refused(game, "take L", "T2")
    play(game, "take B")
    assert_legal(game, "take L")  # the next seat's first card


def test_t3_a_blind_locomotive_counts_as_one_card() -> None:
    game = arrange(begin(), row="RBGYK", deck="LL")
    play(game, "take ?")
    assert (game.seat, game.phase) == (0, "card")
    assert legal(game) == ["take ?", "take B", "take G", "take K", "take R", "take Y"]
    play(game, "take ?")
    assert letters(game.hands[0]) == "LL"
    assert game.seat == 1


def test_t3_a_blind_locomotive_may_be_the_second_card() -> None:
    game = arrange(begin(), row="RBGYK", deck="WL")
    play(game, "take R", "take ?")
    assert letters(game.hands[0]) == "RL"
    assert game.seat == 1


def test_t3_nobody_else_learns_of_a_blind_locomotive() -> None:
    locomotive = begin("RRRR BBBB GYKWO LP")
    purple = begin("RRRR BBBB GYKWO PL")
    play(locomotive, "take ?")
    play(purple, "take ?")
    assert locomotive.seen_by(1) == purple.seen_by(1)
    assert Drew(0, 8) in locomotive.seen_by(0)
    assert letters(locomotive.view(0).hand) == "RRRRL"
    assert letters(locomotive.view(1).hands[0]) == ""


def test_t4_a_replacement_locomotive_is_not_the_second_card() -> None:
    game = arrange(begin(), row="RBGYK", deck="L")
    play(game, "take R")
    assert letters(game.row) == "BGYKL"
    assert_refused(game, "take L", "T4")
    assert "take L" not in legal(game)
    play(game, "take B")
    assert_legal(game, "take L")


def test_t5_three_locomotives_clear_the_row() -> None:
    game = arrange(begin(), row="RBGLL", deck="L YKWOP")
    play(game, "take R")
    assert letters(game.row) == "YKWOP"
    assert letters(game.discard) == "BGLLL"


def test_t5_two_locomotives_stay() -> None:
    game = arrange(begin(), row="RBGYL", deck="L YKWOP")
    play(game, "take R")
    assert letters(game.row) == "BGYLL"
    assert letters(game.discard) == ""


def test_t5_four_locomotives_clear_the_row_too() -> None:
    game = new_game("RRRR BBBB LLGLL YKWOP")
    assert (letters(game.row), letters(game.discard)) == ("YKWOP", "GLLLL")


def test_t5_a_cleared_row_leaves_the_second_card_to_take() -> None:
    game = arrange(begin(), row="RBGLL", deck="L YKWOP G")
    play(game, "take R")
    assert (game.seat, game.phase) == (0, "card")
    play(game, "take Y")
    assert letters(game.hands[0]) == "RY"
    assert (letters(game.row), game.seat) == ("GKWOP", 1)


def test_t5_a_row_locomotive_that_is_replaced_by_one_may_clear_the_row() -> None:
    game = arrange(begin(), row="LLRBG", deck="LL YKWOP")
    play(game, "take L")
    assert letters(game.row) == "RBGLL"
    play(game, "take R")
    assert (letters(game.row), letters(game.discard)) == ("YKWOP", "BGLLL")


def test_t5_the_row_is_cleared_again_if_needed() -> None:
    game = arrange(begin(), row="RBGLL", deck="L YLLLK LLLLW YKWOP")
    play(game, "take R")
    assert letters(game.row) == "YKWOP"
    assert letters(game.discard) == "BGYKW" + "L" * 10


def test_t5_holds_for_the_first_row() -> None:
    game = new_game("RRRR BBBB LLRLB GLLLY KWOPG")
    assert letters(game.row) == "GKWOP"
    assert letters(game.discard) == "RBGYLLLLLL"
    assert game.deck_size == 110 - 8 - 15


def test_t5_needs_a_row_of_five() -> None:
    game = new_game("RRRR BBBB LLLRB GYKWO")
    assert letters(game.row) == "GYKWO"  # not R, B, G, Y, K: all five were laid first
    game = arrange(begin(), row="RBLLL", hands=["", "..."])
    play(game, "take R")
    assert (letters(game.row), letters(game.discard)) == ("LLL", "")


@pytest.mark.parametrize(
    ("deck", "discard"),
    [("L", ""), ("LL", ""), ("LLL", ""), ("LL", "L"), ("L", "LL"), ("LLLLLLLLL", "LLL")],
)
def test_t5_is_suspended_with_fewer_than_three_other_cards(deck: str, discard: str) -> None:
    game = arrange(
        begin(),
        row="RBGLL",
        deck=deck,
        discard=discard,
        hands=["", "..."],
        next_decks=[discard],
    )
    play(game, "take R")
    assert letters(game.row) == "BGLLL"
    assert game.deck_size + sum(game.discard) == len(deck + discard) - 1


@pytest.mark.parametrize(
    ("deck", "discard", "next_deck", "row"),
    [
        ("LK", "", "BGLLL", "BGKLL"),
        ("LLK", "", "BGLLL", "BGKLL"),
        ("LL", "K", "KBGLLL", "BGKLL"),
    ],
)
def test_t5_is_not_suspended_with_three_other_cards(
    deck: str, discard: str, next_deck: str, row: str
) -> None:
    game = arrange(
        begin(),
        row="RBGLL",
        deck=deck,
        discard=discard,
        hands=["", "..."],
        next_decks=[next_deck],
    )
    play(game, "take R")
    assert letters(game.row) == row
    assert letters(game.discard) == ""


@pytest.mark.parametrize(
    ("deck", "discard"),
    [("LLLLYK", ""), ("LLLLLY", ""), ("LLL", "YKL"), ("LLYK", "LL"), ("LLK", "LLL")],
)
def test_t5_is_suspended_where_two_fives_would_change_places(deck: str, discard: str) -> None:
    game = arrange(begin(), row="RBGLL", deck=deck, discard=discard, hands=["", "..."])
    play(game, "take R")
    assert letters(game.row) == "BGLLL"
    assert (game.deck_size, letters(game.discard)) == (len(deck) - 1, discard)


@pytest.mark.parametrize(
    ("deck", "next_decks", "row"),
    [
        ("LYKWLL", ["BGLLL"], "YKWLL"),  # five, but only two locomotives
        ("LLLLY", ["LBGLL", "YLLLL"], "BGYLL"),  # four
        ("LYKLLLW", ["BGYKLLLLLL"], "BGYKW"),  # six
    ],
)
def test_t5_is_not_suspended_while_clearing_may_help(
    deck: str, next_decks: list[str], row: str
) -> None:
    game = arrange(begin(), row="RBGLL", deck=deck, hands=["", "..."], next_decks=next_decks)
    play(game, "take R")
    assert letters(game.row) == row
    assert game.shuffles == 1 + len(next_decks)


def test_t5_holds_again_as_soon_as_it_is_not_suspended() -> None:
    game = arrange(begin(), row="BGLLL", hands=["WWWWWW", "..."], next_decks=["WWWWWW"])
    play(game, f"claim {CALGARY_WINNIPEG} WWWWWW")
    assert (letters(game.row), letters(game.discard)) == ("WWWWW", "BGLLL")
    assert game.deck_size == 1
    game = arrange(
        begin(),
        row="BGLLL",
        deck="LLLYK",
        hands=["WWWWWW", "..."],
        next_decks=["WWWWWW BGLLL"],
    )
    play(game, f"claim {CALGARY_WINNIPEG} WWWWWW")
    assert (letters(game.row), letters(game.discard)) == ("WWWWW", "YKLLL")
    assert game.deck_size == 6


def test_t6_a_deck_that_runs_out_is_made_of_the_discards_at_once() -> None:
    game = arrange(begin(), deck="W", discard="RRBL", hands=["", "..."], next_decks=["BLRR"])
    play(game, "take ?")
    assert (game.seat, game.phase) == (0, "card")
    assert (game.deck_size, letters(game.discard)) == (4, "")
    play(game, "take ?")
    assert letters(game.hands[0]) == "BW"
    assert game.deck_size == 3


def test_t6_a_deck_that_runs_out_into_the_row_is_made_anew_at_once() -> None:
    game = arrange(
        begin(), row="RBGYK", deck="W", discard="OOPP", hands=["", "..."], next_decks=["POPO"]
    )
    play(game, "take R")
    assert letters(game.row) == "BGYKW"
    assert (game.deck_size, letters(game.discard)) == (4, "")


def test_t6_a_row_is_completed_from_the_new_deck() -> None:
    game = arrange(
        begin(), row="RBGLL", deck="LY", discard="OOP", hands=["", "..."], next_decks=["OPOBGLLL"]
    )
    play(game, "take R")  # cleared; yellow is the last card before the reshuffle
    assert letters(game.row) == "BYOOP"
    assert (game.deck_size, letters(game.discard)) == (4, "")


@pytest.mark.parametrize(
    ("row", "filled", "left"), [("", "RRR", 0), ("B", "RRRB", 0), ("BBBB", "RBBBB", 2)]
)
def test_t6_an_incomplete_row_is_filled_as_soon_as_cards_exist(
    row: str, filled: str, left: int
) -> None:
    game = arrange(begin(), row=row, hands=["RRR", "..."], next_decks=["RRR"])
    play(game, f"claim {CHICAGO_DULUTH} RRR")
    assert letters(game.row) == filled
    assert (game.deck_size, letters(game.discard)) == (left, "")


@pytest.mark.parametrize("seats", [2, 4])
def test_t6_an_empty_deck_always_means_no_discards(seats: int) -> None:
    game, rng = Game("usa", seats, 11), Random(11)
    while not game.over:
        assert game.deck_size or not any(game.discard)
        assert game.row_size == 5 or not game.deck_size
        takes = [action for action in game.legal() if isinstance(action, Take)]
        game.apply(rng.choice(takes if takes and rng.random() < 0.9 else game.legal()))
    assert game.shuffles > 1


@pytest.mark.parametrize("row", ["R", "RL", "RLL", "RLLLL"])
def test_t7_the_turn_ends_with_one_card_if_there_is_no_second(row: str) -> None:
    game = arrange(begin(), row=row, hands=["", "..."])
    play(game, "take R")
    assert letters(game.hands[0]) == "R"
    assert (game.seat, game.phase) == (1, "turn")
    assert letters(game.row) == row[1:]


def test_t7_the_turn_ends_with_one_blind_card_if_only_locomotives_lie_open() -> None:
    game = arrange(begin(), row="LLLLL", deck="R", hands=["", "..."])
    play(game, "take ?")
    assert letters(game.hands[0]) == "R"
    assert (game.seat, game.phase) == (1, "turn")


def test_t7_taking_is_not_legal_when_there_is_no_card() -> None:
    game = arrange(begin(), row="", hands=["", "..."])
    assert legal(game) == ["tickets"]
    assert_refused(game, "take ?", "T7")
    for card in "RBGYKWOPL":
        assert_refused(game, f"take {card}")


def test_t7_a_row_of_locomotives_can_still_be_taken_from() -> None:
    game = arrange(begin(), row="LL", hands=["", "..."])
    assert legal(game, "take") == ["take L"]
    assert_refused(game, "take ?", "T7")


def test_t8_hands_have_no_limit() -> None:
    game = arrange(begin(), row="RBGYK", deck="WO", hands=["..."])
    assert game.hand_sizes[0] == 103
    play(game, "take ?", "take ?")
    assert game.hand_sizes == [105, 0]
    play(game, "take R", "take B", "take G", "take Y")
    assert game.hand_sizes == [107, 2]


def test_t8_hand_sizes_row_cards_discards_and_the_deck_size_are_public() -> None:
    game = begin("RRRR BBBB GYKWO PR")
    play(game, "take G", "take ?", f"claim {CHICAGO_OMAHA} BBBB")
    for seat in (0, 1):
        view = game.view(seat)
        assert view.hand_sizes == [6, 0]
        assert letters(view.row) == "YKWOP"
        assert letters(view.discard) == "BBBB"
        assert view.deck_size == 110 - 8 - 5 - 2
    assert letters(game.view(1).hands[0]) == "G"


def test_t8_blind_cards_are_known_to_their_owner_alone() -> None:
    game = begin("RRRR BBBB GYKWO LP")
    play(game, "take ?", "take ?")
    assert letters(game.view(0).hands[0]) == "RRRRPL"
    assert game.view(0).hands[1] == game.view(1).hands[0] == counts("")
    assert letters(game.view(1).hands[1]) == "BBBB"


def test_t8_the_first_hand_and_the_order_of_the_deck_are_hidden() -> None:
    one, other = begin("RRRR BBBB GYKWO PL"), begin("PLRR BBBB GYKWO RR")
    assert one.seen_by(1) == other.seen_by(1)
    play(one, "take ?", "take ?")
    play(other, "take ?", "take ?")
    assert one.seen_by(1) == other.seen_by(1)


def test_t8_a_reshuffle_shows_nobody_the_order_of_the_new_deck() -> None:
    games = [
        arrange(begin(), deck="W", discard="RRBL", hands=["", "..."], next_decks=[order])
        for order in ("RRBL", "LBRR")
    ]
    for game in games:
        play(game, "take ?")
    assert games[0].seen_by(0) == games[1].seen_by(0)
    assert games[0].seen_by(1) == games[1].seen_by(1)
