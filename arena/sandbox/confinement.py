"""The layers that confine a bot's process before its code runs: rights, limits, files, calls.

Each layer stops something that the others let through; together they stop all the attacks of the
tests, as root and as an ordinary user.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cache
from struct import pack
from typing import Final

from arena.sandbox import landlock, seccomp

if sys.platform != "win32":  # where results are read, but no bots confined
    import resource

LIMITS: Final = "limits"
PRIVILEGES: Final = "privileges"
LANDLOCK: Final = "landlock"
SECCOMP: Final = "seccomp"

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_THP_DISABLE = 1, 4, 38, 41
CAPABILITY_VERSION: Final = 0x20080522
CAPSET: Final = {"x86_64": 126, "aarch64": 91}
NO_CALL: Final = -1
"""The number of no system call: the kernel refuses it."""
OPEN_FILES: Final = 32
KILLED: Final = int(signal.SIGKILL)
LIMITED: Final = (
    (
        resource.RLIMIT_AS,
        resource.RLIMIT_NOFILE,
        resource.RLIMIT_FSIZE,
        resource.RLIMIT_CORE,
        resource.RLIMIT_NPROC,
    )
    if sys.platform != "win32"
    else ()
)
"""What is limited: memory, open files, sizes of files, memory dumps and processes."""

WITH_LANDLOCK: Final = (PRIVILEGES, LIMITS, LANDLOCK, SECCOMP)
WITHOUT_LANDLOCK: Final = (PRIVILEGES, LIMITS, SECCOMP)


def best_layers() -> tuple[str, ...]:
    """The strongest layers that this machine supports; none if it can't confine bots."""
    if not seccomp.is_supported():
        return ()
    return WITH_LANDLOCK if landlock.version(c_library()) else WITHOUT_LANDLOCK


class Confinement:
    """The layers, made ready once so that a fork has little left to do.

    Each page of memory that a new process touches is copied for it: what can be worked out before
    it is there is worked out here.
    """

    def __init__(self) -> None:
        self.libc = c_library()
        self._filter = seccomp.Filter() if seccomp.is_supported() else None
        known = landlock.version(self.libc)
        self.ruleset = landlock.make_ruleset(self.libc) if known else -1
        """The descriptor of Landlock's rules; forks inherit it and close it."""
        # This version takes two words each of effective, permitted and inheritable capabilities.
        self._no_capabilities = pack("=Ii", CAPABILITY_VERSION, 0), bytes(24)
        self._capset = CAPSET.get(os.uname().machine, NO_CALL)
        self._most = {kind: resource.getrlimit(kind)[1] for kind in LIMITED}
        """What can be had at most of each kind that is limited."""

    def hide(self) -> None:
        """Keep other processes of this user out of this one's memory."""
        self._prctl(PR_SET_DUMPABLE, 0)

    def apply(self, layers: Collection[str], megabytes: int, kilobytes: int) -> None:
        """Apply these layers, with these limits on memory and output."""
        # In this order: Landlock and seccomp ask for no_new_privs first, and seccomp forbids the
        # calls that the other layers make.
        if PRIVILEGES in layers:
            self._drop_privileges()
        if LIMITS in layers:
            self._limit((megabytes << 20, OPEN_FILES, kilobytes << 10, 0, 0))
        if LANDLOCK in layers:
            landlock.enforce(self.libc, self.ruleset)
        if self.ruleset >= 0:
            os.close(self.ruleset)
        if SECCOMP in layers and self._filter is not None:
            self._filter.install(self.libc)

    def _drop_privileges(self) -> None:
        self._prctl(PR_SET_NO_NEW_PRIVS, 1)
        self.hide()
        if self.libc.syscall(self._capset, *self._no_capabilities) != 0:
            raise OSError(ctypes.get_errno(), "capabilities can't be dropped")

    def _limit(self, wanted: Sequence[int]) -> None:
        """Limit each kind; the clock is the referee's business."""
        for (kind, most), want in zip(self._most.items(), wanted, strict=True):
            less = want if most == resource.RLIM_INFINITY else min(want, most)
            resource.setrlimit(kind, (less, less))

    def _prctl(self, option: int, value: int) -> None:
        prctl(self.libc, option, value)


def die_with_parent() -> None:
    """Be killed when the process that started this one ends, where the system can do that."""
    if sys.platform == "linux":
        prctl(c_library(), PR_SET_PDEATHSIG, KILLED)


def have_small_pages() -> None:
    """Give this process and its children no huge pages, where the system can do that.

    There are few for all, so that whoever gets one learns that nobody else has taken it.
    """
    with suppress(OSError):
        prctl(c_library(), PR_SET_THP_DISABLE, 1)


def prctl(libc: ctypes.CDLL, option: int, value: int) -> None:
    """Set an option of this process in the kernel."""
    if libc.prctl(option, value, 0, 0, 0) != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


@cache
def c_library() -> ctypes.CDLL:
    """The C library, for system calls that Python has no function for."""
    return ctypes.CDLL(None, use_errno=True)
