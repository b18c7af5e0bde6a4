"""The places that each bot may hold, for a whole table at once, by the share of opponents beaten.

Two bots are told apart if their shares differ by more than luck explains. All pairs of a table are
judged together, by Holm's method: with 95% there is not a single wrong verdict among them. A bot's
places follow: it comes after all who are surely better, and before all who are surely worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ranking.intervals import (
    OWN_DEALS,
    Counts,
    Estimate,
    Figures,
    Prior,
    fewer,
    likeness,
    mean_estimate,
    measured_freedom,
    mixed,
    normal,
    played_weights,
    rates,
    round_covariance,
)

FULL: Final = 120
"""The share of a game that a sole winner gets: twice any number of opponents divides it."""
RISK: Final = 0.04
"""How likely a table has a wrong verdict by design: a little less than the 5% that are promised,
since variances and their freedom are known only about."""

Verdicts = NDArray[np.bool_]


class Shares(NamedTuple):
    """The shares of opponents that bots came before, in one discipline."""

    shares: Counts
    """In units of FULL, by group of rounds and bot."""
    games: Counts
    products: Counts
    """For each pair of bots, the products of their shares, added up over games they had together;
    for a bot with itself, the squares."""
    met: Counts
    """How many games each pair had together."""


def surely_better(
    disciplines: Sequence[Shares], weights: Sequence[float], prior: Prior
) -> Verdicts:
    """Whether the bot of the row is surely better than the bot of the column."""
    return verdicts(difference(disciplines, weights, prior))


def difference(disciplines: Sequence[Shares], weights: Sequence[float], prior: Prior) -> Estimate:
    """By how much the share of the row's bot is larger than that of the column's, and how surely.

    It is the mean over disciplines. Bots that have not played in the same ones are not compared.
    """
    parts = played_weights([one.games for one in disciplines], weights)
    found = [share_difference(one, prior) for one in disciplines]
    mean = mean_estimate(found, [weight[..., :, None] for weight in parts])
    alike = np.all([np.isclose(w[..., :, None], w[..., None, :]) for w in parts], axis=0)
    return mean._replace(variance=np.where(alike, mean.variance, np.inf))


def share_difference(one: Shares, prior: Prior) -> Estimate:
    """The difference of shares within one discipline."""
    shares = one.shares / FULL
    rate, played = rates(shares, one.games), one.games.sum(axis=-2)
    groups, games = fewer(np.count_nonzero(one.games, axis=-2)), fewer(played)
    between = round_covariance(shares, one.games)
    own = between.diagonal(axis1=-2, axis2=-1)
    # The bots sat in the same rounds, so luck that they share cancels out.
    measured = own[..., :, None] + own[..., None, :] - 2 * between
    expected = independent_variance(one, rate, played)
    with np.errstate(invalid="ignore", divide="ignore"):
        events = expected * played[..., :, None] * played[..., None, :]
        alike = likeness(games, groups, prior)
        # That games are independent is certain, and their variance is known from all of them.
        certain = games / alike if prior is OWN_DEALS else prior.weight
    freedom = measured_freedom(groups, events)
    variance, sure = mixed(measured, expected * alike, freedom, prior.weight, certain)
    known = (groups >= prior.fewest) & (games > 1)
    value = rate[..., :, None] - rate[..., None, :]
    return Estimate(value, np.where(known, variance, np.inf), sure)


def independent_variance(one: Shares, rate: Figures, played: Counts) -> Figures:
    """The variance of the differences if both bots were equal and all games independent."""
    products = one.products / FULL**2
    squares = products.diagonal(axis1=-2, axis2=-1)
    first, second = rate[..., :, None], rate[..., None, :]
    games, other_games = played[..., :, None], played[..., None, :]
    middle = (first + second) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = squares / played - rate**2
        alone = (spread[..., :, None] + (first - middle) ** 2) / games
        other = (spread[..., None, :] + (second - middle) ** 2) / other_games
        # In games that they had together, one's gain is the other's loss.
        common = products - one.met * (first * middle + second * middle - middle**2)
        together = np.minimum(common / (games * other_games), 0)
        fewest = fewer(played)
        return np.asarray((alone + other - 2 * together) * fewest / (fewest - 1))


def verdicts(found: Estimate) -> Verdicts:
    """Which differences are sure, all pairs judged together (Holm's step-down method)."""
    bots = found.value.shape[-1]
    rows, columns = np.triu_indices(bots, 1)
    distance = distances(found)[..., rows, columns]
    order = np.argsort(-distance, axis=-1, kind="stable")
    ordered = np.take_along_axis(distance, order, axis=-1)
    sure = np.zeros(distance.shape, bool)
    passed = np.logical_and.accumulate(ordered > hurdles(len(rows)), axis=-1)
    np.put_along_axis(sure, order, passed, axis=-1)
    better = np.zeros(found.value.shape, bool)
    ahead = found.value[..., rows, columns] > 0
    better[..., rows, columns] = sure & ahead
    better[..., columns, rows] = sure & ~ahead
    return better


def distances(found: Estimate) -> Figures:
    """How many standard errors each pair is apart; 0 if that is not known."""
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = np.abs(found.value) / np.sqrt(found.variance)
    return normal(np.nan_to_num(apart, nan=0.0, posinf=0.0), found.freedom)


@lru_cache(maxsize=8)
def hurdles(pairs: int) -> Figures:
    """How far apart the farthest pair must be, the next one, and so on to the last."""
    tail = (1 - RISK / 2 / left for left in range(pairs, 0, -1))
    return np.array([NormalDist().inv_cdf(chance) for chance in tail])


def place_ranges(better: Verdicts) -> Counts:
    """The best and the worst place that each bot may hold."""
    best = 1 + better.sum(axis=-2)
    worst = better.shape[-1] - better.sum(axis=-1)
    return np.stack([best, worst], axis=-1)


def rounds_needed(found: Estimate, rounds: int) -> int | None:
    """With about how many rounds two bots could be told apart, if all goes on as it did.

    None if no two bots differ so far.
    """
    bots = found.value.shape[-1]
    farthest = distances(found)[np.triu_indices(bots, 1)].max(initial=0.0)
    if farthest < SLIGHT:
        return None
    return max(
        rounds + 1, int(np.ceil(rounds * (hurdles(bots * (bots - 1) // 2)[0] / farthest) ** 2))
    )


SLIGHT: Final = 0.5
"""Fewer standard errors than this say nothing of how many more rounds it takes."""
