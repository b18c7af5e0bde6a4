"""A seed means the same game on every Python, in every process, whatever is played."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from arena.referee.game import Game
from arena.referee.record import record_of
from arena.referee.rulesets import NAMES
from tests.properties.games import steps
from tests.properties.golden import all_lines, game_digest, opening
from tests.properties.policies import claimer, glutton, undecided
from tests.properties.tables import SEATS, at_each_table, with_each_ruleset

ROOT = Path(__file__).parents[2]

OPENINGS = {
    0: "deck WWPRGWOOOYYKLWLOYGBK tickets 33 36 41 14 18",
    1: "deck OBWKPYBYBGRGGWWPKKYR tickets 63 56 3 26 43",
    1910: "deck LYRLYPKPPKRWLBBGBYWY tickets 3 21 63 16 33",
}
GAMES = {
    "usa2004": "76f087762eba25f3",
    "usa2004+warehouses": "a6acb5fb3c2d43b8",
    "usa": "17ddca1ca650b8ce",
    "usa1910": "b18efd42e562c467",
    "usa1910+warehouses": "83a6c762b081d80f",
    "mega": "74ed433a65708800",
    "mega+warehouses": "066edfa560c3abdc",
    "bigcities": "d2ac185a279db5b4",
    "bigcities+warehouses": "ee432d2385828f72",
    "usa+warehouses": "4ba515623637e778",
    "africa": "a29d04bbd1dd070c",
    "africa+warehouses": "2745d28b1714f69d",
    "oldwest": "7073e7d263aebb27",
    "oldwest+alvin": "1d6ef2d834002372",
    "oldwest+warehouses": "a5723c7385f52c53",
    "oldwest+alvin+warehouses": "1cd109f6694fb4ca",
    "europe": "7d1bd3e5fdfc28b9",
    "europe+warehouses": "883f1e9ce3ea6c6b",
    "europe1912": "a4184c02f6702afd",
    "europe1912+warehouses": "ed8a18d6875b0582",
    "europemega": "145c26f33ea9915a",
    "europemega+warehouses": "4a51debb4da17d42",
    "europebigcities": "18384ee9c3bcdfa7",
    "europebigcities+warehouses": "b66e7a9e5cd63f5f",
}
"""By ruleset, the digest of two games: a change here means that old seeds give new games."""


@pytest.mark.parametrize("seed", OPENINGS)
def test_a_seed_gives_the_deck_and_tickets_it_always_gave(seed: int) -> None:
    assert opening("usa", seed) == OPENINGS[seed]


@pytest.mark.parametrize("ruleset", NAMES)
def test_a_seed_gives_the_game_it_always_gave(ruleset: str) -> None:
    assert game_digest(ruleset) == GAMES.get(ruleset)


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_other_processes_with_other_hashes_play_the_same_games(hash_seed: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.properties.golden"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == all_lines()


@at_each_table
def test_games_of_one_seed_start_alike_whatever_is_played(ruleset: str, seats: int) -> None:
    starts, decisions = set(), set()
    for policy in (claimer, glutton, undecided):
        game = Game(ruleset, seats, 99)
        for _ in steps(game, policy, Random(ruleset)):
            pass
        rows = record_of(game).rows
        first = next(ply for ply, row in enumerate(rows) if row.seat >= 0)
        starts.add(rows[:first])
        decisions.add(rows[first:])
    assert len(starts) == 1
    assert len(decisions) == 3


@with_each_ruleset
def test_each_shuffle_has_an_order_of_its_own_that_play_does_not_change(ruleset: str) -> None:
    begun, other = Game(ruleset, 2, 5), Game(ruleset, 2, 5)
    *_, ended = steps(other, claimer, Random(1))
    cards = list(range(20))
    orders = {}
    for pile in ("deck", "tickets", "terrain"):
        for nth in range(3):
            order = begun.chance.shuffled(pile, nth, cards)
            assert order == ended.chance.shuffled(pile, nth, cards)
            assert sorted(order) == cards
            orders[pile, nth] = tuple(order)
    assert len(set(orders.values())) == len(orders)


@with_each_ruleset
def test_different_seeds_give_different_games(ruleset: str) -> None:
    seats = SEATS[ruleset][0]
    rows = [record_of(Game(ruleset, seats, seed)).rows for seed in (0, 1, -1, 2**64, 2**64 + 1)]
    for told in zip(*rows, strict=False):
        if told[0].seat < 0:
            assert len(set(told)) == len(rows)
