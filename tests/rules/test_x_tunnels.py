"""X3 to X5: tunnels and their surcharge, what is seen of them, and ferries."""

from random import Random

import pytest

from arena.boards import load_board
from arena.match.substitute import quietest
from arena.referee.events import Asked
from arena.referee.game import Game
from arena.referee.modules.europe import GiveUpTunnel, PaySurcharge, Tunnels
from tests.arrange import letters
from tests.rules.expansions import (
    asked,
    assert_refused,
    begin,
    check_cards,
    claimable,
    given_up,
    play,
    position,
    rows_of_playing,
    turned_up,
)
from tests.rules.legality import assert_legal, legal

EUROPE = "europe"
WITH_DEPOTS = "europe+warehouses"
ZURICH_MUNCHEN = 79  # 2 yellow, a tunnel
MADRID_PAMPLONA = 69  # 3 black, a tunnel
PAMPLONA_MADRID = 70  # 3 white, beside it
SARAJEVO_SOFIA = 92  # 2 gray, a tunnel
AMSTERDAM_BRUXELLES = 0  # 1 black
ATHINA_SMYRNA = 9  # 2 gray, a ferry with one symbol
CLAIM = f"claim {ZURICH_MUNCHEN} YY"


def before_tunnel(turned: str, hand: str = "YYYYLLL", **others: object) -> Game:
    """Seat 0 is about to claim, and these cards are on top of the deck."""
    given = {"hands": [hand], "deck": turned + "...", **others}
    return position(begin(EUROPE), **given)


def test_x3_a_tunnel_that_costs_no_more_is_claimed_at_once() -> None:
    game = before_tunnel("RBG", "YYY")
    assert rows_of_playing(game, CLAIM) == [f"0 {CLAIM}"]
    assert asked(game) == (1, "turn")
    assert game.owned[0] == 1 << ZURICH_MUNCHEN
    assert game.trains[0] == 43
    assert game.scores == [2, 0]
    assert letters(game.hands[0]) == "Y"
    assert letters(game.discard) == "RBGYY"
    assert turned_up(game) == ""
    assert game.pending is None


@pytest.mark.parametrize(
    ("turned", "more"),
    [("YBG", 1), ("BYY", 2), ("YYY", 3), ("LBG", 1), ("LYB", 2), ("BGL", 1), ("LYY", 3)],
)
def test_x3_each_card_of_the_colour_and_each_locomotive_costs_one_more(
    turned: str, more: int
) -> None:
    game = before_tunnel(turned)
    play(game, CLAIM)
    assert asked(game) == (0, "surcharge")
    assert turned_up(game) == letters([turned.count(letter) for letter in "RBGYKWOPL"])
    assert {len(text.split()[1]) for text in legal(game, "surcharge ")} == {more}


def test_x3_the_surcharge_is_paid_in_any_mixture_of_the_colour_and_locomotives() -> None:
    game = before_tunnel("YYB")
    play(game, CLAIM)
    assert legal(game) == ["surcharge", "surcharge LL", "surcharge YL", "surcharge YY"]
    play(game, "surcharge YL")
    assert letters(game.hands[0]) == "YLL"
    assert letters(game.discard) == "BYYYYYL"
    assert game.owned[0] == 1 << ZURICH_MUNCHEN
    assert asked(game) == (1, "turn")


def test_x3_no_more_trains_than_spaces_are_needed_and_only_they_score() -> None:
    game = before_tunnel("YYY", "YYYYY", trains=[3])
    play(game, CLAIM, "surcharge YYY")
    assert game.trains[0] == 1
    assert game.scores[0] == 2


def test_x3_the_surcharge_is_exactly_what_is_asked() -> None:
    game = before_tunnel("YYB")
    play(game, CLAIM)
    for text in ("Y", "L", "YYL", "LLL"):
        assert_refused(game, f"surcharge {text}", "X3")
    for paid in (
        (3, 2, 3),
        (3, 2, -1),
        (8, 2, 0),
        (3, 0, 0),
        (True, 2, 0),
        (3, 2.0, 0),
        ("Y", 2, 0),
    ):
        assert_refused(game, PaySurcharge(*paid), "X3")  # type: ignore[arg-type]


def test_x3_the_surcharge_has_the_colour_paid_even_on_a_gray_tunnel() -> None:
    game = before_tunnel("PPR", "PPPRRRR")
    play(game, f"claim {SARAJEVO_SOFIA} RR")
    assert legal(game, "surcharge ") == ["surcharge R"]
    assert_refused(game, "surcharge P", "X3")


def test_x3_a_mixed_payment_costs_more_for_its_colour_and_for_locomotives() -> None:
    game = before_tunnel("YLB", "YYYLLL")
    play(game, f"claim {ZURICH_MUNCHEN} YL")
    assert legal(game, "surcharge ") == ["surcharge LL", "surcharge YL", "surcharge YY"]


def test_x3_for_locomotives_alone_only_locomotives_cost_more_and_only_they_pay() -> None:
    game = before_tunnel("YYL", "YYYYLLLL")
    play(game, f"claim {ZURICH_MUNCHEN} LL")
    assert legal(game) == ["surcharge", "surcharge L"]
    assert_refused(game, "surcharge Y", "X3")
    play(game, "surcharge L")
    assert letters(game.hands[0]) == "YYYYL"


def test_x3_for_locomotives_alone_colours_cost_nothing() -> None:
    game = before_tunnel("YYB", "YYLLLL")
    play(game, f"claim {ZURICH_MUNCHEN} LL")
    assert game.owned[0] == 1 << ZURICH_MUNCHEN


def test_x3_who_can_not_pay_gives_up_without_being_asked() -> None:
    game = before_tunnel("YYB", "YYYRRRR")
    rows = rows_of_playing(game, CLAIM)
    assert rows == [f"0 {CLAIM}", "0 surcharge"]
    assert asked(game) == (1, "turn")
    assert letters(game.hands[0]) == "RRRRYYY"
    assert letters(game.discard) == "BYY"
    assert (game.owned[0], game.scores[0], game.trains[0]) == (0, 0, 45)
    assert given_up(game) == [1, 0]


def test_x3_the_payment_itself_can_not_pay_the_surcharge() -> None:
    game = before_tunnel("LBR", "YYL")
    play(game, f"claim {ZURICH_MUNCHEN} YL")
    assert legal(game) == ["surcharge", "surcharge Y"]
    game = before_tunnel("LBR", "YL")
    assert rows_of_playing(game, f"claim {ZURICH_MUNCHEN} YL")[1:] == ["0 surcharge"]


def test_x3_giving_up_takes_the_payment_back_and_claims_and_closes_nothing() -> None:
    game = before_tunnel("KRG", "KKKKL")
    play(game, f"claim {MADRID_PAMPLONA} KKK", "surcharge")
    assert letters(game.hands[0]) == "KKKKL"
    assert letters(game.discard) == "RGK"
    assert turned_up(game) == ""
    assert game.owned == [0, 0]
    for seat in (0, 1):
        for route in (MADRID_PAMPLONA, PAMPLONA_MADRID):
            assert game.open_to[seat] >> route & 1
    assert game.trains == [45, 45]


def test_x3_giving_up_uses_the_turn_and_is_no_pass() -> None:
    game = before_tunnel("YRG")
    turns = game.turns
    play(game, CLAIM, "surcharge")
    assert asked(game) == (1, "turn")
    assert game.turns == turns + 1
    assert game.passes == 0


def test_x3_nothing_is_closed_while_the_payment_lies_on_the_table() -> None:
    game = before_tunnel("KRG", "KKKKL")
    play(game, f"claim {MADRID_PAMPLONA} KKK")
    assert game.open_to[1] >> PAMPLONA_MADRID & 1
    assert game.trains[0] == 45
    play(game, "surcharge K")
    assert not game.open_to[1] >> PAMPLONA_MADRID & 1  # C5
    assert not game.open_to[0] >> PAMPLONA_MADRID & 1


def test_x3_a_route_that_is_no_tunnel_turns_nothing_up() -> None:
    game = before_tunnel("KKL", "KKK")
    deck = game.deck_size
    play(game, f"claim {AMSTERDAM_BRUXELLES} K")
    assert game.owned[0] == 1 << AMSTERDAM_BRUXELLES
    assert (game.deck_size, letters(game.discard)) == (deck, "K")


# A deck that runs out


def test_x3_a_deck_that_runs_out_is_renewed_without_the_cards_on_the_table() -> None:
    game = position(
        begin(EUROPE), hands=["YYYYL", "..."], deck="Y", discard="BBB", next_decks=["BBB"]
    )
    rows = rows_of_playing(game, CLAIM)
    assert rows == [f"0 {CLAIM}", "-1 deck BBB"]
    assert asked(game) == (0, "surcharge")
    assert turned_up(game) == "BBY"
    assert letters([game.deck.count(card) for card in range(9)]) == "B"
    assert letters(game.discard) == ""


def test_x3_the_deck_renewed_by_the_last_card_turned_up_lacks_what_is_on_the_table() -> None:
    game = position(
        begin(EUROPE), hands=["YYY", "..."], deck="RBG", discard="WW", next_decks=["WW"]
    )
    assert rows_of_playing(game, CLAIM) == [f"0 {CLAIM}", "-1 deck WW"]
    assert letters(game.discard) == "RBGYY"


def test_x3_cards_discarded_after_a_claim_renew_the_deck_all_together() -> None:
    game = position(begin(EUROPE), hands=["YYYY", "..."], deck="YBG", next_decks=["YYYYBG"])
    rows = rows_of_playing(game, CLAIM, "surcharge Y")
    assert rows == [f"0 {CLAIM}", "0 surcharge Y", "-1 deck YYYYBG"]


def test_x3_cards_turned_up_renew_the_deck_after_giving_up() -> None:
    game = position(begin(EUROPE), hands=["YYYY", "..."], deck="YBG", next_decks=["BGY"])
    rows = rows_of_playing(game, CLAIM, "surcharge")
    assert rows == [f"0 {CLAIM}", "0 surcharge", "-1 deck BGY"]


@pytest.mark.parametrize("deck", ["YL", "Y", ""])
def test_x3_fewer_cards_are_turned_up_if_there_are_not_more(deck: str) -> None:
    decks = [] if deck else ["YY"]
    game = position(begin(EUROPE), hands=["YYYYLL", "..."], deck=deck, next_decks=decks)
    play(game, CLAIM)
    if deck:
        assert turned_up(game) == deck
        assert {len(text.split()[1]) for text in legal(game, "surcharge ")} == {len(deck)}
    else:
        assert game.owned[0] == 1 << ZURICH_MUNCHEN


def test_x3_t5_a_row_is_cleared_before_the_question_not_while_cards_are_turned_up() -> None:
    # Five cards beside it, three of them locomotives: the row of three rests until one is gone.
    game = position(
        begin(EUROPE),
        hands=["YYYYL", "..."],
        row="LLLRB",
        deck="YLLLG",
        next_decks=["RBLLL"],
    )
    assert rows_of_playing(game, CLAIM) == [f"0 {CLAIM}", "-1 deck RBLLL"]
    assert asked(game) == (0, "surcharge")
    assert turned_up(game) == "YLL"
    assert letters(game.row) == "RBGLL"


def test_x3_w7_warehouses_become_the_deck_while_cards_are_turned_up() -> None:
    game = position(
        begin(WITH_DEPOTS, depots=("Roma", "Wien")),
        hands=["YYYY", "..."],
        stores=["RB", "G"],
        reserve=[0, 4],
        deck="Y",
        next_decks=["RBG"],
    )
    rows = rows_of_playing(game, CLAIM)
    assert rows == [f"0 {CLAIM}", "-1 deck RBG"]
    assert turned_up(game) == "RBY"


def test_w3_a_tunnel_given_up_collects_no_warehouse_and_depots_may_follow() -> None:
    game = position(
        begin(WITH_DEPOTS, depots=("Roma", "Zürich")),
        hands=["YYYY", "RRRR"],
        stores=["", "GG"],
        deck="YBB...",
    )
    game.last_route = ZURICH_MUNCHEN + 5  # a route to the depot was claimed before
    play(game, CLAIM, "surcharge")
    assert asked(game) == (0, "end")
    play(game, "depot München", "end")
    assert asked(game) == (1, "turn")


def test_w3_a_tunnel_paid_for_collects_after_the_surcharge() -> None:
    game = position(
        begin(WITH_DEPOTS, depots=("Roma", "Zürich")),
        hands=["YYYY", "RRRR"],
        stores=["", "GG"],
        deck="YBB...",
    )
    play(game, CLAIM, "surcharge Y")
    assert asked(game) == (0, "collect")
    play(game, "collect 1")
    assert letters(game.hands[0]) == "GGY"


# Thirty tunnels given up


def test_x3_after_thirty_tunnels_given_up_a_seat_claims_no_further_one() -> None:
    game = before_tunnel("YRG", "YYYYKKKLLL")
    game.extras[Tunnels].given_up[0] = 29
    assert ZURICH_MUNCHEN in claimable(game)
    play(game, CLAIM, "surcharge", "take ?", "take ?")
    assert given_up(game) == [30, 0]
    tunnels = {n for n, tunnel in enumerate(game.board.columns["tunnel"]) if tunnel}
    assert claimable(game)
    assert not claimable(game) & tunnels
    assert_refused(game, CLAIM, "X3")


def test_x3_the_others_may_still_claim_tunnels() -> None:
    game = position(begin(EUROPE), hands=["", "YYYY"], asked=1)
    game.extras[Tunnels].given_up[0] = 30
    assert ZURICH_MUNCHEN in claimable(game)


# What is seen


def test_x4_all_see_payment_cards_turned_up_decision_and_surcharge() -> None:
    game = begin(EUROPE, top="YYYY" + "RRBB" + "RBGYK" + "WW" + "RR" + "YBG")
    play(game, "take ?", "take ?", "take ?", "take ?")
    play(game, CLAIM)
    for seat in (0, 1):
        view = game.view(seat)
        assert view.pending == game.pending
        assert view.extras[Tunnels].turned == game.extras[Tunnels].turned
        assert view.hand_sizes == game.hand_sizes == [4, 6]  # the payment is not part of the hand
        assert (view.seat, view.phase) == (0, "surcharge")
    for answer, known in (("surcharge", "YY"), ("surcharge Y", "")):
        after = game.clone()
        play(after, answer)
        view = after.view(1)
        assert letters(view.hands[0]) == known  # what went back to the hand is known to all
        assert view.hand_sizes == after.hand_sizes
        assert view.discard == after.discard


def test_x4_the_question_does_not_tell_whether_a_seat_could_have_paid() -> None:
    seen = []
    for hand in ("YYYB", "YYBB"):
        game = begin(EUROPE, top=hand + "RRBB" + "RBGYK" + "YBG")
        play(game, CLAIM)
        if game.phase == "surcharge":
            play(game, "surcharge")
        seen.append(game.seen_by(1))
        assert any(isinstance(event, Asked) and event.phase == "surcharge" for event in seen[-1])
    assert seen[0] == seen[1]


def test_x4_samples_deal_no_card_again_that_lies_on_the_table() -> None:
    game = begun_tunnel()
    for seed in range(20):
        world = game.view(0).sample(Random(seed))
        assert turned_up(world) == "GYY"
        check_cards(world)


def begun_tunnel() -> Game:
    """A game at the question for a surcharge, from its first shuffle."""
    game = begin(EUROPE, top="YYYY" + "RRBB" + "RBGYK" + "YYG")
    play(game, CLAIM)
    assert asked(game) == (0, "surcharge")
    return game


def test_x3_the_quiet_answer_is_to_give_up() -> None:
    game = begun_tunnel()
    assert quietest(game.rules, game.legal()) == GiveUpTunnel()


# Ferries


def test_x5_ferries_take_locomotives_and_no_surcharge() -> None:
    game = before_tunnel("LLR", "RRLL")
    assert_refused(game, f"claim {ATHINA_SMYRNA} RR", "C8")
    assert_legal(game, f"claim {ATHINA_SMYRNA} RL")
    play(game, f"claim {ATHINA_SMYRNA} RL")
    assert game.owned[0] == 1 << ATHINA_SMYRNA


def test_x5_no_route_is_both_a_ferry_and_a_tunnel() -> None:
    board = load_board(EUROPE)
    pairs = zip(board.ferries, board.columns["tunnel"], strict=True)
    assert not any(ferry and tunnel for ferry, tunnel in pairs)
