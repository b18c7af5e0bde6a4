"""By how much one bot did better than another, deal by deal, in the order of the deals.

Games end in any order, quick ones first. A round is counted once it and all before it are complete:
otherwise short games, which one of the two may win more often, would decide when to stop.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.ranking.places import FULL
from arena.ranking.seated import numbers_of, roster_numbers
from arena.results.manifest import Manifest
from arena.results.tables import Tables
from arena.tournament.paired_schedule import NEW, OLD, PairedSchedule

NEEDED: Final = {"games": ["game"], "seats": ["game", "bot", "version", "place"]}
"""The tables and columns that differences are made from."""


class DealDifferences:
    """The shares of opponents that the two compared bots came before, round by round.

    They are whole numbers until the last step, so that no order of games changes a digit.
    """

    def __init__(self, manifest: Manifest, schedule: PairedSchedule) -> None:
        self._known = roster_numbers(manifest.bots)
        self._seats = manifest.settings.seats[0]
        self._games_a_round = schedule.games_a_round
        self._full = FULL * schedule.games_each
        """What a bot gets in a round that comes before all opponents in every game."""
        self._played: Counter[int] = Counter()
        self._shares = {NEW: Counter[int](), OLD: Counter[int]()}
        self._sums = {NEW: 0, OLD: 0}
        self.rounds = 0
        """How many rounds were counted."""

    def add(self, tables: Tables) -> None:
        """Note games, of whatever rounds."""
        seats = tables["seats"]
        numbers = seats["game"].to_numpy().reshape(-1, self._seats)
        bots = numbers_of(seats, self._known).reshape(-1, self._seats)
        shares = share_units(seats["place"].to_numpy().reshape(-1, self._seats))
        rounds = numbers // self._games_a_round
        self._played.update(rounds[:, 0].tolist())
        for bot, own in self._shares.items():
            is_own = bots == bot
            for at, share in zip(rounds[is_own].tolist(), shares[is_own].tolist(), strict=True):
                own[at] += share

    def next(self) -> float | None:
        """The difference of the next round, from -1 to 1; None if it is not complete yet."""
        if self._played[self.rounds] < self._games_a_round:
            return None
        new, old = (self._shares[bot].pop(self.rounds, 0) for bot in (NEW, OLD))
        del self._played[self.rounds]
        self._sums[NEW] += new
        self._sums[OLD] += old
        self.rounds += 1
        return (new - old) / self._full

    def share(self, bot: int) -> float:
        """The share of opponents that one of the two came before, in all rounds counted."""
        return self._sums[bot] / (self._full * max(1, self.rounds))


def share_units(places: NDArray[np.int64]) -> NDArray[np.int64]:
    """The share of opponents that each seat came before, in units of FULL; level counts half."""
    before = places[:, :, None] < places[:, None, :]
    level = places[:, :, None] == places[:, None, :]
    ahead = 2 * before.sum(axis=2) + level.sum(axis=2) - 1  # a seat is level with itself
    return np.asarray(ahead * (FULL // (2 * (places.shape[1] - 1))), np.int64)
