"""A short version of simulation.py: in tournaments of known truth, the tables are right."""

import numpy as np
import pytest

from tests.ranking.simulation import Setting, judged

TOURNAMENTS = 1500
"""Enough to tell 95% from 93% for certain; the seed is fixed."""

SETTINGS = [
    Setting("equal", 2, (2,), 30, False),
    Setting("equal", 5, (4,), 5, False),
    Setting("equal", 20, (4,), 10, False),
    Setting("spread", 5, (2, 4), 10, False),
    Setting("one strong", 5, (5,), 5, False),
    Setting("one strong", 5, (4,), 30, False),
    Setting("ring", 5, (2,), 30, False),
    Setting("equal", 5, (4,), 5, True),
    Setting("equal", 5, (2, 4), 30, True),
    Setting("spread", 20, (5,), 10, True),
    Setting("one strong", 5, (2,), 10, True),
]


@pytest.fixture(scope="module")
def verdicts() -> dict[Setting, tuple[float, ...]]:
    return {setting: judged(setting, TOURNAMENTS) for setting in SETTINGS}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_intervals_hold_the_truth_and_places_are_right(
    setting: Setting, verdicts: dict[Setting, tuple[float, ...]]
) -> None:
    coverage, _, right, *_ = verdicts[setting]
    assert coverage >= 0.92
    assert right >= 0.95


def test_on_average_intervals_are_neither_too_narrow_nor_too_wide(
    verdicts: dict[Setting, tuple[float, ...]],
) -> None:
    assert 0.94 <= np.mean([coverage for coverage, *_ in verdicts.values()]) <= 0.96


def test_bots_that_differ_are_told_apart(verdicts: dict[Setting, tuple[float, ...]]) -> None:
    assert verdicts[SETTINGS[3]][4] > 0.85
    assert verdicts[SETTINGS[5]][4] > 0.99
