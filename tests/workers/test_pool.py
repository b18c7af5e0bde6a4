"""A pool: every job is done once, whatever becomes of its workers, and nothing is left of it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from arena.workers import pool as pools
from arena.workers.pool import WorkerError, WorkerPool
from tests.sandbox.test_leftovers import descendants, open_files, parents
from tests.tournament.tournaments import PROJECT, eventually, signal_to, workers_of
from tests.workers.assignments import Broken, Closed, Workshop


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    """All processes of a pool end with it, and none is left to be buried."""
    before = workers_of(os.getpid())
    yield
    assert workers_of(os.getpid()) == before
    assert not zombies()


def zombies() -> list[str]:
    """Ended children that nobody asked about."""
    found = []
    for child in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, fields = child.read_text().rpartition(")")[::2]
        except OSError:
            continue
        state, parent = fields.split()[:2]
        if state == "Z" and int(parent) == os.getpid():
            found.append(name)
    return found


def numbers(pool: WorkerPool, jobs: list[tuple[int, str]]) -> list[int]:
    """The jobs that were done, by their results."""
    return sorted(int(done.result) for done in pool.work(jobs))


def test_jobs_are_done_once_each_by_several_workers(tmp_path: Path) -> None:
    with closing(WorkerPool(2, Workshop(str(tmp_path)))) as pool:
        assert numbers(pool, [(number, "") for number in range(50)]) == list(range(50))
        assert pool.levels == {"ready"}
        assert numbers(pool, [(number, "") for number in range(50, 60)]) == list(range(50, 60))
        assert numbers(pool, []) == []


def test_more_workers_than_jobs(tmp_path: Path) -> None:
    with closing(WorkerPool(4, Workshop(str(tmp_path)))) as pool:
        assert numbers(pool, [(7, "")]) == [7]


def test_large_results_come_whole(tmp_path: Path) -> None:
    with closing(WorkerPool(1, Workshop(str(tmp_path)))) as pool:
        assert [len(done.result) for done in pool.work([(1, "much"), (2, "much")])] == [500_000] * 2


def test_jobs_are_asked_for_when_a_worker_is_free(tmp_path: Path) -> None:
    asked: list[int] = []

    def jobs() -> Iterator[tuple[int, str]]:
        for number in range(20):
            asked.append(number)
            yield number, ""

    with closing(WorkerPool(1, Workshop(str(tmp_path)))) as pool:
        for done, _ in enumerate(pool.work(jobs()), 1):
            assert len(asked) <= done + pools.QUEUE


@pytest.mark.parametrize("workers", [1, 2])
def test_a_lost_worker_is_replaced_and_its_jobs_are_done_again(
    workers: int, tmp_path: Path
) -> None:
    """Killed, gone by itself, or by an exception that nobody expected."""
    deeds = {2: "die", 5: "exit", 8: "raise"}
    with closing(WorkerPool(workers, Workshop(str(tmp_path)))) as pool:
        assert numbers(pool, [(n, deeds.get(n, "")) for n in range(12)]) == list(range(12))
        assert len(workers_of(os.getpid())) == workers
    assert {(tmp_path / str(number)).stat().st_size for number in deeds} == {2}


def test_a_stopped_worker_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows no heartbeat; one that works on does, however long its game takes."""
    with closing(WorkerPool(2, Workshop(str(tmp_path)))) as pool:
        assert numbers(pool, [(n, "") for n in range(20, 30)]) == list(range(20, 30))
        monkeypatch.setattr(pools, "SILENCE", 4.0)
        assert numbers(pool, [(n, "stop" if n == 3 else "") for n in range(8)]) == list(range(8))
    assert (tmp_path / "3").stat().st_size == 2


def test_a_game_that_takes_longer_than_any_can_is_begun_again(tmp_path: Path) -> None:
    """Its worker shows a heartbeat all the while."""
    with closing(WorkerPool(1, Workshop(str(tmp_path), longest=2.0))) as pool:
        assert numbers(pool, [(n, "hang" if n == 1 else "") for n in range(4)]) == list(range(4))
    assert (tmp_path / "1").stat().st_size == 2


def refusal(pool: WorkerPool, jobs: list[tuple[int, str]]) -> str:
    """Why a pool gives up."""
    with closing(pool):
        try:
            numbers(pool, jobs)
        except WorkerError as refused:
            return str(refused)
    return "it does not"


def test_a_game_that_ends_every_worker_is_named(tmp_path: Path) -> None:
    jobs = [(number, "always die" if number == 3 else "") for number in range(6)]
    reason = refusal(WorkerPool(2, Workshop(str(tmp_path))), jobs)
    assert reason == "game 3 has ended 3 workers; what was played before is safe"
    assert (tmp_path / "3").stat().st_size == pools.TRIES


def test_what_a_worker_refuses_is_passed_on(tmp_path: Path) -> None:
    pool = WorkerPool(1, Workshop(str(tmp_path)))
    assert refusal(pool, [(1, ""), (2, "refuse")]) == "this can't be played"


def test_a_workplace_that_can_not_be_opened_says_why() -> None:
    assert refusal(WorkerPool(2, Closed()), [(1, "")]) == "bots can't be held here"
    with (
        closing(WorkerPool(1, Closed())) as pool,
        pytest.raises(WorkerError, match="bots can't be held"),
    ):
        numbers(pool, [(1, "")])


def test_workers_that_never_start_are_not_tried_for_ever() -> None:
    assert refusal(WorkerPool(1, Broken()), [(1, "")]).startswith("no worker starts")


@pytest.mark.parametrize("seed", range(2))
def test_results_come_once_each_whenever_workers_are_killed(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    found: list[int] = []
    killed: set[int] = set()
    with closing(WorkerPool(3, Workshop(str(tmp_path)))) as pool:
        for done in pool.work((number, "nap") for number in range(150)):
            found.append(int(done.result))
            victim = rng.choice(pool._workers)
            game = victim.heartbeat.game()
            if rng.random() < 0.05 and game >= 0 and game not in killed:
                killed.add(game)
                signal_to(victim._process.pid, signal.SIGKILL)
    assert len(killed) > 1
    assert sorted(found) == list(range(150))


def test_ctrl_c_is_not_for_workers(tmp_path: Path) -> None:
    """Nor for one that is about to start: all processes of a terminal get it."""
    code = f"""
import os, signal, sys
from tests.workers.assignments import Workshop
from arena.workers.pool import WorkerPool

signal.signal(signal.SIGINT, lambda *_: None)
pool = WorkerPool(2, Workshop({str(tmp_path)!r}))
os.killpg(0, signal.SIGINT)
found = []
for done in pool.work((number, "nap") for number in range(60)):
    found.append(int(done.result))
    os.killpg(0, signal.SIGINT)
pool.close()
assert sorted(found) == list(range(60)), found
"""
    subprocess.run([sys.executable, "-c", code], cwd=PROJECT, start_new_session=True, check=True)
    assert {file.stat().st_size for file in tmp_path.iterdir()} == {1}  # nobody did it twice


def test_workers_end_with_their_supervisor(tmp_path: Path) -> None:
    code = f"""
from tests.workers.assignments import Workshop
from arena.workers.pool import WorkerPool

for done in WorkerPool(2, Workshop({str(tmp_path)!r})).work([(1, ""), (2, "hang"), (3, "hang")]):
    print("done", flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=PROJECT, stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    family = descendants(process.pid)
    assert len(family) >= 2
    process.kill()
    process.communicate()
    eventually("end of the workers", lambda: not family & parents().keys())


def test_crews_leave_no_files_open(tmp_path: Path) -> None:
    """Beside those that all pools of a process share."""

    def lose_a_worker(number: int) -> None:
        with closing(WorkerPool(1, Workshop(str(tmp_path)))) as pool:
            numbers(pool, [(number, "die")])

    lose_a_worker(1)
    before = open_files()
    lose_a_worker(2)
    assert open_files() == before
