"""Counting outcomes: who sat where and in which order games came makes no difference."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from arena.ranking import outcomes
from arena.ranking.outcomes import OutcomeCounts


def counts_of(*games: dict[int, int]) -> OutcomeCounts:
    """The counts of games, each given as the places of its bots in the order of seats."""
    counts = OutcomeCounts(len(games[0]))
    counts.add(
        np.array([list(game) for game in games]), np.array([list(game.values()) for game in games])
    )
    return counts


def told(counts: OutcomeCounts, bots: int = 10) -> dict[tuple[int, ...], int]:
    """The outcomes as they are kept, and how often each occurred."""
    rows, times = counts.renumbered(np.arange(bots))
    return {tuple(row): time for row, time in zip(rows.tolist(), times.tolist(), strict=True)}


def test_an_outcome_is_the_bots_in_the_order_of_their_places() -> None:
    assert told(counts_of({0: 2, 4: 1, 2: 3})) == {(5, 1, 3): 1}


def test_who_sat_where_makes_no_difference() -> None:
    assert told(counts_of({0: 2, 4: 1}, {4: 1, 0: 2}, {4: 2, 0: 1})) == {(5, 1): 2, (1, 5): 1}


def test_bots_that_are_level_stand_in_the_order_of_their_numbers() -> None:
    assert told(counts_of({7: 1, 2: 3, 5: 1}, {2: 3, 5: 1, 7: 1})) == {(6, -8, 3): 2}
    assert told(counts_of({7: 1, 2: 1, 5: 1})) == {(3, -6, -8): 1}


def test_renumbered_bots_that_are_level_stand_in_their_new_order() -> None:
    rows, times = counts_of({0: 1, 1: 2, 2: 2}, {0: 1, 2: 2, 1: 2}).renumbered(np.array([2, 1, 0]))
    assert (rows.tolist(), times.tolist()) == ([[3, 1, -2]], [2])


def test_who_has_played_is_known() -> None:
    assert counts_of({7: 1, 2: 2}, {2: 1, 4: 1}).bots().tolist() == [2, 4, 7]
    assert OutcomeCounts(3).bots().tolist() == []


@st.composite
def games(draw: st.DrawFn) -> list[dict[int, int]]:
    """Games of three out of six bots, with every kind of tie."""
    places = st.sampled_from([(1, 2, 3), (1, 1, 3), (1, 2, 2), (1, 1, 1), (3, 2, 1)])
    table = st.lists(st.integers(0, 5), min_size=3, max_size=3, unique=True)
    game = st.builds(lambda bots, rank: dict(zip(bots, rank, strict=True)), table, places)
    return draw(st.lists(game, min_size=1, max_size=40))


@settings(deadline=None)
@given(games(), st.randoms(use_true_random=False), st.integers(1, 7))
def test_all_games_are_counted_in_whatever_portions(
    some: list[dict[int, int]], random: "np.random.Generator", buffer: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outcomes, "BUFFER", buffer)
        shuffled = random.sample(some, len(some))  # type: ignore[attr-defined]
        counts = OutcomeCounts(3)
        for game in shuffled:
            counts.add(np.array([list(game)]), np.array([list(game.values())]))
    expected = Counter(tuple(sorted((place, bot) for bot, place in game.items())) for game in some)
    assert told(counts) == told(counts_of(*some))
    assert sorted(told(counts).values()) == sorted(expected.values())
