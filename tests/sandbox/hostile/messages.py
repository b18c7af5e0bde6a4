"""Ways to leave a bit for a later game, or for a partner, and to find it again."""

import ctypes
import os
import platform
import time
from pathlib import Path

from arena.sandbox.channel import BotEnd

LIBC = ctypes.CDLL(None, use_errno=True)
FUTEX, ADD_KEY, KEYCTL = {
    "x86_64": (202, 248, 250),
    "aarch64": (98, 217, 219),
}[platform.machine()]
PAGE, NAMES = 4096, 200
USER_RING = -4
ONLY_NEW = 0o3600


def checked(result):
    """What a call returned; its error, raised, if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def names(folder, mark):
    """Names of files that there are not."""
    return [f"{folder}/{mark}-{number}" for number in range(NAMES)]


def seconds_to_look(path):
    """How long it takes to be told that there is no such file."""
    start = time.perf_counter_ns()
    if LIBC.access(path.encode(), 0) == 0 or ctypes.get_errno() != 2:
        raise PermissionError("not told")
    return time.perf_counter_ns() - start


def leave_looked_for_names(place):
    for path in names(place["folder"], place["mark"]):
        seconds_to_look(path)


def find_looked_for_names(place):
    """Names that were looked for are in the kernel's cache: told sooner than others."""
    asked = names(place["folder"], place["mark"])
    new = names(place["folder"], f"{place['mark']}-new")
    pairs = [
        (seconds_to_look(one), seconds_to_look(other))
        for one, other in zip(asked, new, strict=True)
    ]
    return sum(one < other for one, other in pairs) > 0.75 * NAMES


def leave_access_time(place):
    Path(place["file"]).read_bytes()


def find_access_time(place):
    """A file that was read has a new time."""
    return Path(place["file"]).stat().st_atime > place["since"]


def leave_shared_memory(place):
    checked(LIBC.shmget(place["key"], PAGE, ONLY_NEW))


def find_shared_memory(place):
    """Memory of the old kind stays, whoever made it."""
    return is_there(LIBC.shmget(place["key"], PAGE, 0))


def leave_semaphore(place):
    checked(LIBC.semget(place["key"], 1, ONLY_NEW))


def find_semaphore(place):
    return is_there(LIBC.semget(place["key"], 1, 0))


def leave_queue(place):
    checked(LIBC.msgget(place["key"], ONLY_NEW))


def find_queue(place):
    return is_there(LIBC.msgget(place["key"], 0))


def is_there(result):
    """Whether something was found; an error, raised, if that was not told."""
    if result < 0 and ctypes.get_errno() != 2:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result >= 0


def leave_key(place):
    text = str(place["mark"]).encode()
    checked(LIBC.syscall(ADD_KEY, b"user", text, text, ctypes.c_size_t(len(text)), USER_RING))


def find_key(place):
    """A key stays in the ring of its user."""
    text = str(place["mark"]).encode()
    found = LIBC.syscall(KEYCTL, 10, ctypes.c_long(USER_RING), b"user", text, 0)
    if found < 0 and ctypes.get_errno() not in (126, 2):  # ENOKEY
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return found >= 0


def sibling():
    """The number of the process that has the same parent."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        except (FileNotFoundError, ProcessLookupError):  # it has just ended
            continue
        if int(parent) == os.getppid() and int(folder.name) != os.getpid():
            return int(folder.name)
    raise PermissionError("not told")


def leave_open_files(place):
    for _ in range(20):
        os.dup(0)


def find_open_files(place):
    """The process before this one has more or fewer files open."""
    return len(list(Path(f"/proc/{sibling()}/fd").iterdir())) > 15


def leave_used_time(place):
    until = time.process_time() + 0.3
    while time.process_time() < until:
        pass


def find_used_time(place):
    """The process before this one has used more or less processor time."""
    return time.clock_gettime((~sibling() << 3) | 2) > 0.2


def in_library():
    """A place in a library that every process has mapped."""
    return ctypes.c_void_p(ctypes.cast(LIBC.getenv, ctypes.c_void_p).value & -4)


def leave_woken_sleeper(place):
    """Has a partner woken again and again, when it is asked."""
    receive = BotEnd.receive

    def hooked(end):
        for _ in range(100):
            LIBC.syscall(FUTEX, in_library(), 1, 1, 0, 0, 0)
            time.sleep(0.005)
        return receive(end)

    BotEnd.receive = hooked


def find_woken_sleeper(place):
    """Sleeps until it is woken, or for a while."""
    word = ctypes.c_uint32.from_address(in_library().value).value
    for _ in range(3):
        moment = ctypes.byref((ctypes.c_long * 2)(0, 100_000_000))
        if LIBC.syscall(FUTEX, in_library(), 0, word, moment, 0, 0) == 0:
            return True
        if ctypes.get_errno() != 110:  # ETIMEDOUT
            raise OSError(ctypes.get_errno(), "not waited")
    return False


class Messenger:
    """Leaves a bit or finds one at its first question, tells what came of it, and gives up then."""

    def __init__(self, act, place, stays):
        self.act = globals().get(act)
        self.place = place
        self.stays = stays

    def choose(self, view, legal):
        found = None
        try:
            if self.act is not None:
                found = self.act(self.place)
        except OSError:
            found = "refused"
        if self.stays:
            self.stays = self.act = None
            return legal[0]
        raise LookupError(found)


BOT = Messenger
