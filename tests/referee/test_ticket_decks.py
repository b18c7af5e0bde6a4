"""Several ticket decks with their own numbers, as the next boards have them."""

import csv
from random import Random

import pytest
from msgspec.structs import replace

from arena.boards.loader import BUNDLED
from arena.referee import Game, Keep, play_out, record_of, replay
from arena.referee.rulesets import FirstDeck, Ruleset, RulesetError, register_ruleset
from tests.properties.ticket_trail import held_back_by

LONG = 8
"""How many of the tickets are in the deck of long ones."""


@pytest.fixture(scope="module")
def long_and_short(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """A ruleset that deals two long tickets, of which one may be kept, and three others."""
    folder = tmp_path_factory.mktemp("decks") / "twodecks"
    folder.mkdir()
    for name in ("cities", "routes", "tickets"):
        with (BUNDLED / "usa" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        if name == "tickets":
            rows = [row for row in rows if row["classic_reprint"] == "1"]
            rows.sort(key=lambda row: -int(row["points"]))
            ends = ("city_a", "city_b", "points")
            rows = [
                {**{e: row[e] for e in ends}, "long": str(+(n < LONG)), "short": str(+(n >= LONG))}
                for n, row in enumerate(rows)
            ]
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    ruleset = Ruleset(
        name="twodecks",
        board=str(folder),
        deck="short",
        first_decks=(FirstDeck(name="long", tickets="long", deal=2, most=1),),
        returned_leave=True,
    )
    register_ruleset(ruleset)
    return ruleset


def test_each_seat_is_dealt_of_every_deck_in_order(long_and_short: Ruleset) -> None:
    game = Game(long_and_short, 3, 1)
    rows = [row.action.split(" ") for row in record_of(game).rows]
    assert [words[0] for words in rows] == ["deck", "tickets", "long"]
    shorts, longs = (list(map(int, words[1:])) for words in rows[1:3])
    assert (len(shorts), len(longs)) == (30 - LONG, LONG)
    for seat in range(3):
        assert list(game.offers[seat]) == longs[2 * seat :][:2] + shorts[3 * seat :][:3]
    assert game.ticket_deck == shorts[9:]
    assert game.ticket_deck_size == game.view(1).ticket_deck_size == len(shorts) - 9


def test_what_is_returned_at_the_start_leaves_the_game(long_and_short: Ruleset) -> None:
    game = Game(long_and_short, 2, 1)
    before = list(game.ticket_deck)
    for _ in range(2):
        game.apply(game.legal()[0])
    assert game.ticket_deck == before
    assert game.ticket_deck_size == game.view(0).ticket_deck_size == len(before)


def test_later_what_is_returned_goes_under_the_deck(long_and_short: Ruleset) -> None:
    game = Game(long_and_short, 2, 1)
    for _ in range(2):
        game.apply(game.legal()[0])
    game.apply(game.rules.parse("tickets"))
    first, *others = game.offers[0]
    game.apply(Keep((first,)))
    assert game.ticket_deck[-2:] == others
    assert game.view(1).ticket_deck_size == game.ticket_deck_size == len(game.ticket_deck)


def test_no_more_of_a_deck_are_kept_than_may_be(long_and_short: Ruleset) -> None:
    game = Game(long_and_short, 2, 1)
    long_a, long_b, short, *_ = game.offers[0]
    refusal = game.refusal(Keep((long_a, long_b, short)))
    assert refusal == "1 of the long tickets may be kept at most, not 2 (X9)"
    kept = [set(action.tickets) for action in game.legal() if isinstance(action, Keep)]
    assert {long_a, short} in kept
    assert not any({long_a, long_b} <= some for some in kept)
    assert len(kept) == 4 + 2 * 7  # two or three others, or a long one with one or more of them


def test_nobody_learns_whether_a_long_ticket_was_kept(long_and_short: Ruleset) -> None:
    one, other = Game(long_and_short, 2, 1), Game(long_and_short, 2, 1)
    long_a, _, short_a, short_b, _ = one.offers[0]
    one.apply(Keep((long_a, short_a)))
    other.apply(Keep((short_a, short_b)))
    for game in (one, other):
        game.apply(game.legal()[0])
    assert one.seen_by(1) == other.seen_by(1)


def test_games_are_recorded_and_replayed(long_and_short: Ruleset) -> None:
    for seats in (2, 3, 4):
        game = Game(long_and_short, seats, seats)
        play_out(game, Random(seats))
        record = record_of(game)
        # A record names a board of one's own by its folder, and then has all of its tickets: this
        # one's sets are known by the ruleset's own name.
        assert replay(replace(record, board="")).result() == game.result()


def test_samples_deal_every_seat_what_it_may_have(long_and_short: Ruleset) -> None:
    longs = set(Game(long_and_short, 3, 1).rules.first_decks["long"])
    for seed in range(4):
        game, rng = Game(long_and_short, 3, seed), Random(seed)
        kept_long = set()
        for decision in range(60):
            if game.over:
                break
            if decision % 3 == 2 or game.phase == "keep":
                view = game.view(game.seat)
                for world in (view.sample(Random(n)) for n in range(6)):
                    held = [t for some in (*world.tickets, *world.offers) for t in some]
                    assert len(held) == len(set(held))
                    assert not set(world.ticket_deck) & (set(held) | longs)
                    assert list(map(len, world.tickets)) == game.ticket_counts
                    assert world.tickets[game.seat] == game.tickets[game.seat]
                    for seat in range(3):
                        assert len(longs & set(world.tickets[seat])) <= 1
                        if not game.turns:
                            assert set(held_back_by(world, seat)) <= set(world.offers[seat])
                    if game.turns:
                        kept_long.add(len(longs & set(world.tickets[(game.seat + 1) % 3])))
            game.apply(rng.choice(game.legal()))
        assert len(kept_long) > 1


def test_a_deck_too_small_for_the_seats_is_refused(long_and_short: Ruleset) -> None:
    with pytest.raises(RulesetError, match="5 seats are dealt 10 tickets, but the deck has 8"):
        Game(long_and_short, 5, 1)
