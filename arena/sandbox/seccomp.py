"""The system calls that a confined process may make: an allow-list, compiled to a BPF filter.

Whatever is not on the list fails with EPERM: no network, no exec, no fork or thread, no signals, no
tracing, and no call that takes a path, so that no file can be opened, and none of the traces that
looking for a file leaves in the kernel can be left or found. What would tell processes apart is
answered with 0.
"""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Iterator, Mapping
from struct import pack
from typing import Final, NamedTuple

ALLOWED: Final = {
    "x86_64": {
        "read": 0, "write": 1, "close": 3, "poll": 7, "lseek": 8, "mprotect": 10, "munmap": 11,
        "brk": 12, "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15, "pread64": 17,
        "readv": 19, "writev": 20, "select": 23, "mremap": 25, "dup": 32, "nanosleep": 35,
        "exit": 60, "uname": 63, "getcwd": 79, "gettimeofday": 96, "getrusage": 98, "times": 100,
        "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108, "sigaltstack": 131,
        "time": 201, "restart_syscall": 219, "exit_group": 231, "pselect6": 270, "ppoll": 271,
        "getrandom": 318,
    },
    "aarch64": {
        "getcwd": 17, "dup": 23, "close": 57, "lseek": 62, "read": 63, "write": 64, "readv": 65,
        "writev": 66, "pread64": 67, "pselect6": 72, "ppoll": 73, "exit": 93, "exit_group": 94,
        "nanosleep": 101, "restart_syscall": 128, "sigaltstack": 132, "rt_sigaction": 134,
        "rt_sigprocmask": 135, "rt_sigreturn": 139, "times": 153, "uname": 160, "getrusage": 165,
        "gettimeofday": 169, "getuid": 174, "geteuid": 175, "getgid": 176, "getegid": 177,
        "brk": 214, "munmap": 215, "mremap": 216, "mprotect": 226, "getrandom": 278,
    },
}  # fmt: skip
"""The numbers of the calls that are allowed with any arguments, by machine."""
CHECKED: Final = {
    "x86_64": {
        "mmap": 9, "ioctl": 16, "madvise": 28, "getpid": 39, "fcntl": 72, "getppid": 110,
        "gettid": 186, "futex": 202, "sched_getaffinity": 204, "clock_gettime": 228,
        "clock_getres": 229, "clock_nanosleep": 230,
    },
    "aarch64": {
        "fcntl": 25, "ioctl": 29, "futex": 98, "clock_gettime": 113, "clock_getres": 114,
        "clock_nanosleep": 115, "sched_getaffinity": 123, "getpid": 172, "getppid": 173,
        "gettid": 178, "mmap": 222, "madvise": 233,
    },
}  # fmt: skip
"""The numbers of the calls whose arguments are checked, or that are answered with 0."""
AUDITED: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The numbers of the machines in filters."""

NAMELESS: Final = ("getpid", "getppid", "gettid")
"""Answered with 0: the numbers of processes would tell how many games were played before."""


class OneOf(NamedTuple):
    """An argument of a call, and the values that it may have."""

    argument: int
    values: tuple[int, ...]


class NoneOf(NamedTuple):
    """An argument of a call, and the bits that it must not have."""

    argument: int
    bits: int


OTHERS_CLOCK: Final = NoneOf(0, 1 << 31)
"""The clocks of other processes, and of devices, have negative numbers."""
CHECKS: Final[Mapping[str, OneOf | NoneOf]] = {
    # F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC.
    "fcntl": OneOf(1, (1, 2, 3, 1030)),
    # TCGETS, by which Python asks whether a file is a terminal, and FIOCLEX.
    "ioctl": OneOf(1, (0x5401, 0x5451)),
    # NORMAL, WILLNEED, DONTNEED, FREE, NOHUGEPAGE: what memory allocators use. Not HUGEPAGE: of
    # huge pages the system has few for all.
    "madvise": OneOf(2, (0, 3, 4, 8, 15)),
    # WAIT, WAKE, WAIT_BITSET and WAKE_BITSET, by either clock, all of them FUTEX_PRIVATE: others
    # can be met on a library that all processes have mapped. No LOCK_PI, which tells whether there
    # is a process with a number, and whether it is the caller.
    "futex": OneOf(1, (128, 129, 137, 138, 256 | 128, 256 | 137)),
    # Neither huge nor locked pages, of which the system has few for all.
    "mmap": NoneOf(3, 0x40000 | 0x2000),
    "sched_getaffinity": OneOf(0, (0,)),
    "clock_gettime": OTHERS_CLOCK,
    "clock_getres": OTHERS_CLOCK,
    "clock_nanosleep": OTHERS_CLOCK,
}
"""What is asked of the arguments of a call: half of each, for all that counts is in 32 bits."""

LOAD: Final = 0x20
JUMP_IF_EQUAL: Final = 0x15
JUMP_IF_ANY_BIT: Final = 0x45
JUMP_IF_GREATER_OR_EQUAL: Final = 0x35
RETURN: Final = 0x06
ALLOW: Final = 0x7FFF0000
ANSWER_ZERO: Final = 0x00050000
REFUSE: Final = ANSWER_ZERO | 1
KILL: Final = 0x80000000
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
X32: Final = 0x40000000
"""Calls of the x32 kind are numbered from here, and reach the same kernel."""

PR_SET_SECCOMP: Final = 22
MODE_FILTER: Final = 2


def is_supported() -> bool:
    """Whether there is an allow-list for this machine."""
    return platform.system() == "Linux" and platform.machine() in AUDITED


def instructions(machine: str) -> Iterator[bytes]:
    """The filter's instructions, one after the other.

    A jump skips forward: as many instructions as its third argument says if the test holds, as its
    fourth says if not.
    """
    # On another architecture the same numbers mean other calls.
    yield instruction(LOAD, ARCHITECTURE)
    yield instruction(JUMP_IF_EQUAL, AUDITED[machine], 1, 0)
    yield instruction(RETURN, KILL)
    yield instruction(LOAD, NUMBER)
    yield instruction(JUMP_IF_GREATER_OR_EQUAL, X32, 0, 1)
    yield instruction(RETURN, KILL)
    for number in ALLOWED[machine].values():
        yield instruction(JUMP_IF_EQUAL, number, 0, 1)
        yield instruction(RETURN, ALLOW)
    for call, number in CHECKED[machine].items():
        checks = list(answered_with_zero() if call in NAMELESS else checked(CHECKS[call]))
        yield instruction(JUMP_IF_EQUAL, number, 0, len(checks))
        yield from checks
    yield instruction(RETURN, REFUSE)


def answered_with_zero() -> Iterator[bytes]:
    """Don't make the call, and answer that it has returned 0."""
    yield instruction(RETURN, ANSWER_ZERO)


def checked(check: OneOf | NoneOf) -> Iterator[bytes]:
    """Allow a call if its argument is as it must be, and refuse it else."""
    yield instruction(LOAD, ARGUMENTS + 8 * check.argument)
    match check:
        case OneOf(values=values):
            for value in values:
                yield instruction(JUMP_IF_EQUAL, value, 0, 1)
                yield instruction(RETURN, ALLOW)
            yield instruction(RETURN, REFUSE)
        case NoneOf(bits=bits):
            yield instruction(JUMP_IF_ANY_BIT, bits, 1, 0)
            yield instruction(RETURN, ALLOW)
            yield instruction(RETURN, REFUSE)


def instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One instruction of a filter."""
    return pack("=HBBI", code, if_true, if_false, value)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


class Filter:
    """The filter for this machine, ready to be installed."""

    def __init__(self) -> None:
        self._code = b"".join(instructions(platform.machine()))
        address = ctypes.cast(ctypes.c_char_p(self._code), ctypes.c_void_p)
        self._program = ctypes.byref(_Program(len(self._code) // 8, address))

    def install(self, libc: ctypes.CDLL) -> None:
        """Filter this process's calls from now on, for good."""
        if libc.prctl(PR_SET_SECCOMP, MODE_FILTER, self._program, 0, 0) != 0:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error))
