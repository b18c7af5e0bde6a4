"""A small vocabulary for tests of tournaments: bots, configurations, runs, and what they leave."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from arena.match.limits import Limits
from arena.match.source import Source
from arena.results.store import GameStore
from arena.tournament.configuration import Configuration
from arena.tournament.schedule import Schedule
from arena.tournament.secret import Secret
from arena.tournament.settings import Settings
from arena.tournament.sittings import Fixture
from arena.workers.games import GamePlayer, GamesToPlay
from arena.workers.pool import Assignment, Done, Heartbeat
from tests.match.tables import choosing
from tests.sandbox.test_leftovers import descendants

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE = 300.0

HASTY = """
claims = [action for action in legal if action.word == "claim"]
return claims[-1] if len(claims) > 3 else legal[0]
"""
GREEDY = """
claims = [action for action in legal if action.word == "claim"]
return claims[0] if claims else legal[-1]
"""
CHANCY = "return view.rng.choice(legal)"
CRASHING = """
view.note("turn", cities=[view.turns])
if view.turns > 6:
    raise LookupError("lost")
return legal[-1]
"""
SLOW = "import time\ntime.sleep(0.003)\n"


def named(name: str, body: str, **parameters: Any) -> Source:
    """A bot whose `choose` has this body."""
    bot = choosing(body, **parameters)
    return Source(name, f"{name}.py", bot.code, parameters)


BOTS = (named("hasty", HASTY), named("chancy", CHANCY), named("crashing", CRASHING))
"""Quick bots: the games of two of them take some milliseconds."""


def settings(**changes: Any) -> Settings:
    """The settings of a small tournament."""
    chosen = Settings(
        name="small",
        rulesets=("usa",),
        seats=(2,),
        rounds=2,
        seed=1,
        isolation="none",
        limits=Limits(cpu=5.0, idle=5.0),
    )
    return msgspec.structs.replace(chosen, **changes)


def configuration(bots: Iterable[Source] = BOTS, **changes: Any) -> Configuration:
    """A small tournament of twelve games."""
    return Configuration(settings(**changes), tuple(bots))


def written(folder: Path, configuration: Configuration) -> Path:
    """The file of a tournament, with its bots beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = configuration.settings
    for bot in configuration.bots:
        (folder / bot.file).write_bytes(bot.code)
    text = f"""
        name = "{chosen.name}"
        ruleset = {list(chosen.rulesets)}
        seats = {list(chosen.seats)}
        bots = {[bot.file for bot in configuration.bots]}
        rounds = {chosen.rounds}
        seed = {chosen.seed}
        isolation = "{chosen.isolation}"
        schedule = "{chosen.schedule}"
        [limits]
        cpu = {chosen.limits.cpu}
        idle = {chosen.limits.idle}
    """
    file = folder / f"{chosen.name}.toml"
    file.write_text(dedent(text))
    return file


def fixtures(chosen: Configuration) -> list[Fixture]:
    """All games of a tournament."""
    assert chosen.settings.seed is not None
    secret = Secret(chosen.settings.seed)
    schedule = Schedule(chosen.settings, secret.commitment, len(chosen.bots))
    return [secret.fixture(schedule[game]) for game in range(len(schedule))]


def played(chosen: Configuration, chunks: Iterable[list[Fixture]]) -> list[bytes]:
    """Games played in this process, packed chunk by chunk."""
    with GamePlayer(GamesToPlay(chosen.settings, chosen.bots)) as table:
        return [table.play(chunk, Heartbeat()) for chunk in chunks]


def results(folder: Path) -> dict[str, bytes]:
    """All that must be the same whenever the same tournament is played, file by file."""
    tables = ("games", "seats", "moves", "tickets", "faults", "words")
    files = [path for name in tables for path in sorted((folder / name).iterdir())]
    return {str(path.relative_to(folder)): path.read_bytes() for path in (*files, *csvs(folder))}


def csvs(folder: Path) -> list[Path]:
    """The tables for people."""
    return sorted(folder.glob("*.csv"))


def touched(folder: Path) -> dict[Path, int]:
    """When each file in a folder was last changed, except the lock, which was held meanwhile."""
    files = (path for path in folder.rglob("*") if path.name != "lock")
    return {path: path.stat().st_mtime_ns for path in files}


def names_in(folder: Path) -> set[str]:
    """The files of the games that are stored."""
    return {
        f"{path.parent.name}/{path.name}"
        for table in ("unfinished", "games")
        for path in (folder / table).glob("[!.]*")
    }


def rewrite(
    store: GameStore, table: str, part: int, change: Callable[[list[dict[str, Any]]], Any]
) -> None:
    """Tamper with the rows of a part."""
    path = store.path(table, part)
    there = pq.read_table(path)
    rows = there.to_pylist()
    change(rows)
    pq.write_table(pa.Table.from_pylist(rows, there.schema), path, compression="zstd")


class InPlace:
    """A pool without workers: this process does the jobs, in order."""

    def __init__(self, workers: int, workplace: Assignment) -> None:
        self._place = workplace.open()
        level, self._perform = self._place.__enter__()
        self.levels = {level}

    def work(self, jobs: Iterable[Any]) -> Iterator[Done]:
        for job in jobs:
            yield Done(self._perform(job, Heartbeat()), 0.1)

    def close(self) -> None:
        self._place.__exit__(None, None, None)


ARENA = """
import os, signal, sys
for each in (signal.SIGINT, signal.SIGTERM):  # whoever runs the tests may ignore them
    signal.signal(each, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
from arena.cli import main
from arena.results import store
store.PART = {part}
sys.argv[0] = "arena"
main()
"""


def arena(*words: object, part: int = 1000, **options: Any) -> subprocess.Popen[str]:
    """A command in a process group of its own, with parts of so many games."""
    return subprocess.Popen(
        [sys.executable, "-c", ARENA.format(part=part), *map(str, words)],
        cwd=PROJECT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **options,
    )


def eventually(what: str, look: Callable[[], Any]) -> Any:
    """What a look gives, as soon as it gives anything."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.005)
    raise AssertionError(f"no {what} within {PATIENCE:g} s")


def workers_of(pid: int) -> list[int]:
    """The workers of a run that are alive."""
    return [child for child in sorted(descendants(pid)) if "spawn_main" in command_of(child)]


def nurseries_of(pid: int) -> list[int]:
    """The parents of bots below the workers of a run."""
    below = {worker: descendants(worker) for worker in workers_of(pid)}
    return [
        child
        for worker, children in below.items()
        for child in children
        if parent_of(child) == worker
    ]


def command_of(pid: int) -> str:
    """The command that a process was started with, if it is alive."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def parent_of(pid: int) -> int:
    """The parent of a process, or 0."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def signal_to(pid: int, number: int) -> None:
    """Send a signal to a process, unless it has just ended by itself."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
