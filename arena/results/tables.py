"""The tables of stored games (games, seats, moves, tickets, …): their columns, and packing."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final
from zlib import crc32

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc

from arena.identity import engine
from arena.match.match import Played
from arena.match.source import Source
from arena.referee.modules import MODULES
from arena.referee.rulesets import GLOBETROTTER, LONGEST_PATH
from arena.results.manifest import Entry
from arena.tournament.sittings import Fixture

Tables = dict[str, pa.Table]
"""The tables by name, with the same games in each."""

TEXT: Final = pa.string()
SMALL: Final = pa.int16()

FIXED: Final = {
    "games": pa.schema(
        {
            "game": pa.int64(),
            "ruleset": TEXT,
            "seats": SMALL,
            "deal": pa.int64(),
            "seed": pa.int64(),
            "bonuses": pa.list_(TEXT),
            "plies": pa.int32(),
            "turns": pa.int32(),
            "end": TEXT,
            "engine": TEXT,
        }
    ),
    "moves": pa.schema(
        {
            "game": pa.int64(),
            "ply": pa.int32(),
            "seat": SMALL,
            "phase": TEXT,
            "action": TEXT,
            "substitute": pa.bool_(),
        }
    ),
    "tickets": pa.schema(
        {
            "game": pa.int64(),
            "seat": SMALL,
            "ticket": SMALL,
            "city_a": TEXT,
            "city_b": TEXT,
            "points": SMALL,
            "ply": pa.int32(),
            "completed": pa.bool_(),
        }
    ),
    "times": pa.schema(
        {
            "game": pa.int64(),
            "ply": pa.int32(),
            "seat": SMALL,
            "cpu_ms": pa.float64(),
            "idle_ms": pa.float64(),
            "wall_ms": pa.float64(),
        }
    ),
    "faults": pa.schema(
        {
            "game": pa.int64(),
            "seat": SMALL,
            "bot": TEXT,
            "version": TEXT,
            "ply": pa.int32(),
            "fault": TEXT,
            "sentence": TEXT,
            "traceback": TEXT,
            "output": TEXT,
        }
    ),
    "words": pa.schema(
        {
            "game": pa.int64(),
            "ply": pa.int32(),
            "seat": SMALL,
            "kind": TEXT,
            "label": TEXT,
            "text": TEXT,
            "marked_routes": pa.list_(SMALL),
            "marked_cities": pa.list_(SMALL),
        }
    ),
}
"""The columns of the tables that no module adds columns to."""
WORDS: Final = "words"
"""The table that may be missing: older results and public copies have none of the bots' words."""
NAMES: Final = ("games", "seats", "moves", "tickets", "times", "faults", WORDS)
"""The names of the tables, `games` first: a game counts as stored once its row there is.

`words` is last: what was packed without it ends there."""


def bonus_names() -> tuple[str, ...]:
    """The bonuses with a column of their own in `seats`: those of all modules that there are."""
    brought = (name for module in MODULES.values() for name in module.bonuses)
    return (LONGEST_PATH, GLOBETROTTER, *brought)


@cache
def seats_schema(bonuses: tuple[str, ...]) -> pa.Schema:
    """The columns of `seats`."""
    return pa.schema(
        {
            "game": pa.int64(),
            "seat": SMALL,
            "bot": TEXT,
            "version": TEXT,
            "score": pa.int32(),
            "routes": pa.int32(),
            "tickets_won": pa.int32(),
            "tickets_lost": pa.int32(),
            **{f"{bonus}_bonus": SMALL for bonus in bonuses},
            "tickets_kept": SMALL,
            "tickets_completed": SMALL,
            "longest_path": SMALL,
            "trains_left": SMALL,
            "place": SMALL,
            "fault": TEXT,
            "fault_ply": pa.int32(),
        }
    )


class Schemas(Mapping[str, pa.Schema]):
    """The columns of each table, with a column for each bonus of the modules that there are."""

    def __getitem__(self, name: str) -> pa.Schema:
        return seats_schema(bonus_names()) if name == "seats" else FIXED[name]

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


SCHEMAS: Final = Schemas()

ORDER: Final = ("game", "ply", "seat", "ticket")
"""The columns that tables are sorted by, those of them that they have."""
CHECKSUM: Final = 4
"""Bytes of the checksum before packed tables."""


class Scribe:
    """Writes games down, row by row, and hands them over as tables."""

    def __init__(self, roster: Sequence[Source | Entry]) -> None:
        self._bots = [(bot.name, bot.version) for bot in roster]
        self._bonuses = bonus_names()
        self._columns: dict[str, list[list[Any]]] = {}
        self._begin()

    def write(self, fixture: Fixture, played: Played) -> None:
        """Write a game down."""
        self._game(fixture, played)
        self._seats(fixture, played)
        self._moves(fixture.game, played)
        self._tickets(fixture.game, played)
        self._times(fixture.game, played)
        self._faults(fixture, played)
        self._words(fixture.game, played)

    def hand_over_columns(self) -> dict[str, dict[str, list[Any]]]:
        """The games written so far as lists, by table and column; later ones go into new lists."""
        columns = {
            name: dict(zip(SCHEMAS[name].names, lists, strict=True))
            for name, lists in self._columns.items()
        }
        self._begin()
        return columns

    def hand_over(self) -> Tables:
        """The games written so far as tables; later ones go into new tables."""
        tables = {
            name: pa.table(
                [
                    pa.array(column, kind)
                    for column, kind in zip(columns, SCHEMAS[name].types, strict=True)
                ],
                schema=SCHEMAS[name],
            )
            for name, columns in self._columns.items()
        }
        self._begin()
        tables["times"] = rounded(tables["times"])
        return tables

    def _begin(self) -> None:
        self._columns = {name: [[] for _ in schema] for name, schema in SCHEMAS.items()}

    def _row(self, table: str, *row: object) -> None:
        for column, value in zip(self._columns[table], row, strict=True):
            column.append(value)

    def _game(self, fixture: Fixture, played: Played) -> None:
        record, result = played.record, played.result
        self._row(
            "games",
            fixture.game,
            record.ruleset,
            record.seats,
            fixture.deal,
            fixture.seed,
            list(record.bonuses),
            len(record.rows),
            result.turns,
            result.end,
            engine(),
        )

    def _seats(self, fixture: Fixture, played: Played) -> None:
        faults = {fault.seat: fault for fault in played.faults}
        for seat, outcome in enumerate(played.result.seats):
            fault = faults.get(seat)
            self._row(
                "seats",
                fixture.game,
                seat,
                *self._bots[fixture.table[seat]],
                outcome.score,
                outcome.routes,
                outcome.tickets_won,
                outcome.tickets_lost,
                *(outcome.bonuses.get(bonus, 0) for bonus in self._bonuses),
                outcome.tickets_kept,
                outcome.tickets_completed,
                outcome.longest_path,
                outcome.trains_left,
                played.places[seat],
                fault.kind if fault else None,
                fault.ply if fault else None,
            )

    def _moves(self, game: int, played: Played) -> None:
        """The longest table: written by columns, for it is the one whose time counts."""
        rows = played.record.rows
        games, plies, seats, phases, actions, substitutes = self._columns["moves"]
        first = len(substitutes)
        games += [game] * len(rows)
        plies += range(len(rows))
        seats += [row.seat for row in rows]
        phases += [row.phase for row in rows]
        actions += [row.action for row in rows]
        substitutes += [False] * len(rows)
        for fault in played.faults:
            for ply in range(fault.ply, len(rows)):
                substitutes[first + ply] |= rows[ply].seat == fault.seat

    def _tickets(self, game: int, played: Played) -> None:
        """Written by columns too: there are some ten rows a game."""
        tickets = played.tickets
        games, seats, numbers, cities_a, cities_b, points, plies, done = self._columns["tickets"]
        games += [game] * len(tickets)
        seats += [kept.seat for kept in tickets]
        numbers += [kept.ticket for kept in tickets]
        cities_a += [kept.city_a for kept in tickets]
        cities_b += [kept.city_b for kept in tickets]
        points += [kept.points for kept in tickets]
        plies += [kept.ply for kept in tickets]
        done += [kept.completed for kept in tickets]

    def _times(self, game: int, played: Played) -> None:
        thoughts = played.thoughts
        games, plies, seats, cpu, idle, wall = self._columns["times"]
        games += [game] * len(thoughts)
        plies += [thought.ply for thought in thoughts]
        seats += [thought.seat for thought in thoughts]
        cpu += [thought.cpu_ms for thought in thoughts]
        idle += [thought.idle_ms for thought in thoughts]
        wall += [thought.wall_ms for thought in thoughts]

    def _faults(self, fixture: Fixture, played: Played) -> None:
        for fault in played.faults:
            self._row(
                "faults",
                fixture.game,
                fault.seat,
                *self._bots[fixture.table[fault.seat]],
                fault.ply,
                fault.kind,
                fault.sentence,
                fault.traceback,
                fault.output,
            )

    def _words(self, game: int, played: Played) -> None:
        for said in played.words:
            marks = (list(said.routes), list(said.cities))
            self._row(WORDS, game, said.ply, said.seat, said.kind, said.label, said.text, *marks)


def rounded(times: pa.Table) -> pa.Table:
    """Times to the microsecond: finer is noise, which would only make files larger."""
    for name in ("cpu_ms", "idle_ms", "wall_ms"):
        column = times.schema.get_field_index(name)
        times = times.set_column(column, times.field(name), pc.round(times[name], 3))
    return times


def pack(tables: Tables) -> bytes:
    """Tables as bytes, to be sent and kept until there are enough for a part."""
    sink = io.BytesIO()
    for name in SCHEMAS:
        options = pa.ipc.IpcWriteOptions(compression="zstd")
        with pa.ipc.new_stream(sink, SCHEMAS[name], options=options) as stream:
            stream.write_table(tables[name] if name in tables else SCHEMAS[name].empty_table())
    packed = sink.getvalue()
    return crc32(packed).to_bytes(CHECKSUM) + packed


def unpack(packed: bytes) -> Tables:
    """The tables that were packed; bytes whose checksum is wrong are refused."""
    if crc32(packed[CHECKSUM:]) != int.from_bytes(packed[:CHECKSUM]):
        raise pa.ArrowInvalid("the checksum is wrong")
    source = pa.BufferReader(packed[CHECKSUM:])
    return {
        name: SCHEMAS[WORDS].empty_table()
        if name == WORDS and source.tell() == source.size()
        else pa.ipc.open_stream(source).read_all()
        for name in SCHEMAS
    }


def joined(several: Iterable[Tables]) -> Tables:
    """Tables one under the other, in the order of their games."""
    all_of = list(several)
    return {
        name: pa.concat_tables([tables[name] for tables in all_of]).sort_by(order_of(schema))
        for name, schema in SCHEMAS.items()
    }


def order_of(schema: pa.Schema) -> list[tuple[str, str]]:
    """The columns that a table is sorted by."""
    return [(name, "ascending") for name in ORDER if name in schema.names]
