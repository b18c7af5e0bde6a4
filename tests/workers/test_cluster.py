"""A tournament on several machines comes out byte for byte as on one, whatever happens to them."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import dedent

import msgspec
import pytest
from click.testing import CliRunner, Result
from distributed.security import Security

from arena.cli import main
from arena.identity import differences, identity
from arena.match.limits import Limits
from arena.match.seats import Isolation
from arena.results.manifest import Environment, results_of
from arena.tournament.configuration import read_configuration
from arena.tournament.run import run
from arena.tournament.settings import Settings
from arena.tournament.sittings import Fixture
from arena.workers import cluster_worker
from arena.workers.cluster import ClusterError, ClusterWorkforce, connect, on_cluster
from arena.workers.games import GamesToPlay
from arena.workers.pool import Done
from arena.workers.workforce import Hire, Workforce, on_this_machine
from tests.match.tables import FIRST, choosing
from tests.workers.machines import PROJECT, Network

ARENA = Path(sys.executable).with_name("arena")
TOML = """\
name = "small"
ruleset = "usa"
seats = [2, 3]
bots = ["first.py", {{file = "last.py", name = "last"}}, "crashing.py"]
rounds = {rounds}
seed = "a hard one to guess"
isolation = "{isolation}"
"""
BOTS = {
    "first": "class First:\n    def choose(self, view, legal):\n        return legal[0]\n",
    "last": "class Last:\n    def choose(self, view, legal):\n        return legal[-1]\n",
    "crashing": dedent(
        """
        class Crashing:
            def choose(self, view, legal):
                if view.rng.random() < 0.02:
                    raise RuntimeError("no more")
                return view.rng.choice(legal)
        """
    ),
    "newcomer": dedent(
        """
        class Newcomer:
            def choose(self, view, legal):
                return legal[len(legal) // 2]
        """
    ),
}
OLD = 'import arena; arena.__version__ = "0.0.9"'
OTHER_PYTHON = 'import platform; platform.python_version = lambda: "3.99.1"'
LESS = """
from arena.sandbox import confinement
from arena.sandbox import venue
venue.best_layers = lambda: confinement.WITHOUT_LANDLOCK
"""
LOOSE = "import arena.sandbox.venue as venue; venue.best_layers = lambda: ()"


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    """A scheduler with two workers."""
    network = Network(tmp_path_factory.mktemp("network"))
    try:
        network.worker()
        network.worker()
        yield network
    finally:
        network.close()


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament in the sandbox."""
    return written(tmp_path_factory.mktemp("config"), Isolation.SANDBOX, 3)


@pytest.fixture(scope="module")
def at_home(config: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a run on this machine alone gives."""
    folder = tmp_path_factory.mktemp("home") / "results"
    run(read_configuration(config), folder, on_this_machine(2), print)
    return results(folder)


def written(folder: Path, isolation: str, rounds: int) -> Path:
    """A configuration and its bots in a folder."""
    for name, code in BOTS.items():
        (folder / f"{name}.py").write_text(code)
    path = folder / "small.toml"
    path.write_text(TOML.format(isolation=isolation, rounds=rounds))
    return path


def results(folder: Path) -> dict[str, bytes]:
    """All files of a run that must be the same again: times never are, machines need not be."""
    varying = ("manifest.json", "seal.sha256")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.parent.name != "times" and path.name not in varying
    }


class Disturbed:
    """A workforce to which something happens after some chunks."""

    def __init__(self, inner: Workforce, events: dict[int, Callable[[], object]]) -> None:
        self._inner = inner
        self._events = events
        self.close = inner.close
        self.environments: Callable[[], Sequence[Environment]] = inner.environments

    @property
    def workers(self) -> int:
        return 20  # small chunks, so that there are many

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        for number, done in enumerate(self._inner.work(chunks)):
            yield done
            if number in self._events:
                self._events.pop(number)()


def disturbed(hire: Hire, events: dict[int, Callable[[], object]]) -> Hire:
    """The same workers, but something happens after so many chunks."""
    return lambda assignment, games: Disturbed(hire(assignment, games), events)


def arena(*words: object) -> Result:
    """Run a command here."""
    return CliRunner().invoke(main, list(map(str, words)))


def start_arena(*words: object) -> subprocess.Popen[str]:
    """Start a command, as a user in a terminal does."""
    return subprocess.Popen(
        [ARENA, *map(str, words)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_games(folder: Path) -> None:
    """Wait until some games are kept."""
    deadline = time.monotonic() + 300
    while not list(folder.glob("unfinished/*.arrow")):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_cluster_gives_the_bytes_of_one_machine(
    network: Network, config: Path, at_home: dict[str, bytes], tmp_path: Path
) -> None:
    done = arena("run", config, "--cluster", *network.options, "--out", tmp_path / "out")
    assert done.exit_code == 0
    assert all(" games" in line for line in done.stderr.splitlines())
    assert results(tmp_path / "out") == at_home


def test_workers_that_crash_come_and_go_change_nothing(
    network: Network, config: Path, at_home: dict[str, bytes], tmp_path: Path
) -> None:
    said: list[str] = []
    crashing, leaving = network.workers
    events: dict[int, Callable[[], object]] = {
        4: crashing.crash,
        8: lambda: network.worker(LESS),
        12: leaving.leave,
    }
    hire = disturbed(on_cluster(network.address, network.apart, 1, said.append), events)
    run(read_configuration(config), tmp_path / "out", hire, print)
    leaving.process.wait(timeout=300)
    assert events == {}
    assert [sentence for sentence in said if "has no worker" not in sentence] == []
    assert results(tmp_path / "out") == at_home
    levels = {used.isolation for used in results_of(tmp_path / "out").environments}
    assert levels == {"sandbox (landlock and seccomp)", "sandbox (seccomp)"}


def test_a_worker_that_has_forgotten_the_tournament_is_told_again(network: Network) -> None:
    chunks = [[Fixture(game, "usa", 0, 1, (0, 1), (2, 3))] for game in range(40)]
    client = connect(network.address, Security())
    forget = "from arena.workers import cluster_worker; cluster_worker.tournaments.clear()"
    try:
        assert played(network, chunks, {3: lambda: client.run(exec, forget)}) == 40
    finally:
        client.close()


def test_a_scheduler_remembers_only_what_is_to_be_played(network: Network) -> None:
    wait_for_workers(network, network.alive())
    chunks = [[Fixture(game, "usa", 0, 1, (0, 1), (2, 3))] for game in range(60)]
    client = connect(network.address, Security())
    known: list[int] = []

    def count() -> None:
        known.append(client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))

    try:
        threads = sum(client.nthreads().values())
        assert played(network, chunks, {50: count}) == 60
        assert 0 < known[0] <= 4 * threads
        count()
        assert known[1] == 0
    finally:
        client.close()


def played(
    network: Network, chunks: list[list[Fixture]], events: dict[int, Callable[[], object]]
) -> int:
    """How many chunks come back while something happens."""
    assignment = GamesToPlay(settings(Isolation.NONE), (FIRST, choosing("return legal[-1]")))
    workforce = Disturbed(ClusterWorkforce(assignment, network.address, print), events)
    try:
        return sum(1 for _ in workforce.work(iter(chunks)))
    finally:
        workforce.close()


def settings(isolation: str) -> Settings:
    return Settings(
        name="tiny",
        rulesets=("usa",),
        seats=(2,),
        rounds=1,
        seed=1,
        isolation=isolation,
        limits=Limits(cpu=10.0, idle=5.0),
    )


def wait_for_workers(network: Network, number: int) -> None:
    """Wait until so many workers have joined."""
    client = connect(network.address, Security())
    try:
        client.wait_for_workers(number, timeout=300)
    finally:
        client.close()


def other_board(folder: Path) -> Path:
    """A folder with a package that has another board."""
    shutil.copytree(
        PROJECT / "arena", folder / "arena", ignore=shutil.ignore_patterns("__pycache__")
    )
    routes = folder / "arena" / "boards" / "usa" / "routes.csv"
    routes.write_text(routes.read_text().replace(",6,", ",5,", 1))
    return folder


def test_workers_that_would_play_otherwise_are_refused_unless_it_is_allowed(
    network: Network, config: Path, at_home: dict[str, bytes], tmp_path: Path
) -> None:
    odd = {
        "it has arena 0.0.9, here is": network.worker(OLD),
        "it has Python 3.99.1, here is": network.worker(OTHER_PYTHON),
        "other contents in arena/boards/usa/routes.csv": network.worker(
            PYTHONPATH=str(other_board(tmp_path))
        ),
        "this system has nothing to hold bots with": network.worker(LOOSE),
    }
    wait_for_workers(network, network.alive())
    said: list[str] = []
    hire = on_cluster(network.address, network.apart, 1, said.append)
    run(read_configuration(config), tmp_path / "out", disturbed(hire, {}), print)
    assert results(tmp_path / "out") == at_home
    assert len(said) == len(odd)
    for words, machine in odd.items():
        (sentence,) = [sentence for sentence in said if words in sentence]
        assert sentence.startswith(f"worker tcp://{machine.host}:")
    levels = [used.isolation for used in results_of(tmp_path / "out").environments]
    assert levels
    assert all(level.startswith("sandbox (") for level in levels)

    *_, loose = odd.values()
    for machine in network.workers:
        if machine is not loose:
            machine.crash()
    config = written(tmp_path, Isolation.PROCESS, 1)
    run(read_configuration(config), tmp_path / "unheld", hire, print)
    assert len(said) == len(odd)
    levels = [used.isolation for used in results_of(tmp_path / "unheld").environments]
    assert levels == [Isolation.PROCESS]


def test_submit_plays_on_a_cluster_too(network: Network, tmp_path: Path) -> None:
    config = written(tmp_path, Isolation.NONE, 2)
    words = ("submit", tmp_path / "newcomer.py", config, "--trusted", "--out")
    for command in (
        (*words, tmp_path / "home"),
        (*words, tmp_path / "away", "--cluster", *network.options),
    ):
        done = arena(*command)
        assert done.exit_code == 0
        assert "newcomer came in at place" in done.stdout
    assert results(tmp_path / "away") == results(tmp_path / "home")


def test_a_scheduler_that_goes_away_is_an_error_and_what_is_finished_is_safe(
    config: Path, at_home: dict[str, bytes], tmp_path: Path
) -> None:
    network = Network(tmp_path)
    try:
        network.worker()
        command = start_arena(
            "run", config, "--cluster", *network.options, "--out", tmp_path / "out"
        )
        wait_for_games(tmp_path / "out")
        network.scheduler.crash()
        _, said = command.communicate(timeout=300)
    finally:
        network.close()
    assert command.returncode == 2
    told = [line for line in said.splitlines() if "has no worker" not in line]
    assert told[1:] == [  # after the number of games
        f"Error: the scheduler at {network.address} is gone or does not answer;"
        " what was played before is safe"
    ]
    kept = sorted(path.name for path in (tmp_path / "out" / "unfinished").iterdir())
    assert kept
    assert arena("run", config, "--out", tmp_path / "out").exit_code == 0
    assert results(tmp_path / "out") == at_home


def test_ctrl_c_ends_a_local_cluster_and_says_how_to_go_on(config: Path, tmp_path: Path) -> None:
    words = ("run", config, "--cluster", "local", "--workers", 2, "--out", tmp_path / "out")
    command = start_arena(*words)
    wait_for_games(tmp_path / "out")
    theirs = descendants(command.pid)
    os.killpg(command.pid, signal.SIGINT)
    _, said = command.communicate(timeout=300)
    assert command.returncode == 128 + signal.SIGINT
    assert "games, which are kept. Go on with: arena run" in said
    told = [line for line in said.splitlines() if "has no worker" not in line]
    assert told[0].startswith("27 games: ")
    assert told[1:] == [said.splitlines()[-1]]
    assert len(theirs) > 4
    assert not [pid for pid in theirs if is_running(pid)]


def descendants(pid: int) -> list[int]:
    """All processes that come from a process."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            parents.setdefault(parent, []).append(int(folder.name))
    found, waiting = [], [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def is_running(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("address", ["", "nonsense", "gopher://host:1", "tcp://127.0.0.1"])
def test_an_address_without_a_scheduler_is_one_sentence(address: str) -> None:
    with pytest.raises(ClusterError, match="there is no Dask scheduler at"):
        connect(address, Security())


def test_a_server_that_is_no_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.workers.cluster.CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(ClusterError, match=f"there is no Dask scheduler at 'tcp.*{port}'"):
            connect(f"tcp://127.0.0.1:{port}", Security())


def test_a_cluster_where_nobody_works_is_an_error(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.workers.cluster.REMARK", 0.0)
    monkeypatch.setattr("arena.workers.cluster.PATIENCE", 2.0)
    monkeypatch.setattr(ClusterWorkforce, "_present", lambda self: {})
    said: list[str] = []
    workforce = ClusterWorkforce(
        GamesToPlay(settings(Isolation.NONE), (FIRST,)), network.address, said.append
    )
    try:
        with pytest.raises(ClusterError, match="has had no worker for 2 s"):
            list(workforce.work(iter([])))
    finally:
        workforce.close()
    assert said == [f"{network.address} has no worker: waiting for one"]


def test_a_worker_that_hangs_is_not_used_any_more(network: Network) -> None:
    assignment = GamesToPlay(settings(Isolation.NONE), (FIRST, FIRST))
    said: list[str] = []
    workforce = ClusterWorkforce(assignment, network.address, said.append)
    workforce._longest = 0.0
    chunk = [Fixture(game, "usa", 0, 1, (0, 1), (2, 3)) for game in range(300)]
    try:
        with pytest.raises(ClusterError, match="longer for its games than they can last"):
            list(workforce.work(iter([chunk])))
    finally:
        workforce.close()
    assert said


def test_without_dask_there_is_a_sentence_that_tells_what_to_install(
    config: Path, tmp_path: Path
) -> None:
    (tmp_path / "distributed.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'distributed'\", name='distributed')"
    )
    done = subprocess.run(
        [ARENA, "run", config, "--cluster", "local", "--out", tmp_path / "out"],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "Error: --cluster needs distributed, which is not installed:"
        ' pip install "railarena[cluster]"\n'
    )


def test_differences_name_versions_and_some_files() -> None:
    here = identity()
    assert here["arena/boards/usa/routes.csv"]
    assert differences(here, dict(here)) == []
    there = {**here, **{f"arena/new{number}.py": "" for number in range(5)}}
    assert differences(here, there) == [
        "other contents in arena/new0.py, arena/new1.py, arena/new2.py and 2 more"
    ]
    old = {**there, "arena": "0.0.1"}
    assert differences(here, old) == [f"it has arena 0.0.1, here is {here['arena']}"]


def test_a_thread_keeps_its_table_while_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_worker, "IDLE", 0.3)
    assignment = GamesToPlay(settings(Isolation.PROCESS), (FIRST,))
    thread = cluster_worker.ThreadPlayer()
    with thread.playing("a", assignment) as first:
        pass
    with thread.playing("a", assignment) as again:
        time.sleep(0.6)
    assert again is first
    with thread.playing("b", assignment) as other:
        pass
    assert other is not first
    time.sleep(0.6)
    with thread.playing("b", assignment) as later:
        pass
    assert later is not other
    with pytest.raises(ZeroDivisionError), thread.playing("b", assignment) as last:
        raise ZeroDivisionError
    assert last is later
    with thread.playing("b", assignment) as new:
        assert new is not later


def test_a_core_is_claimed_by_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    taken: list[set[int]] = []
    monkeypatch.setattr(cluster_worker, "cores", lambda: [3, 5])
    monkeypatch.setattr(os, "sched_setaffinity", lambda pid, cores: taken.append(cores))
    for _ in range(3):
        cluster_worker.stay_on_a_free_core()
    assert taken == [{3}, {5}]


def test_a_worker_keeps_only_the_latest_tournaments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_worker, "stay_on_a_free_core", lambda: None)
    cluster_worker.tournaments.clear()
    for rounds in range(1, cluster_worker.KEPT + 3):
        assignment = GamesToPlay(
            msgspec.structs.replace(settings(Isolation.NONE), rounds=rounds), (FIRST,)
        )
        packed = msgspec.msgpack.encode(assignment)
        assert cluster_worker.read_assignment(packed) == assignment
        assert isinstance(
            cluster_worker.read_answer(cluster_worker.admit(packed, identity())),
            cluster_worker.WorkerAdmitted,
        )
    assert [assignment.settings.rounds for assignment in cluster_worker.tournaments.values()] == [
        3,
        4,
        5,
        6,
    ]
    assert (
        cluster_worker.read_answer(cluster_worker.play("unknown", b""))
        == cluster_worker.TournamentUnknown()
    )
