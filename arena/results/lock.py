"""The lock that keeps other processes out of a results folder, and knows when the folder is gone.

The lock is the system's, on an open file: a process that is killed drops it. While it is held, the
file tells who holds it; only its owner can open it, so nobody else can hold it for ever.
"""

from __future__ import annotations

import getpass
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.results.files import explained, guards
from arena.terminal import printable

FILE: Final = "lock"
OWNER_ONLY: Final = 0o600
PAUSE: Final = 0.1
"""Seconds between two attempts to get a lock that another process holds."""
AGAIN: Final = 60.0
"""Seconds after which a waiting command says again that it waits."""
SHOWN: Final = 200
"""The most bytes of a lock file that are shown."""
FAR: Final = 1 << 30
"""The byte that is locked on Windows, where nobody could read a byte that is locked."""
KERNELS_LOCKS: Final = Path("/proc/locks")


class LockError(ArenaError):
    """A lock that can't be had, or a folder that is not there any more."""


@contextmanager
def locked(folder: Path, waiting: Callable[[str], None]) -> Iterator[None]:
    """Hold the lock of a folder, which is made if it does not exist.

    While another process holds it, `waiting` is called with who that is, every minute. As long as
    it is held, a file is written below the folder only if the folder is still the same.
    """
    handle = acquired(folder, waiting)
    guards[folder] = lambda: refuse_moved(folder, handle)
    try:
        with explained(folder):
            sign(handle)
        yield
    finally:
        del guards[folder]
        with suppress(OSError):
            os.ftruncate(handle, 0)
        os.close(handle)


def acquired(folder: Path, waiting: Callable[[str], None]) -> int:
    """A handle on the folder's lock, once no other process holds it."""
    due = 0.0
    while True:
        handle = opened(folder)
        try:
            while not try_lock(folder, handle):
                if time.monotonic() >= due:
                    waiting(holder_of(handle))
                    due = time.monotonic() + AGAIN
                time.sleep(PAUSE)
        except BaseException:  # Ctrl-C too
            os.close(handle)
            raise
        if is_in_place(folder, handle):
            return handle
        os.close(handle)  # the folder was removed meanwhile, and this lock with it


def opened(folder: Path) -> int:
    """A handle on the folder's lock file, which nobody but its owner can open."""
    path = folder / FILE
    with explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            handle = os.open(path, flags, OWNER_ONLY)
        except PermissionError as error:
            if path.exists():
                owner = user_name(path.stat().st_uid)
                raise LockError(f"{path} belongs to {owner}, who alone can write there") from error
            raise
        if sys.platform != "win32" and os.fstat(handle).st_uid == os.geteuid():
            os.fchmod(handle, OWNER_ONLY)
    return handle


def try_lock(folder: Path, handle: int) -> bool:
    """Lock the folder's open lock file, unless another process has; returns whether that worked."""
    with explained(folder):
        try:
            lock(handle)
        except (BlockingIOError, PermissionError):  # of Linux and macOS, of Windows
            return False
    return True


def lock(handle: int) -> None:
    """Lock an open file, by the means of this system."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_in_place(folder: Path, handle: int) -> bool:
    """Whether the folder's lock file is the one that is open."""
    try:
        return os.path.samestat((folder / FILE).stat(), os.fstat(handle))
    except OSError:
        return False


def refuse_moved(folder: Path, handle: int) -> None:
    """Refuse to write into a folder that is not the one that was locked."""
    if not is_in_place(folder, handle):
        raise LockError(
            f"{folder} was removed, renamed or replaced during the run: nothing more is written"
        )


def sign(handle: int) -> None:
    """Write into the lock file who holds it."""
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    words = f"process {os.getpid()} of {own_name()} since {since}"
    os.ftruncate(handle, 0)
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, words.encode("utf-8", "replace"))


def holder_of(handle: int) -> str:
    """Who holds the lock of a file: as the kernel knows it, else as the file says."""
    os.lseek(handle, 0, os.SEEK_SET)
    said = printable(os.read(handle, SHOWN).decode("utf-8", "replace"))
    pid = holding_process(os.fstat(handle).st_ino)
    if pid is None or said.startswith(f"process {pid} "):
        return said or "a process that is not known here"
    try:
        return f"process {pid} of {user_name(Path(f'/proc/{pid}').stat().st_uid)}"
    except OSError:  # it has just ended
        return f"process {pid}"


def holding_process(inode: int) -> int | None:
    """The process that holds a lock on the file of this number, where the kernel tells."""
    try:
        lines = KERNELS_LOCKS.read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        words = line.split()  # 1: FLOCK  ADVISORY  WRITE 4711 08:01:131075 0 EOF
        if words[1] == "FLOCK" and words[5].endswith(f":{inode}") and int(words[4]) > 0:
            return int(words[4])
    return None


def own_name() -> str:
    """The name of the user of this process."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # which of them depends on Python and the system
        return "an unnamed user"


def user_name(number: int) -> str:
    """The name of a user by his number; the number itself where it has none."""
    try:
        import pwd

        return pwd.getpwuid(number).pw_name
    except (ImportError, KeyError):
        return f"user {number}"
