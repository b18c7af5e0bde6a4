"""Head to head: who surely beats whom, who beats one above it, and rings."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.ranking.encounters import Upset, surely_beaten, upsets
from arena.ranking.intervals import DUPLICATES, OWN_DEALS


def scores(bots: int, won: dict[tuple[int, int], int]) -> NDArray[np.int64]:
    """How often the bot of the row came before the bot of the column."""
    beaten = np.zeros((bots, bots), np.int64)
    for pair, games in won.items():
        beaten[pair] = games
    return beaten


def beats(beaten: NDArray[np.int64], met: int, rounds: int = 10) -> set[tuple[int, int]]:
    """The pairs of which the first surely beats the second."""
    games = np.where((beaten + beaten.T) > 0, met, 0)
    found = surely_beaten(games, beaten, rounds, OWN_DEALS)
    return {(int(one), int(other)) for one, other in np.argwhere(found)}


def test_a_pair_is_judged_by_its_games() -> None:
    assert beats(scores(2, {(0, 1): 16, (1, 0): 4}), 20) == {(0, 1)}
    assert beats(scores(2, {(0, 1): 13, (1, 0): 7}), 20) == set()
    assert beats(scores(2, {(0, 1): 1}), 1) == set()
    assert beats(scores(2, {}), 20) == set()


def test_draws_say_nothing() -> None:
    assert beats(scores(2, {(0, 1): 6, (1, 0): 2}), 200) == set()


def test_more_pairs_ask_for_more_evidence() -> None:
    alone = scores(2, {(0, 1): 15, (1, 0): 5})
    assert beats(alone, 20) == {(0, 1)}
    many = np.full((12, 12), 10) * ~np.eye(12, dtype=bool)
    many[0, 1], many[1, 0] = 15, 5
    assert beats(many, 20) == set()


def test_duplicates_ask_for_more_evidence() -> None:
    beaten = scores(2, {(0, 1): 128, (1, 0): 72})
    met = np.array([[0, 200], [200, 0]])
    assert surely_beaten(met, beaten, 2, OWN_DEALS)[0, 1]
    assert not surely_beaten(met, beaten, 2, DUPLICATES).any()
    assert not surely_beaten(met, scores(2, {(0, 1): 200}), 1, DUPLICATES).any()


def test_of_equal_bots_hardly_any_beats_another() -> None:
    rng = np.random.RandomState(1)
    wrong = 0
    for _ in range(400):
        upper = np.triu(rng.binomial(20, 0.5, (6, 6)), 1)
        beaten = upper + np.tril(20 - upper.T, -1)
        wrong += bool(beats(beaten, 20))
    assert wrong / 400 <= 0.05


@pytest.fixture
def ring() -> NDArray[np.bool_]:
    """0 beats 1, who beats 2, who beats 0; 4 beats 3."""
    found = np.zeros((5, 5), bool)
    found[0, 1] = found[1, 2] = found[2, 0] = found[4, 3] = True
    return found


def test_what_agrees_with_the_order_is_no_upset(ring: NDArray[np.bool_]) -> None:
    ring[2, 0] = False
    assert upsets(ring, [0, 1, 2, 4, 3]) == []


def test_a_bot_that_beats_one_above_it_is_told(ring: NDArray[np.bool_]) -> None:
    ring[2, 0] = False
    assert upsets(ring, [3, 0, 1, 2, 4]) == [Upset(4, 3, ())]


def test_a_ring_is_told_as_a_chain(ring: NDArray[np.bool_]) -> None:
    assert upsets(ring, [0, 1, 2, 4, 3]) == [Upset(2, 0, (0, 1, 2))]


def test_the_shortest_ring_is_told(ring: NDArray[np.bool_]) -> None:
    ring[0, 2], ring[2, 0], ring[4, 0], ring[2, 4] = True, False, True, True
    assert upsets(ring, [0, 1, 2, 3, 4]) == [Upset(4, 0, (0, 2, 4)), Upset(4, 3, ())]
