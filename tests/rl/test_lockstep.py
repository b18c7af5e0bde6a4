"""The kernel's arrays and those of views, side by side: environments tell the same by both."""

from random import Random

import numpy as np
import pytest

from arena import kernel, rl
from arena.kernel.tables import unknown_part
from arena.kernel.vector import Vector
from arena.planning.arrays import layout_of, ways
from arena.referee.game import IllegalAction
from arena.referee.modules import rules_of
from arena.referee.rulesets import NAMES, RULESETS, find_ruleset
from arena.rl.position import KernelPosition, RefereePosition, deal
from tests.properties.policies import POLICIES
from tests.toy import TOLLGATES

pytestmark = pytest.mark.usefixtures("with_toy")

GAMES = 3
CASES = [
    (ruleset, seats)
    for ruleset in NAMES
    if unknown_part(rules_of(RULESETS[ruleset])) is None
    for seats in {RULESETS[ruleset].fewest_seats, RULESETS[ruleset].most_seats}
]
"""Every ruleset that the kernel knows, with the fewest and the most seats."""


@pytest.mark.parametrize(("ruleset", "seats"), CASES)
def test_the_vector_shows_what_views_show(ruleset: str, seats: int) -> None:
    rules, rng = rules_of(find_ruleset(ruleset)), Random(f"{ruleset} {seats}")
    vector = Vector(ruleset, seats, range(GAMES))
    games = [RefereePosition(rules, seats, seed) for seed in range(GAMES)]
    policies = list(POLICIES.values())
    step = 0
    while not all(game.over for game in games):
        plans, actions = vector.ways(), np.zeros(GAMES, np.int64)
        for n, game in enumerate(games):
            if game.over:
                continue
            assert vector.seats[n] == game.seat
            assert named(vector, vector.observations[n]) == named(
                vector, game.observation(game.seat)
            )
            assert (vector.masks[n] == game.mask()).all()
            if (step + n) % 5 == 0:
                other = rng.randrange(seats)
                assert (vector.observation(n, other) == game.observation(other)).all()
                assert (plans[n] == ways(game.view(game.seat))).all()
            policy = policies[(step // 50 + n) % len(policies)]
            actions[n] = game.index_of(policy(game.game(), rng))
        for game, action in zip(games, actions.tolist(), strict=True):
            if not game.over:
                game.play(action)
        vector.play(actions)
        vector.look()
        step += 1
    results = vector.batch.results()
    for game, numbers in zip(games, results, strict=True):
        assert [seat.score for seat in game.result().seats] == numbers[:, 0].tolist()


def named(vector: Vector, row: np.ndarray) -> dict[str, list[int]]:
    """The parts of an observation by name, so that a difference tells where it is."""
    return {name: row[vector.layout[name]].tolist() for name in vector.layout.parts}


@pytest.mark.parametrize("ruleset", ["usa", "africa", "oldwest+alvin+warehouses"])
def test_environments_tell_the_same_by_kernel_and_referee(ruleset: str) -> None:
    rules, rng = rules_of(find_ruleset(ruleset)), Random(2)
    one, other = KernelPosition(rules, 3, 7), RefereePosition(rules, 3, 7)
    while not one.over:
        assert (one.seat, one.over) == (other.seat, other.over)
        for seat in range(3):
            assert (one.observation(seat) == other.observation(seat)).all()
        assert (one.mask() == other.mask()).all()
        number = rng.choice(other.mask().nonzero()[0].tolist())
        assert one.action_of(number) == other.action_of(number)
        assert one.index_of(other.action_of(number)) == number
        one.play(number)
        other.play(number)
    assert other.over
    assert one.result() == other.result()


@pytest.mark.parametrize("kind", [KernelPosition, RefereePosition])
def test_an_illegal_number_is_refused_with_its_rule(kind: type) -> None:
    position = kind(rules_of(find_ruleset("usa")), 2, 1)
    before = position.observation(0)
    with pytest.raises(IllegalAction, match="does not answer the question 'keep'"):
        position.play(0)
    assert (position.observation(0) == before).all()


def test_the_kernel_refuses_a_step_with_an_illegal_action_whole() -> None:
    vector = Vector("usa", 2, range(3))
    legal = vector.masks.argmax(1)
    before = vector.batch.states().copy()
    for wrong in (-1, 0, len(vector.numbering), 1 << 40):
        actions = legal.copy()
        actions[1] = wrong
        with pytest.raises(kernel.KernelError, match=f"action {wrong} is not legal in game 1"):
            vector.play(actions)
        assert (vector.batch.states() == before).all()


@pytest.mark.parametrize(
    "actions",
    [np.zeros(2, np.int64), np.zeros((3, 2), np.int64)],
)
def test_actions_of_another_shape_are_refused(actions: np.ndarray) -> None:
    with pytest.raises(kernel.KernelError, match="actions are an array of int64 with 3 numbers"):
        Vector("usa", 2, range(3)).play(actions)


def test_a_vector_deals_anew_what_has_ended() -> None:
    games = rl.vector("usa", games=8, seats=3, seed=5)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(900):
        games.step(games.random_actions(rng))
        assert (games.rewards[~games.ended] == 0).all()
        assert np.allclose(games.rewards.sum(1), 0)
        fresh = games.observations[games.ended][:, games.layout["turns"]]
        assert (fresh == 0).all()
        ended += int(games.ended.sum())
    assert ended > 8


@pytest.mark.parametrize("ruleset", ["usa", "africa", "oldwest+alvin+warehouses"])
def test_random_actions_are_legal_and_equally_likely(ruleset: str) -> None:
    vector = Vector(ruleset, 2, [1, 2, 3])
    for _ in range(30):
        vector.play(vector.random_actions(5))
        vector.look()
    draws = np.stack([vector.random_actions(seed) for seed in range(6000)])
    for mask, drawn in zip(vector.masks, draws.T, strict=True):
        numbers, often = np.unique(drawn, return_counts=True)
        assert (numbers == mask.nonzero()[0]).all()
        expected = len(drawn) / len(numbers)
        assert ((often - expected) ** 2 / expected).sum() < len(numbers) + 6 * len(numbers) ** 0.5


def test_random_actions_are_those_of_the_seed() -> None:
    vector = Vector("usa", 2, range(64))
    one, same, other = (vector.random_actions(seed) for seed in (7, 7, 8))
    assert (one == same).all()
    assert (one != other).any()


def test_two_vectors_of_one_seed_are_equal_and_of_two_are_not() -> None:
    one, same, other = (rl.vector("usa", games=4, seed=seed).observations for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()


def test_a_module_that_the_kernel_does_not_know_is_played_by_the_referee() -> None:
    rules = rules_of(find_ruleset(TOLLGATES))
    position = deal(rules, 2, 1)
    assert isinstance(position, RefereePosition)
    assert position.observation(0).size == layout_of(rules, 2).size
