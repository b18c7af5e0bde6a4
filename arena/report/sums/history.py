"""Ratings as the tournament went on: from the first games, from more of them, and so on to all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ranking.intervals import mean_rate, played_weights
from arena.ranking.outcomes import OutcomeCounts
from arena.ranking.ratings import skills_of
from arena.ranking.seated import Named
from arena.report.sums.portion import Numbers, Portion
from arena.tournament.settings import Discipline

MOMENTS: Final = 20
"""How often the bots are rated on the way to the last game."""


class RatingCourse(NamedTuple):
    """The ratings of all bots at some moments."""

    games: list[int]
    """How many games had been played at each moment."""
    mu: NDArray[np.float64]
    """By moment and bot; not a number before the bot has played."""
    sigma: NDArray[np.float64]
    joined: list[int | None]
    """How many games had been played when each bot came; None if it has not played."""


class HistorySums:
    """The results of all games in short, to be rated again and again."""

    def __init__(self, disciplines: Sequence[Discipline], bots: Sequence[Named]) -> None:
        self._disciplines = disciplines
        self._bots = bots
        self._moments: list[list[Numbers]] = [[] for _ in disciplines]
        self._tables: list[list[Numbers]] = [[] for _ in disciplines]
        self._places: list[list[Numbers]] = [[] for _ in disciplines]

    def add(self, portion: Portion) -> None:
        """Remember the results of games."""
        places = portion.seats("place")
        for at, discipline in enumerate(self._disciplines):
            rows = portion.rows_of(at, discipline.seats)
            self._moments[at].append(portion.moments[portion.at[rows[:, 0]]])
            self._tables[at].append(portion.bots[rows])
            self._places[at].append(places[rows])

    def course(self, weights: Sequence[float]) -> RatingCourse:
        """The ratings at moments that have about equally many games between them."""
        ranks = [np.concatenate(each) for each in self._moments]
        cuts = cuts_of(np.concatenate(ranks))
        mu, sigma = (np.full((len(cuts), len(self._bots)), np.nan) for _ in range(2))
        for line, cut in enumerate(cuts):
            mu[line], sigma[line] = self._rated(cut, ranks, weights)
        every = np.sort(np.concatenate(ranks))
        games = [int(np.searchsorted(every, cut, "right")) for cut in cuts]
        return RatingCourse(games, mu, sigma, self._joined(ranks, every))

    def _rated(
        self, cut: int, ranks: list[Numbers], weights: Sequence[float]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The mean of mu over the disciplines that a bot has played so far, and its sigma."""
        means, variances, played = [], [], []
        for at, discipline in enumerate(self._disciplines):
            here = ranks[at] <= cut
            tables = np.concatenate(self._tables[at])[here]
            counts = OutcomeCounts(discipline.seats)
            counts.add(tables, np.concatenate(self._places[at])[here])
            skills = skills_of([counts], self._bots)
            means.append(np.array([skill.mu for skill in skills]))
            variances.append(np.array([skill.sigma**2 for skill in skills]))
            played.append(np.bincount(tables.ravel(), minlength=len(self._bots)))
        shares = played_weights([each[None, :] for each in played], weights)
        squares = [share**2 for share in shares]
        return mean_rate(means, shares), np.sqrt(mean_rate(variances, squares))

    def _joined(self, ranks: list[Numbers], every: Numbers) -> list[int | None]:
        """How many games there were before the first of each bot."""
        first = np.full(len(self._bots), -1, np.int64)
        for at, rank in enumerate(ranks):
            tables = np.concatenate(self._tables[at])
            for bot in range(len(self._bots)):
                own = rank[(tables == bot).any(axis=1)]
                if len(own) and (first[bot] < 0 or own.min() < first[bot]):
                    first[bot] = own.min()
        return [None if rank < 0 else int(np.searchsorted(every, rank)) for rank in first.tolist()]


def cuts_of(ranks: Numbers) -> list[int]:
    """The last rank of each moment."""
    if not len(ranks):
        return []
    ordered = np.sort(ranks)
    places = np.ceil(np.linspace(0, len(ordered), MOMENTS + 1)[1:]).astype(np.int64) - 1
    found: list[int] = np.unique(ordered[places]).tolist()
    return found
