"""Workplaces for tests of pools: they are sent to workers by name, so they live in a module."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from arena.errors import ArenaError
from arena.workers.pool import Heartbeat, Perform

Job = tuple[int, str]
"""A number, and what is done with it."""


class Workshop(Struct, frozen=True):
    """Gives each job's number back, after doing what it says."""

    folder: str
    longest: float = 600.0

    @contextmanager
    def open(self) -> Iterator[tuple[str, Perform]]:
        yield "ready", self.perform

    def perform(self, job: Job, heartbeat: Heartbeat) -> bytes:
        number, deed = job
        heartbeat.begin(number)
        tries = self._count(number)
        if deed == "always die" or (deed == "die" and tries == 1):
            os.kill(os.getpid(), signal.SIGKILL)
        if deed == "exit" and tries == 1:
            os._exit(0)
        if deed == "raise" and tries == 1:
            raise LookupError(number)
        if deed == "stop" and tries == 1:
            os.kill(os.getpid(), signal.SIGSTOP)
        if deed == "hang" and tries == 1:
            time.sleep(1000)
        if deed == "refuse":
            raise ArenaError("this can't be played")
        if deed == "nap":
            time.sleep(0.01)
        if deed == "much":
            return str(number).encode() * 500_000
        return str(number).encode()

    def _count(self, number: int) -> int:
        """How often a job has been begun, whoever did it."""
        file = Path(self.folder, str(number))
        with file.open("a") as tries:
            tries.write("x")
        return file.stat().st_size


class Closed(Struct, frozen=True):
    """Can't be opened, for a reason that is the same for every worker."""

    longest: float = 600.0

    @contextmanager
    def open(self) -> Iterator[tuple[str, Perform]]:
        raise ArenaError("bots can't be held here")
        yield


class Broken(Struct, frozen=True):
    """Ends each worker that opens it."""

    longest: float = 600.0

    @contextmanager
    def open(self) -> Iterator[tuple[str, Perform]]:
        os._exit(1)
        yield
