"""The files that a confined process may read, by rules of the kernel's Landlock; it writes none.

Where the kernel knows how, TCP, abstract sockets and signals to outside are closed as well.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from struct import pack
from typing import Final

if sys.platform != "win32":  # where results are read, but no bots confined
    from fcntl import F_DUPFD_CLOEXEC, fcntl

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION: Final = 1
"""The flag that asks for the kernel's version of Landlock."""
PATH_BENEATH: Final = 1
READ_FILE, READ_FOLDER = 1 << 2, 1 << 3
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


def make_ruleset(libc: ctypes.CDLL, readable: Iterable[Path]) -> int:
    """A descriptor of the rules that let these files and folders be read, and nothing else."""
    known = version(libc)
    rights = (1 << FILE_RIGHTS[min(known, max(FILE_RIGHTS))]) - 1
    # The structure has grown with the versions, and a kernel refuses fields that it does not know.
    attributes = pack("=QQQ", rights, TCP, SCOPES)[: 8 if known < 4 else 16 if known < 6 else 24]
    ruleset = call(libc, CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    for path in readable:
        allow(libc, ruleset, path)
    high = fcntl(ruleset, F_DUPFD_CLOEXEC, HIGH)
    os.close(ruleset)
    return high


def enforce(libc: ctypes.CDLL, ruleset: int) -> None:
    """Put this process under these rules, for good."""
    call(libc, RESTRICT_SELF, ruleset, 0)


def allow(libc: ctypes.CDLL, ruleset: int, path: Path) -> None:
    """Let a file, or all below a folder, be read; what does not exist needs no rule."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    rights = READ_FILE | READ_FOLDER if path.is_dir() else READ_FILE
    call(libc, ADD_RULE, ruleset, PATH_BENEATH, pack("=Qi", rights, descriptor), 0)
    os.close(descriptor)


def call(libc: ctypes.CDLL, *arguments: object) -> int:
    """Make a system call, or raise what went wrong."""
    result = int(libc.syscall(*arguments))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
