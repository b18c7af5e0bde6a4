"""Intervals that hold what they promise, for bots of known strength whose games are made up.

In each round every bot has its luck and every seat its worth, as with duplicate deals: games of a
round are alike, and whoever took them for independent would promise too much.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from arena.ranking.intervals import FULL, rate_intervals, student, told_apart
from arena.ranking.leaderboard import Leaderboards
from arena.ranking.ratings import Ratings
from arena.ranking.tally import Tally
from arena.results.manifest import schedule_of
from arena.results.tables import Tables
from tests.tournament.mocks import manifest_of, tables_of

TOURNAMENTS = 200
LUCK, SEAT = 1.5, 1.0
"""How much the bots' luck and the seats' worth differ from round to round."""


class Mock:
    """Tournaments of bots with set strengths; one that has 1 more wins 73% of even games."""

    def __init__(
        self, strengths: Sequence[float], rounds: int, seats: int = 2, schedule: str = "all"
    ) -> None:
        bots = len(strengths)
        self.manifest = manifest_of(bots, seats=(seats,), rounds=rounds, schedule=schedule)
        self.schedule = schedule_of(self.manifest)
        fixtures = [self.schedule[game] for game in range(len(self.schedule))]
        self.strengths = np.array(strengths)
        self.rounds = np.array([fixture.round for fixture in fixtures])
        self.tables = np.array([fixture.table for fixture in fixtures])
        self.rng = np.random.RandomState(1)

    def places(self) -> NDArray[np.int64]:
        """The places in all games of a tournament, by game and seat."""
        rounds, bots = self.manifest.settings.rounds, len(self.strengths)
        luck = self.rng.normal(0, LUCK, (rounds, bots)) + self.strengths
        worth = self.rng.normal(0, SEAT, (rounds, self.tables.shape[1]))
        noise = self.rng.gumbel(size=self.tables.shape)
        form = luck[self.rounds[:, None], self.tables] + worth[self.rounds] + noise
        return 1 + np.argsort(np.argsort(-form, axis=1), axis=1)

    def truth(self) -> NDArray[np.float64]:
        """How often each bot wins in the long run: over so many tournaments that it is certain."""
        won = np.zeros(len(self.strengths))
        for _ in range(1000):
            won += np.bincount(self.tables.ravel(), (self.places() == 1).ravel())
        return won / np.bincount(self.tables.ravel()) / 1000

    def stored(self) -> Tables:
        """The games of a tournament."""
        numbers, places = range(len(self.schedule)), self.places().tolist()
        return tables_of(self.manifest, numbers, self.tables.tolist(), places)

    def leaderboard(self) -> pd.DataFrame:
        """The table of a tournament, in the roster's order: nothing is rated, for that is slow."""
        frame = self._leaderboard(self.stored(), self._ratings())
        return frame.sort_values("bot").reset_index(drop=True)

    def rated_leaderboard(self) -> pd.DataFrame:
        """The table of a tournament."""
        stored, ratings = self.stored(), self._ratings()
        ratings.add(stored)
        return self._leaderboard(stored, ratings)

    def _ratings(self) -> Ratings:
        return Ratings(self.manifest.bots, self.manifest.settings.seats)

    def _leaderboard(self, stored: Tables, ratings: Ratings) -> pd.DataFrame:
        tally = Tally(self.manifest)
        tally.add(stored, self.rounds.tolist())
        return Leaderboards(self.manifest, ratings, tally).leaderboard()


def within(truth: NDArray[np.float64], low: pd.Series, high: pd.Series) -> NDArray[np.bool_]:
    """For which bots the truth lies between."""
    return (low.to_numpy() <= truth) & (truth <= high.to_numpy())


def naive(frame: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    """Wilson's intervals as if all games were independent."""
    rate, games, z = frame["win_rate"], frame["games"], 1.96
    middle = (rate + z**2 / (2 * games)) / (1 + z**2 / games)
    half = (
        z * (rate * (1 - rate) / games + z**2 / (4 * games**2)) ** 0.5 / (1 + z**2 / games)
    )  # fmt: skip
    return middle - half, middle + half


@pytest.mark.parametrize(
    "mock",
    [
        Mock([1.6, 0.8, 0.0, -0.8, -1.6], rounds=80),
        Mock([2.4, 1.2, 0.0, -1.2, -2.4], rounds=100, seats=3, schedule="balanced"),
    ],
    ids=["two seats, all tables", "three seats, balanced tables"],
)
def test_of_200_tournaments_the_intervals_hold_the_truth_in_93_to_97_of_100(mock: Mock) -> None:
    truth = mock.truth()
    frames = [mock.leaderboard() for _ in range(TOURNAMENTS)]
    held = [within(truth, frame["win_rate_low"], frame["win_rate_high"]) for frame in frames]
    assert 0.93 <= np.mean(held) <= 0.97
    assert np.mean([within(truth, *naive(frame)) for frame in frames]) < 0.92
    in_order = [frame["win_rate"].is_monotonic_decreasing for frame in frames]
    assert np.mean(in_order) > 0.95


def test_bots_of_known_strength_come_out_in_the_right_order() -> None:
    mock = Mock([3.0, 1.0, -1.0, -3.0], rounds=30)
    for _ in range(8):
        frame = mock.rated_leaderboard()
        assert frame["bot"].tolist() == ["bot0", "bot1", "bot2", "bot3"]
        assert frame["rating"].is_monotonic_decreasing


def test_equal_bots_are_told_apart_once_in_20_times_and_others_nearly_always() -> None:
    mock = Mock([0.8, 0.8, -0.8, -0.8], rounds=60)
    groups = [mock.leaderboard()["group"].map(set).tolist() for _ in range(300)]
    equal = [not one & other for a, b, c, d in groups for one, other in ((a, b), (c, d))]
    assert 0.03 <= np.mean(equal) <= 0.07
    others = [not one & other for a, b, c, d in groups for one in (a, b) for other in (c, d)]
    assert np.mean(others) > 0.98


@pytest.mark.parametrize("rounds", [3, 4, 5, 6, 8])
def test_few_rounds_promise_no_more_where_the_round_settles_who_wins(rounds: int) -> None:
    rng = np.random.RandomState(rounds)
    apart = []
    for _ in range(400):
        won = 2 * rng.randint(0, 2, rounds)
        wins = np.stack([won, 2 - won], axis=1)
        apart.append(told_apart(wins * FULL, np.full_like(wins, 2))[0, 1])
    assert np.mean(apart) < 0.1


@pytest.mark.parametrize("truth", [0.003, 0.02, 0.98, 0.997])
def test_near_0_and_1_the_intervals_hold_the_truth_too(truth: float) -> None:
    rng = np.random.RandomState(2)
    held = []
    for _ in range(300):
        wins = (rng.random_sample((60, 4)) < truth).sum(axis=1, keepdims=True)
        ((low, high),) = rate_intervals(wins, np.full_like(wins, 4))
        held.append(low <= truth <= high)
    assert np.mean(held) >= 0.93


@pytest.mark.parametrize("rounds", [2, 10, 50])
def test_who_won_everything_might_still_lose_once(rounds: int) -> None:
    """Where nothing varies there are as many independent games as rounds, however many games."""
    games = np.full((rounds, 2), 8)
    wins = games * [1, 0]
    reach = student(rounds - 1) ** 2
    (low, high), (least, most) = rate_intervals(wins, games)
    assert (high, least) == pytest.approx((1, 0))
    assert low == pytest.approx(rounds / (rounds + reach))
    assert most == pytest.approx(reach / (rounds + reach))


def test_one_deal_tells_nothing() -> None:
    wins, games = np.array([[6, 3, 0]]), np.full((1, 3), 6)
    assert rate_intervals(wins, games).tolist() == [[0, 1]] * 3
    assert not told_apart(wins * FULL, games).any()


def test_who_has_played_one_deal_of_many_is_not_known() -> None:
    games = np.full((40, 2), 2)
    games[1:, 1] = 0
    wins = games * [1, 0]
    assert rate_intervals(wins, games)[1].tolist() == [0, 1]
    assert not told_apart(wins * FULL, games).any()


@pytest.mark.parametrize("rounds", [1, 10])
@pytest.mark.filterwarnings("error")
def test_without_games_anything_is_possible(rounds: int) -> None:
    nothing = np.zeros((rounds, 2), np.int64)
    assert rate_intervals(nothing, nothing).tolist() == [[0, 1]] * 2
    assert not told_apart(nothing, nothing).any()


def results(seed: int, rounds: int = 40, bots: int = 4) -> tuple[NDArray, NDArray]:
    """Random wins of bots, of six games in each round."""
    rng = np.random.RandomState(seed)
    games = np.full((rounds, bots), 6)
    return rng.binomial(6, np.linspace(0.3, 0.6, bots), (rounds, bots)), games


@pytest.mark.parametrize("seed", range(5))
def test_an_interval_holds_the_rate_and_stays_between_0_and_1(seed: int) -> None:
    wins, games = results(seed)
    low, high = rate_intervals(wins, games).T
    assert np.all(low >= 0)
    assert np.all(low < wins.mean(axis=0) / 6)
    assert np.all(wins.mean(axis=0) / 6 < high)
    assert np.all(high <= 1)


@pytest.mark.parametrize("seed", range(5))
def test_the_same_games_once_more_on_the_same_deals_prove_nothing(seed: int) -> None:
    wins, games = results(seed)
    assert rate_intervals(10 * wins, 10 * games) == pytest.approx(rate_intervals(wins, games))
    again = told_apart(10 * wins * FULL, 10 * games)
    assert np.array_equal(again, told_apart(wins * FULL, games))


def test_more_deals_make_an_interval_narrower() -> None:
    wins, games = results(1)
    few = np.diff(rate_intervals(wins, games))
    many = np.diff(rate_intervals(np.tile(wins, (4, 1)), np.tile(games, (4, 1))))
    assert many == pytest.approx(few / 2, rel=0.15)


def test_where_games_are_independent_the_interval_is_wilsons() -> None:
    rng = np.random.RandomState(3)
    wins = (rng.random_sample((500, 3)) < [0.1, 0.5, 0.8]).astype(np.int64)
    found = rate_intervals(wins, np.ones_like(wins))
    low, high = naive(pd.DataFrame({"win_rate": wins.mean(axis=0), "games": [500] * 3}))
    assert found == pytest.approx(np.stack([low, high], axis=1), abs=0.004)


def test_telling_apart_goes_both_ways_and_never_a_bot_from_itself() -> None:
    wins, games = results(4, bots=8)
    apart = told_apart(wins * FULL, games)
    assert np.array_equal(apart, apart.T)
    assert not apart.diagonal().any()
    assert apart[0, 7]


def test_twins_are_not_told_apart() -> None:
    wins, games = results(4)
    twins = told_apart(np.hstack([wins, wins]) * FULL, np.hstack([games, games]))
    assert not twins[:4, 4:].diagonal().any()


def test_two_bots_are_compared_on_the_same_deals() -> None:
    """The rounds differ far more than the bots: only side by side can these two be told apart."""
    rng = np.random.RandomState(6)
    easy = rng.randint(0, 10, 50)
    wins = np.stack([easy + 1, easy], axis=1)
    games = np.full_like(wins, 10)
    wins[0] = wins[0, 1]
    (_, high), (low, _) = rate_intervals(wins, games)[::-1]
    assert low < high
    assert told_apart(wins * FULL, games)[0, 1]


def test_the_same_games_give_the_same_intervals() -> None:
    wins, games = results(1)
    once = rate_intervals(wins, games)
    np.random.seed(99)
    assert np.array_equal(rate_intervals(wins, games), once)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        *((1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (8, 2.306), (10, 2.228)),
        *((20, 2.086), (30, 2.042), (60, 2.000), (120, 1.980), (1000, 1.962)),
    ],
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.01)


def test_no_freedom_reaches_everywhere() -> None:
    assert student(0) == student(-1) == float("inf")
