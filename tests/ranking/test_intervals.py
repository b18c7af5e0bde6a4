"""Intervals of win rates: what few, alike or extreme results say (simulation.py: how often)."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.ranking.intervals import (
    DUPLICATES,
    OWN_DEALS,
    Prior,
    Wins,
    Z,
    normal,
    rate_intervals,
    student,
)

PRIORS = pytest.mark.parametrize("prior", [OWN_DEALS, DUPLICATES], ids=["own deals", "duplicates"])


def interval(wins: list[int], games: int, prior: Prior = OWN_DEALS) -> NDArray[np.float64]:
    """The interval of a bot that won so many of its games in each round."""
    column = np.array(wins)[:, None]
    return rate_intervals([Wins(column, np.full_like(column, games))], [1.0], prior)[0]


def results(seed: int, rounds: int = 40, bots: int = 4) -> Wins:
    """Random wins of bots, of six games in each round."""
    rng = np.random.RandomState(seed)
    games = np.full((rounds, bots), 6)
    return Wins(rng.binomial(6, np.linspace(0.3, 0.6, bots), (rounds, bots)), games)


@PRIORS
def test_one_win_more_never_makes_an_interval_jump(prior: Prior) -> None:
    """Ten rounds of sixteen games, from no win to all, each round as like the others as can be."""
    for won in range(160):
        fewer, more = ([(wins + at) // 10 for at in range(10)] for wins in (won, won + 1))
        moved = interval(more, 16, prior) - interval(fewer, 16, prior)
        assert np.all(moved > -1e-3)
        assert np.all(moved < 0.015)


@PRIORS
def test_rounds_that_happen_to_be_alike_promise_little_more_than_others(prior: Prior) -> None:
    even, uneven = (np.diff(interval(wins, 16, prior)) for wins in ([4] * 10, [3, 5] * 5))
    assert 0.8 < even / uneven < 1


def test_games_of_their_own_deals_are_independent() -> None:
    """Where nothing varies, the interval is that of so many games: about three in them."""
    low, high = interval([0] * 10, 16)
    assert low == 0
    assert 2.5 / 160 < high < 3.5 / 160
    assert interval([16] * 10, 16) == pytest.approx([1 - high, 1])


def test_an_interval_is_the_same_for_wins_as_for_losses() -> None:
    wins = [0, 1, 0, 2, 1, 0, 0, 3]
    low, high = interval(wins, 6)
    assert interval([6 - won for won in wins], 6) == pytest.approx([1 - high, 1 - low])


def test_one_round_of_duplicates_tells_nothing_and_one_of_own_deals_does() -> None:
    assert interval([3], 6, DUPLICATES).tolist() == [0, 1]
    low, high = interval([3], 6)
    assert 0 < low < 0.5 < high < 1


@pytest.mark.parametrize("rounds", [1, 10])
@PRIORS
@pytest.mark.filterwarnings("error")
def test_without_games_anything_is_possible(rounds: int, prior: Prior) -> None:
    nothing = np.zeros((rounds, 2), np.int64)
    assert rate_intervals([Wins(nothing, nothing)], [1.0], prior).tolist() == [[0, 1]] * 2


@pytest.mark.parametrize("seed", range(5))
@PRIORS
def test_an_interval_holds_the_rate_and_stays_between_0_and_1(seed: int, prior: Prior) -> None:
    found = results(seed)
    low, high = rate_intervals([found], [1.0], prior).T
    rate = found.wins.mean(axis=0) / 6
    assert np.all(low >= 0)
    assert np.all(low < rate)
    assert np.all(rate < high)
    assert np.all(high <= 1)


@PRIORS
def test_more_rounds_make_an_interval_narrower(prior: Prior) -> None:
    wins, games = results(1)
    few = np.diff(rate_intervals([Wins(wins, games)], [1.0], prior))
    often = Wins(np.tile(wins, (4, 1)), np.tile(games, (4, 1)))
    assert np.diff(rate_intervals([often], [1.0], prior)) == pytest.approx(few / 2, rel=0.15)


def test_rounds_that_differ_much_make_an_interval_wider() -> None:
    even, uneven = (np.diff(interval(wins, 8)) for wins in ([4] * 20, [0, 8] * 10))
    assert uneven > 2 * even


def test_the_mean_over_disciplines_is_as_exact_as_its_parts_are() -> None:
    """Half the sum of two independent rates: each round is drawn within its own discipline."""
    one, other = results(1, rounds=200), results(2, rounds=200)
    low, high = rate_intervals([one, other], [0.5, 0.5], OWN_DEALS).T
    apart = [np.diff(rate_intervals([each], [1.0], OWN_DEALS)).T[0] for each in (one, other)]
    assert high - low == pytest.approx(np.hypot(*apart) / 2, rel=0.02)


def test_different_rates_in_two_disciplines_are_no_luck() -> None:
    """A bot that wins all games of two seats and none of four: the mean is exact, not half."""
    games = np.full((10, 1), 16)
    low, high = rate_intervals([Wins(games, games), Wins(0 * games, games)], [0.5, 0.5], OWN_DEALS)[
        0
    ]
    assert 0.45 < low < 0.5 < high < 0.55


def test_a_discipline_that_a_bot_has_not_played_does_not_count() -> None:
    one, other = results(1), results(2)
    unplayed = Wins(0 * other.wins, 0 * other.games)
    alone = rate_intervals([one], [1.0], OWN_DEALS)
    assert rate_intervals([one, unplayed], [0.5, 0.5], OWN_DEALS) == pytest.approx(alone)
    assert rate_intervals([one, other], [1.0, 0.0], OWN_DEALS) == pytest.approx(alone)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        *((2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (8, 2.306), (10, 2.228)),
        *((20, 2.086), (30, 2.042), (60, 2.000), (120, 1.980), (1000, 1.962), (np.inf, 1.960)),
    ],
)
def test_students_quantiles_are_those_of_the_tables(freedom: float, quantile: float) -> None:
    found = student(1.95996, np.array([float(freedom)]))
    assert found[0] == pytest.approx(quantile, rel=0.045 if freedom == 2 else 0.012)
    assert normal(found, np.array([float(freedom)]))[0] == pytest.approx(1.95996)


def test_no_freedom_reaches_everywhere() -> None:
    assert student(Z, np.zeros(1)).tolist() == [np.inf]
    assert normal(np.ones(1), np.zeros(1)).tolist() == [0]
