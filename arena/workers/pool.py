"""Supervised worker processes, each with a pipe of its own.

A worker that dies or hangs is replaced and its jobs are done again. (A `Pool` waits for ever for a
worker that was killed.)
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from typing import Any, Final, Protocol

import msgspec
import multiprocess
from msgspec import Struct
from multiprocess import connection, resource_tracker

from arena.errors import ArenaError
from arena.sandbox.confinement import die_with_parent

QUEUE: Final = 2
"""Jobs that a worker has at a time: the one it does, and the next."""
TRIES: Final = 3
"""How many workers one game may cost."""
SILENCE: Final = 30.0
"""Seconds without a heartbeat after which a worker counts as hung."""
LOOK: Final = 1.0
"""Seconds between looks at the workers' pulses."""

NO_GAME: Final = -1
"""The number of the game that a worker is at before it has begun any."""

spawn: Final = multiprocess.get_context("spawn")


class WorkerError(ArenaError):
    """Work that can't be done, however often it is tried."""


class Heartbeat:
    """What a worker shows of itself while it works."""

    def __init__(self) -> None:
        self._shown = spawn.RawArray("d", [time.monotonic(), 0.0, NO_GAME])

    def beat(self, *_: object) -> None:
        """Show that the worker is alive."""
        self._shown[0] = time.monotonic()

    def begin(self, game: int) -> None:
        """Show which game is next."""
        self._shown[1], self._shown[2] = time.monotonic(), game

    def game(self) -> int:
        """The game that the worker is at."""
        return int(self._shown[2])

    def silent(self) -> float:
        """Seconds since the worker was last known to be alive."""
        return time.monotonic() - float(self._shown[0])

    def busy(self) -> float:
        """Seconds since the worker began its game, if it has begun any."""
        return time.monotonic() - float(self._shown[1]) if self._shown[1] else 0.0


Perform = Callable[[Any, Heartbeat], bytes]
"""Does one job."""


class Assignment(Protocol):
    """What workers do. Frozen data, sent to each of them."""

    @property
    def longest(self) -> float:
        """Seconds that a game can take at most."""

    def open(self) -> AbstractContextManager[tuple[str, Perform]]:
        """In the worker: have everything ready. Gives what to say of it, and what does a job."""


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
        # Ctrl-C goes to all processes of a terminal; it is the supervisor's alone to answer.
        resource_tracker.ensure_running()  # which lets it through again when it begins
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    def give(self, job: object) -> None:
        """Hand the worker a job; one that is dead is found out when its answer is missed."""
        self.jobs.append(job)
        with suppress(OSError):
            self.pipe.send(job)

    def hear(self) -> Report:
        """What the worker reports; EOFError if it is dead."""
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
        self._workplace = assignment
        self._again: deque[Any] = deque()
        self._deaths: Counter[int] = Counter()
        self.levels: set[str] = set()
        """What workers that are ready have said of their assignment."""
        self._workers = [Worker(number, assignment) for number in range(workers)]

    def work(self, jobs: Iterable[Any]) -> Iterator[Done]:
        """Have jobs done, in any order; each is asked for when a worker is free for it."""
        waiting = iter(jobs)
        while self._hand_out(waiting):
            for worker in self._heard():
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
        """Give every worker something to do; tells whether anything is left to wait for."""
        for _ in range(QUEUE):
            for worker in self._workers:
                if len(worker.jobs) < QUEUE:
                    job = self._again.popleft() if self._again else next(waiting, None)
                    if job is not None:
                        worker.give(job)
        return any(worker.jobs for worker in self._workers)

    def _heard(self) -> list[Worker]:
        """Those workers that have something to say, or died."""
        by_pipe = {worker.pipe: worker for worker in self._workers}
        heard = [by_pipe[pipe] for pipe in connection.wait(list(by_pipe), LOOK)]
        for worker in self._workers:
            if worker not in heard and self._is_hung(worker):
                self._replace(worker)
        return [worker for worker in heard if worker in self._workers]

    def _is_hung(self, worker: Worker) -> bool:
        overdue = bool(worker.jobs) and worker.heartbeat.busy() > self._workplace.longest
        return overdue or worker.heartbeat.silent() > SILENCE

    def _replace(self, worker: Worker) -> None:
        """Have a new worker for a lost one, and its jobs done by whoever is free."""
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
        self._workers[place] = Worker(worker.number, self._workplace)


def serve(
    pipe: connection.Connection, heartbeat: Heartbeat, assignment: Assignment, number: int
) -> None:
    """A worker's life: one job after the other, until its supervisor hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    signal.signal(signal.SIGALRM, heartbeat.beat)
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
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


def cores() -> list[int]:
    """The processor cores that this process may use."""
    if sys.platform == "linux":
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def stay_on_one_core(number: int) -> None:
    """A bot and the referee wait for each other: on one core, waking the other costs least."""
    if sys.platform == "linux":
        own = cores()
        os.sched_setaffinity(0, {own[(number + os.getppid()) % len(own)]})
