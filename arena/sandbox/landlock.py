"""Rules of the kernel's Landlock: a confined process reads and writes no file.

Where the kernel knows how, TCP, abstract sockets and signals to outside are closed as well.
"""

from __future__ import annotations

import ctypes
import os
import sys
from struct import pack
from typing import Final

if sys.platform != "win32":  # where results are read, but no bots confined
    from fcntl import F_DUPFD_CLOEXEC, fcntl

CREATE_RULESET, RESTRICT_SELF = 444, 446
VERSION: Final = 1
"""The flag that asks for the kernel's version of Landlock."""
FILE_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many rights on files a version knows; later versions know as many as the last."""
TCP: Final = 0b11
"""Binding and connecting, from version 4."""
HIGH: Final = 64
"""The descriptor of the rules is at least this, so that no other is put in its place."""
SCOPES: Final = 0b11
"""Abstract sockets and signals, from version 6."""


def version(libc: ctypes.CDLL) -> int:
    """The kernel's version of Landlock; 0 where it has none."""
    return max(0, int(libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)))


def make_ruleset(libc: ctypes.CDLL) -> int:
    """A descriptor of the rules that allow nothing of what they know."""
    known = version(libc)
    rights = (1 << FILE_RIGHTS[min(known, max(FILE_RIGHTS))]) - 1
    # The structure has grown with the versions, and a kernel refuses fields that it does not know.
    attributes = pack("=QQQ", rights, TCP, SCOPES)[: 8 if known < 4 else 16 if known < 6 else 24]
    ruleset = call(libc, CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    high = fcntl(ruleset, F_DUPFD_CLOEXEC, HIGH)
    os.close(ruleset)
    return high


def enforce(libc: ctypes.CDLL, ruleset: int) -> None:
    """Put this process under these rules, for good."""
    call(libc, RESTRICT_SELF, ruleset, 0)


def call(libc: ctypes.CDLL, *arguments: object) -> int:
    """Make a system call, or raise what went wrong."""
    result = int(libc.syscall(*arguments))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
