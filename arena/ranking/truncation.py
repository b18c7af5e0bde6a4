"""What a result tells about a difference of performances: normal distributions that are cut off.

Before the result the difference of two neighbours in the order of places is normal. The result cuts
it off: the better one was ahead by more than the margin of a tie, or both were within it. The
functions here give the normal factor that turns the mean and the variance from before into those of
what is left, as its precision and its precision times mean. They are TrueSkill's functions v and w,
for many results at once.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.ranking.skill import MARGIN

Floats = NDArray[np.float64]

STEP: Final = 1 / 256
LOWEST: Final = -30.0
HIGHEST: Final = 10.0
"""Further up the hazard is below 1e-22, and counts as what it is here."""
POINTS: Final = np.arange(LOWEST, HIGHEST + STEP / 2, STEP)
HAZARDS: Final = np.array(
    [
        math.sqrt(2 / math.pi) * math.exp(-x * x / 2) / math.erfc(-x / math.sqrt(2))
        for x in POINTS.tolist()
    ]
)
"""The density of the normal distribution divided by its distribution function, at the points."""
SLOPES: Final = -HAZARDS * (HAZARDS + POINTS) * STEP
"""How fast the hazard changes there, from point to point."""
RISES: Final = np.diff(HAZARDS)
SQUARES: Final = 3 * RISES - 2 * SLOPES[:-1] - SLOPES[1:]
CUBES: Final = SLOPES[:-1] + SLOPES[1:] - 2 * RISES
"""The cubics from point to point that have these hazards and slopes at their ends."""
NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)
"""Gauss's points and weights on the interval from -1 to 1."""


def won(mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
    """The factor of a difference that is more than the margin, for each mean and variance."""
    deviation = np.sqrt(variance)
    beyond = (mean - MARGIN) / deviation
    v = hazard(beyond)
    w = v * (v + beyond)
    left = variance * (1 - w)
    return w / left, (mean * w + deviation * v) / left


def tied(mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
    """The factor of a difference within the margin, for each mean and variance.

    By Gauss's rule: the margin is narrow beside the deviation, where differences of distribution
    functions would lose most of their digits.
    """
    points = MARGIN * NODES
    weights = WEIGHTS * np.exp((np.outer(mean, points) - points**2 / 2) / variance[:, None])
    weights /= weights.sum(axis=1, keepdims=True)
    middle = weights @ points
    left = np.sum(weights * (points - middle[:, None]) ** 2, axis=1)
    return 1 / left - 1 / variance, middle / left - mean / variance


def hazard(x: Floats) -> Floats:
    """The density of the normal distribution divided by its distribution function.

    From a table, with cubics between its points: numpy has no error function.
    """
    at = np.clip((x - LOWEST) / STEP, 0, len(POINTS) - 1)
    left = np.minimum(at.astype(np.int64), len(POINTS) - 2)
    way = at - left
    bend = SQUARES[left] + way * CUBES[left]
    inside: Floats = HAZARDS[left] + way * (SLOPES[left] + way * bend)
    below = x < LOWEST
    if below.any():
        inside[below] = hazard_far_down(x[below])
    return inside


def hazard_far_down(x: Floats) -> Floats:
    """The hazard below the table, by its continued fraction."""
    fraction = -x
    for n in (5, 4, 3, 2, 1):
        fraction = n / fraction - x
    return fraction
