"""Worker processes on this machine: who gets which job, and when a worker counts as dead or hung.

Such a worker is replaced and its jobs are done again. (`multiprocessing.Pool` waits for ever for a
worker that was killed.) Each worker has a pipe of its own.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Final, Protocol

import msgspec
import multiprocess
from msgspec import Struct
from multiprocess import connection, resource_tracker

from arena.errors import ArenaError
from arena.sandbox.accounts import Account, AwakeClock
from arena.sandbox.confinement import die_with_parent

QUEUE: Final = 2
"""How many jobs a worker has at a time: the one it does, and the next."""
TRIES: Final = 3
"""How many workers one game may cost."""
SILENCE: Final = 60.0
"""Seconds without a heartbeat after which a worker counts as hung."""
LOOK: Final = 1.0
"""Seconds between two heartbeats of a worker, and between two looks at them."""

NO_GAME: Final = -1
"""Stands for the game of a worker that has not begun any."""

spawn: Final = multiprocess.get_context("spawn")


class WorkerError(ArenaError):
    """Work that can't be done, however often it is tried."""


class Heartbeat:
    """The signs of life of a worker, in memory that it shares with its supervisor."""

    def __init__(self) -> None:
        # How often the worker has shown that it is alive, how many games it has begun, and the
        # number of the last of them.
        self._shown = spawn.RawArray("d", [0, 0, NO_GAME])

    def beat(self, *_: object) -> None:
        """Show that the worker is alive."""
        self._shown[0] += 1

    def begin(self, game: int) -> None:
        """Show which game the worker begins."""
        self._shown[2] = game
        self._shown[1] += 1

    def beats(self) -> float:
        """How often the worker has shown that it is alive."""
        return float(self._shown[0])

    def games(self) -> float:
        """How many games the worker has begun."""
        return float(self._shown[1])

    def game(self) -> int:
        """The game that the worker plays."""
        return int(self._shown[2])


class Vigil:
    """How long a worker has shown no sign of life, and how long it has played its game.

    When the supervisor itself was stopped, its workers were too.
    """

    def __init__(self, pid: int, heartbeat: Heartbeat) -> None:
        self._account = Account(pid)
        self._heartbeat = heartbeat
        self._beats = self._games = 0.0
        self._clock = AwakeClock()
        self._looked = self._clock.now()
        self.silent = 0.0
        """Seconds since the last sign of life, without those in which it waited for a core."""
        self.busy = 0.0
        """Seconds since it began its game."""

    def look(self) -> None:
        """Count the time since the last look."""
        now = self._clock.now()
        passed = now - self._looked
        self._looked = now
        beats, games = self._heartbeat.beats(), self._heartbeat.games()
        if beats != self._beats:
            self.silent = 0.0
        elif not self._account.is_runnable():
            self.silent += passed
        self.busy = self.busy + passed if games == self._games and games else 0.0
        self._beats, self._games = beats, games


Perform = Callable[[Any, Heartbeat], bytes]
"""The function that does a job and returns its result as bytes."""


class Assignment(Protocol):
    """What the workers of a pool do: frozen data that is sent to each of them."""

    @property
    def longest(self) -> float:
        """Seconds that a game can take at most."""

    def open(self) -> AbstractContextManager[tuple[str, Perform]]:
        """In the worker: get ready; yields the level of isolation and the function for a job."""


class WorkerReady(Struct, frozen=True, tag=True):
    """A worker is ready."""

    level: str


class Done(Struct, frozen=True, tag=True):
    """A worker has done a job."""

    result: bytes
    seconds: float


class WorkerFailed(Struct, frozen=True, tag=True):
    """A worker can't work, for a reason that a new one would have too."""

    sentence: str


Report = WorkerReady | Done | WorkerFailed
read_report: Callable[[bytes], Report] = msgspec.msgpack.Decoder(Report).decode


class Worker:
    """One process, as its supervisor sees it."""

    def __init__(self, number: int, assignment: Assignment) -> None:
        self.number = number
        self.jobs: deque[Any] = deque()
        self.heartbeat = Heartbeat()
        self.pipe, theirs = spawn.Pipe()
        arguments = (theirs, self.heartbeat, assignment, number)
        self._process = spawn.Process(target=serve, args=arguments, daemon=True)
        with without_ctrl_c():
            self._process.start()
        theirs.close()
        self.vigil = Vigil(self._process.pid, self.heartbeat)

    def give(self, job: object) -> None:
        """Send the worker a job; if it is dead, that is noticed when its report is awaited."""
        self.jobs.append(job)
        with suppress(OSError):
            self.pipe.send(job)

    def hear(self) -> Report:
        """The next report of the worker; raises EOFError if it is dead."""
        try:
            return read_report(bytes(self.pipe.recv_bytes()))
        except (OSError, msgspec.DecodeError) as error:
            raise EOFError from error

    def kill(self) -> None:
        """End the process, and with it all that it has started."""
        self._process.kill()
        self._process.join()
        self.pipe.close()


class WorkerPool:
    """Workers with the same assignment."""

    def __init__(self, workers: int, assignment: Assignment) -> None:
        self._assignment = assignment
        self._again: deque[Any] = deque()
        self._deaths: Counter[int] = Counter()
        self.levels: set[str] = set()
        """The levels of isolation that ready workers have reported."""
        self._workers = [Worker(number, assignment) for number in range(workers)]

    def work(self, jobs: Iterable[Any]) -> Iterator[Done]:
        """Have all jobs done, in any order; a job is fetched when a worker is free for it."""
        waiting = iter(jobs)
        while self._hand_out(waiting):
            for worker in self._wait_for_reports():
                try:
                    report = worker.hear()
                except EOFError:
                    self._replace(worker)
                    continue
                if isinstance(report, WorkerFailed):
                    raise WorkerError(report.sentence)
                if isinstance(report, WorkerReady):
                    self.levels.add(report.level)
                    self._deaths[NO_GAME] = 0
                else:
                    worker.jobs.popleft()
                    yield report

    def close(self) -> None:
        """End all workers at once."""
        for worker in self._workers:
            worker.kill()

    def _hand_out(self, waiting: Iterator[Any]) -> bool:
        """Fill the workers' queues; returns whether any job is still to be waited for."""
        for _ in range(QUEUE):
            for worker in self._workers:
                if len(worker.jobs) < QUEUE:
                    job = self._again.popleft() if self._again else next(waiting, None)
                    if job is not None:
                        worker.give(job)
        return any(worker.jobs for worker in self._workers)

    def _wait_for_reports(self) -> list[Worker]:
        """The workers that have reported or died; those that hang are replaced."""
        by_pipe = {worker.pipe: worker for worker in self._workers}
        heard = [by_pipe[pipe] for pipe in connection.wait(list(by_pipe), LOOK)]
        for worker in self._workers:
            worker.vigil.look()
            if worker not in heard and self._is_hung(worker):
                self._replace(worker)
        return [worker for worker in heard if worker in self._workers]

    def _is_hung(self, worker: Worker) -> bool:
        overdue = bool(worker.jobs) and worker.vigil.busy > self._assignment.longest
        return overdue or worker.vigil.silent > SILENCE

    def _replace(self, worker: Worker) -> None:
        """Start a new worker for a lost one, and give its jobs to any worker."""
        game = worker.heartbeat.game()
        worker.kill()
        self._again.extend(worker.jobs)
        self._deaths[game] += 1
        if self._deaths[game] >= TRIES:
            reason = (
                f"game {game} has ended {TRIES} workers" if game != NO_GAME else "no worker starts"
            )
            raise WorkerError(f"{reason}; what was played before is safe")
        place = self._workers.index(worker)
        self._workers[place] = Worker(worker.number, self._assignment)


def serve(
    pipe: connection.Connection, heartbeat: Heartbeat, assignment: Assignment, number: int
) -> None:
    """In the worker: do one job after the other, until the supervisor closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    keep_beating(heartbeat)
    stay_on_one_core(number)
    try:
        with assignment.open() as (level, perform):
            pipe.send_bytes(msgspec.msgpack.encode(WorkerReady(level)))
            while True:
                job = pipe.recv()
                start = time.monotonic()
                result = perform(job, heartbeat)
                pipe.send_bytes(msgspec.msgpack.encode(Done(result, time.monotonic() - start)))
    except (EOFError, BrokenPipeError):
        sys.exit()
    except ArenaError as error:
        with suppress(OSError):
            pipe.send_bytes(msgspec.msgpack.encode(WorkerFailed(str(error))))


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """Start a process that Ctrl-C does not reach: of all in a terminal only this one answers it."""
    if sys.platform == "win32":  # which has no such mask: a worker ignores the signal once it runs
        yield
        return
    resource_tracker.ensure_running()  # first, for it unblocks the signal when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def keep_beating(heartbeat: Heartbeat) -> None:
    """Have this process show that it is alive from now on, whatever it does."""
    if sys.platform == "win32":  # which has no timer that interrupts
        threading.Thread(target=beat_on, args=(heartbeat,), daemon=True).start()
        return
    # The timer interrupts the job itself, so that a long game need not report; a worker that is
    # stopped, or stuck outside Python code, falls silent.
    signal.signal(signal.SIGALRM, heartbeat.beat)
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)


def beat_on(heartbeat: Heartbeat) -> None:
    """Beat as long as the process lives."""
    while True:
        heartbeat.beat()
        time.sleep(LOOK)


def cores() -> list[int]:
    """The processor cores that this process may use."""
    if sys.platform == "linux":
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def stay_on_one_core(number: int) -> None:
    """Pin this worker and its bots to one core.

    A bot and the referee wait for each other: on one core, waking the other costs least.
    """
    if sys.platform == "linux":
        own = cores()
        # Runs at the same time begin at different cores: their workers have the same numbers.
        os.sched_setaffinity(0, {own[(number + os.getppid()) % len(own)]})
