"""The sums behind the leaderboard, added up part by part: memory does not grow with the games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from arena.ranking.intervals import FULL, Counts
from arena.ranking.seated import TallyError, numbers_of, roster_numbers
from arena.results.manifest import Manifest
from arena.results.tables import Tables

GROUPS: Final = 400
"""The most groups that rounds are counted in, for the intervals: more would add nothing."""

MEASURES: Final = (
    *("games", "wins", "shares", "score", "place"),
    *("tickets_kept", "tickets_completed", "faults"),
)
SUMMED: Final = ("score", "place", "tickets_kept", "tickets_completed")
"""Measures that are columns of `seats`."""
NEEDED: Final = {
    "games": ["game", "seats"],
    "seats": ["game", "seat", "bot", "version", *SUMMED, "fault"],
    "times": ["game", "seat", "cpu_ms", "idle_ms"],
}
"""The tables and columns that a tally reads."""


class Tally:
    """Sums over games, for each number of seats, group of rounds and bot, or seat."""

    def __init__(self, manifest: Manifest) -> None:
        settings = manifest.settings
        self.seats = settings.seats
        self.games = 0
        self._rounds = settings.rounds
        self._groups = min(GROUPS, settings.rounds)
        self._bots = roster_numbers(manifest.bots)
        bots, shape = len(manifest.bots), (len(self.seats), self._groups)
        self._by_bot = {name: np.zeros((*shape, bots), np.int64) for name in MEASURES}
        self._by_seat = {
            name: np.zeros((*shape, self.seats[-1]), np.int64) for name in ("games", "wins")
        }
        self.met = np.zeros((bots, bots), np.int64)
        """Games that two bots had with each other."""
        self.beaten = np.zeros((bots, bots), np.int64)
        """Games in which the bot of the row came before the bot of the column."""
        self.cpu_ms = np.zeros(bots)
        self.idle_ms = np.zeros(bots)
        self.answers = np.zeros(bots, np.int64)

    def of_bots(self, measure: str, seats: int | None = None) -> Counts:
        """A measure by group of rounds and bot, for one number of seats or for all.

        Rounds of different numbers of seats are different rounds: their groups stand one under
        the other.
        """
        return self._chosen(self._by_bot[measure], seats)

    def of_seats(self, measure: str, seats: int) -> Counts:
        """A measure by group of rounds and seat."""
        return self._chosen(self._by_seat[measure], seats)[:, :seats]

    def add(self, tables: Tables, rounds: Sequence[int]) -> None:
        """Count games, each of which belongs to a round, and the time that the bots thought."""
        self._add_games(tables["games"], tables["seats"], np.array(rounds, np.int64))
        self._add_times(tables["seats"], tables["times"])

    def _add_games(self, games: pa.Table, seats: pa.Table, rounds: NDArray[np.int64]) -> None:
        numbers = games["game"].to_numpy()
        at = np.searchsorted(numbers, seats["game"].to_numpy())
        groups = (rounds * self._groups // self._rounds)[at]
        sizes = games["seats"].to_numpy().astype(np.int64)
        if not np.isin(sizes, self.seats).all():
            raise TallyError("a game has a number of seats that the tournament has not")
        kinds = np.searchsorted(self.seats, sizes)[at]
        bots, places = numbers_of(seats, self._bots), seats["place"].to_numpy().astype(np.int64)
        self._count_bots(seats, (kinds, groups, bots))
        for seats_number in self.seats:
            rows = np.flatnonzero(sizes[at] == seats_number)
            self._count_tables(rows, seats_number, (kinds, groups, bots), places)
        self.games += len(numbers)

    def _add_times(self, seats: pa.Table, times: pa.Table) -> None:
        bots = numbers_of(seats, self._bots)
        # One number stands for a game and one of its at most 16 seats, so that numpy can search
        # the rows of `seats`, which are in this order.
        keys = seats["game"].to_numpy() * 16 + seats["seat"].to_numpy()
        asked = times["game"].to_numpy() * 16 + times["seat"].to_numpy()
        if not np.isin(asked, keys).all():
            raise TallyError("a time belongs to a seat that there is not")
        thinkers = bots[np.searchsorted(keys, asked)]
        count = len(self.answers)
        self.cpu_ms += np.bincount(thinkers, times["cpu_ms"].to_numpy(), minlength=count)
        self.idle_ms += np.bincount(thinkers, times["idle_ms"].to_numpy(), minlength=count)
        self.answers += np.bincount(thinkers, minlength=count)

    def _chosen(self, sums: Counts, seats: int | None) -> Counts:
        chosen = sums if seats is None else sums[self.seats.index(seats)]
        return np.reshape(chosen, (-1, sums.shape[-1]))

    def _count_bots(self, seats: pa.Table, where: tuple[NDArray[np.int64], ...]) -> None:
        np.add.at(self._by_bot["games"], where, 1)
        np.add.at(self._by_bot["wins"], where, seats["place"].to_numpy() == 1)
        faults = seats["fault"].is_valid().to_numpy()
        np.add.at(self._by_bot["faults"], where, faults)
        for measure in SUMMED:
            np.add.at(self._by_bot[measure], where, seats[measure].to_numpy())

    def _count_tables(
        self,
        rows: NDArray[np.int64],
        seats: int,
        where: tuple[NDArray[np.int64], ...],
        places: NDArray[np.int64],
    ) -> None:
        """Count wins by seat, and results between pairs of bots, in games of one size."""
        tables = rows.reshape(-1, seats)
        kinds, groups, bots = (index[tables] for index in where)
        place = places[tables]
        share = np.zeros_like(place)
        for one in range(seats):
            self._count_seat(kinds[:, one], groups[:, one], one, place[:, one] == 1)
            for other in range(seats):
                if other != one:
                    before, level = (
                        place[:, one] < place[:, other],
                        place[:, one] == place[:, other],
                    )
                    np.add.at(self.met, (bots[:, one], bots[:, other]), 1)
                    np.add.at(self.beaten, (bots[:, one], bots[:, other]), before)
                    share[:, one] += 2 * before + level
        # 2 for each opponent behind and 1 for each level, so that a sole winner gets FULL.
        share *= FULL // (2 * (seats - 1))
        np.add.at(self._by_bot["shares"], (kinds, groups, bots), share)

    def _count_seat(
        self, kinds: NDArray[np.int64], groups: NDArray[np.int64], seat: int, won: NDArray[np.bool_]
    ) -> None:
        where = (kinds, groups, np.full_like(kinds, seat))
        np.add.at(self._by_seat["games"], where, 1)
        np.add.at(self._by_seat["wins"], where, won)
