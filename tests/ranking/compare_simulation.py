"""Simulated comparisons of bots whose true difference is known: how often is the decision right?

`python -m tests.ranking.compare_simulation` makes 2,000 comparisons for each kind of differences
and each truth, each looked at after every deal, with a delta of 0.05 and at most 5,000 deals. It
takes a minute or two.

*penta* is what two games of a deal may give: -1, -1/2, 0, 1/2 or 1, with a tenth, a fifth, two
fifths, a fifth and a tenth. *cont* is almost continuous, with a standard deviation of 0.32, as at
tables of many. *skew* is -0.06 mostly, and rarely 1. The others are differences of real bots (see
`real_differences`). Each kind is weighted by exp(t x) with the t that gives the true mean.
"""

import sys
from collections.abc import Iterator
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ranking.evidence import BETS, RISK, growth
from tests.ranking.real_differences import real_differences

RUNS = 2000
DEALS = 5000
DELTA = 0.05
TRUTHS = (-0.1, 0.0, 0.025, 0.05, 0.1, 0.2)
SEED = 1
FIRST_LOOK = 10
"""The deal at which a z-test is looked at first."""

Array = NDArray[np.float64]


class Kind(NamedTuple):
    """Differences that a deal may have, and how likely each is."""

    values: Array
    weights: Array

    def with_mean(self, mean: float) -> "Kind":
        """The same differences, weighted so that they have this mean."""
        low, high = -60.0, 60.0
        for _ in range(60):
            middle = (low + high) / 2
            weights = self.weights * np.exp(middle * self.values)
            weights /= weights.sum()
            low, high = (middle, high) if weights @ self.values < mean else (low, middle)
        return Kind(self.values, weights)

    def spread(self) -> float:
        """The standard deviation."""
        mean = self.weights @ self.values
        return float(np.sqrt(self.weights @ (self.values - mean) ** 2))


def kinds() -> dict[str, Kind]:
    """All kinds of differences, by name."""
    even = np.linspace(-0.995, 0.995, 400)
    found = {
        "penta": Kind(np.array([-1, -0.5, 0, 0.5, 1]), np.array([0.1, 0.2, 0.4, 0.2, 0.1])),
        "cont": Kind(even, (1 - even**2) ** 3.38),
        "skew": Kind(np.array([-0.06, 1.0]), np.array([1, 0.06])),
    }
    for name, counts in real_differences().items():
        found[name] = Kind(np.array(list(counts)), np.array(list(counts.values()), float))
    return found


class Outcome(NamedTuple):
    """How comparisons of one kind and truth ended: parts of all, and the mean number of deals."""

    better: float
    not_better: float
    worse: float
    held: float
    """How often the interval held the truth at every look, both ends, up to the decision."""
    deals: float

    @property
    def undecided(self) -> float:
        """The part that had no decision."""
        return abs(round(1 - self.better - self.not_better - self.worse, 6))


def compared(kind: Kind, truth: float, runs: int, deals: int, seed: int = SEED) -> Outcome:
    """Simulate comparisons that end as `Evidence` does."""
    rng, weighted = np.random.default_rng(seed), kind.with_mean(truth)
    # Bets: better; worse; not better by more than delta; and on either side of the truth.
    signs, bounds = np.array([1, -1, -1, 1, -1]), np.array([0, 0, DELTA, truth, truth])
    factors = np.exp(
        growth(
            (kind.values[:, None] * signs)[:, :, None], (bounds * signs)[:, None], np.array(BETS)
        )
    )
    money = np.ones((runs, len(signs), len(BETS)))
    sums, futile = np.zeros(runs), np.full(runs, deals + 1)
    wrong = np.zeros(runs, bool)
    ended: dict[str, int] = {"better": 0, "worse": 0, "not": 0, "held": 0, "deals": 0}
    for deal in range(1, deals + 1):
        drawn = rng.choice(len(kind.values), len(sums), p=weighted.weights)
        money *= factors[drawn]
        sums += kind.values[drawn]
        reached = money.mean(axis=2) >= 1 / RISK
        wrong |= reached[:, 3] | reached[:, 4]
        better, worse = reached[:, 0], reached[:, 1] & ~reached[:, 0]
        futile = np.where(reached[:, 2], np.minimum(futile, deal), futile)
        patient = (sums / deal < -DELTA) & (deal < 2 * futile)
        plain = (futile <= deal) & ~patient & ~better & ~worse
        done = better | worse | plain if deal < deals else np.ones(len(sums), bool)
        ended["better"] += int(better.sum())
        ended["worse"] += int(worse.sum())
        ended["not"] += int(plain.sum())
        ended["held"] += int((done & ~wrong).sum())
        ended["deals"] += deal * int(done.sum())
        money, sums, futile, wrong = money[~done], sums[~done], futile[~done], wrong[~done]
        if not len(sums):
            break
    return Outcome(*(ended[name] / runs for name in ("better", "not", "worse", "held", "deals")))


class Peeking(NamedTuple):
    """How often equal bots are called better by whoever looks after every deal to the last."""

    bets: float
    z_test: float


def peeked(kind: Kind, runs: int, deals: int) -> Peeking:
    """Simulate equal bots, and never stop for another reason."""
    rng, equal = np.random.default_rng(SEED), kind.with_mean(0.0)
    factors = np.exp(growth(kind.values[:, None], 0.0, np.array(BETS)))
    money, sums, squares = np.ones((runs, len(BETS))), np.zeros(runs), np.zeros(runs)
    by_bets, by_test = np.zeros(runs, bool), np.zeros(runs, bool)
    hurdle = NormalDist().inv_cdf(1 - RISK)
    for deal in range(1, deals + 1):
        drawn = rng.choice(len(kind.values), runs, p=equal.weights)
        money *= factors[drawn]
        np.maximum(money, 1e-200, out=money)  # numbers that are much smaller are slow
        sums += kind.values[drawn]
        squares += kind.values[drawn] ** 2
        by_bets |= money.mean(axis=1) >= 1 / RISK
        if deal >= FIRST_LOOK:
            error = np.sqrt(np.maximum(squares / deal - (sums / deal) ** 2, 1e-12) / deal)
            by_test |= sums / deal > hurdle * error
    return Peeking(float(by_bets.mean()), float(by_test.mean()))


def fixed_size(kind: Kind, truth: float) -> float:
    """The deals that a test of fixed size needs to find this difference with 95%, at 5%."""
    sure = NormalDist().inv_cdf(1 - RISK)
    return (2 * sure * kind.with_mean(truth).spread() / truth) ** 2


def lines() -> Iterator[str]:
    """The two tables, in Markdown."""
    yield "| kind | spread | bets say better | a z-test does |\n|---|---|---|---|"
    for name, kind in kinds().items():
        found = peeked(kind, RUNS, DEALS)
        spread = kind.with_mean(0.0).spread()
        yield f"| {name} | {spread:.2f} | {found.bets:.1%} | {found.z_test:.1%} |"
    yield ""
    yield "| kind | truth | better | not better | worse | undecided | holds | deals | fixed size |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for name, kind in kinds().items():
        for truth in TRUTHS:
            if truth > kind.values.min():
                yield row(name, kind, truth)


def row(name: str, kind: Kind, truth: float) -> str:
    """One line of the second table."""
    found = compared(kind, truth, RUNS, DEALS)
    fixed = f"{fixed_size(kind, truth):,.0f}" if truth > 0 else ""
    parts = (found.better, found.not_better, found.worse, found.undecided, found.held)
    told = " | ".join(f"{part:.1%}" for part in parts)
    return f"| {name} | {truth:g} | {told} | {found.deals:,.0f} | {fixed} |"


if __name__ == "__main__":
    for line in lines():
        print(line)
        sys.stdout.flush()
