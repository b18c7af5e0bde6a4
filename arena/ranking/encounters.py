"""Head to head: where it contradicts the order of a table, and rings of bots that beat others."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ranking.intervals import CONFIDENCE, Counts, Prior, likeness


class Upset(NamedTuple):
    """A bot that beats one which stands above it."""

    lower: int
    higher: int
    ring: tuple[int, ...]
    """Bots each of whom beats the next, and the last one the first; or none."""


def surely_beaten(met: Counts, beaten: Counts, rounds: int, prior: Prior) -> NDArray[np.bool_]:
    """Whether the row's bot surely comes before the column's more often than after it.

    All pairs of a table are judged together: with 95% there is no wrong verdict among them.
    """
    wins, losses = beaten, beaten.T
    pairs = max(1, int(np.count_nonzero(met)) // 2)
    hurdle = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / pairs)
    games = np.maximum(met, 1)
    alike = likeness(games, np.minimum(games, max(1, rounds)), prior)
    with np.errstate(invalid="ignore", divide="ignore"):
        # The sign test; one game less, since games are whole numbers.
        apart = (wins - losses - 1) / np.sqrt((wins + losses) * alike)
    enough = rounds >= prior.fewest
    return np.asarray(np.nan_to_num(apart, nan=0.0, posinf=0.0, neginf=0.0) > hurdle) & enough


def upsets(beats: NDArray[np.bool_], order: Sequence[int]) -> list[Upset]:
    """The bots that surely beat one above them in this order, from the top of the table down."""
    return [
        Upset(lower, higher, tuple(way(beats, higher, lower)))
        for at, higher in enumerate(order)
        for lower in order[at + 1 :]
        if beats[lower, higher]
    ]


def way(beats: NDArray[np.bool_], first: int, last: int) -> list[int]:
    """The shortest chain from one bot to another in which each beats the next; empty if none is."""
    before: dict[int, int] = {first: first}
    waiting = deque([first])
    while waiting and last not in before:
        bot = waiting.popleft()
        for other in np.flatnonzero(beats[bot]).tolist():
            if other not in before:
                before[other] = bot
                waiting.append(other)
    if last not in before:
        return []
    chain = [last]
    while chain[-1] != first:
        chain.append(before[chain[-1]])
    return chain[::-1]
