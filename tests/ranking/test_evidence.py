"""What is said of a difference is right 95% of the time, however often one looks."""

from itertools import count

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

from arena.ranking.evidence import BETS, Decision, Evidence, growth, money
from tests.ranking.compare_simulation import (
    SEED,
    Kind,
    compared,
    fixed_size,
    kinds,
    peeked,
)

KINDS = kinds()
differences = st.lists(st.sampled_from([-1.0, -0.5, -0.06, 0.0, 0.25, 1.0]), max_size=60)


def told(*values: float, delta: float = 0.05) -> Evidence:
    """What these differences say."""
    found = Evidence(delta)
    for value in values:
        found.add(value)
    return found


@pytest.mark.parametrize("name", ["penta", "skew", "2 seats, follower", "4 seats, follower"])
def test_who_looks_after_every_deal_calls_equal_bots_better_5_percent_of_the_time_at_most(
    name: str,
) -> None:
    found = peeked(KINDS[name], 2000, 1000)
    assert found.bets <= 0.05
    assert found.z_test > 0.2  # so that the simulation would show it


@pytest.mark.parametrize("name", ["cont", "skew", "4 seats, follower"])
def test_a_difference_of_delta_is_found_and_its_interval_holds(name: str) -> None:
    found = compared(KINDS[name], 0.05, 1000, 5000)
    assert found.better >= 0.95
    assert found.held >= 0.95


@pytest.mark.parametrize("name", ["penta", "cont", "skew", "4 seats, follower"])
def test_twice_that_difference_takes_at_most_two_fifths_more_deals_than_a_fixed_number(
    name: str,
) -> None:
    kind = KINDS[name]
    assert compared(kind, 0.1, 1000, 5000).deals <= 1.4 * fixed_size(kind, 0.1)


@pytest.mark.parametrize("truth", [-0.08, 0.0, 0.1])
def test_simulated_comparisons_end_as_real_ones_do(truth: float) -> None:
    kind = KINDS["4 seats, follower"]
    for seed in range(10):
        outcome = compared(kind, truth, 1, 4000, seed=seed)
        ended = followed(kind, truth, seed)
        said = (ended.decision == Decision.BETTER, ended.decision == Decision.NOT_BETTER)
        assert (outcome.better, outcome.not_better) == said
        assert outcome.deals == ended.deals


def followed(kind: Kind, truth: float, seed: int) -> Evidence:
    """The evidence of the differences that a simulation with one run draws."""
    rng, weights = np.random.default_rng(seed), kind.with_mean(truth).weights
    found = Evidence(0.05)
    while found.decision is None and found.deals < 4000:
        found.add(float(kind.values[rng.choice(len(weights), 1, p=weights)[0]]))
    return found


chances = st.lists(st.tuples(st.floats(-1, 1), st.floats(0.01, 1)), min_size=2, max_size=5)


@given(chances, st.sampled_from(BETS))
def test_a_bet_on_more_than_the_mean_neither_gains_nor_loses_on_average(
    chances: list[tuple[float, float]], bet: float
) -> None:
    values, weights = (np.array(each) for each in zip(*chances, strict=True))
    mean = weights @ values / weights.sum()
    assume(mean > -0.99)
    gains = np.exp(growth(values, mean, bet))
    assert weights @ gains / weights.sum() == pytest.approx(1)
    assert np.exp(growth(-1.0, mean, bet)) == pytest.approx(1 - bet)


@given(differences)
def test_evidence_is_the_most_that_bets_on_the_differences_have_won(values: list[float]) -> None:
    found = told(*values)
    for sign, bound, most in (
        (1, 0.0, found.better()),
        (-1, 0.0, found.worse()),
        (-1, 0.05, found.not_better()),
    ):
        steps = [growth(sign * value, sign * bound, np.array(BETS)) for value in values]
        sums = np.cumsum(steps, axis=0) if steps else np.zeros((0, len(BETS)))
        expected = max([1.0, *np.exp(money(sums)).tolist()])
        assert most == pytest.approx(expected)


@given(differences)
def test_an_interval_only_narrows_and_agrees_with_what_was_decided(values: list[float]) -> None:
    found, before = Evidence(0.05), (-1.0, 1.0)
    for value in values:
        found.add(value)
        assert before[0] <= found.low <= found.high <= before[1] or found.low > found.high
        before = (found.low, found.high)
    if found.decision == Decision.BETTER:
        assert found.low >= 0
    if found.decision == Decision.WORSE:
        assert found.high <= 0
    if found.decision == Decision.NOT_BETTER:
        assert found.high <= 0.05


@given(differences)
def test_what_is_better_one_way_round_is_worse_the_other(values: list[float]) -> None:
    one, other = told(*values), told(*(-value for value in values))
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.better() == pytest.approx(other.worse())


def test_bots_that_always_win_lose_or_draw_are_known_at_once() -> None:
    assert ending(1.0) == (Decision.BETTER, 8)
    assert ending(-1.0) == (Decision.WORSE, 8)
    decision, deals = ending(0.0)
    assert decision == Decision.NOT_BETTER
    assert deals < 120


def ending(value: float) -> tuple[Decision, int]:
    """How a comparison ends in which every difference is the same, and when."""
    found = Evidence(0.05)
    for deal in count(1):
        found.add(value)
        if found.decision is not None:
            return found.decision, deal
    raise AssertionError


def test_what_looks_worse_is_waited_for_but_not_for_ever() -> None:
    rng = np.random.default_rng(SEED)
    found = Evidence(0.2)
    not_better_at = None
    while found.decision is None:
        found.add(float(rng.choice([-1.0, 1.0], p=[0.62, 0.38])))
        if not_better_at is None and found.high <= 0.2:
            not_better_at = found.deals
    assert not_better_at is not None
    assert not_better_at < found.deals <= 2 * not_better_at


def test_at_the_end_what_was_not_waited_for_is_said_and_nothing_else() -> None:
    found = told(*[-1.0] * 7)
    assert found.decision is None
    found.end()
    assert found.decision == Decision.NOT_BETTER
    open_ = told(1.0, -1.0)
    open_.end()
    assert open_.decision is None


def test_a_decision_stays_whatever_comes_later() -> None:
    found = told(*[1.0] * 8)
    assert found.decision == Decision.BETTER
    for _ in range(50):
        found.add(-1.0)
    assert found.decision == Decision.BETTER
    assert found.deals == 58
    assert found.counts == {1.0: 8, -1.0: 50}
