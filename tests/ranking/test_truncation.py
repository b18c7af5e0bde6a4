"""What results say of differences: the normal factors, held against integrals and the package."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.ranking.skill import MARGIN, SKILL
from arena.ranking.truncation import hazard, tied, won

MEANS = [-40.0, -12.0, -1.0, -0.1, 0.0, 0.1, 2.0, 9.0, 30.0]
VARIANCES = [35.0, 60.0, 170.0]
Floats = NDArray[np.float64]


def after(mean: float, variance: float, lowest: float, highest: float) -> tuple[float, float]:
    """Mean and variance of a normal distribution that is cut off, by summing up its density."""
    edges = np.linspace(lowest, highest, 400_001)
    points = (edges[:-1] + edges[1:]) / 2
    density = np.exp(-((points - mean) ** 2 - (edges[0] - mean) ** 2) / (2 * variance))
    density /= density.sum()
    middle = float(density @ points)
    return middle, float(density @ (points - middle) ** 2)


def with_factor(mean: float, variance: float, factor: tuple[Floats, Floats]) -> tuple[float, float]:
    """Mean and variance after a normal factor was multiplied in."""
    precision = 1 / variance + factor[0][0]
    return float((mean / variance + factor[1][0]) / precision), float(1 / precision)


@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize("variance", VARIANCES)
def test_who_won_was_ahead_by_more_than_the_margin(mean: float, variance: float) -> None:
    highest = max(mean, MARGIN) + 12 * math.sqrt(variance)
    expected = after(mean, variance, MARGIN, highest)
    got = with_factor(mean, variance, won(np.array([mean]), np.array([variance])))
    assert got == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize("variance", VARIANCES)
def test_who_was_level_was_within_the_margin(mean: float, variance: float) -> None:
    expected = after(mean, variance, -MARGIN, MARGIN)
    got = with_factor(mean, variance, tied(np.array([mean]), np.array([variance])))
    assert got == pytest.approx(expected, rel=1e-6, abs=1e-12)


def test_the_hazard_is_that_of_the_package_and_falls_everywhere() -> None:
    points = np.concatenate([np.linspace(-60, 20, 9173), [-30.0, 10.0]])
    points.sort()
    hazards = hazard(points)
    assert np.all(np.diff(hazards) <= 0)
    for x, value in zip(points.tolist(), hazards.tolist(), strict=True):
        if -30 < x < 9:
            assert value == pytest.approx(SKILL.v_win(x, 0), rel=1e-6)


def test_the_hazard_is_exact_between_the_points_of_its_table_and_below_it() -> None:
    for x in (-29.9991, -12.3457, -3.00123, -0.00321, 0.12345, 2.71828, 5.4321):
        exact = math.sqrt(2 / math.pi) * math.exp(-x * x / 2) / math.erfc(-x / math.sqrt(2))
        assert hazard(np.array([x]))[0] == pytest.approx(exact, rel=1e-9)
    x = -36.0
    exact = math.sqrt(2 / math.pi) * math.exp(-x * x / 2) / math.erfc(-x / math.sqrt(2))
    assert hazard(np.array([x]))[0] == pytest.approx(exact, rel=1e-9)


def test_any_result_makes_a_difference_more_certain() -> None:
    means, variances = (each.ravel() for each in np.meshgrid(np.linspace(-60, 60, 241), VARIANCES))
    for said in (won(means, variances), tied(means, variances)):
        assert np.all(said[0] >= 0)
        assert np.all(np.isfinite(said))
