"""Finding one stored game by its number, and telling or showing it (`arena replay`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
from msgspec import Struct

from arena.errors import ArenaError
from arena.match.faults import Fault
from arena.match.own_words import OwnWords
from arena.referee.record import Record, Row, own_board, rules_for
from arena.results.manifest import Manifest, results_of, schedule_of
from arena.results.store import EVERYTHING, GameStore
from arena.results.tables import WORDS, Tables
from arena.story.telling import tell
from arena.terminal import printable
from arena.tournament.sittings import Sitting
from arena.vocabulary import Ply, Seat


class NoSuchGame(ArenaError):
    """A game that is not in the results."""


class StoredGame(Struct, frozen=True):
    """A game as it was stored."""

    manifest: Manifest
    engine: str
    sitting: Sitting
    record: Record
    seats: list[dict[str, Any]]
    """The rows of the table `seats`."""
    faults: list[Fault]
    words: list[OwnWords]
    """What the bots printed and noted."""

    @property
    def names(self) -> list[str]:
        """The names of the bots by seat."""
        return [row["bot"] for row in self.seats]

    def story(self, seat: Seat | None, to: Ply | None) -> Iterator[str]:
        """The game in words, its faults and its places."""
        lines = tell(self.record, self.names, seat, to, self.words)
        yield self._title()
        told = [fault for fault in self.faults if seat in (None, fault.seat)]
        told = [fault for fault in told if to is None or fault.ply <= to]
        for fault in told:
            name = f"{self.names[fault.seat]} ({fault.seat})"
            yield printable(
                f"{name} is at fault: from ply {fault.ply} on the referee answers for it"
            )
        yield from lines
        for fault in told:
            yield from self.fault_lines(fault)
        if to is not None and to < len(self.record.rows) - 1:
            return
        if self.faults:
            places = ", ".join(f"{row['bot']} {row['place']}" for row in self.seats)
            yield printable(f"places, with seats at fault last: {places}")

    def page(self, seat: Seat | None, to: Ply | None) -> str:
        """The game as a page: with all views, or with that of one seat alone."""
        from arena.story.replay_page import Replay  # pictures take time to import, words need none

        places = [row["place"] for row in self.seats]
        shown = (self.record, self.names, self.faults, places, seat, to, self.words)
        return Replay(self._title(), *shown).page()

    def _title(self) -> str:
        """The number of the game, and what it belongs to."""
        if self.manifest.people is not None:
            return f"{self.manifest.settings.name}: {self.manifest.people.words()}"
        return f"game {self.sitting.game} of {self.manifest.settings.name}, {self._part()}"

    def _part(self) -> str:
        """The part of the tournament that the game belongs to, and its deal if others had it."""
        shared = f", deal {self.sitting.deal}" if self.manifest.settings.duplicate else ""
        return f"round {self.sitting.round}{shared}"

    def fault_lines(self, fault: Fault) -> Iterator[str]:
        """All that is known of a fault, line by line."""
        row = self.record.rows[fault.ply]
        yield ""
        yield printable(f"fault of {self.names[fault.seat]} (seat {fault.seat}): {fault.kind}")
        yield f"  at ply {fault.ply}, asked for: {row.phase}"
        yield from (f"  {line}" for line in printable(fault.sentence).splitlines())
        yield f"  played for it: {row.action}, and so on to the end"
        for title, text in (("traceback", fault.traceback), ("printed", fault.output)):
            if text.strip():
                yield f"  {title}:"
                yield from (f"    {line}" for line in printable(text.rstrip()).splitlines())


def last_game(folder: Path) -> int:
    """The number of the last game in a folder."""
    results_of(folder)
    last = GameStore(folder).last()
    if last is None:
        raise NoSuchGame(f"no game has been played yet in {folder}")
    return last


def find_game(folder: Path, number: int) -> StoredGame:
    """A game of the results in a folder, by its number."""
    manifest = results_of(folder)
    schedule = schedule_of(manifest)
    schedule.check(number)
    tables = GameStore(folder).find(number, EVERYTHING)
    if tables is None:
        raise NoSuchGame(f"game {number} has not been played yet in {folder}")
    return game_in(tables, manifest, schedule[number])


def find_games(folder: Path, numbers: Iterable[int]) -> dict[int, StoredGame]:
    """Those of some games that are stored, by number; tables that hold several are read once."""
    manifest, store = results_of(folder), GameStore(folder)
    schedule = schedule_of(manifest)
    found: dict[int, StoredGame] = {}
    tables: Tables | None = None
    for number in sorted(numbers):
        if tables is None or number not in tables["games"]["game"].to_pylist():
            tables = store.find(number, EVERYTHING)
        if tables is not None:
            found[number] = game_in(tables, manifest, schedule[number])
    return found


def game_in(tables: Tables, manifest: Manifest, sitting: Sitting) -> StoredGame:
    """A game from the tables that hold it."""
    here = pc.field("game") == sitting.game
    rows = {name: table.filter(here).to_pylist() for name, table in tables.items()}
    (game,) = rows["games"]
    told = tuple(Row(row["seat"], row["phase"], row["action"]) for row in rows["moves"])
    board = own_board(manifest.settings.rules(game["ruleset"]))
    record = Record(game["ruleset"], game["seats"], tuple(game["bonuses"]), told, board)
    parts = ("seat", "ply", "fault", "sentence", "traceback", "output")
    faults = [Fault(*(row[part] for part in parts)) for row in rows["faults"]]
    words = list(own_words_in(rows[WORDS], record))
    return StoredGame(manifest, game["engine"], sitting, record, rows["seats"], faults, words)


def own_words_in(rows: list[dict[str, Any]], record: Record) -> Iterator[OwnWords]:
    """What the bots said in a game; nobody has checked it, so what can't be is left out."""
    board = rules_for(record).board
    routes, cities = range(len(board.routes)), range(len(board.cities))
    for row in rows:
        if row["seat"] in range(record.seats) and row["ply"] in range(len(record.rows)):
            yield OwnWords(
                row["seat"],
                row["ply"],
                row["kind"],
                row["label"] or "",
                row["text"] or "",
                tuple(n for n in row["marked_routes"] or () if n in routes),
                tuple(n for n in row["marked_cities"] or () if n in cities),
            )
