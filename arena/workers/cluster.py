"""Playing on a Dask cluster: which worker gets which chunk, and workers that die or are refused.

Dask brings chunks to workers and results back; who plays what is decided here, as it is for local
processes. Each task is bound to one worker, and a worker has one chunk waiting beside the one it
plays. So the death of a worker counts only against what it was playing, and one that is refused
gets nothing more.
"""

from __future__ import annotations

import asyncio
import logging
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any, Final
from uuid import uuid4

import msgspec
from msgspec import Struct

from arena.errors import ArenaError
from arena.identity import identity
from arena.results.manifest import Environment
from arena.sandbox.accounts import AwakeClock
from arena.terminal import printable
from arena.tournament.sittings import Fixture
from arena.workers import cluster_worker
from arena.workers.delivery import DeliveryRefused, check_delivery, check_environment
from arena.workers.games import GamesToPlay
from arena.workers.pool import LOOK, QUEUE, TRIES, Done
from arena.workers.workforce import Hire


class ClusterError(ArenaError):
    """A cluster that can't be used, or not any more."""


try:
    from distributed import Client, Future
    from distributed.core import rpc
    from distributed.security import Security

    from arena.workers.cluster_data import DataClient, read_only_data
    from arena.workers.cluster_local import LocalCluster
    from arena.workers.cluster_security import LOCAL, connection_of, refuse_open
except ModuleNotFoundError as missing:
    raise ClusterError(
        f'--cluster needs {missing.name}, which is not installed: pip install "railarena[cluster]"'
    ) from missing

CONNECT: Final = 60.0
"""Seconds that a scheduler may take to answer."""
REMARK: Final = 5.0
"""Seconds without any worker after which the user is told."""
PATIENCE: Final = 180.0
"""Seconds without any worker after which the run ends."""
FAREWELL: Final = 1.0
"""Seconds that leaving a cluster may take."""
NOTHING: Final = b""
"""Stands for what a worker sent that is not even bytes."""
LONGEST: Final = 500
"""The most characters of what a worker says of itself that are shown."""
NOISY: Final = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
"""Loggers that would write into the user's terminal."""


class Guest:
    """A worker of the cluster, as the command that runs the tournament sees it."""

    def __init__(self, address: str, threads: int, now: float) -> None:
        self.address = address
        self.threads = threads
        self.environment: Environment | None = None
        """Its environment, once it is admitted."""
        self.attempts: list[Attempt] = []
        """The attempts that it has been given and has not answered, in order."""
        self.since = now
        """When it last answered, or was given work after it had none."""

    def playing(self) -> list[Attempt]:
        """The attempts that it may be playing now; the rest wait."""
        return self.attempts[: self.threads]


class Attempt(Struct, eq=False):
    """A chunk given to a worker; with an empty chunk, the worker's admission."""

    guest: Guest
    chunk: list[Fixture]
    future: Future


class ClusterWorkforce:
    """All workers of a cluster; they may come and go during a run."""

    def __init__(
        self,
        assignment: GamesToPlay,
        address: str,
        say: Callable[[str], None],
        security: Security | None = None,
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        """Join a cluster, by Dask's own settings if no other security is given.

        `leave` is called when the cluster is not needed any more.
        """
        self._address = address
        self._say = say
        self._leave = leave
        self._longest = assignment.longest
        self._assignment = assignment
        self._packed = msgspec.msgpack.encode(assignment)
        self._key = cluster_worker.hash_of(self._packed)
        self._guests: dict[str, Guest] = {}
        self._refused: dict[str, str] = {}
        self._environments: dict[Environment, None] = {}
        self._again: deque[list[Fixture]] = deque()
        self._deaths: Counter[int] = Counter()
        """How many workers a chunk has cost, by its first game."""
        self._heard: SimpleQueue[tuple[Attempt, bytes | Exception]] = SimpleQueue()
        self._names = (f"arena-{uuid4().hex}-{number}" for number in count())
        self._looked = 0.0
        self._clock = AwakeClock()
        self._peopled = self._clock.now()
        self._remarked = False
        try:
            self._client = connect(address, security or Security())
        except BaseException:  # Ctrl-C too
            leave()
            raise

    @property
    def workers(self) -> int:
        """How many threads there are to play."""
        return max(1, sum(guest.threads for guest in self._admitted()))

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        """Have all chunks played."""
        while True:
            self._look()
            finished = self._hand_out(chunks)
            if finished and not any(guest.attempts for guest in self._guests.values()):
                return
            for attempt, answer in self._hear():
                yield from self._take(attempt, answer)

    def environments(self) -> Sequence[Environment]:
        """The environments of all workers that have played."""
        return list(self._environments)

    def close(self) -> None:
        """Leave the cluster, which drops what is queued for it; what is being played is lost."""
        try:
            # A scheduler that is gone, or does not answer, is left all the same.
            with suppress(OSError, RuntimeError, AssertionError):
                self._client.close(timeout=FAREWELL)
        finally:
            self._leave()

    def _admitted(self) -> list[Guest]:
        return [guest for guest in self._guests.values() if guest.environment is not None]

    def _look(self) -> None:
        """Find out which workers have come, gone or hung, at most once every LOOK seconds."""
        if time.monotonic() - self._looked < LOOK:
            return
        present = self._present()
        self._looked = time.monotonic()
        for guest in list(self._guests.values()):
            if guest.address not in present:
                self._lose(guest)
            elif self._is_overdue(guest):
                self._refuse(guest, "it takes longer for its games than they can last")
        for address in self._refused.keys() - present.keys():
            del self._refused[address]  # the next worker at this address may be another
        for address, threads in present.items():
            if address not in self._guests and address not in self._refused:
                self._invite(Guest(address, threads, self._clock.now()))
        self._check_for_workers(present)

    def _present(self) -> dict[str, int]:
        """How many threads each worker has, by its address, as the scheduler knows them."""
        for _ in range(TRIES):
            if self._client.status != "running":
                break
            try:
                return dict(self._client.nthreads(callback_timeout=CONNECT))
            except TimeoutError:  # it may be busy, or all of this may have been stopped meanwhile
                continue
            except (OSError, RuntimeError, AttributeError):  # it is just being lost
                break
        raise self._lost()

    def _lost(self) -> ClusterError:
        return ClusterError(
            f"the scheduler at {self._address} is gone or does not answer;"
            " what was played before is safe"
        )

    def _is_overdue(self, guest: Guest) -> bool:
        games = max((len(attempt.chunk) for attempt in guest.playing()), default=0)
        return games > 0 and self._clock.now() - guest.since > self._longest * games

    def _check_for_workers(self, present: dict[str, int]) -> None:
        """Raise an error if no worker plays and none will; tell the user about a long wait."""
        now = self._clock.now()
        if self._guests:
            self._peopled = now
            return
        refused = [f"{printable(address)}: {self._refused[address]}" for address in present]
        if refused:
            raise ClusterError(f"no worker at {self._address} may play: {'; '.join(refused)}")
        if now - self._peopled > PATIENCE:
            raise ClusterError(
                f"{self._address} has had no worker for {PATIENCE:g} s;"
                " what was played before is safe"
            )
        if now - self._peopled > REMARK and not self._remarked:
            self._remarked = True
            self._say(f"{self._address} has no worker: waiting for one")

    def _invite(self, guest: Guest) -> None:
        """Send a worker the tournament, and ask whether it may play."""
        self._guests[guest.address] = guest
        self._give(guest, [], cluster_worker.admit, self._packed, identity())

    def _hand_out(self, chunks: Iterator[list[Fixture]]) -> bool:
        """Fill the workers' queues with chunks; returns whether no chunk is left to give."""
        # Every thread gets its first chunk before any gets a second.
        for depth in range(1, QUEUE + 1):
            for guest in self._admitted():
                while len(guest.attempts) < depth * guest.threads:
                    chunk = self._again.popleft() if self._again else next(chunks, None)
                    if chunk is None:
                        return True
                    self._give(
                        guest, chunk, cluster_worker.play, self._key, msgspec.msgpack.encode(chunk)
                    )
        return False

    def _give(self, guest: Guest, chunk: list[Fixture], task: Any, *arguments: object) -> None:
        """Send a task to a worker."""
        if not guest.attempts:
            guest.since = self._clock.now()
        future = self._client.submit(
            task, *arguments, key=next(self._names), workers=[guest.address], pure=False
        )
        attempt = Attempt(guest, chunk, future)
        guest.attempts.append(attempt)
        self._client.loop.add_callback(self._await, attempt)

    async def _await(self, attempt: Attempt) -> None:
        """In the client's own thread: queue the result of an attempt for `_hear`."""
        try:
            sent = await attempt.future
            self._heard.put((attempt, sent if isinstance(sent, bytes) else NOTHING))
        except Exception as error:  # whatever comes from a cluster says that it did not work
            self._heard.put((attempt, error))

    def _hear(self) -> Iterator[tuple[Attempt, bytes | Exception]]:
        """The results of attempts; those of attempts that were given up are skipped."""
        with suppress(Empty):
            heard = self._heard.get(timeout=LOOK)
            while True:
                attempt = heard[0]
                if attempt in attempt.guest.attempts:
                    attempt.guest.attempts.remove(attempt)
                    attempt.guest.since = self._clock.now()
                    yield heard
                heard = self._heard.get_nowait()

    def _take(self, attempt: Attempt, heard: bytes | Exception) -> Iterator[Done]:
        """Act on the result of an attempt: pass games on, or admit, refuse or forget the worker."""
        guest = attempt.guest
        if isinstance(heard, CancelledError):  # not by us: the scheduler has lost its memory
            raise self._lost()
        answer = self._checked(attempt, answer_of(heard))
        attempt.future.release()
        if isinstance(answer, Done):
            assert guest.environment is not None
            self._environments[guest.environment] = None
            yield answer
            return
        if attempt.chunk:
            self._again.append(attempt.chunk)
        if isinstance(answer, cluster_worker.WorkerAdmitted):
            guest.environment = answer.environment
        elif isinstance(answer, cluster_worker.WorkerRefused):
            self._refuse(guest, answer.sentence)
        else:
            self._dismiss(guest)

    def _checked(self, attempt: Attempt, answer: cluster_worker.Answer) -> cluster_worker.Answer:
        """The answer, or a refusal if it does not fit what the worker was asked."""
        try:
            match answer:
                case Done() if attempt.chunk:
                    check_delivery(answer, attempt.chunk, self._assignment)
                case cluster_worker.WorkerAdmitted() if not attempt.chunk:
                    check_environment(answer.environment, self._assignment)
                case Done() | cluster_worker.WorkerAdmitted():
                    raise DeliveryRefused("it answers what it was not asked")
        except DeliveryRefused as refused:
            return cluster_worker.WorkerRefused(str(refused))
        return answer

    def _lose(self, guest: Guest) -> None:
        """Go on without a worker that has left; the chunk it was playing may have killed it."""
        for attempt in guest.playing():
            if attempt.chunk:
                self._count_death(attempt.chunk)
        self._dismiss(guest)

    def _count_death(self, chunk: list[Fixture]) -> None:
        first, last = chunk[0].game, chunk[-1].game
        self._deaths[first] += 1
        if self._deaths[first] >= TRIES:
            games = f"game {first}" if first == last else f"one of the games {first} to {last}"
            raise ClusterError(f"{games} has ended {TRIES} workers; what was played before is safe")

    def _refuse(self, guest: Guest, sentence: str) -> None:
        """Go on without a worker that must not play, and say so."""
        self._refused[guest.address] = printable(sentence)[:LONGEST]
        sentence = f"worker {printable(guest.address)} is refused: {self._refused[guest.address]}"
        self._say(sentence)
        self._dismiss(guest)

    def _dismiss(self, guest: Guest) -> None:
        """Forget a worker, and let others play its chunks."""
        del self._guests[guest.address]
        self._again.extend(attempt.chunk for attempt in guest.attempts if attempt.chunk)
        self._client.cancel([attempt.future for attempt in guest.attempts])
        guest.attempts.clear()


def answer_of(heard: bytes | Exception) -> cluster_worker.Answer:
    """A worker's answer; an exception of any kind counts as a refusal, and so does nonsense."""
    if isinstance(heard, Exception):
        told = next((word for word in heard.args if isinstance(word, str)), "")
        words = " ".join(told[:LONGEST].split()).partition(". ")[0]
        reason = f"{type(heard).__name__}: {words}"
        return cluster_worker.WorkerRefused(
            f"it or the scheduler has no arena like this one ({reason})"
        )
    try:
        return cluster_worker.read_answer(heard)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return cluster_worker.WorkerRefused("its answer can't be read")


def connect(address: str, security: Security) -> Client:
    """A connection to a cluster, with the loggers silenced that would write into the terminal."""
    read_only_data()
    for name in NOISY:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [logging.NullHandler()], False
    try:
        kind = asyncio.run(asyncio.wait_for(kind_of(address, security), CONNECT))
        if kind != "Scheduler":
            raise ValueError(f"a {kind} answers")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # versions are compared here, worker by worker
            return DataClient(address, security=security, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"there is no Dask scheduler at {address!r}: expected such as tls://host:8786,"
            f" or {LOCAL}"
        ) from error


async def kind_of(address: str, security: Security) -> str:
    """The kind of Dask server at an address. A client would wait for ever for anything else."""
    async with rpc(address, connection_args=connection_of(address, security)) as there:
        return str((await there.identity())["type"])


def on_cluster(address: str, insecure: bool, workers: int, say: Callable[[str], None]) -> Hire:
    """Hire all workers of a cluster; `local` starts one with this number of workers.

    An address that is open to others is refused unless `insecure` is said.
    """
    refuse_open(address, insecure)

    def hire(assignment: GamesToPlay, games: int) -> ClusterWorkforce:
        if address != LOCAL:
            return ClusterWorkforce(assignment, address, say)
        cluster = LocalCluster(min(workers, games))
        return ClusterWorkforce(
            assignment, cluster.address, say, cluster.certificate.security(), cluster.close
        )

    return hire
