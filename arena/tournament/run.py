"""Playing a tournament: from its manifest to its leaderboard, as often interrupted as may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from arena.text import printable
from arena.tournament.configuration import Configuration
from arena.tournament.crew import Crew
from arena.tournament.files import TEMPORARY, locked
from arena.tournament.leaderboard import Leaderboards
from arena.tournament.manifest import (
    Manifest,
    ManifestError,
    begin,
    differences,
    environment,
    read_manifest,
    read_roster,
    results_of,
    write_bot,
    write_manifest,
)
from arena.tournament.playing import Playroom
from arena.tournament.progress import Progress
from arena.tournament.ratings import Ratings, outcomes
from arena.tournament.schedule import Fixture, Schedule
from arena.tournament.standings import standings
from arena.tournament.store import Store
from arena.tournament.tables import Tables, unpack

CHUNK: Final = 1.0
"""Seconds that a worker should play before it reports."""
LARGEST: Final = 250
"""Games of a chunk at most."""
OWN: Final = ("lock", "bots")
"""What a run that was killed at its very beginning may have left in its folder."""


class Stopped(KeyboardInterrupt):
    """The user stopped the run; says how far it came. What is finished is stored."""


class Tournament:
    """A tournament in its results folder, whose lock is held."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self.schedule = Schedule(manifest.settings, manifest.founders, len(manifest.bots))
        self.store = Store(folder)
        self.ratings = self._unrated()
        self.missing = 0
        self.faults = 0

    def play(self, workers: int) -> None:
        """Play all games that are missing."""
        total = len(self.schedule)
        self.store.open(total)
        self._rate_stored()
        self.missing = sum(1 for _ in self.store.missing(total))
        with Progress(total, total - self.missing, "games") as progress:
            for sentence in self.store.damaged:
                progress.say(f"{sentence}: its games are played again")
            try:
                if self.missing:
                    self._play(workers, progress)
            except KeyboardInterrupt:
                done = total - self.missing
                raise Stopped(
                    f"Stopped after {done:,} of {total:,} games, which are kept"
                ) from None
        self.ratings.save(self.folder)

    @cached_property
    def leaderboards(self) -> Leaderboards:
        """The tables, from all games that are stored."""
        return standings(self.manifest, self.store, self.ratings)

    def summary(self) -> str:
        """The tables as they are printed, what went wrong, and where the files are."""
        boards = self.leaderboards
        games = f"{boards.games:,} of {len(self.schedule):,} games"
        levels = " and ".join(dict.fromkeys(used.isolation for used in self.manifest.environments))
        settings = self.manifest.settings
        head = f"{settings.name}: {settings.ruleset}, {games}, isolation: {levels or 'not played'}"
        parts = [head, boards.text(), *self._fault_lines(), *self.store.damaged]
        return "\n".join([*parts, f"Results: {self.folder}"])

    def _fault_lines(self) -> Iterator[str]:
        """The first fault of each bot that had any."""
        seen: set[tuple[str, str]] = set()
        for tables in self.store.read_all({"games": ["game"], "faults": None}):
            for fault in tables["faults"].to_pylist():
                bot = (fault["bot"], fault["version"])
                if bot not in seen:
                    seen.add(bot)
                    where = f"first fault in game {fault['game']}, ply {fault['ply']}"
                    yield printable(
                        f"{fault['bot']}: {where}, {fault['fault']}: {fault['sentence']}"
                    )

    def _play(self, workers: int, progress: Progress) -> None:
        settings = self.manifest.settings
        crew = Crew(
            min(workers, self.missing), Playroom(settings, read_roster(self.folder, self.manifest))
        )
        try:
            self._note_environment(crew.level())
            pace = Pace(self.missing, workers)
            for done in crew.work(self._chunks(pace)):
                tables = unpack(done.result)
                games = self._keep(done.result, tables)
                self.missing -= games
                pace.learn(games, done.seconds)
                progress.advance(games, self._remarks())
        finally:
            crew.close()

    def _chunks(self, pace: Pace) -> Iterator[list[Fixture]]:
        """The missing games in order, some at a time."""
        missing = self.store.missing(len(self.schedule))
        while chunk := [self.schedule[game] for game in islice(missing, pace.next())]:
            yield chunk

    def _keep(self, packed: bytes, tables: Tables) -> int:
        """Store and rate games."""
        numbers = tables["games"]["game"].to_pylist()
        self.faults += len(tables["faults"])
        self.ratings.add(outcomes(tables, self.schedule))
        if self.store.add(packed, numbers, len(self.schedule)):
            self.ratings.save(self.folder)
        return len(numbers)

    def _rate_stored(self) -> None:
        """Rate the games that are stored but were not rated before the run ended."""
        self.ratings.load(self.folder)
        total = len(self.schedule)
        if next(self.store.missing(total), total) < self.ratings.games:
            self.ratings = self._unrated()  # a game that was rated is lost
        for tables in self.store.read_all({"games": ["game"], "seats": ["game", "place"]}):
            self.ratings.add(outcomes(tables, self.schedule))

    def _unrated(self) -> Ratings:
        """Ratings before the first game."""
        return Ratings(len(self.manifest.bots), self.manifest.settings.seats)

    def _note_environment(self, level: str) -> None:
        """Have the manifest tell what the games are played with."""
        here = environment(level)
        if here not in self.manifest.environments:
            seen = (*self.manifest.environments, here)
            self.manifest = msgspec.structs.replace(self.manifest, environments=seen)
            write_manifest(self.folder, self.manifest)

    def _remarks(self) -> str:
        leader = printable(self.manifest.bots[self.ratings.leader()].name)
        return f"{self.faults} faults, {leader} leads"


class Pace:
    """How many games make a chunk: as many as take about a second, fewer towards the end."""

    def __init__(self, missing: int, workers: int) -> None:
        self._left = missing
        self._workers = workers
        self._size = 1

    def learn(self, games: int, seconds: float) -> None:
        """Take note of how long a chunk took."""
        fitting = int(games / max(seconds, 1e-3) * CHUNK)
        self._size = max(1, min(LARGEST, fitting, 4 * self._size))

    def next(self) -> int:
        """The size of the next chunk."""
        size = max(1, min(self._size, self._left // (2 * self._workers)))
        self._left -= size
        return size


def run(
    configuration: Configuration, folder: Path, workers: int, say: Callable[[str], None]
) -> Tournament:
    """Play a tournament into a folder, or go on with the one that is there."""
    ours = begin(configuration)
    with locked(folder, lambda: say(f"{folder} is being written to; waiting for that to end")):
        there = read_manifest(folder)
        if there is None:
            refuse_strangers(folder)
            for bot in configuration.bots:
                write_bot(folder, bot)
            write_manifest(folder, ours)
        else:
            refuse_others(folder, ours, there)
        tournament = Tournament(folder, there or ours)
        tournament.play(workers)
        tournament.leaderboards.write(folder)
        return tournament


def look(folder: Path) -> Tournament:
    """The tournament in a folder, without a word to those who may be playing it."""
    tournament = Tournament(folder, results_of(folder))
    tournament.ratings.load(folder)
    return tournament


def refuse_strangers(folder: Path) -> None:
    """A new tournament begins in a folder of its own."""
    for path in folder.iterdir():
        if path.name not in OWN and not path.name.startswith(TEMPORARY):
            raise ManifestError(f"{folder} holds other things than results, such as {path.name}")


def refuse_others(folder: Path, ours: Manifest, there: Manifest) -> None:
    """Results of different tournaments are not mixed."""
    found = differences(ours, there)
    if found:
        raise ManifestError(
            f"{folder} holds another tournament: {'; '.join(found)}"
            " (choose another folder with --out, or remove that one)"
        )
