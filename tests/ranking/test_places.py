"""The places that bots may hold: which bots are told apart. How often that is right: simulation."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.ranking.intervals import DUPLICATES, OWN_DEALS, Prior
from arena.ranking.places import (
    FULL,
    Shares,
    difference,
    place_ranges,
    rounds_needed,
    surely_better,
)

PRIORS = pytest.mark.parametrize("prior", [OWN_DEALS, DUPLICATES], ids=["own deals", "duplicates"])


def pairwise(chances: NDArray[np.float64], rounds: int, games: int, seed: int = 1) -> Shares:
    """Each pair of bots plays so many games a round; the bot of the row wins with this chance."""
    rng = np.random.RandomState(seed)
    bots = len(chances)
    shares = np.zeros((rounds, bots), np.int64)
    products = np.zeros((bots, bots), np.int64)
    for one in range(bots):
        for other in range(one + 1, bots):
            won = rng.binomial(games, chances[one, other], rounds)
            shares[:, one] += won * FULL
            shares[:, other] += (games - won) * FULL
    np.fill_diagonal(products, shares.sum(axis=0) * FULL)
    met = np.full((bots, bots), rounds * games) * ~np.eye(bots, dtype=bool)
    return Shares(shares, np.full((rounds, bots), games * (bots - 1)), products, met)


def ladder(bots: int, step: float) -> NDArray[np.float64]:
    """Chances by which the earlier bot is the better one, the more so the farther apart."""
    apart = np.arange(bots)[None, :] - np.arange(bots)[:, None]
    return 1 / (1 + np.exp(-step * apart))


def ranges(found: Shares, prior: Prior = OWN_DEALS) -> list[list[int]]:
    return place_ranges(surely_better([found], [1.0], prior)).tolist()


@PRIORS
def test_bots_far_apart_have_one_place_each(prior: Prior) -> None:
    assert ranges(pairwise(ladder(4, 2.0), 40, 4), prior) == [[1, 1], [2, 2], [3, 3], [4, 4]]


def test_equal_bots_may_hold_any_place() -> None:
    assert ranges(pairwise(ladder(4, 0.0), 40, 4)) == [[1, 4]] * 4


def test_two_equal_bots_between_others_share_their_places() -> None:
    chances = ladder(4, 2.0)
    chances[:, 2] = chances[:, 1]
    chances[1, 2], chances[2, 3] = 0.5, chances[1, 3]
    assert ranges(pairwise(chances, 60, 4)) == [[1, 1], [2, 3], [2, 3], [4, 4]]


def test_a_ring_of_bots_that_beat_each_other_is_no_order() -> None:
    chances = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
    assert ranges(pairwise(chances, 60, 4)) == [[1, 3]] * 3


def test_verdicts_go_one_way_and_never_against_a_bot_itself() -> None:
    better = surely_better([pairwise(ladder(8, 0.7), 40, 4)], [1.0], OWN_DEALS)
    assert not (better & better.T).any()
    assert not better.diagonal().any()
    assert better[0, 7]


def test_more_bots_in_a_table_ask_for_more_evidence() -> None:
    """The same two bots, alone and among twenty: each table as a whole is right with 95%."""
    two = pairwise(np.full((2, 2), 0.5), 40, 2)
    won = np.array([2] * 13 + [1] * 27)  # 53 of 80 games
    two = two._replace(shares=np.stack([won, 2 - won], axis=1) * FULL)
    two = two._replace(products=np.diag(two.shares.sum(axis=0)) * FULL)
    many = pairwise(np.full((20, 20), 0.5), 40, 2, seed=4)
    assert surely_better([two], [1.0], OWN_DEALS)[0, 1]
    games = np.hstack([two.games, many.games // 19])
    shares = np.hstack([two.shares, many.shares // 19])
    products = np.zeros((22, 22), np.int64)
    products[:2, :2], products[2:, 2:] = two.products, many.products // 19
    met = np.zeros((22, 22), np.int64)
    met[:2, :2] = two.met
    assert not surely_better([Shares(shares, games, products, met)], [1.0], OWN_DEALS)[0, 1]


def test_one_round_of_duplicates_tells_nothing() -> None:
    found = pairwise(ladder(3, 9.0), 1, 20)
    assert ranges(found, DUPLICATES) == [[1, 3]] * 3
    assert ranges(found) == [[1, 1], [2, 2], [3, 3]]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("bots", [0, 1, 3])
def test_without_games_any_place_is_possible(bots: int) -> None:
    nothing, pairs = np.zeros((4, bots), np.int64), np.zeros((bots, bots), np.int64)
    assert ranges(Shares(nothing, nothing, pairs, pairs)) == [[1, bots]] * bots


def test_bots_that_played_different_disciplines_are_not_compared() -> None:
    found = pairwise(ladder(3, 3.0), 30, 4)
    games = found.games * [1, 1, 0]
    other = Shares(found.shares * [1, 1, 0], games, found.products, found.met)
    better = surely_better([found, other], [0.5, 0.5], OWN_DEALS)
    assert better[0, 1]
    assert not better[:, 2].any()
    assert not better[2].any()


def test_luck_that_two_bots_share_cancels_out() -> None:
    """With duplicates: rounds differ far more than the bots, who are compared round by round."""
    rng = np.random.RandomState(6)
    easy = rng.randint(0, 10, 50)
    won = np.stack([easy + 1, easy], axis=1)
    won[0] = won[0, 1]
    products = np.diag(won.sum(axis=0)) * FULL**2
    found = Shares(won * FULL, np.full_like(won, 10), products, np.zeros((2, 2), np.int64))
    assert ranges(found, DUPLICATES) == [[1, 1], [2, 2]]


def test_how_many_rounds_would_tell_bots_apart() -> None:
    found = pairwise(ladder(3, 0.4), 4, 2, seed=2)
    needed = rounds_needed(difference([found], [1.0], OWN_DEALS), 4)
    assert needed is not None
    assert ranges(found) == [[1, 3]] * 3
    times = -(-needed // 4) + 1
    often = Shares(np.tile(found.shares, (times, 1)), np.tile(found.games, (times, 1)),
                   found.products * times, found.met * times)  # fmt: skip
    assert ranges(often) != [[1, 3]] * 3
    level = pairwise(np.full((2, 2), 0.5), 4, 2)
    even = Shares(np.full((4, 2), FULL), level.games, level.products, level.met)
    assert rounds_needed(difference([even], [1.0], OWN_DEALS), 4) is None
