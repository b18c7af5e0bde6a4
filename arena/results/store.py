"""Where the parts of the results are written, read and checked: a fixed range of games each.

    results/usa1910/
      manifest.json          what was played, by whom, on what
      games/part-00000.parquet   and likewise seats/, moves/, tickets/, …
      unfinished/            games whose part is not complete yet
      bots/                  the bots as they played
      seal.sha256            the hashes of all these files, while nothing has changed

A part is written once all its games are there, `games` last: a game counts as stored once its row
in `games` is. So the bytes of a part don't depend on who played its games, when, and how often the
run was killed in between.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from arena.errors import ArenaError
from arena.results.files import explained, sweep, unseal, write_whole
from arena.results.tables import SCHEMAS, WORDS, Tables, joined, unpack

PART: Final = 1000
"""The number of games in a part."""
UNFINISHED: Final = "unfinished"
"""The folder for games whose part is not complete yet."""
LEVEL: Final = 3
"""The level of zstd's compression: a higher one takes twice the time to save a tenth."""
COMPLETE: Final = ("games", "seats", "moves", "tickets")
"""Tables in which every game has a row: `times` has none for a bot that fails at once."""
EVERYTHING: Final = dict.fromkeys(SCHEMAS)
"""All tables with all columns."""
REPEATING: Final = (
    *("ruleset", "bonuses", "end", "engine", "bot", "version", "fault", "phase", "action"),
    *("ticket", "city_a", "city_b", "points"),
    *("seat", "seats", "cpu_ms", "idle_ms", "wall_ms", "sentence", "kind", "label"),
)
"""Columns with few different values, which parquet stores by dictionary."""


class DamagedPart(ArenaError):
    """A part file that can't be read."""


class GameStore:
    """The games in a folder. Whoever adds to them holds the folder's lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damaged: list[str] = []
        """A sentence for each file that could not be read."""
        self._waiting: dict[int, dict[Path, list[int]]] = {}
        """For each part that is not complete, the unfinished files with its games."""
        self._stored: dict[int, range] = {}
        """For each part, the games that it holds."""

    def open(self, games: int) -> None:
        """Find out which games are stored, and remove what a killed run left behind."""
        sweep(self.folder)
        for part in self.parts():
            if part < parts_of(games):
                self._stored[part] = self._sound_games(part)
        for path in self._chunks():
            self._find(path, games)
        for part in list(self._waiting):
            self._complete(part, games)

    def cut(self, games: int) -> None:
        """Remove all games from this number on, before the store is opened."""
        for part in list(self.parts()):
            if part == parts_of(games) - 1:
                self._cut_part(part, games)
            elif part >= parts_of(games):
                unseal(self.folder)
                for name in SCHEMAS:  # `games` first, for it decides which games are stored
                    with explained(self.path(name, part)):
                        self.path(name, part).unlink(missing_ok=True)

    def _cut_part(self, part: int, games: int) -> None:
        """Write a part again without the games from this number on, if it has any."""
        with suppress(DamagedPart):  # then its games are played again
            for name in SCHEMAS:  # `games` first: rows beyond its games don't count
                table = self._table(name, part, None)
                kept = table.filter(pc.field("game") < games)
                if len(kept) < len(table):
                    unseal(self.folder)
                    write_whole(self.path(name, part), parquet(kept))

    def missing(self, games: int) -> Iterator[int]:
        """The games that have not been played, in order."""
        for part in range(parts_of(games)):
            there = self._there(part)
            for game in games_of(part, games):
                if game not in there:
                    yield game

    def count_missing(self, games: int) -> int:
        """How many games have not been played, without a look at each of them."""
        there = (self._there(part) for part in self._stored.keys() | self._waiting.keys())
        return games - sum(game < games for part in there for game in part)

    def add(self, packed: bytes, numbers: list[int], games: int) -> bool:
        """Keep games that were played, and write the parts that they complete.

        Returns whether any part was written.
        """
        path = self._unfinished / f"game-{numbers[0]:09}.arrow"
        unseal(self.folder)
        write_whole(path, packed)
        self._note(path, numbers)
        written = [self._complete(part, games) for part in {n // PART for n in numbers}]
        return any(written)

    def parts(self) -> Iterator[int]:
        """The parts there are, in order, whether they can be read or not."""
        found = (self.folder / "games").glob("part-*.parquet")
        numbers = (path.stem.removeprefix("part-") for path in found)
        yield from sorted(int(number) for number in numbers if number.isdecimal())

    def read(self, part: int, wanted: Mapping[str, list[str] | None]) -> Tables:
        """The wanted tables of a part, with these columns or all (None).

        `games` must be among them, for it decides which games there are: if a run was killed while
        it wrote a part with more games than before, other tables may hold those already.
        """
        tables = {name: self._table(name, part, columns) for name, columns in wanted.items()}
        games = range(part * PART, part * PART + len(tables["games"]))
        growing = (pc.field("game") >= games.stop) & (pc.field("game") < (part + 1) * PART)
        cut = {name: table.filter(~growing) for name, table in tables.items()}
        for name, table in cut.items():
            odd = first_misplaced(name, table["game"].to_numpy(), games)
            if odd is not None:
                path = self.path(name, part)
                raise DamagedPart(f"{path} is damaged: game {odd} is missing or out of place")
        return cut

    def find(self, game: int, wanted: Mapping[str, list[str] | None]) -> Tables | None:
        """The tables that hold a game, among others; None if it is not stored."""
        if self.path("games", game // PART).exists():
            tables = self.read(game // PART, wanted)
            if game in tables["games"]["game"].to_pylist():
                return tables
        for path in self._chunks():
            found = peek(path)
            if found is not None and game in found["games"]["game"].to_pylist():
                return found
        return None

    def last(self) -> int | None:
        """The number of the last game that is stored; None if there is none."""
        numbers = [n for path in self._chunks() for n in numbers_in(path)]
        for part in reversed(list(self.parts())):
            with suppress(DamagedPart):
                numbers += self.read(part, {"games": ["game"]})["games"]["game"].to_pylist()[-1:]
                break
        return max(numbers, default=None)

    def read_all(self, wanted: Mapping[str, list[str] | None]) -> Iterator[Tables]:
        """All games that can be read, in order, part by part; what is damaged is noted.

        This needs no lock: unfinished files are read before the parts, so that no game is missed
        that moves to its part meanwhile, and those that are in a part by then are left out.
        """
        unfinished = self._unfinished_tables()
        last: dict[int, int] = {}
        for part in self.parts():
            try:
                tables = self.read(part, wanted)
            except DamagedPart as error:
                self._note_damage(error)
                continue
            last[part] = tables["games"]["game"][-1].as_py()
            yield tables
        if unfinished:
            yield left_over(joined(unfinished), last, wanted)

    def read_unfinished(self, wanted: Mapping[str, list[str] | None]) -> Tables | None:
        """The games that are in no part yet, if there are any."""
        unfinished = self._unfinished_tables()
        if not unfinished:
            return None
        last: dict[int, int] = {}
        for part in self.parts():
            with suppress(DamagedPart):  # whoever reads that part says so
                last[part] = self.read(part, {"games": ["game"]})["games"]["game"][-1].as_py()
        return left_over(joined(unfinished), last, wanted)

    def _unfinished_tables(self) -> list[Tables]:
        return [tables for path in self._chunks() if (tables := peek(path)) is not None]

    def _table(self, name: str, part: int, columns: list[str] | None) -> pa.Table:
        path = self.path(name, part)
        if name == WORDS and not path.exists():
            return SCHEMAS[name].empty_table().select(columns or SCHEMAS[name].names)
        try:
            with pq.ParquetFile(path, page_checksum_verification=True) as file:
                if not file.schema_arrow.equals(SCHEMAS[name]):
                    raise damage(path)
                table = file.read(columns=columns)
                if len(table) != file.metadata.num_rows:  # no checksum covers the footer's counts
                    raise damage(path)
                return table
        except (OSError, ValueError, pa.ArrowException) as error:
            raise damage(path) from error

    def _note_damage(self, error: DamagedPart) -> None:
        if str(error) not in self.damaged:
            self.damaged.append(str(error))

    def path(self, table: str, part: int) -> Path:
        """The file of a part of a table."""
        return self.folder / table / f"part-{part:05}.parquet"

    @property
    def _unfinished(self) -> Path:
        return self.folder / UNFINISHED

    def _chunks(self) -> list[Path]:
        return sorted(self._unfinished.glob("game-*.arrow"))

    def _sound_games(self, part: int) -> range:
        """The games of a part; none if it does not exist or is damaged."""
        if not self.path("games", part).exists():
            return range(0)
        try:
            found = len(self.read(part, EVERYTHING)["games"])
        except DamagedPart as error:
            self._note_damage(error)
            return range(0)
        return range(part * PART, part * PART + found)

    def _find(self, path: Path, games: int) -> None:
        """Note the games in an unfinished file; remove a file without any that is needed."""
        tables = peek(path)
        if tables is None:
            self._note_damage(damage(path))
        numbers = [] if tables is None else tables["games"]["game"].to_pylist()
        numbers = [n for n in numbers if n < games and n not in self._stored.get(n // PART, ())]
        if not numbers:
            with explained(path):
                path.unlink()
        self._note(path, numbers)

    def _note(self, path: Path, numbers: list[int]) -> None:
        for part in {number // PART for number in numbers}:
            found = self._waiting.setdefault(part, {})
            found[path] = [number for number in numbers if number // PART == part]

    def _there(self, part: int) -> set[int]:
        """The games of a part that have been played."""
        return set(self._stored.get(part, ())).union(*self._waiting.get(part, {}).values())

    def _complete(self, part: int, games: int) -> bool:
        """Write a part if all its games are there."""
        waiting = self._waiting.get(part, {})
        if len(self._there(part)) < len(games_of(part, games)):
            return False
        pieces = [select_games(path, numbers) for path, numbers in waiting.items()]
        if self._stored.get(part):  # it was written when the tournament had fewer games
            pieces.append(self.read(part, EVERYTHING))
        self._write(part, joined(pieces))
        self._stored[part] = games_of(part, games)
        self._forget(part)
        return True

    def _write(self, part: int, tables: Tables) -> None:
        unseal(self.folder)
        for name in reversed(tuple(SCHEMAS)):  # `games` last, for it decides which games are stored
            write_whole(self.path(name, part), parquet(tables[name]))

    def _forget(self, part: int) -> None:
        """Remove the unfinished files whose games are all stored now."""
        for path in self._waiting.pop(part):
            if not any(path in files for files in self._waiting.values()):
                with explained(path):
                    path.unlink()


def peek(path: Path) -> Tables | None:
    """The tables in an unfinished file, if it can be read."""
    try:
        return unpack(path.read_bytes())
    except (OSError, pa.ArrowException):
        return None


def numbers_in(path: Path) -> list[int]:
    """The games in an unfinished file; none if it can't be read."""
    tables = peek(path)
    numbers: list[int] = [] if tables is None else tables["games"]["game"].to_pylist()
    return numbers


def left_over(
    tables: Tables, last: Mapping[int, int], wanted: Mapping[str, list[str] | None]
) -> Tables:
    """Those games of unfinished files that come after the last one of their part."""
    numbers = tables["games"]["game"].to_pylist()
    new = pa.array([n for n in numbers if n > last.get(n // PART, -1)], pa.int64())
    return {
        name: tables[name].select(columns or SCHEMAS[name].names).filter(pc.field("game").isin(new))
        for name, columns in wanted.items()
    }


def parts_of(games: int) -> int:
    """How many parts a number of games has."""
    return -(-games // PART)


def games_of(part: int, games: int) -> range:
    """The games that belong to a part."""
    return range(part * PART, min(games, (part + 1) * PART))


def select_games(path: Path, games: list[int]) -> Tables:
    """These games of an unfinished file."""
    tables = peek(path)
    if tables is None:
        raise damage(path)
    here = pc.field("game").isin(pa.array(games, pa.int64()))
    return {name: table.filter(here) for name, table in tables.items()}


def parquet(table: pa.Table) -> bytes:
    """A table as the bytes of a part file: the same for the same rows."""
    sink = io.BytesIO()
    pq.write_table(
        table.combine_chunks(),
        sink,
        compression="zstd",
        compression_level=LEVEL,
        use_dictionary=[name for name in table.column_names if name in REPEATING],
        write_page_checksum=True,
        store_schema=False,
    )
    return sink.getvalue()


def first_misplaced(name: str, numbers: NDArray[np.int64], games: range) -> int | None:
    """The first game that is missing or out of order in a table's column of games, if any is."""
    # The steps from row to row, with a row added on both sides: 0 is the same game again, 1 the
    # next game, more is a gap. A step of 0 at either side is a game of another part.
    bounded = np.concatenate([[games.start - 1], numbers, [games.stop]])
    steps = np.diff(bounded)
    wrong = steps < (name == "games")
    wrong[[0, -1]] |= steps[[0, -1]] < 1
    if name in COMPLETE:
        wrong |= steps > 1
    return int(bounded[wrong.argmax()]) + 1 if wrong.any() or not games else None


def damage(path: Path) -> DamagedPart:
    """The error for a file that can't be read."""
    return DamagedPart(f"{path} is damaged or missing")
