"""X1, X2 and X9: Europe's numbers, its long and regular tickets, and its four rulesets."""

from random import Random

import pytest

from arena.referee.actions import Keep
from arena.referee.game import Game
from arena.referee.modules.europe import Stations
from arena.referee.modules.warehouses import Warehouses
from arena.referee.playout import play_out
from arena.referee.record import record_of
from arena.referee.rulesets import LONGEST_PATH, NAMES, RulesetError, find_ruleset
from tests.rules.expansions import asked, assert_refused, begin, dealt, keep_all, play, position

EUROPE = ("europe", "europe1912", "europemega", "europebigcities")
WITH_LONG = EUROPE[:3]


@pytest.mark.parametrize("ruleset", EUROPE)
def test_x1_numbers(ruleset: str) -> None:
    game = Game(ruleset, 2, 1)
    assert game.trains == [45, 45]
    assert game.extras[Stations].left == [3, 3]
    assert game.rules.ruleset.bonuses == {LONGEST_PATH}
    assert [game.rules.ruleset.points[length] for length in (1, 2, 3, 4, 6, 8)] == [
        *(1, 2, 4, 7, 15, 21)
    ]
    for seats in (1, 6):
        with pytest.raises(RulesetError, match=r"2 to 5 seats, not \d \(G1\)"):
            Game(ruleset, seats, 1)
    play_out(game, Random(1))
    assert set(game.result().seats[0].bonuses) == {"longest_path", "stations"}


def test_x1_c6_the_tunnel_of_eight_scores_twenty_one() -> None:
    game = position(begin("europe"), hands=["R" * 8], deck="BBB...")
    play(game, "claim 86 RRRRRRRR")
    assert game.scores == [21, 0]


@pytest.mark.parametrize("ruleset", EUROPE)
def test_x9_every_ruleset_may_have_warehouses(ruleset: str) -> None:
    assert f"{ruleset}+warehouses" in NAMES
    assert Warehouses in Game(f"{ruleset}+warehouses", 5, 1).extras


def test_x2_each_seat_is_dealt_one_long_ticket_and_then_three_regular_ones() -> None:
    game = dealt("europe", 3, long=[45, 40, 42], tickets=[1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert list(map(list, game.offers)) == [[45, 1, 2, 3], [40, 4, 5, 6], [42, 7, 8, 9]]
    texts = [row.action.split(" ") for row in record_of(game).rows]
    assert [words[0] for words in texts] == ["deck", "tickets", "long"]
    assert [len(words) - 1 for words in texts[1:]] == [40, 6]


def test_x2_two_tickets_or_more_are_kept_of_any_kind() -> None:
    game = dealt("europe", long=[45], tickets=[1, 2, 3])
    sizes = [len(action.tickets) for action in game.legal() if isinstance(action, Keep)]
    assert sorted(sizes) == [2] * 6 + [3] * 4 + [4]
    assert_refused(game, "keep 45", "G5")
    play(game, "keep 45 2")
    play(game, "keep 4 5")
    assert game.tickets[0] == (45, 2)


def test_x2_what_is_returned_then_leaves_the_game_with_the_long_tickets_not_dealt() -> None:
    game = dealt("europe", long=[45, 40], tickets=[1, 2, 3, 4, 5, 6])
    deck = list(game.ticket_deck)
    play(game, "keep 1 2", "keep 4 5 6")
    assert game.ticket_deck == deck
    assert len(deck) == game.ticket_deck_size == 40 - 6
    assert not {45, 40, 41, 42, 43, 44, 3} & set(game.ticket_deck)
    assert [row.action.split(" ")[0] for row in record_of(game).rows[3:]] == ["keep", "keep"]


def test_x2_nobody_learns_whether_a_long_ticket_was_kept() -> None:
    seen = []
    for kept in ("keep 45 1", "keep 1 2"):
        game = dealt("europe", long=[45, 40], tickets=[1, 2, 3, 4, 5, 6])
        play(game, kept, "keep 4 5")
        seen.append((game.seen_by(1), game.view(1).ticket_counts))
    assert seen[0] == seen[1]


def test_x2_a_sample_gives_others_a_long_ticket_in_some_games_and_none_in_others() -> None:
    game = dealt("europe", long=[45, 40], tickets=[1, 2, 3, 4, 5, 6])
    play(game, "keep 45 1", "keep 4 5", "take ?", "take ?")
    worlds = [game.view(1).sample(Random(seed)) for seed in range(40)]
    longs = [[ticket for ticket in world.tickets[0] if ticket >= 40] for world in worlds]
    assert {len(some) for some in longs} == {0, 1}
    assert not any(40 in some for some in longs)  # seat 1 was dealt that one, and returned it
    for world in worlds:
        assert not {4, 5, 6, 40} & {*world.tickets[0], *world.ticket_deck}
        assert all(ticket < 40 for ticket in world.ticket_deck)


def test_x2_d1_later_tickets_are_regular_and_go_back_under_their_deck() -> None:
    game = begin("europe")
    top = list(game.ticket_deck[:3])
    play(game, "tickets")
    assert list(game.offers[0]) == top
    play(game, f"keep {top[1]}")
    assert game.ticket_deck[-2:] == [top[0], top[2]]
    assert game.ticket_deck_size == len(game.ticket_deck) == 34 - 1
    assert asked(game) == (1, "turn")


DECKS = {
    "europe": (6, 40),
    "europe1912": (6, 59),
    "europemega": (12, 89),
    "europebigcities": (0, 45),
}


@pytest.mark.parametrize("ruleset", EUROPE)
def test_x9_how_many_long_and_other_tickets_there_are(ruleset: str) -> None:
    rules = Game(ruleset, 2, 1).rules
    longs = rules.first_decks.get("long", ())
    assert (len(longs), len(rules.deck)) == DECKS[ruleset]
    assert not set(longs) & set(rules.deck)


@pytest.mark.parametrize(
    ("ruleset", "dealt_at_first", "kept", "taken"),
    [
        ("europe", 4, 2, 3),
        ("europe1912", 4, 2, 3),
        ("europemega", 7, 3, 3),
        ("europebigcities", 5, 2, 4),
    ],
)
def test_x9_how_many_tickets_are_dealt_kept_and_taken(
    ruleset: str, dealt_at_first: int, kept: int, taken: int
) -> None:
    game = dealt(ruleset)
    assert len(game.offers[0]) == dealt_at_first
    assert min(len(action.tickets) for action in game.legal()) == kept  # type: ignore[attr-defined]
    least = game.legal()[0]
    game.apply(least)
    game.apply(game.legal()[0])
    play(game, "tickets")
    assert len(game.offers[0]) == taken
    assert min(len(action.tickets) for action in game.legal()) == 1  # type: ignore[attr-defined]


def test_x9_of_mega_two_long_tickets_are_dealt_and_one_is_kept_at_most() -> None:
    game = dealt("europemega")
    longs = set(game.rules.first_decks["long"])
    long_a, long_b, one, two, *_ = game.offers[0]
    assert {long_a, long_b} == set(game.offers[0]) & longs
    assert_refused(game, Keep((long_a, long_b, one)), "X9")
    kept = [set(action.tickets) for action in game.legal() if isinstance(action, Keep)]
    assert max(len(some & longs) for some in kept) == 1
    assert {long_a, one, two} in kept
    # three or more of five others, or one of two long ones and two or more others
    assert len(kept) == (10 + 5 + 1) + 2 * (10 + 10 + 5 + 1)


def test_x9_samples_of_mega_give_nobody_two_long_tickets() -> None:
    game = dealt("europemega", 3)
    longs = set(game.rules.first_decks["long"])
    for seed in range(30):
        world = game.view(0).sample(Random(seed))
        assert all(len(longs & set(offer)) == 2 for offer in world.offers)
    for _ in range(3):
        game.apply(Keep(game.offers[game.seat][1:]))  # all but one of the long ones
    for seed in range(60):
        world = game.view(0).sample(Random(seed))
        for seat in (1, 2):
            assert len(longs & set(world.tickets[seat])) == 1
    game = dealt("europemega", 3)
    for _ in range(3):
        game.apply(Keep(game.offers[game.seat][1:5]))
    held = set()
    for seed in range(60):
        world = game.view(0).sample(Random(seed))
        held |= {len(longs & set(world.tickets[seat])) for seat in (1, 2)}
    assert held == {0, 1}


def test_x9_of_bigcities_all_tickets_name_a_big_city_and_what_is_returned_leaves() -> None:
    game = dealt("europebigcities")
    deck = list(game.ticket_deck)
    assert "long" not in {row.action.split(" ")[0] for row in record_of(game).rows}
    for _ in range(2):
        game.apply(game.legal()[0])
    assert game.ticket_deck == deck
    assert len(deck) == 45 - 10


@pytest.mark.parametrize("ruleset", WITH_LONG)
def test_x2_nothing_returned_at_the_start_is_ever_dealt_again(ruleset: str) -> None:
    game = Game(ruleset, 5, 3)
    offered = [set(offer) for offer in game.offers]
    keep_least(game)
    gone = set().union(*offered) - {ticket for kept in game.tickets for ticket in kept}
    play_out(game, Random(1))
    assert not gone & {ticket for kept in game.tickets for ticket in kept}
    assert not gone & set(game.ticket_deck)


def keep_least(game: Game) -> None:
    """Every seat keeps as few tickets as it may."""
    for _ in range(game.seats):
        game.apply(game.legal()[0])


def test_a_board_of_ones_own_has_one_deck_of_tickets() -> None:
    own = find_ruleset("europe").on_board("europe")
    game = Game(own, 2, 1)
    assert len(game.rules.deck) == 101
    assert list(map(len, game.offers)) == [3, 3]
    keep_all(game)
    play_out(game, Random(1))
