"""The system calls that a confined process may make: an allow-list, compiled to a BPF filter.

Whatever is not on the list fails with EPERM: no network, no exec, no fork or thread, no signals, no
tracing, no way to write a file. Opening is for reading only, or not at all.
"""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Iterator
from struct import pack
from typing import Final, NamedTuple

ALLOWED: Final = {
    "x86_64": {
        "read": 0, "write": 1, "close": 3, "stat": 4, "fstat": 5, "lstat": 6, "poll": 7,
        "lseek": 8, "mmap": 9, "mprotect": 10, "munmap": 11, "brk": 12, "rt_sigaction": 13,
        "rt_sigprocmask": 14, "rt_sigreturn": 15, "pread64": 17, "readv": 19, "writev": 20,
        "access": 21, "select": 23, "sched_yield": 24, "mremap": 25, "madvise": 28, "dup": 32,
        "nanosleep": 35, "getpid": 39, "exit": 60, "uname": 63, "getcwd": 79, "readlink": 89,
        "gettimeofday": 96, "getrusage": 98, "times": 100, "getuid": 102, "getgid": 104,
        "geteuid": 107, "getegid": 108, "getppid": 110, "sigaltstack": 131, "gettid": 186,
        "time": 201, "futex": 202, "sched_getaffinity": 204, "getdents64": 217,
        "restart_syscall": 219, "clock_gettime": 228, "clock_getres": 229,
        "clock_nanosleep": 230, "exit_group": 231, "newfstatat": 262, "readlinkat": 267,
        "faccessat": 269, "pselect6": 270, "ppoll": 271, "set_robust_list": 273,
        "getrandom": 318, "membarrier": 324, "statx": 332, "rseq": 334, "faccessat2": 439,
    },
    "aarch64": {
        "getcwd": 17, "dup": 23, "faccessat": 48, "close": 57, "getdents64": 61, "lseek": 62,
        "read": 63, "write": 64, "readv": 65, "writev": 66, "pread64": 67, "pselect6": 72,
        "ppoll": 73, "readlinkat": 78, "newfstatat": 79, "fstat": 80, "exit": 93,
        "exit_group": 94, "futex": 98, "set_robust_list": 99, "nanosleep": 101,
        "clock_gettime": 113, "clock_getres": 114, "clock_nanosleep": 115, "sched_yield": 124,
        "sched_getaffinity": 123, "restart_syscall": 128, "sigaltstack": 132,
        "rt_sigaction": 134, "rt_sigprocmask": 135, "rt_sigreturn": 139, "times": 153,
        "uname": 160, "getrusage": 165, "gettimeofday": 169, "getpid": 172, "getppid": 173,
        "getuid": 174, "geteuid": 175, "getgid": 176, "getegid": 177, "gettid": 178, "brk": 214,
        "munmap": 215, "mremap": 216, "mmap": 222, "mprotect": 226, "madvise": 233,
        "getrandom": 278, "membarrier": 283, "statx": 291, "rseq": 293, "faccessat2": 439,
    },
}  # fmt: skip
"""The numbers of the calls that are allowed with any arguments, by machine."""

TELLING: Final = ("readlink", "readlinkat")
"""Calls that tell what other processes have open; Landlock keeps them from doing so."""


class Machine(NamedTuple):
    """A machine's number in filters, and those of its calls whose arguments are checked."""

    audit: int
    openat: int
    fcntl: int
    ioctl: int


MACHINES: Final = {
    "x86_64": Machine(0xC000003E, 257, 72, 16),
    "aarch64": Machine(0xC00000B7, 56, 25, 29),
}
WRITING: Final = (
    os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | getattr(os, "O_TMPFILE", 0)
) & ~getattr(os, "O_DIRECTORY", 0)
"""Flags of open that a read-only process has no use for."""
HARMLESS_FCNTL: Final = (1, 2, 3, 1030)
"""F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC."""
HARMLESS_IOCTL: Final = (0x5401, 0x5451)
"""TCGETS, by which Python asks whether a file is a terminal, and FIOCLEX."""

LOAD: Final = 0x20
JUMP_IF_EQUAL: Final = 0x15
JUMP_IF_ANY_BIT: Final = 0x45
JUMP_IF_GREATER_OR_EQUAL: Final = 0x35
RETURN: Final = 0x06
ALLOW: Final = 0x7FFF0000
REFUSE: Final = 0x00050000 | 1
KILL: Final = 0x80000000
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
X32: Final = 0x40000000
"""Calls of the x32 kind are numbered from here, and reach the same kernel."""

PR_SET_SECCOMP: Final = 22
MODE_FILTER: Final = 2


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def is_supported() -> bool:
    """Whether there is an allow-list for this machine."""
    return os.uname().sysname == "Linux" and platform.machine() in MACHINES


def build(may_open: bool) -> bytes:
    """The filter for this machine."""
    return b"".join(instructions(platform.machine(), may_open))


def instructions(name: str, may_open: bool) -> Iterator[bytes]:
    """The filter's instructions, one after the other.

    A jump skips forward: as many instructions as its third argument says if the test holds, as its
    fourth says if not.
    """
    machine = MACHINES[name]
    # On another architecture the same numbers mean other calls.
    yield instruction(LOAD, ARCHITECTURE)
    yield instruction(JUMP_IF_EQUAL, machine.audit, 1, 0)
    yield instruction(RETURN, KILL)
    yield instruction(LOAD, NUMBER)
    yield instruction(JUMP_IF_GREATER_OR_EQUAL, X32, 0, 1)
    yield instruction(RETURN, KILL)
    for call, number in ALLOWED[name].items():
        if call in TELLING and not may_open:
            continue
        yield instruction(JUMP_IF_EQUAL, number, 0, 1)
        yield instruction(RETURN, ALLOW)
    if may_open:
        yield instruction(JUMP_IF_EQUAL, machine.openat, 0, 4)
        yield instruction(LOAD, ARGUMENTS + 8 * 2)
        yield instruction(JUMP_IF_ANY_BIT, WRITING, 1, 0)
        yield instruction(RETURN, ALLOW)
        yield instruction(RETURN, REFUSE)
    yield from second_argument(machine.fcntl, HARMLESS_FCNTL)
    yield from second_argument(machine.ioctl, HARMLESS_IOCTL)
    yield instruction(RETURN, REFUSE)


def second_argument(number: int, harmless: tuple[int, ...]) -> Iterator[bytes]:
    """Allow a call only with these as its second argument."""
    # Another call skips the load too, so that its number stays in the register.
    yield instruction(JUMP_IF_EQUAL, number, 0, 2 + 2 * len(harmless))
    yield instruction(LOAD, ARGUMENTS + 8)
    for value in harmless:
        yield instruction(JUMP_IF_EQUAL, value, 0, 1)
        yield instruction(RETURN, ALLOW)
    yield instruction(RETURN, REFUSE)


def instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One instruction of a filter."""
    return pack("=HBBI", code, if_true, if_false, value)


def install(program: bytes, libc: ctypes.CDLL) -> None:
    """Filter this process's calls from now on, for good."""
    wrapped = _Program(len(program) // 8, ctypes.cast(ctypes.c_char_p(program), ctypes.c_void_p))
    if libc.prctl(PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(wrapped), 0, 0) != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
