"""The process that bots are forked from is the same after any game: they find no trace in it."""

import ctypes
import json
import mmap
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from struct import pack
from tempfile import TemporaryDirectory

import pytest

from arena.match.limits import Limits
from arena.sandbox.imports import ALLOWED
from arena.sandbox.orders import Reaped
from arena.sandbox.processes import ParentProcess
from arena.sandbox.venue import Venue
from tests.match.tables import FIRST, USA, choosing, one_of, written

PATIENT = Limits(cpu=20, idle=30)
PROJECT = Path(__file__).resolve().parents[2]
LOOKING = """
    import gc, json, sys
    def numbers_of_frames():
        found, frame = [], sys._getframe()
        while frame:
            numbers = {k: v for k, v in frame.f_locals.items() if type(v) is int}
            found.append([frame.f_code.co_name, numbers])
            frame = frame.f_back
        return found
    class Looking:
        def __init__(self):
            found = [gc.get_count(), sys.getallocatedblocks(), id(object()), id([]), id({})]
            found += [sys.getrefcount(item) for item in (None, True, 0, (), object, type)]
            found += [id(bytearray(size)) for size in (1, 100, 1000, 10_000, 1 << 20)]
            modules = hash(tuple(sorted(sys.modules)))
            print(json.dumps([found, modules, numbers_of_frames()]), flush=True)
            raise LookupError
        def choose(self, view, legal): pass
"""
"""Tells all that Python knows of what has happened in its process before."""
DUMPING = """
    import ctypes
    class Dumping:
        def __init__(self, file):
            ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # else only root can look at itself
            with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
                with open(file, "wb") as file:
                    for line in maps.readlines():
                        start, end = (int(part, 16) for part in line.split()[0].split("-"))
                        if line.split()[1].startswith("rw"):
                            memory.seek(start)
                            file.write(memory.read(end - start))
            raise LookupError("has seen it all")
        def choose(self, view, legal): pass
"""
"""Writes all of its memory to a file."""
READING = """
import mmap, sys
from arena.sandbox.parent import read_libraries
with open(sys.argv[1], "rb") as file:
    held = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
read_libraries()
"""


def seen(venue: Venue) -> object:
    """What a bot sees of its process's past."""
    return json.loads(venue.play(USA, [written(LOOKING), FIRST], 1).faults[0].output)


HOSTILE = [
    one_of("on_itself", "Exits"),
    one_of("on_channel", "Floods"),
    one_of("on_patience", "TakesEightGigabytes"),
    one_of("on_patience", "PrintsOn"),
    one_of("on_hooks", "ExitsAsIfKilled"),
    one_of("on_hooks", "OverflowsStack"),
    choosing("import os\nos._exit(view.turns)"),
]


def test_a_bot_sees_the_same_whoever_has_played_before() -> None:
    """From the first game on: the parent has made some processes before."""
    raising = choosing("raise LookupError")
    with Venue("sandbox", [USA], PATIENT) as venue:
        venue.prepare([*HOSTILE, written(LOOKING)])
        before = seen(venue)
        for bot in HOSTILE:
            venue.play(USA, [raising, bot], 2)
            venue.play(USA, [bot, raising], 3)
            assert seen(venue) == before


def test_how_a_bot_ended_is_not_in_the_memory_of_later_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither its exit code nor how much memory it had, both of which it can choose."""
    reaped: list[Reaped] = []
    reap = ParentProcess.reap

    def noted(parent: ParentProcess, pid: int) -> Reaped:
        reaped.append(reap(parent, pid))
        return reaped[-1]

    monkeypatch.setattr(ParentProcess, "reap", noted)
    leaving = choosing("import os\nheld = b'x' * (321 << 20)\nos._exit(77)")
    with Venue("process", [USA], PATIENT) as venue:
        venue.play(USA, [leaving, leaving], 1)
        dumping = written(DUMPING, file=str(tmp_path / "memory"))
        venue.play(USA, [dumping, FIRST], 1)
    memory = (tmp_path / "memory").read_bytes()
    endings = [end for end in reaped if end.code == 77]
    assert len(endings) == 2
    for ending in endings:
        assert ending.memory > 321 << 10
        assert pack("<q", ending.memory) not in memory
        assert pack("<QI", 1, ending.memory) not in memory  # as a number of Python


def test_no_memory_is_shared_by_bots() -> None:
    """Whatever modules their files name."""
    with closing(ParentProcess()) as parent:
        parent.prepare([USA], sorted(ALLOWED))
        folder = Path(f"/proc/{parent._process.pid}")
        rights = [line.split()[1] for line in (folder / "maps").read_text().splitlines()]
        threads = len(list((folder / "task").iterdir()))
    assert "r-xp" in rights
    assert not [right for right in rights if right[1] == "w" and right[3] == "s"]
    assert threads == 1


def test_bots_get_no_huge_pages() -> None:
    """Of which the system has few, so that they tell what others have."""
    with closing(ParentProcess()) as parent:
        status = Path(f"/proc/{parent._process.pid}/status").read_text()
    assert "THP_enabled:\t0" in status
    assert "THP_enabled:\t1" in Path("/proc/self/status").read_text()


def pages_in_memory(file: Path) -> int:
    """How many pages of a file are in the system's memory."""
    with file.open("r+b") as opened, mmap.mmap(opened.fileno(), 0) as held:
        found = (ctypes.c_ubyte * (len(held) // mmap.PAGESIZE))()
        start = ctypes.c_char.from_buffer(held)
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.mincore(ctypes.byref(start), ctypes.c_size_t(len(held)), found) == 0
        del start
        return sum(page & 1 for page in found)


def test_libraries_are_in_memory_before_a_bot_touches_them() -> None:
    """The first to touch a page that is not would leave it there, for a later one to find."""
    with TemporaryDirectory(dir=PROJECT / "tests") as folder:
        library = Path(folder, "library")
        library.write_bytes(os.urandom(64 * mmap.PAGESIZE))
        with library.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        before = pages_in_memory(library)
        run = [sys.executable, "-c", READING, str(library)]
        subprocess.run(run, cwd=PROJECT, check=True)
        assert before < 64, "this file system keeps all in memory"
        assert pages_in_memory(library) == 64
