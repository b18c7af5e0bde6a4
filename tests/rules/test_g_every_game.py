"""G: every game. Seats, cards, trains, dealing, one action a turn, passing."""

from pathlib import Path
from random import Random

import pytest

from arena.referee.actions import Action, Claim, Keep, Pass, Take, TakeTickets
from arena.referee.chance import Recorded
from arena.referee.events import Kept, Offered
from arena.referee.game import Game
from arena.referee.record import record_of
from arena.referee.rulesets import Ruleset, RulesetError
from tests.arrange import arrange, begin, check_cards, idle, letters, new_game, play, small_board
from tests.rules.legality import assert_legal, assert_refused, legal

FOR_FIVE = ("usa2004", "usa", "usa1910", "mega", "bigcities", "africa")
MONTREAL_NEW_YORK = 71  # 3 blue


@pytest.fixture
def long_routes(tmp_path: Path) -> Ruleset:
    """A board on which nobody with fewer than nine trains can claim anything."""
    return small_board(
        tmp_path, "Ash,Birch,9,red,0", "Birch,Cedar,9,blue,0", "Cedar,Dogwood,9,gray,0",
        "Dogwood,Elm,9,gray,0",
    )  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("ruleset", FOR_FIVE)
def test_g1_two_to_five_seats(ruleset: str, seats: int) -> None:
    game = Game(ruleset, seats, 1)
    assert game.seats == len(game.hands) == len(game.trains) == seats


@pytest.mark.parametrize("seats", [0, 1, 6, -2, True, "2", 2.0, None])
@pytest.mark.parametrize("ruleset", FOR_FIVE)
def test_g1_any_other_number_of_seats_is_refused(ruleset: str, seats: object) -> None:
    with pytest.raises(RulesetError, match=r"\(G1\)"):
        Game(ruleset, seats, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_g1_two_to_six_seats_in_the_old_west(seats: int) -> None:
    assert Game("oldwest", seats, 1).seats == seats


@pytest.mark.parametrize("seats", [0, 1, 7, True, "6"])
def test_g1_any_other_number_is_refused_in_the_old_west(seats: object) -> None:
    with pytest.raises(RulesetError, match=r"\(G1\)"):
        Game("oldwest", seats, 1)  # type: ignore[arg-type]


def test_g2_twelve_cards_of_each_colour_and_fourteen_locomotives() -> None:
    deck = record_of(Game("usa", 2, 7)).rows[0].action.removeprefix("deck ")
    assert len(deck) == 110
    assert {card: deck.count(card) for card in deck} == {
        "R": 12, "B": 12, "G": 12, "Y": 12, "K": 12, "W": 12, "O": 12, "P": 12, "L": 14,
    }  # fmt: skip


@pytest.mark.parametrize("seats", [2, 5])
def test_g2_no_card_is_created_or_lost_after_any_step(seats: int) -> None:
    game, rng = Game("usa", seats, 3), Random(3)
    while not game.over:
        check_cards(game)
        actions = game.legal()
        takes = [action for action in actions if isinstance(action, Take)]
        game.apply(rng.choice(takes if takes and rng.random() < 0.8 else actions))
    check_cards(game)
    assert game.shuffles > 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("ruleset", FOR_FIVE)
def test_g3_forty_five_trains_a_seat(ruleset: str, seats: int) -> None:
    assert Game(ruleset, seats, 1).trains == [45] * seats


@pytest.mark.parametrize("seats", [2, 6])
def test_g3_forty_trains_a_seat_in_the_old_west(seats: int) -> None:
    assert Game("oldwest", seats, 1).trains == [40] * seats


def test_g4_four_cards_to_each_seat_in_order_then_five_in_the_row() -> None:
    game = new_game("RRBL GGYL KKWL OPRBG YW", seats=3)
    assert [letters(hand) for hand in game.hands] == ["RRBL", "GGYL", "KKWL"]
    assert letters(game.row) == "RBGOP"
    assert letters(game.discard) == ""
    assert game.deck_size == 110 - 12 - 5
    play(game, *(f"keep {a} {b} {c}" for a, b, c in game.offers), "take ?", "take ?")
    assert letters(game.hands[0]) == "RRBYWL"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_g4_every_seat_starts_with_four_cards(seats: int) -> None:
    game = new_game(seats=seats)
    assert game.hand_sizes == [4] * seats
    assert (game.row_size, game.deck_size) == (5, 105 - 4 * seats)


def test_g5_the_top_tickets_are_dealt_in_seat_order() -> None:
    game = new_game(tickets=[71, 2, 66, 3, 63, 4, 61, 8, 57], seats=3)
    assert game.offers == [(71, 2, 66), (3, 63, 4), (61, 8, 57)]
    assert game.ticket_deck_size == len(game.ticket_deck) == 21


def test_g5_seats_choose_in_order_before_the_first_turn() -> None:
    game = new_game(tickets=[71, 2, 66, 3, 63, 4, 61, 8, 57], seats=3)
    asked = [(game.seat, game.phase)]
    for text in ("keep 71 66", "keep 3 63 4", "keep 8 57"):
        play(game, text)
        asked.append((game.seat, game.phase))
    assert asked == [(0, "keep"), (1, "keep"), (2, "keep"), (0, "turn")]
    assert game.tickets == [(71, 66), (3, 63, 4), (8, 57)]
    assert game.ticket_counts == [2, 3, 2]


def test_g5_two_or_three_of_three_are_kept() -> None:
    game = new_game(tickets=[71, 2, 66])
    assert legal(game) == ["keep 2 66", "keep 71 2", "keep 71 2 66", "keep 71 66"]
    for kept in ((), (71,), (2,), (66,)):
        assert_refused(game, Keep(kept), "G5")


@pytest.mark.parametrize("kept", [(71, 3), (71, 71), (2, 71), (71, 2, 66, 3), (True, 2), [71, 2]])
def test_g5_only_tickets_just_dealt_are_kept_each_once_in_the_order_dealt(kept: object) -> None:
    game = new_game(tickets=[71, 2, 66, 3])
    assert_refused(game, Keep(kept), "G5")  # type: ignore[arg-type]


def test_g5_a_kept_ticket_is_named_by_a_whole_number() -> None:
    game = new_game(tickets=[1, 5, 6, 7, 9], ruleset="mega")
    assert_legal(game, "keep 1 5 6")
    assert_refused(game, Keep((True, 5, 6)), "G5")
    assert_refused(game, Keep((1.0, 5, 6)), "G5")  # type: ignore[arg-type]


def test_g5_returned_tickets_go_under_the_deck_in_seat_order_as_dealt() -> None:
    game = new_game(tickets=[72, 0, 64, 5, 33, 71, 1, 66, 6, 32, 50], ruleset="mega")
    play(game, "keep 72 64 33", "keep 1 66 6")
    assert game.ticket_deck[0] == 50
    assert game.ticket_deck[-4:] == [0, 5, 71, 32]
    assert game.ticket_deck_size == len(game.ticket_deck) == 69 - 6


def test_g5_the_old_west_shuffles_all_returned_tickets_together() -> None:
    game = new_game(tickets=[7, 1, 9, 3, 5, 0, 8, 2, 6, 4], ruleset="oldwest")
    game.chance = Recorded({"returned": [(4, 1, 5)]})
    play(game, "keep 7 9 3", "keep 0 8 2 6")
    assert game.ticket_deck[-3:] == [4, 1, 5]
    assert game.ticket_deck_size == len(game.ticket_deck) == 50 - 7
    assert record_of(game).rows[-1].action == "returned 4 1 5"


def test_g5_nobody_learns_which_tickets_another_was_dealt_kept_or_returned() -> None:
    one = new_game(tickets=[2, 3, 4, 8, 13, 14])
    other = new_game(tickets=[16, 18, 21, 8, 13, 14])
    play(one, "keep 2 4", "keep 8 13")
    play(other, "keep 16 18", "keep 8 13")
    assert one.seen_by(1) == other.seen_by(1)
    assert one.seen_by(0) != other.seen_by(0)
    view = one.view(1)
    assert (view.offers, view.tickets) == ([(), ()], [(), (8, 13)])
    assert Offered(0, (2, 3, 4), 3) in one.seen_by(0)
    assert Kept(0, (2, 4), (3,), 2, 1) in one.seen_by(0)


@pytest.mark.parametrize("ruleset", ["usa", "mega", "africa", "oldwest+warehouses"])
def test_g5_no_seat_learns_how_many_another_kept_until_all_have_chosen(ruleset: str) -> None:
    few, many = Game(ruleset, 3, 5), Game(ruleset, 3, 5)
    for _ in range(2):
        few.apply(few.legal()[0])
        many.apply(many.legal()[-1])
        for seat in range(few.seat, 3):
            assert few.seen_by(seat) == many.seen_by(seat)
            assert few.view(seat).ticket_counts == [0, 0, 0]
            assert few.view(seat).ticket_deck_size == many.view(seat).ticket_deck_size
    assert few.seen_by(0) == many.seen_by(0)
    few.apply(few.legal()[0])
    many.apply(many.legal()[-1])
    least, dealt = few.rules.ruleset.keep, few.rules.ruleset.deal
    for seat in range(3):
        assert few.view(seat).ticket_counts == [least] * 3
        assert many.view(seat).ticket_counts == [dealt] * 3


def test_g5_a_seat_that_imagines_games_at_the_start_imagines_what_others_chose() -> None:
    game = Game("usa", 3, 5)
    game.apply(game.legal()[0])
    game.apply(game.legal()[0])
    imagined = [game.view(2).sample(Random(seed)) for seed in range(40)]
    assert {len(world.chosen[0]) for world in imagined} == {2, 3}
    for world in imagined:
        assert set(world.chosen[1]) <= set(world.offers[1])
        world.apply(world.legal()[0])
        assert [len(kept) >= 2 for kept in world.tickets] == [True] * 3


def test_g5_everybody_learns_how_many_tickets_were_kept() -> None:
    game = new_game(tickets=[2, 3, 4, 8, 13, 14])
    play(game, "keep 2 4", "keep 8 13 14")
    for seat in (0, 1):
        assert game.view(seat).ticket_counts == [2, 3]
        assert game.view(seat).ticket_deck_size == 25


def test_g6_a_claim_is_a_whole_turn() -> None:
    game = arrange(begin(), hands=["BBBBBB", "RRRR"])
    play(game, f"claim {MONTREAL_NEW_YORK} BBB")
    assert (game.seat, game.phase) == (1, "turn")


def test_g6_two_cards_are_a_whole_turn() -> None:
    game = begin()
    play(game, "take ?")
    assert (game.seat, game.phase) == (0, "card")
    play(game, "take ?")
    assert (game.seat, game.phase) == (1, "turn")


def test_g6_tickets_are_a_whole_turn() -> None:
    game = begin()
    play(game, "tickets")
    assert (game.seat, game.phase) == (0, "keep")
    play(game, " ".join(["keep", *map(str, game.offers[0])]))
    assert (game.seat, game.phase) == (1, "turn")


def test_g6_what_was_begun_is_finished_before_anything_else() -> None:
    game = arrange(begin(), hands=["BBBBBB"])
    assert_legal(game, "take ?", "tickets", f"claim {MONTREAL_NEW_YORK} BBB")
    play(game, "take ?")
    for other in (TakeTickets(), Claim(MONTREAL_NEW_YORK, 1, 0), Pass(), Keep((2,))):
        assert_refused(game, other)
    play(game, "take ?", "tickets")
    for other in (TakeTickets(), Claim(MONTREAL_NEW_YORK, 1, 0), Pass(), Take(-1)):
        assert_refused(game, other)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_g6_turns_go_round_from_seat_0(seats: int) -> None:
    assert idle(begin(seats=seats), seats + 2) == [*range(seats), 0, 1]


@pytest.mark.parametrize(
    ("position", "possible"),
    [
        ({"row": "", "deck": "", "hands": ["", "..."], "ticket_deck": [2]}, ["tickets"]),
        ({"row": "R", "deck": "", "hands": ["", "..."], "ticket_deck": []}, ["take R"]),
        ({"row": "L", "deck": "", "hands": ["", "..."], "ticket_deck": []}, ["take L"]),
        (
            {"row": "", "deck": "", "hands": ["B", "..."], "trains": [1], "ticket_deck": []},
            [f"claim {route} B" for route in (2, 25, 26, 57, 58, 90, 91, 98, 99)],
        ),
    ],
)
def test_g7_passing_is_refused_while_anything_is_legal(
    position: dict[str, object], possible: list[str]
) -> None:
    game = arrange(begin(), **position)  # type: ignore[arg-type]
    assert legal(game) == possible
    assert_refused(game, "pass", "G7")


def test_g7_a_seat_with_nothing_legal_to_do_passes_and_its_turn_ends() -> None:
    game = arrange(begin(), row="", hands=["", "..."], ticket_deck=[])
    assert legal(game) == ["pass"]
    play(game, "pass")
    assert (game.seat, game.phase) == (1, "turn")
    assert "pass" not in legal(game)


def test_g7_the_only_legal_answer_is_given_and_recorded_by_the_referee() -> None:
    game = arrange(begin(seats=3), row="RB", hands=["", "", "..."], ticket_deck=[])
    play(game, "take R")
    rows = record_of(game).rows[-3:]
    assert [(row.seat, row.phase, row.action) for row in rows] == [
        (0, "turn", "take R"),
        (0, "card", "take B"),
        (1, "turn", "pass"),
    ]
    assert game.seat == 2


@pytest.mark.parametrize("seats", [2, 3])
def test_g7_the_game_ends_and_is_scored_when_all_pass_in_a_row(
    long_routes: Ruleset, seats: int
) -> None:
    game = arrange(
        begin(ruleset=long_routes, seats=seats),
        row="",
        hands=["..."],
        trains=[8] * seats,
        points=[4, 7, 2],
        tickets=[[0], [1, 2]],
        ticket_deck=[],
    )
    play(game, "pass")
    assert game.over
    result = game.result()
    assert (result.end, result.turns) == ("stalemate", seats)
    assert [seat.score for seat in result.seats] == [4 - 5, 7 - 10, 2][:seats]
    assert_refused(game, "pass")
    assert game.legal() == []


def test_g7_passes_count_only_in_a_row(long_routes: Ruleset) -> None:
    game = arrange(
        begin(ruleset=long_routes),
        row="",
        hands=["", "RRRRRRRRR..."],
        next_decks=["RRRRRRRRR"],
        trains=[8, 17],
        ticket_deck=[],
    )
    play(game, "pass", "claim 0 RRRRRRRRR", "take R", "take R", "take R", "take R")
    # Nobody can claim any more: what is left are five cards to take, then two passes.
    actions = [row.action for row in record_of(game).rows[-7:]]
    assert actions == ["take R"] * 5 + ["pass"] * 2
    assert (game.result().end, game.result().turns) == ("stalemate", 9)


def test_g7_passing_does_not_end_a_game_before_all_have_passed(long_routes: Ruleset) -> None:
    game = arrange(
        begin(ruleset=long_routes, seats=3),
        row="",
        hands=["", "", "..."],
        trains=[8, 8, 9],
        ticket_deck=[],
    )
    play(game, "pass")
    assert (game.over, game.seat) == (False, 2)


@pytest.mark.parametrize("seats", [2, 4])
def test_g7_a_game_of_hoarders_ends(seats: int) -> None:
    game, rng = Game("usa", seats, 5), Random(5)
    for _ in range(3000):
        if game.over:
            break
        game.apply(hoard(game.legal(), rng))
    assert game.over


def hoard(actions: list[Action], rng: Random) -> Action:
    """Anything but a claim, and anything but a locomotive, as long as there is something."""
    shy = [action for action in actions if not isinstance(action, Claim)]
    return rng.choice([action for action in shy if action != Take(8)] or shy or actions)
