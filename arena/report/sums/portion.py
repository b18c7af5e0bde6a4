"""A portion of the stored games as the sums of a report take it: those that count, as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from arena.ranking.seated import ABSENT, numbers_of
from arena.ranking.tally import canonical
from arena.results.manifest import Manifest, schedule_of
from arena.results.store import GameStore
from arena.results.tables import Tables
from arena.tournament.settings import Discipline
from arena.tournament.sittings import Extension, Joining, Sitting, Stage

Numbers = NDArray[np.int64]

WANTED: Final[dict[str, list[str] | None]] = {
    "games": ["game", "ruleset", "seats", "plies"],
    "seats": None,
    "moves": ["game", "ply", "seat", "phase", "action"],
    "times": ["game", "seat", "cpu_ms", "idle_ms"],
    "faults": ["game", "seat", "bot", "version", "ply", "fault", "sentence"],
}
"""The tables and columns that a report reads."""


class Portion(NamedTuple):
    """Games that count: those among bots of the table alone."""

    tables: Tables
    games: Numbers
    """The number of each game."""
    disciplines: Numbers
    """The number of each game's discipline."""
    moments: Numbers
    """When each game has its turn: by the stage it belongs to, then by its round."""
    at: Numbers
    """For each row of `seats`, the place of its game in the arrays above."""
    bots: Numbers
    """For each row of `seats`, the number of its bot in the tally."""

    def seats(self, column: str) -> Numbers:
        """A column of `seats`, as numbers."""
        return np.asarray(self.tables["seats"][column].to_numpy(), np.int64)

    def rows_of(self, discipline: int, seats: int) -> Numbers:
        """The rows of `seats` of a discipline: a line a game, a column a seat."""
        rows = np.flatnonzero(self.disciplines[self.at] == discipline)
        return rows.reshape(-1, seats)


class PortionSums(Protocol):
    """Sums over games that are added up portion by portion."""

    def add(self, portion: Portion) -> None:
        """Count the games of a portion."""


class PortionReader:
    """Reads the stored games of a tournament portion by portion."""

    def __init__(self, manifest: Manifest) -> None:
        self._disciplines = {each: at for at, each in enumerate(manifest.settings.disciplines())}
        self._schedule = schedule_of(manifest)
        self._moment = moments(manifest.stages, manifest.settings.rounds)
        self._known = {(bot.name, bot.version): ABSENT for bot in manifest.bots}
        for at, number in enumerate(canonical(manifest.bots)):
            bot = manifest.bots[number]
            self._known[bot.name, bot.version] = at

    def read(self, store: GameStore) -> Iterator[Portion]:
        """All stored games that count, in order."""
        for tables in store.read_all(WANTED):
            if len(tables["games"]):
                yield self._portion(tables)

    def _portion(self, tables: Tables) -> Portion:
        bots = numbers_of(tables["seats"], self._known)
        if (bots == ABSENT).any():
            tables = counted(tables, bots)
            bots = numbers_of(tables["seats"], self._known) if len(tables["seats"]) else bots[:0]
        games = tables["games"]["game"].to_numpy()
        sittings = [self._schedule[game] for game in games.tolist()]
        return Portion(
            tables,
            games,
            self._numbered(tables["games"]),
            np.array([self._moment(sitting) for sitting in sittings], np.int64),
            np.searchsorted(games, tables["seats"]["game"].to_numpy()),
            bots,
        )

    def _numbered(self, games: pa.Table) -> Numbers:
        """The number of each game's discipline."""
        rows = zip(games["ruleset"].to_pylist(), games["seats"].to_pylist(), strict=True)
        return np.array([self._disciplines[Discipline(*row)] for row in rows], np.int64)


def counted(tables: Tables, bots: Numbers) -> Tables:
    """The tables without the games in which a bot is absent."""
    left_out = pc.unique(tables["seats"]["game"].filter(pa.array(bots == ABSENT)))
    here = ~pc.field("game").isin(left_out)
    return {name: table.filter(here) for name, table in tables.items()}


def moments(stages: Sequence[Stage], rounds: int) -> Callable[[Sitting], int]:
    """The function that tells when a game has its turn, as a number that orders games.

    All tables of the first bots are one stage, round by round: though `schedule = "all"` numbers
    the games bot by bot, these bots were there together. A later stage comes after all before it.
    """
    arrived = {
        stage.bot: at
        for at, stage in reversed([*enumerate(stages, 1)])
        if isinstance(stage, Joining)
    }
    added = [
        (range(stage.first, stage.rounds), at)
        for at, stage in enumerate(stages, 1)
        if isinstance(stage, Extension)
    ]

    def moment(sitting: Sitting) -> int:
        joined = max(arrived.get(bot, 0) for bot in sitting.table)
        extended = max((at for chosen, at in added if sitting.round in chosen), default=0)
        return max(joined, extended) * rounds + sitting.round

    return moment
