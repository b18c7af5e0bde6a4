"""The kernel and the referee side by side: every state, every legal list, every result."""

from random import Random

import numpy as np
import pytest

from arena.kernel import Table
from arena.kernel.batch import Batch
from arena.kernel.quick_chance import QuickGenerator
from arena.referee.game import Game
from arena.referee.rulesets import NAMES
from tests.kernel.lockstep import CASES, in_lockstep
from tests.kernel.long_lockstep import SHARE

FIRST_GENERATOR = 0xAEAF52FEBE706064
"""The seed 9 after a step of splitmix64, where the generator of a batch's first game begins."""
BETWEEN_GAMES = 0xD1342543DE82EF95
"""How far apart the generators of the games of a batch begin."""
FURTHER = 2
"""Further games for each ruleset, number of seats and policy, compared at fewer steps."""


@pytest.mark.parametrize("ruleset", NAMES)
def test_every_state_every_legal_list_and_every_result_is_the_referees(ruleset: str) -> None:
    cases = [(seed, case) for seed, case in enumerate(CASES) if case[0] == ruleset]
    for seed, (_, seats, policy) in cases[NAMES.index(ruleset) % 3 :: 3]:
        in_lockstep(ruleset, seats, seed, policy)


@pytest.mark.parametrize("ruleset", NAMES)
def test_further_games_differ_in_nothing_wherever_they_are_looked_at(ruleset: str) -> None:
    cases = [case for case in CASES if case[0] == ruleset]
    for seed, (_, seats, policy) in enumerate(cases * FURTHER):
        in_lockstep(ruleset, seats, 10_000 + seed, policy, SHARE)


@pytest.mark.parametrize(
    "ruleset", ["usa", "africa+warehouses", "oldwest+alvin+warehouses", "europemega+warehouses"]
)
def test_a_batch_plays_what_tables_play(ruleset: str) -> None:
    rng = Random(1)
    batch = Batch(ruleset, 3, range(40))
    tables = [Table(ruleset, 3, seed) for seed in range(40)]
    while (counts := batch.counts()).any():
        assert counts.tolist() == [table.count() for table in tables]
        numbers = [rng.randrange(count) if count else 0 for count in counts]
        batch.play(np.array(numbers, np.int32))
        for table, number in zip(tables, numbers, strict=True):
            if not table.over:
                table.play(number)
    assert [batch.table(n).difference(table) for n, table in enumerate(tables)] == [None] * 40
    assert [batch.table(n).result() for n in range(40)] == [table.result() for table in tables]


@pytest.mark.parametrize("ruleset", NAMES)
def test_foreseen_shuffles_are_those_of_a_game_alone(ruleset: str) -> None:
    batch = Batch(ruleset, 2, range(40))
    batch.random_end(9)
    for seed in range(40):
        table = Table(ruleset, 2, seed)
        generator = QuickGenerator(FIRST_GENERATOR + seed * BETWEEN_GAMES)
        while not table.over:
            table.play(generator.pick(table.count()))
        assert batch.table(seed).difference(table) is None
        assert batch.table(seed).result() == table.result()


@pytest.mark.parametrize("ruleset", NAMES)
def test_a_game_goes_to_the_kernel_and_back(ruleset: str) -> None:
    rng = Random(ruleset)
    game = Game(ruleset, 4, 7)
    while not game.over:
        back = Table.from_game(game).to_game()
        assert {name: value(game, name) for name in SLOTS} == {n: value(back, n) for n in SLOTS}
        game.apply(rng.choice(game.legal()))
    assert Table.from_game(game).to_game().result() == game.result()


SLOTS = sorted({*Game.__mro__[1].__slots__, *Game.__slots__} - {"log", "sampled_by", "chance"})
"""What makes up the state of a game."""


def value(game: Game, name: str) -> object:
    """A variable of a game, to be compared."""
    found = getattr(game, name)
    if name == "chosen":  # asked for only while the first tickets are being chosen
        return found if game.offers[0] and game.turns == 0 else None
    if name in ("extras", "secrets"):
        return {
            kind: {slot: getattr(part, slot) for slot in kind.__slots__}
            for kind, part in found.items()
        }
    return found
