"""The layers that confine a bot's process before its code runs: rights, limits, files, calls.

Each layer stops something that the others let through; together they stop all the attacks of the
tests, as root and as an ordinary user.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Collection
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
OPEN_FILES: Final = 32


WITH_LANDLOCK: Final = (PRIVILEGES, LIMITS, LANDLOCK, SECCOMP)
WITHOUT_LANDLOCK: Final = (PRIVILEGES, LIMITS, SECCOMP)


def best_layers() -> tuple[str, ...]:
    """The strongest layers that this machine supports; none if it can't confine bots."""
    if not seccomp.is_supported():
        return ()
    return WITH_LANDLOCK if landlock.version(c_library()) else WITHOUT_LANDLOCK


class Confinement:
    """The layers, made ready once so that a fork has little left to do."""

    def __init__(self) -> None:
        self.libc = c_library()
        self.filter = seccomp.build() if seccomp.is_supported() else b""
        known = landlock.version(self.libc)
        self.ruleset = landlock.make_ruleset(self.libc) if known else -1
        """The descriptor of Landlock's rules; forks inherit it and close it."""

    def hide(self) -> None:
        """Keep other processes of this user out of this one's memory."""
        prctl(PR_SET_DUMPABLE, 0)

    def apply(self, layers: Collection[str], megabytes: int, kilobytes: int) -> None:
        """Apply these layers, with these limits on memory and output."""
        # In this order: Landlock and seccomp ask for no_new_privs first, and seccomp forbids the
        # calls that the other layers make.
        if PRIVILEGES in layers:
            self._drop_privileges()
        if LIMITS in layers:
            limit(megabytes, kilobytes)
        if LANDLOCK in layers:
            landlock.enforce(self.libc, self.ruleset)
        if self.ruleset >= 0:
            os.close(self.ruleset)
        if SECCOMP in layers:
            seccomp.install(self.filter, self.libc)

    def _drop_privileges(self) -> None:
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        self.hide()
        # This version takes two words each of effective, permitted and inheritable capabilities.
        header, nothing = pack("=Ii", CAPABILITY_VERSION, 0), bytes(24)
        if self.libc.syscall(CAPSET[os.uname().machine], header, nothing) != 0:
            raise OSError(ctypes.get_errno(), "capabilities can't be dropped")


def die_with_parent() -> None:
    """Be killed when the process that started this one ends, where the system can do that."""
    if sys.platform == "linux":
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def have_small_pages() -> None:
    """Give this process and its children no huge pages, where the system can do that.

    There are few for all, so that whoever gets one learns that nobody else has taken it.
    """
    with suppress(OSError):
        prctl(PR_SET_THP_DISABLE, 1)


def prctl(option: int, value: int) -> None:
    """Set an option of this process in the kernel."""
    if c_library().prctl(option, value, 0, 0, 0) != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


@cache
def c_library() -> ctypes.CDLL:
    """The C library, for system calls that Python has no function for."""
    return ctypes.CDLL(None, use_errno=True)


def limit(megabytes: int, kilobytes: int) -> None:
    """Limit memory, open files, file sizes and processes; the clock is the referee's business."""
    for kind, most in (
        (resource.RLIMIT_AS, megabytes << 20),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_FSIZE, kilobytes << 10),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))
