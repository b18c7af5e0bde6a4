"""The system's own account of a process: whether it computes, waits for a core, or does neither.

Whoever waits for a process reckons by it. Wall time alone would blame a process for a machine that
is busy, stopped or asleep.
"""

from __future__ import annotations

import os
import time
from functools import cache
from typing import Final

SLICE: Final = 0.02
"""Seconds for which the referee waits at a time."""
MOST: Final = 0.1
"""The most seconds of wall time that count in a slice: in the rest, the referee did not run."""
NOTICE: Final = 0.05
"""Seconds that are not accounted for, after which the system is asked about them."""
THIS_THREAD: Final = "/proc/thread-self"


LONGEST_LOOK: Final = 2.0
"""The most seconds that count between two looks at a clock."""
HUNG: Final = 600.0
"""Seconds of wall time after which a process is given up that should do something small."""
LONGEST: Final = 4096
"""More bytes than a file of /proc that is read here has."""


class Account:
    """What the system has noted of one process, which has a single thread."""

    def __init__(self, pid: int) -> None:
        # This is how Linux numbers the processor clock of a process (clock_getcpuclockid(3)):
        # Python has no function for it, and a file of /proc would have to be opened and read.
        self._clock = (~pid << 3) | 2
        self._folder = f"/proc/{pid}"

    def cpu(self) -> float:
        """Seconds of processor time that it has used; 0 once nothing is left of it."""
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return 0.0

    def queued(self) -> float:
        """Seconds that it has waited for a core."""
        return seconds_queued(self._folder)

    def is_runnable(self) -> bool:
        """Whether it computes or waits for a core at this moment."""
        return contents(f"{self._folder}/stat").rpartition(b")")[2].split()[:1] == [b"R"]


class Stopwatch:
    """The time that a process takes while this thread waits for it."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self.cpu = 0.0
        """Seconds of processor time, also of those in which nobody waited."""
        self.wall = 0.0
        """Seconds of wall time, without those in which this process did not run either."""
        self.idle = 0.0
        """Seconds in which neither the process nor this thread computed or waited for a core."""
        self.unmoved = 0.0
        """Seconds of wall time in which its processor clock may have stood still until now."""
        self.reading = self._cpu_before = account.cpu()
        """The processor clock of the process at the last look."""
        self._queued_before = self._queues()
        self._queued = 0.0
        self._last = time.monotonic()

    def begin(self) -> None:
        """Begin to wait."""
        self._last = time.monotonic()

    def lap(self) -> None:
        """Count the time since the last look, and go on waiting."""
        now, reading = time.monotonic(), self.reading
        passed = min(now - self._last, MOST)
        self.wall += passed
        self._last = now
        self.look()
        self.unmoved = passed if self.reading != reading else self.unmoved + passed
        # Asked only when it might matter, and about all the time so far: what was not known at the
        # last look, such as a wait for a core that was not over, is set right by the next one.
        if self.wall - self.cpu - self._queued - self.idle > NOTICE and keeps_accounts():
            self._queued = self._queues() - self._queued_before
            self.idle = max(0.0, self.wall - self.cpu - self._queued)

    def look(self) -> None:
        """Look at the processor clock of the process, without having waited."""
        self.reading = self._account.cpu()
        self.cpu = self.reading - self._cpu_before

    def _queues(self) -> float:
        """Seconds that the process has waited for a core, and this thread: it may be late too."""
        return self._account.queued() + seconds_queued(THIS_THREAD)


class AwakeClock:
    """Seconds of wall time, without those in which this process was stopped or the machine slept.

    It must be looked at now and then: a long while between two looks counts as a short one.
    """

    def __init__(self) -> None:
        self._seconds = 0.0
        self._looked = time.monotonic()

    def now(self) -> float:
        """The seconds so far."""
        now = time.monotonic()
        self._seconds += min(now - self._looked, LONGEST_LOOK)
        self._looked = now
        return self._seconds


class TooLong(Exception):
    """A process has had more time than it can need."""


class Patience:
    """How long to wait for a process to do something that takes it no time to speak of."""

    def __init__(self, account: Account, seconds: float) -> None:
        """Wait until it has been idle, or has computed, for this number of seconds."""
        self._account = account
        self._seconds = seconds
        self._watch: Stopwatch | None = None

    def wait(self) -> None:
        """Called when a slice has been waited for in vain; raises `TooLong` at the end.

        Wall time decides only after very long, or where the system keeps no account.
        """
        if self._watch is None:  # nearly always, what is waited for comes before this
            self._watch = Stopwatch(self._account)
        watch = self._watch
        watch.lap()
        if max(watch.cpu, watch.idle) > self._seconds or watch.wall > HUNG:
            raise TooLong("it is not ready in time")


@cache
def keeps_accounts() -> bool:
    """Whether this system notes how long a process waits for a core."""
    return scheduling("/proc/self")[0] > 0


def seconds_queued(folder: str) -> float:
    """The seconds that a process or thread has waited for a core, from its folder in /proc."""
    return scheduling(folder)[1] / 1e9


def scheduling(folder: str) -> tuple[int, int]:
    """Nanoseconds on a core and waiting for one; 0 where the system does not tell."""
    try:
        ran, waited, _ = contents(f"{folder}/schedstat").split()
    except ValueError:
        return 0, 0
    return int(ran), int(waited)


def contents(file: str) -> bytes:
    """What is in a small file of /proc; nothing if it is not there."""
    # Without Python's file objects, which take longer than all the rest.
    try:
        descriptor = os.open(file, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(descriptor, LONGEST)
    except OSError:  # the process has just ended
        return b""
    finally:
        os.close(descriptor)
