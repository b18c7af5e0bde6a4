"""D: taking tickets."""

from random import Random

import pytest

from arena.referee.actions import Keep
from arena.referee.game import Game
from tests.arrange import arrange, begin, idle, play
from tests.rules.legality import assert_legal, assert_refused, legal


def test_d1_the_top_three_tickets_are_offered() -> None:
    game = arrange(begin(), ticket_deck=[71, 3, 66, 2, 4])
    play(game, "tickets")
    assert (game.seat, game.phase) == (0, "keep")
    assert game.offers[0] == (71, 3, 66)
    assert game.ticket_deck == [2, 4]
    assert game.ticket_deck_size == 2


def test_d1_at_least_one_is_kept() -> None:
    game = arrange(begin(), ticket_deck=[71, 3, 66, 2, 4])
    play(game, "tickets")
    assert legal(game) == [
        "keep 3", "keep 3 66", "keep 66", "keep 71", "keep 71 3", "keep 71 3 66", "keep 71 66",
    ]  # fmt: skip
    assert_refused(game, Keep(()), "D1")
    assert_refused(game, Keep((2,)))
    assert_refused(game, Keep((66, 71)))


@pytest.mark.parametrize(
    ("keep", "kept", "left"),
    [
        ("keep 3", (3,), [2, 4, 71, 66]),
        ("keep 66", (66,), [2, 4, 71, 3]),
        ("keep 71 66", (71, 66), [2, 4, 3]),
        ("keep 71 3 66", (71, 3, 66), [2, 4]),
    ],
)
def test_d1_the_others_go_under_the_deck_in_the_order_dealt(
    keep: str, kept: tuple[int, ...], left: list[int]
) -> None:
    game = arrange(begin(), tickets=[[8, 13], [14]], ticket_deck=[71, 3, 66, 2, 4])
    play(game, "tickets", keep)
    assert game.tickets == [(8, 13, *kept), (14,)]
    assert game.ticket_counts == [2 + len(kept), 1]
    assert game.ticket_deck == left
    assert game.ticket_deck_size == len(left)
    assert game.seat == 1


def test_d1_with_fewer_left_one_takes_what_there_is() -> None:
    game = arrange(begin(), ticket_deck=[71, 3])
    play(game, "tickets")
    assert game.offers[0] == (71, 3)
    assert legal(game) == ["keep 3", "keep 71", "keep 71 3"]
    play(game, "keep 3")
    assert game.ticket_deck == [71]


def test_d1_the_last_ticket_is_kept_without_asking() -> None:
    game = arrange(begin(), tickets=[], ticket_deck=[71])
    play(game, "tickets")
    assert game.tickets[0] == (71,)
    assert (game.seat, game.ticket_deck_size) == (1, 0)


def test_d1_with_none_left_taking_tickets_is_not_legal() -> None:
    game = arrange(begin(), ticket_deck=[])
    assert_refused(game, "tickets", "D1")
    assert "tickets" not in legal(game)


def test_d1_a_returned_ticket_comes_up_again() -> None:
    game = arrange(begin(), ticket_deck=[71, 3, 66])
    play(game, "tickets", "keep 3", "tickets")
    assert game.offers[1] == (71, 66)
    assert_legal(game, "keep 71")


def test_d2_others_learn_only_how_many_were_taken_and_kept() -> None:
    dealt = [8, 13, 14, 16, 18, 21]
    one, other = begin(tickets=[*dealt, 2, 3, 4]), begin(tickets=[*dealt, 71, 66, 63])
    play(one, "tickets")
    play(other, "tickets")
    assert one.seen_by(1) == other.seen_by(1)
    assert one.view(1).offers[0] == ()
    assert one.view(1).ticket_deck_size == 21
    play(one, "keep 3")
    play(other, "keep 71")
    assert one.seen_by(1) == other.seen_by(1)
    assert one.seen_by(0) != other.seen_by(0)
    assert one.view(1).ticket_counts == [4, 3]
    assert one.view(1).ticket_deck_size == 23
    assert one.view(1).tickets == [(), (16, 18, 21)]
    assert one.view(0).tickets == [(8, 13, 14, 3), ()]


def test_d2_tickets_are_shown_at_the_end_of_the_game() -> None:
    game, rng = Game("usa", 3, 9), Random(9)
    while not game.over:
        assert game.view(1).tickets[0] == game.view(1).tickets[2] == ()
        game.apply(rng.choice(game.legal()))
    assert all(len(kept) >= 2 for kept in game.tickets)
    for seat in range(3):
        assert game.view(seat).tickets == game.tickets


def test_d3_any_number_of_tickets_may_be_held() -> None:
    game = begin()
    while game.ticket_deck_size:
        play(game, "tickets", " ".join(["keep", *map(str, game.ticket_deck[:3])]))
        idle(game)
    assert game.ticket_counts == [27, 3]
    assert len(set(game.tickets[0])) == 27
