"""The sums behind the leaderboard, added up part by part: memory does not grow with the games.

Only games among the bots in the table count. Bots stand in the order of their names and versions,
so that no sum depends on the order in which they came.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from arena.ranking.intervals import Counts, Wins
from arena.ranking.places import FULL, Shares
from arena.ranking.seated import ABSENT, TallyError, numbers_of
from arena.results.manifest import Entry, Manifest
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
    "games": ["game", "ruleset", "seats"],
    "seats": ["game", "seat", "bot", "version", *SUMMED, "fault"],
    "times": ["game", "seat", "cpu_ms", "idle_ms"],
}
"""The tables and columns that a tally reads."""
Numbers = NDArray[np.int64]


class Cells(NamedTuple):
    """Where the rows of `seats` belong: their discipline, group of rounds and bot."""

    disciplines: Numbers
    groups: Numbers
    bots: Numbers


class Tally:
    """Sums over games, for each discipline, group of rounds and bot, or seat."""

    def __init__(self, manifest: Manifest) -> None:
        settings = manifest.settings
        self.disciplines = settings.disciplines()
        self.games = 0
        """All games that were added, also those that don't count."""
        self.roster = canonical(manifest.bots)
        """The numbers, in the tournament's roster, of the bots in the table."""
        self._groups = min(GROUPS, settings.rounds)
        self._bots = {(bot.name, bot.version): ABSENT for bot in manifest.bots}
        for at, number in enumerate(self.roster):
            self._bots[manifest.bots[number].name, manifest.bots[number].version] = at
        bots, shape = len(self.roster), (len(self.disciplines), self._groups)
        most = max(one.seats for one in self.disciplines)
        self._by_bot = {name: np.zeros((*shape, bots), np.int64) for name in MEASURES}
        self._by_seat = {name: np.zeros((*shape, most), np.int64) for name in ("games", "wins")}
        self.played = np.zeros((len(self.disciplines), bots), np.int64)
        """All games of each bot by discipline, also those that don't count."""
        pairs = (len(self.disciplines), bots, bots)
        self.met = np.zeros(pairs, np.int64)
        """By discipline: games that two bots had with each other."""
        self.beaten = np.zeros(pairs, np.int64)
        """By discipline: games in which the bot of the row came before the bot of the column."""
        self._products = np.zeros(pairs, np.int64)
        self.cpu_ms = np.zeros(bots)
        self.idle_ms = np.zeros(bots)
        self.answers = np.zeros(bots, np.int64)

    def of_bots(self, measure: str, discipline: int) -> Counts:
        """A measure by group of rounds and bot."""
        found: Counts = self._by_bot[measure][discipline]
        return found

    def of_seats(self, measure: str, discipline: int) -> Counts:
        """A measure by group of rounds and seat."""
        found: Counts = self._by_seat[measure][discipline]
        return found[:, : self.disciplines[discipline].seats]

    def wins(self) -> list[Wins]:
        """The wins of all bots, for each discipline."""
        wins, games = self._by_bot["wins"], self._by_bot["games"]
        return [Wins(wins[at], games[at]) for at in range(len(self.disciplines))]

    def shares(self) -> list[Shares]:
        """The shares of opponents that the bots came before, for each discipline."""
        shares, games = self._by_bot["shares"], self._by_bot["games"]
        return [
            Shares(shares[at], games[at], self._products[at], self.met[at])
            for at in range(len(self.disciplines))
        ]

    def rounds(self, discipline: int) -> int:
        """How many groups of rounds have games that count; of one round each, up to 400."""
        return int(np.count_nonzero(self._by_bot["games"][discipline].any(axis=1)))

    def add(self, tables: Tables, rounds: Sequence[int]) -> None:
        """Count games, each of which belongs to a round, and the time that the bots thought."""
        games, seats = tables["games"], tables["seats"]
        numbers = games["game"].to_numpy()
        at = np.searchsorted(numbers, seats["game"].to_numpy())
        bots, disciplines = numbers_of(seats, self._bots), self._disciplines_of(games)
        here = bots != ABSENT
        np.add.at(self.played, (disciplines[at][here], bots[here]), 1)
        counted = np.ones(len(numbers), bool)
        counted[at[~here]] = False
        rows = np.flatnonzero(counted[at])
        # By the round alone, so that a round stays in its group when the tournament grows.
        groups = np.array(rounds, np.int64) % self._groups
        cells = Cells(disciplines[at[rows]], groups[at[rows]], bots[rows])
        self._add_seats(seats.take(rows), cells)
        self._add_times(seats, tables["times"], np.where(counted[at], bots, ABSENT))
        self.games += len(numbers)

    def _add_seats(self, seats: pa.Table, cells: Cells) -> None:
        self._count_bots(seats, cells)
        places = seats["place"].to_numpy().astype(np.int64)
        for at in range(len(self.disciplines)):
            self._count_tables(at, np.flatnonzero(cells.disciplines == at), cells, places)

    def _add_times(self, seats: pa.Table, times: pa.Table, bots: Numbers) -> None:
        # One number stands for a game and one of its at most 16 seats, so that numpy can search
        # the rows of `seats`, which are in this order.
        keys = seats["game"].to_numpy() * 16 + seats["seat"].to_numpy()
        asked = times["game"].to_numpy() * 16 + times["seat"].to_numpy()
        if not np.isin(asked, keys).all():
            raise TallyError("a time belongs to a seat that there is not")
        thinkers = bots[np.searchsorted(keys, asked)]
        counted = thinkers != ABSENT
        thinkers, count = thinkers[counted], len(self.answers)
        for total, name in ((self.cpu_ms, "cpu_ms"), (self.idle_ms, "idle_ms")):
            total += np.bincount(thinkers, times[name].to_numpy()[counted], minlength=count)
        self.answers += np.bincount(thinkers, minlength=count)

    def _disciplines_of(self, games: pa.Table) -> Numbers:
        """For each game, the number of its discipline."""
        found = np.full(len(games), ABSENT, np.int64)
        rulesets, seats = games["ruleset"], games["seats"].to_numpy()
        for at, one in enumerate(self.disciplines):
            named = pc.equal(rulesets, one.ruleset).to_numpy()
            found[named.astype(bool) & (seats == one.seats)] = at
        if (found == ABSENT).any():
            raise TallyError("a game has a ruleset or number of seats that the tournament has not")
        return found

    def _count_bots(self, seats: pa.Table, cells: Cells) -> None:
        np.add.at(self._by_bot["games"], cells, 1)
        np.add.at(self._by_bot["wins"], cells, seats["place"].to_numpy() == 1)
        np.add.at(self._by_bot["faults"], cells, seats["fault"].is_valid().to_numpy())
        for measure in SUMMED:
            np.add.at(self._by_bot[measure], cells, seats[measure].to_numpy())

    def _count_tables(self, at: int, rows: Numbers, cells: Cells, places: Numbers) -> None:
        """Count wins by seat, and results between pairs of bots, in games of one discipline."""
        seats = self.disciplines[at].seats
        tables = rows.reshape(-1, seats)
        groups, bots, place = cells.groups[tables], cells.bots[tables], places[tables]
        before = place[:, :, None] < place[:, None, :]
        level = place[:, :, None] == place[:, None, :]
        # 2 for each opponent behind and 1 for each level, so that a sole winner gets FULL; each
        # seat is level with itself, which does not count.
        share = (2 * before + level).sum(axis=2) - 1
        share *= FULL // (2 * (seats - 1))
        np.add.at(self._by_bot["shares"][at], (groups, bots), share)
        for one in range(seats):
            np.add.at(self._by_seat["games"][at, :, one], groups[:, one], 1)
            np.add.at(self._by_seat["wins"][at, :, one], groups[:, one], place[:, one] == 1)
            for other in range(seats):
                pair = (bots[:, one], bots[:, other])
                np.add.at(self._products[at], pair, share[:, one] * share[:, other])
                if other != one:
                    np.add.at(self.met[at], pair, 1)
                    np.add.at(self.beaten[at], pair, before[:, one, other])


def canonical(bots: Sequence[Entry]) -> list[int]:
    """The numbers of those in the table, in the order of their names and versions."""
    present = [number for number, bot in enumerate(bots) if bot.present]
    return sorted(present, key=lambda number: (bots[number].name, bots[number].version))
