"""What a cluster costs: the same games by local processes and by a local cluster, in turns.

    python -m tests.workers.overhead configs/usa1910.toml --turns 20
    python -m tests.workers.overhead configs/usa1910.toml --turns 3 --runs --rounds 40

The first has both play the same few chunks by turns, every few seconds, so that a busy machine
disturbs both alike. The second plays whole tournaments by turns; counted is what comes after the
first chunks, when all workers play. Processor time is that of all processes, bots included.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

from arena.results.manifest import Environment
from arena.results.tables import unpack
from arena.tournament.configuration import Configuration, read_configuration
from arena.tournament.run import run
from arena.tournament.sittings import Fixture
from arena.workers.cluster import on_cluster
from arena.workers.games import GamesToPlay
from arena.workers.pool import Done
from arena.workers.workforce import Hire, Workforce, on_this_machine
from tests.tournament.tournaments import fixtures

FIRST_CHUNKS = 10
CLUSTER = "cluster"
GAMES, CHUNKS = 64, 8
TICK = os.sysconf("SC_CLK_TCK")


class Reading(NamedTuple):
    """What has been used up to a moment."""

    wall: float
    everybody: float
    here: float
    """Processor time of this process: the writer, and the client of the cluster."""
    scheduler: float
    dask: float
    """Processor time of everything that is Dask's and not here: scheduler, nannies, event loops."""
    chunks: int
    games: int
    sent: int
    """Bytes of results."""


class Process(NamedTuple):
    """A line of the table of processes."""

    parent: int
    seconds: float
    """Also of its children that have ended."""
    own: float
    main: float
    """Of its first thread alone, which in a worker is the event loop."""
    command: str


def processes() -> dict[int, Process]:
    """All processes with the time that they and their ended children have used."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields, thread = (
                (folder / name).read_text().rpartition(")")[2].split()
                for name in ("stat", f"task/{folder.name}/stat")
            )
            found[int(folder.name)] = Process(
                int(fields[1]),
                sum(map(int, fields[11:15])) / TICK,
                sum(map(int, fields[11:13])) / TICK,
                sum(map(int, thread[11:13])) / TICK,
                (folder / "cmdline").read_text(),
            )
    return found


def family(table: dict[int, Process]) -> list[int]:
    """This process and all that come from it."""
    found = [os.getpid()]
    for pid in found:
        found += [child for child, process in table.items() if process.parent == pid]
    return found


def of_dask(table: dict[int, Process], ours: list[int]) -> float:
    """Processor time that is Dask's."""
    servers = [pid for pid in ours if "dask_" in table[pid].command]
    loops = [pid for pid in ours if table[pid].parent in servers]
    return sum(table[pid].own for pid in servers) + sum(table[pid].main for pid in loops)


class Metered:
    """A workforce that is watched."""

    def __init__(self, inner: Workforce, single: bool) -> None:
        self._inner = inner
        self._single = single
        self.close = inner.close
        self.environments: Callable[[], Sequence[Environment]] = inner.environments
        self.readings: list[Reading] = []
        self._chunks = self._games = self._sent = 0

    @property
    def workers(self) -> int:
        """How many chunks can be played at the same time."""
        return 1_000_000 if self._single else self._inner.workers

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        """Have all chunks played, and read the meters after the first ones and at the end."""
        for done in self._inner.work(chunks):
            yield done
            self._chunks += 1
            self._games += len(unpack(done.result)["games"])
            self._sent += len(done.result)
            if self._chunks == FIRST_CHUNKS:
                self._read()
        self._read()

    def _read(self) -> None:
        table = processes()
        ours = family(table)
        scheduler = [pid for pid in ours if "dask_scheduler" in table[pid].command]
        here = time.process_time()
        everybody = here + sum(table[pid].seconds for pid in ours[1:])
        self.readings.append(
            Reading(
                time.monotonic(),
                everybody,
                here,
                sum(table[pid].seconds for pid in scheduler),
                of_dask(table, ours),
                self._chunks,
                self._games,
                self._sent,
            )
        )


def measured(configuration: Configuration, hire: Hire, single: bool) -> Reading:
    """What a run uses between its first chunks and its end."""
    metered: list[Metered] = []

    def watched(assignment: object, games: int) -> Metered:
        metered.append(Metered(hire(assignment, games), single))  # type: ignore[arg-type]
        return metered[0]

    with tempfile.TemporaryDirectory() as folder:
        run(configuration, Path(folder, "out"), watched, print)
    begin, end = metered[0].readings
    return Reading._make(later - earlier for earlier, later in zip(begin, end, strict=True))


def alternate(configuration: Configuration, ways: dict[str, Hire], turns: int) -> None:
    """Play the same chunks by turns, and print what each way takes."""
    settings, bots = configuration.settings, configuration.bots
    everything = fixtures(configuration)
    games = everything[:: len(everything) // GAMES]
    chunks = [games[first::CHUNKS] for first in range(CHUNKS)]
    pools = {name: hire(GamesToPlay(settings, bots), GAMES) for name, hire in ways.items()}
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for number in range(turns + 1):
        for name, pool in pools.items():
            start, before = time.monotonic(), used(name)
            for _ in pool.work(iter(chunks)):
                pass
            if number:  # the first time, everything is being opened
                taken[name].append((time.monotonic() - start, used(name) - before))
    for pool in pools.values():
        pool.close()
    for kind, at in (("wall time", 0), ("processor time", 1)):
        here, there = ([turn[at] / len(games) * 1e3 for turn in turns] for turns in taken.values())
        ratios = sorted(b / a - 1 for a, b in zip(here, there, strict=True))
        quarter = len(ratios) // 4
        print(
            f"{kind}: {median(here):.2f} ms a game local, {median(there):.2f} on a cluster;"
            f" {median(ratios):+.1%} (half of the turns between {ratios[quarter]:+.1%}"
            f" and {ratios[-1 - quarter]:+.1%})"
        )


def used(name: str) -> float:
    """Processor time of one way's processes."""
    table = processes()
    ours = family(table)
    servers = [pid for pid in ours if "dask_" in table[pid].command]
    theirs = {pid for pid in ours if pid in servers or table[pid].parent in servers}
    theirs |= {pid for pid in ours if table[pid].parent in theirs}
    others = set(ours[1:]) - theirs
    return time.process_time() + sum(
        table[pid].seconds for pid in (theirs if name == CLUSTER else others)
    )


def line(name: str, readings: list[Reading]) -> str:
    """The figures of several runs, each the median."""

    def each(figure: Callable[[Reading], float]) -> float:
        return median(figure(reading) for reading in readings)

    wall = each(lambda r: r.wall / r.games * 1e3)
    cpu = each(lambda r: r.everybody / r.games * 1e3)
    here = each(lambda r: r.here / r.games * 1e3)
    dask = each(lambda r: r.dask / r.games * 1e3)
    chunk = each(lambda r: r.games / r.chunks)
    scheduler = each(lambda r: r.scheduler / r.chunks * 1e3)
    sent = each(lambda r: r.sent / r.games / 1024)
    return (
        f"{name}: {wall:.2f} ms a game, {cpu:.2f} ms of processor time, of it {here:.2f} here"
        f" and {dask:.2f} by Dask;"
        f" {chunk:.1f} games a chunk, {scheduler:.2f} ms of the scheduler a chunk,"
        f" {sent:.2f} KB a game"
    )


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("config", type=Path)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--trusted", action="store_true")
    parser.add_argument("--runs", action="store_true", help="Whole tournaments.")
    parser.add_argument("--single", action="store_true", help="Of one game a chunk.")
    words = parser.parse_args()
    configuration = read_configuration(words.config).changed(words.rounds, None, words.trusted)
    ways = {
        "local": on_this_machine(words.workers),
        CLUSTER: on_cluster("local", False, words.workers, print),
    }
    if not words.runs:
        alternate(configuration, ways, words.turns)
        return
    found: dict[str, list[Reading]] = {name: [] for name in ways}
    for _ in range(words.turns):
        for name, hire in ways.items():
            found[name].append(measured(configuration, hire, words.single))
            print(line(name, found[name][-1:]), flush=True)
    print()
    for name, readings in found.items():
        print(line(f"{name}, median of {words.turns}", readings))
    costs = [[r.everybody / r.games for r in readings] for readings in found.values()]
    pairs = sorted(there / here - 1 for here, there in zip(*costs, strict=True))
    print("more processor time a game on a cluster:", ", ".join(f"{pair:+.1%}" for pair in pairs))


if __name__ == "__main__":
    main()
