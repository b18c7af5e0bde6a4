"""Finding one stored game by its number, and telling or showing it (`arena replay`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
from msgspec import Struct

from arena.errors import ArenaError
from arena.match.faults import Fault
from arena.referee.record import Record, Row, own_board
from arena.results.manifest import Manifest, results_of, schedule_of
from arena.results.store import EVERYTHING, GameStore
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

    @property
    def names(self) -> list[str]:
        """The names of the bots by seat."""
        return [row["bot"] for row in self.seats]

    def story(self, seat: Seat | None, to: Ply | None) -> Iterator[str]:
        """The game in words, its faults and its places."""
        lines = tell(self.record, self.names, seat, to)
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
        return Replay(self._title(), self.record, self.names, self.faults, places, seat, to).page()

    def _title(self) -> str:
        """The number of the game, and what it belongs to."""
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


def find_game(folder: Path, number: int) -> StoredGame:
    """A game of the results in a folder, by its number."""
    manifest = results_of(folder)
    schedule = schedule_of(manifest)
    schedule.check(number)
    tables = GameStore(folder).find(number, EVERYTHING)
    if tables is None:
        raise NoSuchGame(f"game {number} has not been played yet in {folder}")
    rows = {
        name: table.filter(pc.field("game") == number).to_pylist() for name, table in tables.items()
    }
    (game,) = rows["games"]
    told = tuple(Row(row["seat"], row["phase"], row["action"]) for row in rows["moves"])
    board = own_board(manifest.settings.rules(game["ruleset"]))
    record = Record(game["ruleset"], game["seats"], tuple(game["bonuses"]), told, board)
    parts = ("seat", "ply", "fault", "sentence", "traceback", "output")
    faults = [Fault(*(row[part] for part in parts)) for row in rows["faults"]]
    return StoredGame(manifest, game["engine"], schedule[number], record, rows["seats"], faults)
