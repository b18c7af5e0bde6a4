"""Confidence intervals of win rates, and which bots can be told apart: a bootstrap over rounds.

Rounds are independent repeats of the same tables, so rounds are resampled. To resample games would
take no account of who sat at which table, nor of the piles that the games of a round may share.
"""

from __future__ import annotations

from functools import lru_cache
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]
Figures = NDArray[np.float64]

RESAMPLES: Final = 2000
SEED: Final = 1
"""Seed of the bootstrap, fixed so that the same games give the same table."""
CONFIDENCE: Final = 0.95
ENOUGH: Final = 6
"""The fewest rounds that tell bots apart: one of two equals wins 5 of 5 in a 16th, 6 in a 32nd."""
NOISE: Final = 1e-12
"""Variances up to this come from rounding alone."""
FULL: Final = 120
"""The share of a game that a sole winner gets: twice any number of opponents divides it."""


@lru_cache(maxsize=1)  # all columns of a table ask for the same
def resample_weights(groups: int) -> Figures:
    """The bootstrap's weights: how often each group of rounds is drawn, in each resample."""
    # numpy promises the same stream for ever only for RandomState, not for newer generators.
    generator = np.random.RandomState(SEED)
    drawn = generator.randint(0, groups, size=(RESAMPLES, groups))
    offsets = np.arange(RESAMPLES)[:, None] * groups
    flat = np.bincount((drawn + offsets).ravel(), minlength=RESAMPLES * groups)
    weights = flat.reshape(RESAMPLES, groups).astype(np.float64)
    weights.flags.writeable = False
    return weights


def resampled_rates(parts: Counts, wholes: Counts) -> Figures:
    """For each resample, the rate of parts to wholes in each column; rows are groups of rounds."""
    weights = resample_weights(len(parts))
    with np.errstate(invalid="ignore", divide="ignore"):
        rates = (weights @ parts) / (weights @ wholes)
    return np.asarray(rates)


def rate_intervals(parts: Counts, wholes: Counts) -> Figures:
    """The interval of each column's rate.

    The bootstrap tells how many independent games the games are worth: n independent games at a
    rate p would have the variance p(1 - p) / n. The interval is Wilson's for that many: it holds
    near 0 and 1 too, where resampling has nothing to vary.
    """
    groups = np.count_nonzero(wholes, axis=0)
    games = wholes.sum(axis=0)
    resamples = resampled_rates(parts, wholes)
    resamples[:, games == 0] = 0
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = parts.sum(axis=0) / games
        variance = np.nanvar(resamples, axis=0, ddof=1)
        # Without any variance, each group of rounds counts as one game.
        worth = np.where(variance > NOISE, rate * (1 - rate) / variance, groups)
    reach = np.array([student(int(number) - 1) for number in groups])
    return wilson(rate, worth, reach)


def wilson(rate: Figures, games: Figures, reach: Figures) -> Figures:
    """Wilson's score interval of a rate in independent games; from 0 to 1 if there are none.

    `reach` is the quantile: how many standard errors the interval reaches.
    """
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        square = reach**2 / games
        middle = (rate + square / 2) / (1 + square)
        half = np.sqrt(rate * (1 - rate) * square + square**2 / 4) / (1 + square)
        low, high = np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)
    known = np.isfinite(reach) & (games > 0)
    return np.stack([np.where(known, low, 0.0), np.where(known, high, 1.0)], axis=1)


def told_apart(shares: Counts, games: Counts) -> NDArray[np.bool_]:
    """Which pairs of bots differ at 95% in the share of their games, in the same rounds."""
    groups = np.count_nonzero(games, axis=0)
    rates = np.nan_to_num(resampled_rates(shares, games * FULL))
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = shares.sum(axis=0) / (games.sum(axis=0) * FULL)
    spread = np.atleast_2d(np.cov(rates, rowvar=False))
    # Of the difference: the bots sat in the same rounds, so luck that they share cancels out.
    variance = np.diag(spread)[:, None] + np.diag(spread)[None, :] - 2 * spread
    fewest = np.minimum(groups[:, None], groups[None, :])
    with np.errstate(invalid="ignore", divide="ignore"):
        # A difference that never varied may still be off by half a game in all these rounds.
        least = (0.5 / fewest) ** 2
    reach = np.vectorize(lambda number: student(int(number) - 1), otypes=[float])(fewest)
    away = np.abs(rate[:, None] - rate[None, :])
    with np.errstate(invalid="ignore"):
        far = away > reach * np.sqrt(np.maximum(variance, least))
    apart: NDArray[Any] = far & (fewest >= ENOUGH)
    return apart


def student(freedom: int) -> float:
    """Student's quantile: how many standard errors an interval of 95% reaches on each side."""
    if freedom < 1:
        return float("inf")
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    # Expansion about the normal quantile in powers of 1 / freedom (Cornish and Fisher).
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / (4 * freedom)
    return z + first + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


FEW: Final = (12.706, 4.303, 3.182, 2.776)
"""Student's quantiles of 95% for 1, 2, 3 and 4 degrees of freedom; an expansion gives the rest."""
