"""Confidence intervals of win rates, and how well any rate is known: from how rounds differ.

Rounds are independent repeats of the same tables, so how much a rate differs from round to round
tells how exact it is. That is the variance which resampling rounds would give, worked out without
drawing. A few rounds don't tell it well, and rounds that happen to be alike would promise far too
much; so it is mixed with what is expected of games before any is seen (`Prior`), and the more
rounds there are, the less that weighs.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]
Figures = NDArray[np.float64]

CONFIDENCE: Final = 0.95
NOMINAL: Final = 0.945
"""What intervals of win rates are worked out for. Wins are whole numbers, so that no interval
holds the truth in exactly 95 of 100 cases: made for 94.5, they do in 95 to 96 (simulation.py)."""
Z: Final = NormalDist().inv_cdf((1 + NOMINAL) / 2)
"""How many standard errors an interval reaches on each side, if these are known exactly."""


class Prior(NamedTuple):
    """What is expected of the games of a round, before any is seen."""

    weight: float
    """How many rounds it weighs as much as."""
    alike: float
    """The correlation of one bot's results within a round."""
    fewest: int
    """The fewest rounds that say anything."""


OWN_DEALS: Final = Prior(weight=10, alike=0, fewest=1)
"""Where every game has its own deal: then games are independent, which is certain."""
DUPLICATES: Final = Prior(weight=4, alike=0.04, fewest=2)
"""Where the games of a round share their deal: then how alike they are is a guess."""


def prior_of(duplicate: bool) -> Prior:
    """What is expected of a tournament's games."""
    return DUPLICATES if duplicate else OWN_DEALS


class Estimate(NamedTuple):
    """Some figures, how exactly each is known, and how exactly that is known."""

    value: Figures
    variance: Figures
    freedom: Figures
    """The degrees of freedom of the variance, for Student's quantile."""


class Wins(NamedTuple):
    """The wins and games of bots in one discipline, by group of rounds and bot."""

    wins: Counts
    games: Counts


# In all arrays below, the last axes are groups of rounds and bots, or bots, or pairs of bots. Axes
# before them are tournaments, of which a simulation has many at once.


def rate_intervals(disciplines: Sequence[Wins], weights: Sequence[float], prior: Prior) -> Figures:
    """The interval of each bot's win rate: of the mean over disciplines, weighed like this.

    n independent games at a rate p would have the variance p(1 - p) / n: so the variance tells how
    many games the games are worth, and the interval is Wilson's for that many. It holds near 0 and
    1 too, where nothing varies.
    """
    shares = played_weights([one.games for one in disciplines], weights)
    rate = mean_rate([rates(*one) for one in disciplines], shares)
    found = [rate_estimate(*one, prior) for one in disciplines]
    softened = mean_estimate(found, shares)
    with np.errstate(invalid="ignore", divide="ignore"):
        worth = softened.value * (1 - softened.value) / softened.variance
    return wilson(rate, worth, student(Z, softened.freedom))


def rates(parts: Counts | Figures, wholes: Counts) -> Figures:
    """The rate of each bot over all groups of rounds; not a number where it has not played."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(parts.sum(axis=-2) / wholes.sum(axis=-2), np.float64)


def rate_estimate(wins: Counts, games: Counts, prior: Prior) -> Estimate:
    """How exactly the win rate of each bot is known in one discipline.

    The value is not quite the rate: half a game each way keeps it off 0 and 1, where its variance
    would vanish.
    """
    rate, played = rates(wins, games), games.sum(axis=-2)
    groups = np.count_nonzero(games, axis=-2)
    softened = (wins.sum(axis=-2) + 0.5) / (played + 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        measured = round_covariance(wins, games).diagonal(axis1=-2, axis2=-1)
        expected = softened * (1 - softened) / played * likeness(played, groups, prior)
        freedom = measured_freedom(groups, played * rate * (1 - rate))
    variance, sure = mixed(measured, expected, freedom, prior.weight, np.inf)
    return Estimate(softened, np.where(groups >= prior.fewest, variance, np.inf), sure)


def round_covariance(parts: Counts | Figures, wholes: Counts) -> Figures:
    """The covariance of all bots' rates, by how they differ from group to group of rounds."""
    total = wholes.sum(axis=-2)
    groups = fewer(np.count_nonzero(wholes, axis=-2))
    with np.errstate(invalid="ignore", divide="ignore"):
        off = (parts - rates(parts, wholes)[..., None, :] * wholes) / total[..., None, :]
        return np.asarray(np.swapaxes(off, -1, -2) @ off * (groups / (groups - 1)))


def likeness(games: Counts, groups: Counts, prior: Prior) -> Figures:
    """How many times larger a variance is because the games of a round are alike."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(1 + (games / groups - 1) * prior.alike)


def measured_freedom(groups: Counts, events: Figures) -> Figures:
    """The degrees of freedom of a variance between rounds, if so many events made it.

    Rare events show how much they vary no sooner than they happen: a bot that has won once in ten
    rounds has not shown it ten times.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        found = 1 / (1 / np.maximum(groups - 1, 0) + 0.5 / events)
    return np.nan_to_num(found, nan=0.0, posinf=0.0)


def mixed(
    measured: Figures, expected: Figures, freedom: Figures, weight: float, certain: Figures | float
) -> tuple[Figures, Figures]:
    """The measured variance and the expected one, weighed, and the freedom of both together.

    `certain` is the freedom of the expected one.
    """
    known = np.where(freedom > 0, measured, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = (freedom * known + weight * expected) / (freedom + weight)
        together = (freedom + weight) ** 2 / (freedom + weight**2 / np.asarray(certain))
    return variance, together


def played_weights(games: Sequence[Counts], weights: Sequence[float]) -> list[Figures]:
    """For each discipline its weight for each bot: those it has not played don't count."""
    played = [one.sum(axis=-2) > 0 for one in games]
    total = sum(weight * has for weight, has in zip(weights, played, strict=True))
    with np.errstate(invalid="ignore", divide="ignore"):
        return [weight * has / total for weight, has in zip(weights, played, strict=True)]


def mean_rate(values: Sequence[Figures], weights: Sequence[Figures]) -> Figures:
    """The mean of some figures over disciplines; those of weight 0 may be no numbers."""
    with np.errstate(invalid="ignore"):
        parts = [np.where(w > 0, w * one, w) for w, one in zip(weights, values, strict=True)]
    return np.asarray(sum(parts), np.float64)


def mean_estimate(estimates: Sequence[Estimate], weights: Sequence[Figures]) -> Estimate:
    """The mean over disciplines, whose games are independent of each other."""
    squares = [weight**2 for weight in weights]
    value = mean_rate([one.value for one in estimates], weights)
    variance = mean_rate([one.variance for one in estimates], squares)
    # The freedom of a sum of variances, by Satterthwaite.
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = [one.variance**2 / one.freedom for one in estimates]
        freedom = variance**2 / mean_rate(spread, [square**2 for square in squares])
    return Estimate(value, variance, np.nan_to_num(freedom, nan=0.0))


def wilson(rate: Figures, games: Figures, reach: Figures) -> Figures:
    """Wilson's score interval of a rate in independent games; from 0 to 1 if there are none.

    `reach` is the quantile: how many standard errors the interval reaches. Rare wins are skewed:
    more often than not there are fewer than expected, and sometimes far more. So each end is
    moved, by as much as the skewness at that end moves the quantile (Cornish and Fisher).
    """
    low, high = score_bounds(rate, games, reach, reach)
    turn = (reach**2 - 1) / 6
    with np.errstate(invalid="ignore", over="ignore"):
        lower, higher = reach + skewness(low, games) * turn, reach - skewness(high, games) * turn
    low, high = score_bounds(rate, games, np.maximum(lower, 0), np.maximum(higher, 0))
    known = np.isfinite(low) & np.isfinite(high) & (games > 0)
    return np.stack([np.where(known, low, 0.0), np.where(known, high, 1.0)], axis=-1)


def score_bounds(
    rate: Figures, games: Figures, lower: Figures, higher: Figures
) -> tuple[Figures, Figures]:
    """The rates that are this many of their own standard errors below and above a measured one."""
    found = []
    for reach, sign in ((lower, -1), (higher, 1)):
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            square = reach**2 / games
            middle = (rate + square / 2) / (1 + square)
            half = np.sqrt(rate * (1 - rate) * square + square**2 / 4) / (1 + square)
        found.append(np.clip(middle + sign * half, 0, 1))
    return found[0], found[1]


def skewness(rate: Figures, games: Figures) -> Figures:
    """The skewness of the number of wins in independent games; 0 if it is always the same."""
    with np.errstate(invalid="ignore", divide="ignore"):
        found = (1 - 2 * rate) / np.sqrt(games * rate * (1 - rate))
    return np.where(np.isfinite(found), found, 0.0)


def student(z: float, freedom: Figures) -> Figures:
    """Student's quantile to a normal one: how many standard errors an interval reaches."""
    # Wallace's formula, inverted: right to 4% from two degrees of freedom on, too large below.
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        stretched = z * (8 * freedom + 3) / (8 * freedom + 1)
        reach = np.sqrt(freedom * np.expm1(stretched**2 / freedom))
    return np.where(freedom > CERTAIN, z, np.where(freedom > 0, reach, np.inf))


def normal(t: Figures, freedom: Figures) -> Figures:
    """The normal quantile to one of Student's: how far off something is, in standard errors."""
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        shrunk = np.sqrt(freedom * np.log1p(t**2 / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return np.where(freedom > CERTAIN, t, np.where(freedom > 0, shrunk, 0.0))


CERTAIN: Final = 1e6
"""From so many degrees of freedom on, a variance is as good as known."""


def fewer(counts: Counts) -> Counts:
    """The smaller number of each pair of bots."""
    return np.asarray(np.minimum(counts[..., :, None], counts[..., None, :]))
