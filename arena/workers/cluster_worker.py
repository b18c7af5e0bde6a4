"""What runs inside a Dask worker: its admission to a tournament, and playing chunks of games.

A worker is admitted once: it shows that it is the same arena, gets the tournament and its bots
under the hash of their contents, and opens a venue. From then on it gets fixtures only.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from arena.errors import ArenaError
from arena.identity import Identity, differences, identity
from arena.match.seats import Isolation
from arena.results.manifest import Environment, environment
from arena.tournament.sittings import Fixture
from arena.workers.games import GamePlayer, GamesToPlay
from arena.workers.pool import Done, cores

KEPT: Final = 4
"""The most tournaments that a worker keeps in memory."""
IDLE: Final = 60.0
"""Seconds without games after which a thread closes its venue."""


class WorkerAdmitted(Struct, frozen=True, tag=True):
    """The answer of a worker that can play, with its environment."""

    environment: Environment


class WorkerRefused(Struct, frozen=True, tag=True):
    """The answer of a worker that can't play, or must not, with the reason."""

    sentence: str


class TournamentUnknown(Struct, frozen=True, tag=True):
    """The answer of a worker that does not have this tournament, so must be admitted again."""


Answer = WorkerAdmitted | Done | WorkerRefused | TournamentUnknown
encode: Final = msgspec.msgpack.encode
read_answer: Callable[[bytes], Answer] = msgspec.msgpack.Decoder(Answer).decode
read_assignment: Callable[[bytes], GamesToPlay] = msgspec.msgpack.Decoder(GamesToPlay).decode
read_fixtures: Callable[[bytes], list[Fixture]] = msgspec.msgpack.Decoder(list[Fixture]).decode

tournaments: Final[dict[str, GamesToPlay]] = {}
"""The tournaments that this worker was admitted to, by the hash of their contents."""
own: Final = threading.local()
"""Holds a `ThreadPlayer` for each thread."""
unguarded: Final = threading.Lock()
"""Held while trusted bots play in this process, where a bot's module has one fixed name."""


def hash_of(assignment: bytes) -> str:
    """The hash by which workers know a tournament and its bots."""
    return sha256(assignment).hexdigest()


def admit(assignment: bytes, theirs: Identity) -> bytes:
    """In the worker: find out whether it may play this tournament, and get ready for it."""
    found = differences(theirs, identity())
    if found:
        return encode(WorkerRefused("; ".join(found)))
    key = hash_of(assignment)
    tournaments[key] = read_assignment(assignment)
    for oldest in list(tournaments)[:-KEPT]:
        tournaments.pop(oldest, None)
    try:
        with this_thread().playing(key, tournaments[key]) as player:
            return encode(WorkerAdmitted(environment(player.level)))
    except ArenaError as error:
        return encode(WorkerRefused(str(error)))


def play(key: str, fixtures: bytes) -> bytes:
    """In the worker: play some games of a tournament that it was admitted to."""
    assignment = tournaments.get(key)
    if assignment is None:
        return encode(TournamentUnknown())
    alone = unguarded if assignment.settings.isolation == Isolation.NONE else nullcontext()
    start = time.monotonic()
    try:
        with alone, this_thread().playing(key, assignment) as player:
            result = player.play(read_fixtures(fixtures), Unwatched())
    except ArenaError as error:
        return encode(WorkerRefused(str(error)))
    return encode(Done(result, time.monotonic() - start))


def this_thread() -> ThreadPlayer:
    """The `ThreadPlayer` of the current thread, made on the first call."""
    if not hasattr(own, "player"):
        stay_on_a_free_core()
        own.player = ThreadPlayer()
    return own.player  # type: ignore[no-any-return]


class Unwatched:
    """A watcher that ignores everything: the command that runs the tournament watches workers."""

    def begin(self, game: int) -> None:
        """Ignore that a game begins."""


class ThreadPlayer:
    """Plays the games of one thread of a worker, in a venue that stays open from chunk to chunk.

    The processes of a venue end with the thread that opened it, so each thread has its own.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._key = ""
        self._player: GamePlayer | None = None
        self._closing = threading.Timer(IDLE, self._close)

    @contextmanager
    def playing(self, key: str, assignment: GamesToPlay) -> Iterator[GamePlayer]:
        """The player for a tournament; after an error it is closed, not kept."""
        self._closing.cancel()
        with self._lock:
            try:
                yield self._opened(key, assignment)
            except BaseException:  # its scribe holds half a chunk
                self._leave()
                raise
        self._closing = threading.Timer(IDLE, self._close)
        self._closing.daemon = True
        self._closing.start()

    def _opened(self, key: str, assignment: GamesToPlay) -> GamePlayer:
        if self._player is None or self._key != key:
            self._leave()
            self._player, self._key = GamePlayer(assignment), key
        return self._player

    def _close(self) -> None:
        """Close the venue after a time without games, unless one is being played now."""
        if self._lock.acquire(blocking=False):
            self._leave()
            self._lock.release()

    def _leave(self) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None


def stay_on_a_free_core() -> None:
    """Have this thread, and the bots it plays with, stay on a core that no other such thread has.

    The bot and the referee wait for each other, as in `stay_on_one_core`. Where all cores are
    taken, the system places the thread as it likes.
    """
    if sys.platform == "linux":
        free = next(filter(claim, cores()), None)
        if free is not None:
            os.sched_setaffinity(0, {free})


def claim(core: int) -> bool:
    """Claim a core before other workers on this machine do, until this process ends."""
    import fcntl  # not on every system that reads results

    name = Path(tempfile.gettempdir(), f"arena-{os.getuid()}-core-{core}.lock")
    try:
        # Left open when the core is claimed: the system drops the lock when the process ends.
        handle = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return False
    return True
