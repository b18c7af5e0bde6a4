"""Counting the outcomes of tables: which bots came in which order, and how often.

An outcome is a row of numbers, one for each bot at the table in the order of places: its number
plus one, negative if it is level with the bot before it. Bots that are level stand in the order of
their numbers; who sat at which seat makes no difference.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Rows = NDArray[np.int32]

BUFFER: Final = 10_000
"""The number of games that wait at least before they are counted together."""


class Counted(NamedTuple):
    """Different outcomes in ascending order, a row each, and how often each occurred."""

    rows: Rows
    times: Numbers


class OutcomeCounts:
    """How often each outcome occurred at tables with one number of seats.

    Its memory grows with the number of different outcomes, not with that of games.
    """

    def __init__(self, seats: int) -> None:
        self._counted = Counted(np.zeros((0, seats), np.int32), np.zeros(0, np.int64))
        self._waiting: list[Rows] = []
        self._buffered = 0

    def add(self, bots: Numbers, places: Numbers) -> None:
        """Count games: the bots by game and seat, and their places."""
        self._waiting.append(rows_of(bots, places))
        self._buffered += len(bots)
        if self._buffered >= max(BUFFER, len(self._counted.times)):
            self._count()

    def renumbered(self, numbers: Numbers) -> Counted:
        """The outcomes with another number for each bot."""
        self._count()
        rows, times = self._counted
        bots, places = bots_and_places(rows)
        return counted(rows_of(numbers[bots], places), times)

    def bots(self) -> Numbers:
        """The bots that have played, in ascending order."""
        self._count()
        return np.unique(bots_and_places(self._counted.rows)[0])

    def _count(self) -> None:
        if self._waiting:
            rows, times = self._counted
            once = np.ones(self._buffered, np.int64)
            self._counted = counted(
                np.concatenate([rows, *self._waiting]), np.concatenate([times, once])
            )
            self._waiting, self._buffered = [], 0


def rows_of(bots: Numbers, places: Numbers) -> Rows:
    """The outcome of each game as its row."""
    order = np.lexsort((bots, places))
    bots, places = (np.take_along_axis(each, order, 1) for each in (bots, places))
    level = np.zeros(bots.shape, np.bool_)
    level[:, 1:] = places[:, 1:] == places[:, :-1]
    return np.where(level, -1 - bots, bots + 1).astype(np.int32)


def bots_and_places(rows: Rows) -> tuple[Numbers, Numbers]:
    """The bots and places of each outcome; a place is one more than that of the bots before."""
    return np.abs(rows).astype(np.int64) - 1, np.cumsum(rows > 0, axis=1)


def counted(rows: Rows, times: Numbers) -> Counted:
    """Outcomes that may occur several times, each once."""
    if not len(rows):
        return Counted(rows, times)
    order = np.lexsort(rows.T[::-1])
    rows, times = rows[order], times[order]
    new = np.ones(len(rows), np.bool_)
    new[1:] = np.any(rows[1:] != rows[:-1], axis=1)
    starts = np.flatnonzero(new)
    return Counted(rows[starts], np.add.reduceat(times, starts))
