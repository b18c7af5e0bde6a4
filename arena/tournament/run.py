"""Playing a tournament into its results folder: missing games in chunks, and resuming a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from arena.identity import plays_alike
from arena.progress import Progress
from arena.ranking.lead import Lead
from arena.ranking.leaderboard import Leaderboards, standings
from arena.ranking.printed import PrintedBoards
from arena.ranking.ratings import NEEDED
from arena.results.board_copies import FOLDER as BOARDS, write_boards
from arena.results.changes import refuse_changed, refuse_engine
from arena.results.files import TEMPORARY
from arena.results.lock import locked
from arena.results.manifest import (
    Environment,
    Manifest,
    ManifestError,
    begin,
    differences,
    read_manifest,
    read_roster,
    results_of,
    schedule_of,
    write_bot,
    write_manifest,
)
from arena.results.seal import hash_line, seal
from arena.results.secret_file import FILE as SECRET, first_secret, secret_of
from arena.results.store import GameStore
from arena.results.tables import Tables, unpack
from arena.terminal import printable
from arena.tournament.configuration import Configuration
from arena.tournament.growth import grow
from arena.tournament.secret import Secret
from arena.tournament.sittings import Fixture
from arena.workers.games import GamesToPlay
from arena.workers.workforce import Hire, Workforce

CHUNK: Final = 1.0
"""Seconds that a worker should play before it reports."""
LARGEST: Final = 250
"""The most games in a chunk."""
LONGEST: Final = 200
"""The most letters of a fault's sentence that a summary prints."""
OWN: Final = ("lock", "bots", BOARDS, SECRET)
"""What a run that was killed at its very beginning may have left in its folder."""


class Stopped(KeyboardInterrupt):
    """The user stopped the run; the text says how many games are stored."""


class Tournament:
    """A tournament in its results folder, whose lock is held."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self.schedule = schedule_of(manifest)
        self.store = GameStore(folder)
        self._lead = Lead(manifest.bots)
        self.missing = 0
        self.faults = 0

    def play(self, hire: Hire) -> None:
        """Play all missing games."""
        total = len(self.schedule)
        self.store.open(total)
        self._count_stored()
        self.missing = self.store.count_missing(total)
        if self.missing and self.manifest.revealed is not None:
            raise ManifestError(
                f"the secret of {self.folder} has been revealed, so that its deals are known:"
                f" the {self.missing:,} games that are missing can't be played any more"
            )
        with Progress(total, total - self.missing, "games") as progress:
            for sentence in self.store.damaged:
                progress.say(f"{sentence}: its games are played again")
            try:
                if self.missing and not self.is_decided():
                    self._play(hire, progress)
            except KeyboardInterrupt:
                done = total - self.missing
                raise Stopped(
                    f"Stopped after {done:,} of {total:,} games, which are kept"
                ) from None

    @cached_property
    def leaderboards(self) -> Leaderboards:
        """The tables, from all games that are stored."""
        return standings(self.manifest, self.store)

    def summary(self) -> str:
        """The tables as they are printed, what went wrong, and where the files are."""
        boards = self.leaderboards
        games = f"{boards.games:,} of {len(self.schedule):,} games"
        levels = " and ".join(dict.fromkeys(used.isolation for used in self.manifest.environments))
        settings = self.manifest.settings
        rulesets = ", ".join(settings.rulesets)
        head = f"{settings.name}: {rulesets}, {games}, isolation: {levels or 'not played'}"
        parts = [head, PrintedBoards(boards).text(), *boards.doubts(), *self._engine_lines()]
        parts += [*self._fault_lines(), *self.store.damaged]
        return "\n".join([*parts, self.files()])

    def finish(self) -> None:
        """Write the tables of all stored games, and seal the results."""
        self.leaderboards.write(self.folder)
        seal(self.folder)

    def files(self) -> str:
        """The last lines of a summary: where the results are, and their hash if they are sealed."""
        return "\n".join([f"Results: {self.folder}", *hash_line(self.folder)])

    def _engine_lines(self) -> Iterator[str]:
        """Which engines have played, if they are several."""
        first, *others = self.manifest.engines or ("",)
        if not all(plays_alike(first, other) for other in others):
            names = ", ".join([first, *others])
            yield f"several engines played, as the column engine of games tells: {names}"

    def _fault_lines(self) -> Iterator[str]:
        """The first fault of each bot that had any."""
        seen: set[tuple[str, str]] = set()
        for tables in self.store.read_all({"games": ["game"], "faults": None}):
            for fault in tables["faults"].to_pylist():
                bot = (fault["bot"], fault["version"])
                if bot not in seen:
                    seen.add(bot)
                    where = f"first fault in game {fault['game']}, ply {fault['ply']}"
                    sentence = " ".join(fault["sentence"].split())[:LONGEST]
                    name = f"{fault['bot']}, version {fault['version'][:6]}"
                    yield printable(f"{name}: {where}, {fault['fault']}: {sentence}")

    def _play(self, hire: Hire, progress: Progress) -> None:
        roster = read_roster(self.folder, self.manifest)
        refuse_changed(self.manifest, roster, self._playing())
        secret = secret_of(self.folder, self.manifest)
        workforce = hire(GamesToPlay(self.manifest.settings, roster), self.missing)
        try:
            pace = Pace(self.missing)
            for done in workforce.work(self._chunks(secret, pace, workforce)):
                self._note_environments(workforce.environments())
                games = self._keep(done.result)
                self.missing -= games
                pace.learn(games, done.seconds)
                progress.advance(games, self.remarks())
                if self.is_decided():
                    return
        finally:
            workforce.close()

    def _chunks(self, secret: Secret, pace: Pace, workforce: Workforce) -> Iterator[list[Fixture]]:
        """The missing games in order, a chunk at a time."""
        missing = self.store.missing(len(self.schedule))
        while games := list(islice(missing, pace.next(workforce.workers))):
            yield [secret.fixture(self.schedule[game]) for game in games]

    def _playing(self) -> Iterator[int]:
        """The bots that sit at the tables of missing games, seat by seat."""
        for game in self.store.missing(len(self.schedule)):
            yield from self.schedule[game].table

    def _keep(self, packed: bytes) -> int:
        """Store a chunk of games; returns how many they are."""
        tables = unpack(packed)
        numbers = tables["games"]["game"].to_pylist()
        self.faults += len(tables["faults"])
        self.count(tables)
        self.store.add(packed, numbers, len(self.schedule))
        return len(numbers)

    def _count_stored(self) -> None:
        """Count the faults of the games that are stored, and who leads."""
        for tables in self.store.read_all({**NEEDED, "faults": ["game"]}):
            self.count(tables)
            self.faults += len(tables["faults"])

    def _note_environments(self, environments: Sequence[Environment]) -> None:
        """Add environments that are new to the manifest."""
        seen = tuple(dict.fromkeys([*self.manifest.environments, *environments]))
        if seen != self.manifest.environments:
            self.manifest = msgspec.structs.replace(self.manifest, environments=seen)
            write_manifest(self.folder, self.manifest)

    def count(self, tables: Tables) -> None:
        """Take note of games that are stored, in any order."""
        self._lead.add(tables)

    def is_decided(self) -> bool:
        """Whether no more games are needed."""
        return False

    def remarks(self) -> str:
        """What the progress says beside the number of games."""
        leader = printable(self.manifest.bots[self._lead.leader()].name)
        return f"{self.faults} faults, {leader} leads"


class Pace:
    """How many games make a chunk: as many as take about a second, fewer towards the end."""

    def __init__(self, missing: int) -> None:
        self._left = missing
        self._size = 1

    def learn(self, games: int, seconds: float) -> None:
        """Choose the size of later chunks by how long this one took."""
        fitting = int(games / max(seconds, 1e-3) * CHUNK)
        self._size = max(1, min(LARGEST, fitting, 4 * self._size))

    def next(self, workers: int) -> int:
        """The size of the next chunk, when this number of workers shares the rest."""
        # At most half of a worker's share of the rest, so that all workers finish together.
        size = max(1, min(self._size, self._left // (2 * workers)))
        self._left -= size
        return size


def run(
    configuration: Configuration,
    folder: Path,
    hire: Hire,
    say: Callable[[str], None],
    new_engine: bool = False,
) -> Tournament:
    """Play a tournament into a folder, or go on with the one that is there."""
    with lock_tournament(configuration, folder, say, new_engine) as manifest:
        tournament = Tournament(folder, manifest)
        tournament.play(hire)
        tournament.finish()
        return tournament


@contextmanager
def lock_tournament(
    configuration: Configuration, folder: Path, say: Callable[[str], None], new_engine: bool
) -> Iterator[Manifest]:
    """Lock the folder of this tournament, begin it there if it is new, and yield its manifest.

    Games of another engine are refused, unless a new engine may go on with them.
    """
    if folder.is_dir() and read_manifest(folder) is None:
        refuse_strangers(folder)
    with lock_folder(folder, say):
        there = read_manifest(folder)
        configuration = configuration.scheduled(there.settings if there else None)
        if there is None:
            there = begun(configuration, folder)
        else:
            refuse_others(folder, configuration, there)
            if not new_engine:
                refuse_engine(folder, there)
            there = grow(folder, there, configuration, say)
        yield there


def begun(configuration: Configuration, folder: Path) -> Manifest:
    """Begin a tournament in a folder; whatever its manifest names is there before it."""
    refuse_strangers(folder)
    manifest = begin(configuration, first_secret(folder, configuration.settings))
    schedule_of(manifest)  # refuses more games than can be numbered
    for bot in configuration.bots:
        write_bot(folder, bot)
    write_boards(folder, configuration.settings)
    write_manifest(folder, manifest)
    return manifest


def lock_folder(folder: Path, say: Callable[[str], None]) -> AbstractContextManager[None]:
    """Hold a folder's lock; if another run holds it, say whose it is, and wait."""

    def waiting(holder: str) -> None:
        say(f"another run writes into {folder}, {holder}: waiting for its end (Ctrl-C gives up)")

    return locked(folder, waiting)


def look(folder: Path) -> Tournament:
    """The tournament in a folder, for reading only: no lock, even while it is being played."""
    return Tournament(folder, results_of(folder))


def refuse_strangers(folder: Path) -> None:
    """Refuse to begin a tournament in a folder that holds other files."""
    for path in folder.iterdir():
        if path.name not in OWN and not path.name.startswith(TEMPORARY):
            raise ManifestError(f"{folder} holds other things than results, such as {path.name}")


def refuse_others(folder: Path, ours: Configuration, there: Manifest) -> None:
    """Refuse a folder whose results belong to a different tournament."""
    found = differences(ours, there)
    if found:
        raise ManifestError(
            f"{folder} holds another tournament: {'; '.join(found)}"
            " (choose another folder with --out, or remove that one)"
        )
