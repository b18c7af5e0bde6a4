"""Scores of bots: how often each was reached, and what it was made of."""

from __future__ import annotations

from typing import Final

import numpy as np

from arena.report.sums.portion import Numbers, Portion
from arena.results.tables import bonus_names

LOWEST: Final = -500
"""The lowest score that is counted for itself; lower ones count as this."""
HIGHEST: Final = 1000
"""The highest score that is counted for itself."""


class ScoreSums:
    """How often each bot had each score, and the sums of what scores are made of."""

    def __init__(self, disciplines: int, bots: int) -> None:
        self.times = np.zeros((disciplines, bots, HIGHEST - LOWEST + 1), np.int64)
        """How often, by discipline, bot and score from LOWEST on."""
        self.sources = (
            "routes",
            "tickets_won",
            "tickets_lost",
            *map("{}_bonus".format, bonus_names()),
        )
        """The columns of `seats` that make a score; tickets that were lost count against it."""
        self.points = np.zeros((disciplines, bots, len(self.sources)), np.int64)

    def add(self, portion: Portion) -> None:
        """Count games."""
        cells = (portion.disciplines[portion.at], portion.bots)
        scores = np.clip(portion.seats("score"), LOWEST, HIGHEST) - LOWEST
        np.add.at(self.times, (*cells, scores), 1)
        for at, source in enumerate(self.sources):
            np.add.at(self.points[:, :, at], cells, portion.seats(source))

    def games(self, discipline: int) -> Numbers:
        """The number of games of each bot."""
        return np.asarray(self.times[discipline].sum(axis=1))

    def quantile(self, discipline: int, bot: int, share: float) -> int:
        """The score that so many of a bot's games don't exceed."""
        below = np.cumsum(self.times[discipline, bot])
        return int(np.searchsorted(below, share * below[-1])) + LOWEST

    def middle(self, discipline: int) -> int:
        """The median of all bots' scores."""
        below = np.cumsum(self.times[discipline].sum(axis=0))
        return int(np.searchsorted(below, below[-1] / 2)) + LOWEST

    def span(self, discipline: int) -> tuple[int, int]:
        """The lowest and the highest score of all bots."""
        there = np.flatnonzero(self.times[discipline].sum(axis=0))
        return (int(there[0]) + LOWEST, int(there[-1]) + LOWEST) if len(there) else (0, 1)
