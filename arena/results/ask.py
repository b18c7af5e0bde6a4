"""Putting stored games to their bots again, in the sandbox, and comparing answers (`--ask`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from random import SystemRandom
from typing import Final

import msgspec
from msgspec import Struct, field

from arena.errors import ArenaError
from arena.match.faults import Fault, FaultKind
from arena.match.match import Played
from arena.match.seats import Isolation
from arena.match.source import Source
from arena.progress import Progress
from arena.referee.record import Record
from arena.results.changes import warnings
from arena.results.manifest import Manifest, read_roster, results_of
from arena.results.secret_file import secret_of
from arena.results.store import GameStore
from arena.results.stored_game import StoredGame, find_game
from arena.sandbox.venue import Venue
from arena.terminal import printable
from arena.tournament.secret import Secret
from arena.tournament.sittings import Sitting
from arena.vocabulary import Seat
from arena.workers.pool import Heartbeat, Perform, WorkerPool

MARGIN: Final = 60.0
"""Seconds that a game may take in addition to the bots' answers."""
NOTE: Final = "a bot that looks at the clock can differ too"


class Comparison(Struct, frozen=True):
    """How a game came out that was put to its bots again."""

    difference: str | None = None
    timeout: bool = False
    """Whether it could be compared only up to a timeout, which need not come again."""


decode_comparison: Final = msgspec.msgpack.Decoder(Comparison).decode


class GamesToAsk(Struct, frozen=True):
    """What workers need to put games to bots again: they get it once, and then only numbers."""

    folder: str
    manifest: Manifest
    roster: tuple[Source, ...]
    secret: Secret
    """What the seeds of games and bots come from."""

    @property
    def longest(self) -> float:
        """Seconds that a game can take at most."""
        settings = self.manifest.settings
        return settings.limits.wall * settings.seats[-1] + MARGIN

    @contextmanager
    def open(self) -> Iterator[tuple[str, Perform]]:
        """In the worker: open a sandbox; yields its level, and the function that asks again."""
        settings = self.manifest.settings
        with Venue(Isolation.SANDBOX, settings.all_rules(), settings.limits) as venue:
            venue.prepare(self.roster)
            yield venue.level, Asker(self, venue).ask


class Asker:
    """Puts one game after the other to its bots."""

    def __init__(self, archive: GamesToAsk, venue: Venue) -> None:
        self._archive = archive
        self._venue = venue
        self._settings = archive.manifest.settings

    def ask(self, game: int, heartbeat: Heartbeat) -> bytes:
        """The comparison of a stored game with the same game played again, packed."""
        heartbeat.begin(game)
        try:
            stored = find_game(Path(self._archive.folder), game)
            found = compare(stored, self._again(stored.sitting))
        except ArenaError as error:
            found = Comparison(f"game {game}: {error}")
        return msgspec.msgpack.encode(found)

    def _again(self, sitting: Sitting) -> Played:
        """A game of the schedule, played by the same bots under the same seeds."""
        fixture = self._archive.secret.fixture(sitting)
        sources = [self._archive.roster[bot] for bot in fixture.table]
        rules = self._settings.rules(fixture.ruleset)
        return self._venue.play_seeded(rules, sources, fixture.seed, fixture.bot_seeds)


class Answer(Struct, frozen=True):
    """A row of a record, or the fault that a bot had instead of an answer."""

    seat: Seat
    text: str
    fault: str | None = None

    def words(self) -> str:
        """The answer for a message."""
        return f"a fault, {self.fault}" if self.fault else repr(self.text)


def answers_in(record: Record, faults: Sequence[Fault]) -> Iterator[Answer]:
    """All rows of a record; those of chance, and of the referee for faulty bots, are among them."""
    failed = {fault.ply: fault.kind for fault in faults}
    for ply, row in enumerate(record.rows):
        if ply in failed:
            yield Answer(row.seat, "", failed[ply])
        else:
            yield Answer(row.seat, row.action)


def compare(stored: StoredGame, again: Played) -> Comparison:
    """Compare a stored game with the game that its bots play now, up to the first timeout."""
    before, now = answers_in(stored.record, stored.faults), answers_in(again.record, again.faults)
    for ply, pair in enumerate(zip_longest(before, now)):
        if any(answer is not None and answer.fault == FaultKind.TIMEOUT for answer in pair):
            return Comparison(timeout=True)
        if pair[0] != pair[1]:
            return Comparison(difference(stored, ply, *pair))
    return Comparison()


def difference(stored: StoredGame, ply: int, there: Answer | None, now: Answer | None) -> str:
    """The sentence for an answer that is not the stored one."""
    told = there or now
    assert told is not None
    bot = f" by {stored.names[told.seat]}" if told.seat >= 0 else ""
    words = [answer.words() if answer else "nothing" for answer in (there, now)]
    where = f"game {stored.sitting.game}, ply {ply}{bot}"
    return printable(f"{where}: stored is {words[0]}, played again it is {words[1]} ({NOTE})")


class Inquiry(Struct):
    """What came of putting games to their bots again."""

    games: int = 0
    timeouts: int = 0
    differences: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    """Why the bots may answer otherwise than they did, through no fault of theirs."""

    def sentence(self) -> str:
        """The outcome as one sentence for the user."""
        found = len(self.differences)
        outcome = f"{found:,} differ" if found else "every answer is the same"
        if not self.games:
            outcome = "there is none"
        cut = f" ({self.timeouts:,} only up to a timeout, which can't be compared)"
        cut = cut if self.timeouts else ""
        changes = f" Answers may differ, for {'; '.join(self.changes)}." if self.changes else ""
        return f"{self.games:,} games put to the bots again{cut}: {outcome}.{changes}"


def ask(folder: Path, number: int, workers: int) -> Inquiry:
    """Ask the bots of this number of stored games again, or of all; which ones is drawn."""
    manifest = results_of(folder)
    secret = secret_of(folder, manifest)
    games = drawn(folder, number)
    asked = Inquiry()
    if not games:
        return asked
    roster = read_roster(folder, manifest)
    asked.changes += warnings(manifest.engines, zip(manifest.bots, roster, strict=True))
    assignment = GamesToAsk(str(folder), manifest, roster, secret)
    with Progress(len(games), 0, "games") as progress:
        pool = WorkerPool(min(workers, len(games)), assignment)
        try:
            for done in pool.work(games):
                found = decode_comparison(done.result)
                asked.games += 1
                asked.timeouts += found.timeout
                asked.differences += [found.difference] if found.difference else []
                progress.advance(1)
        finally:
            pool.close()
    return asked


def drawn(folder: Path, number: int) -> list[int]:
    """The numbers of stored games that nobody could know beforehand, in order."""
    stored = [
        game
        for tables in GameStore(folder).read_all({"games": ["game"]})
        for game in tables["games"]["game"].to_pylist()
    ]
    return sorted(SystemRandom().sample(stored, min(number, len(stored))))
