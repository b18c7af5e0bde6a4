"""Comparing two bots (`arena compare`): duplicate deals, until it can be said which is better."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from arena.ranking.deal_differences import NEEDED, DealDifferences
from arena.ranking.evidence import Evidence
from arena.results.changes import refuse_engine
from arena.results.files import SEAL
from arena.results.manifest import Manifest, read_manifest, schedule_of, write_manifest
from arena.results.store import GameStore
from arena.results.tables import Tables
from arena.tournament.configuration import Configuration
from arena.tournament.forecast import duration
from arena.tournament.outlook import measured
from arena.tournament.paired_schedule import PairedSchedule
from arena.tournament.run import Tournament, begun, lock_folder, refuse_others, refuse_strangers
from arena.workers.workforce import Hire


class ComparisonRun(Tournament):
    """A comparison in its results folder: a tournament that ends when there is a decision."""

    def __init__(self, folder: Path, manifest: Manifest, delta: float, kept: int) -> None:
        """Of the deals that are stored, this number is kept and counted in any case."""
        super().__init__(folder, manifest)
        schedule = PairedSchedule(manifest.settings, manifest.founders)
        self.evidence = Evidence(delta)
        self.differences = DealDifferences(manifest, schedule)
        self._kept = kept

    def count(self, tables: Tables) -> None:
        """Note games, and count the deals that are complete now, in their order."""
        self.differences.add(tables)
        while not self.is_decided():
            difference = self.differences.next()
            if difference is None:
                return
            self.evidence.add(difference)

    def is_decided(self) -> bool:
        """Whether it is known which bot is better, and all deals that are kept are counted."""
        return self.evidence.decision is not None and self.evidence.deals >= self._kept

    def remarks(self) -> str:
        """The estimate, its interval and the evidence so far, short enough for a narrow line."""
        found = self.evidence
        most = max(found.better(), found.worse(), found.not_better())
        return f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f}), {most:.1f} of 20"

    def look(self) -> None:
        """Count what is stored."""
        for tables in self.store.read_all(NEEDED):
            self.count(tables)

    def settle(self) -> None:
        """Keep the deals that were counted, drop games that were played beyond, and seal it all."""
        self.evidence.end()
        self.manifest = with_rounds(self.folder, self.manifest, self.evidence.deals)
        self.schedule = schedule_of(self.manifest)
        self.store = GameStore(self.folder)
        self.store.cut(len(self.schedule))
        self.store.open(len(self.schedule))
        self.finish()


def compare(
    configuration: Configuration, folder: Path, hire: Hire, delta: float, say: Callable[[str], None]
) -> ComparisonRun:
    """Compare the first two bots of a configuration, or go on with their comparison in a folder.

    The results are a function of the bots and the deals alone: whatever order games end in, the
    deals are counted in theirs, and games beyond the deciding one are dropped.
    """
    if folder.is_dir() and read_manifest(folder) is None:
        refuse_strangers(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with lock_folder(folder, say):
        there = read_manifest(folder)
        if there is None:
            there = begun(configuration, folder)
        refuse_others(folder, configuration, there)
        refuse_engine(folder, there)
        # What a command has ended with is kept, even if a larger delta would decide sooner.
        kept = there.settings.rounds if (folder / SEAL).exists() else 0
        stored = ComparisonRun(folder, there, delta, kept)
        stored.look()
        deals = stored.evidence.deals
        wanted = deals if stored.is_decided() else max(deals, configuration.settings.rounds)
        run = ComparisonRun(folder, with_rounds(folder, there, wanted), delta, kept)
        run.store.cut(len(run.schedule))
        run.play(hire)
        run.settle()
        return run


def with_rounds(folder: Path, manifest: Manifest, rounds: int) -> Manifest:
    """The manifest of a comparison with this number of rounds, written if that is a change."""
    if rounds == manifest.settings.rounds:
        return manifest
    settings = msgspec.structs.replace(manifest.settings, rounds=rounds)
    changed = msgspec.structs.replace(manifest, settings=settings)
    write_manifest(folder, changed)
    return changed


def prospect(configuration: Configuration, folder: Path, workers: int) -> str:
    """What is going to be played at most, in a sentence; bots that fail at once are refused."""
    settings = configuration.settings
    schedule = PairedSchedule(settings, len(configuration.bots))
    most = f"at most {plural(settings.rounds, 'deal')}, {plural(len(schedule), 'game')}"
    most = doubt(configuration) + most
    if read_manifest(folder) is not None:
        return f"goes on in {folder}: {most}"
    bots, games = configuration.bots, schedule.games()
    costs = measured(settings, bots, bots, games, workers)
    seconds = sum(costs[each] * games[each] for each in costs) / workers
    return f"{most}, which would take about {duration(seconds)}"


def doubt(configuration: Configuration) -> str:
    """What makes a comparison pointless; nothing usually."""
    new, old = configuration.bots[:2]
    if new.version != old.version:
        return ""
    return f"{new.name} and {old.name} are one and the same bot, version {new.version}; "


def plural(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
