"""Away games: what a Dask worker does for a tournament that is run elsewhere.

A worker is admitted once: it shows that it is the same arena, gets the tournament and its bots
under the hash of their contents, and opens a venue. From then on it gets fixtures only.
"""

from __future__ import annotations

import fcntl
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
from arena.match.seats import NONE
from arena.tournament.crew import Done, cores
from arena.tournament.identity import Identity, differences, identity
from arena.tournament.manifest import Environment, environment
from arena.tournament.playing import Playroom, Table
from arena.tournament.schedule import Fixture

ROOMS: Final = 4
"""Tournaments that a worker keeps at hand."""
IDLE: Final = 60.0
"""Seconds after which a table that nobody needs is closed."""


class Admitted(Struct, frozen=True, tag=True):
    """A worker can play, and with what."""

    environment: Environment


class Refused(Struct, frozen=True, tag=True):
    """A worker can't play, or must not."""

    sentence: str


class Unknown(Struct, frozen=True, tag=True):
    """A worker has not got this tournament: it is not the one that was admitted."""


Answer = Admitted | Done | Refused | Unknown
encode: Final = msgspec.msgpack.encode
read_answer: Callable[[bytes], Answer] = msgspec.msgpack.Decoder(Answer).decode
read_room: Callable[[bytes], Playroom] = msgspec.msgpack.Decoder(Playroom).decode
read_fixtures: Callable[[bytes], list[Fixture]] = msgspec.msgpack.Decoder(list[Fixture]).decode

rooms: Final[dict[str, Playroom]] = {}
"""The tournaments that were brought here, by the hash of their contents."""
own: Final = threading.local()
"""What each thread has of its own."""
unguarded: Final = threading.Lock()
"""Held while bots play in this very process, where there can be one module of theirs at a time."""


def hash_of(room: bytes) -> str:
    """What a tournament and its bots are known by."""
    return sha256(room).hexdigest()


def admit(room: bytes, theirs: Identity) -> bytes:
    """In the worker: see whether it may play this tournament, and get ready for it."""
    found = differences(theirs, identity())
    if found:
        return encode(Refused("; ".join(found)))
    key = hash_of(room)
    rooms[key] = read_room(room)
    for oldest in list(rooms)[:-ROOMS]:
        rooms.pop(oldest, None)
    try:
        with place().table(key, rooms[key]) as table:
            return encode(Admitted(environment(table.level)))
    except ArenaError as error:
        return encode(Refused(str(error)))


def play(key: str, fixtures: bytes) -> bytes:
    """In the worker: play some games of a tournament that it was admitted to."""
    room = rooms.get(key)
    if room is None:
        return encode(Unknown())
    alone = unguarded if room.settings.isolation == NONE else nullcontext()
    start = time.monotonic()
    try:
        with alone, place().table(key, room) as table:
            result = table.play(read_fixtures(fixtures), Unwatched())
    except ArenaError as error:
        return encode(Refused(str(error)))
    return encode(Done(result, time.monotonic() - start))


def place() -> Place:
    """This thread's."""
    if not hasattr(own, "place"):
        stay_on_a_free_core()
        own.place = Place()
    return own.place  # type: ignore[no-any-return]


class Unwatched:
    """Nobody here looks which game is played: whoever runs the tournament watches the worker."""

    def begin(self, game: int) -> None:
        """A game begins."""


class Place:
    """Where one thread of a worker plays: its table stays open from chunk to chunk.

    The processes of a venue end with the thread that opened it, so each thread has its own.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._key = ""
        self._table: Table | None = None
        self._closing = threading.Timer(IDLE, self._close)

    @contextmanager
    def table(self, key: str, room: Playroom) -> Iterator[Table]:
        """The table for a tournament; one at which something went wrong is not kept."""
        self._closing.cancel()
        with self._lock:
            try:
                yield self._opened(key, room)
            except BaseException:  # the chunk is half written down
                self._leave()
                raise
        self._closing = threading.Timer(IDLE, self._close)
        self._closing.daemon = True
        self._closing.start()

    def _opened(self, key: str, room: Playroom) -> Table:
        if self._table is None or self._key != key:
            self._leave()
            self._table, self._key = Table(room), key
        return self._table

    def _close(self) -> None:
        """Close a table that nobody has needed for a while; who plays on it now goes on."""
        if self._lock.acquire(blocking=False):
            self._leave()
            self._lock.release()

    def _leave(self) -> None:
        if self._table is not None:
            self._table.close()
            self._table = None


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
    name = Path(tempfile.gettempdir(), f"arena-{os.getuid()}-core-{core}.lock")
    try:
        handle = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return False
    return True
