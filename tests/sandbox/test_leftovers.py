"""Nothing is left of bots: no process and no open file, however the referee's process ends."""

import ctypes
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match.messages import Begin
from arena.sandbox import processes
from arena.sandbox.company import Company
from arena.sandbox.processes import IsolationError, ParentProcess
from arena.sandbox.venue import Venue
from tests.match.tables import FIRST, SHORT, USA, choosing

APART = pytest.mark.parametrize("isolation", ["sandbox", "process"])
PATIENCE = 120.0
PR_SET_CHILD_SUBREAPER = 36
PROJECT = Path(__file__).resolve().parents[2]
REFEREE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
from arena.match.limits import Limits
from arena.sandbox.venue import Venue
from tests.match.tables import FIRST, USA, choosing

isolation, body = sys.argv[1:]
with Venue(isolation, [USA], Limits(cpu=1000, idle=1000, wall=1000)) as venue:
    for seed in range(1_000_000):
        venue.play(USA, [FIRST, choosing(body)], seed)
"""
SLEEPING = "import time\ntime.sleep(1000)"
LOOPING = "while True: pass"
QUICK = "raise LookupError"
"""What a bot does: a quick one makes for many processes that come and go."""


def parents() -> dict[int, int]:
    """The parent of every process that has not ended."""
    found = {}
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            if folder.name.isdigit():
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                if state not in "ZX":
                    found[int(folder.name)] = int(parent)
    return found


def descendants(pid: int) -> set[int]:
    """All processes that come from this one and have not ended."""
    family, found = parents(), {pid}
    while more := {child for child, parent in family.items() if parent in found} - found:
        found |= more
    return found - {pid}


def wait_for(number: int, pid: int) -> set[int]:
    """The descendants of a process, as soon as they are so many, or no more than that if none."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = descendants(pid)
        if len(found) >= number > 0 or not (found or number):
            return found
        time.sleep(0.01)
    raise AssertionError(f"{pid} has {found}, not {number} descendants")


def open_files() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def have_ended(handles: list[int]) -> bool:
    """Whether all processes of these handles end before long."""
    poll = select.poll()
    for handle in handles:
        poll.register(handle, select.POLLIN)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if len(poll.poll(1000)) == len(handles):
            return True
    return False


@pytest.fixture
def adopted() -> Iterator[None]:
    """Orphans become children of this process: none gets out of sight."""
    libc = ctypes.CDLL(None)
    before = descendants(os.getpid())
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    yield
    libc.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
    for orphan in descendants(os.getpid()) - before:
        os.kill(orphan, signal.SIGKILL)
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def referee(isolation: str, body: str) -> subprocess.Popen[str]:
    """A referee in a process of its own, in the middle of its matches."""
    process = subprocess.Popen(
        [sys.executable, "-c", REFEREE, isolation, body],
        cwd=PROJECT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for(3, process.pid)  # the bots' parent and two bots
    return process


@pytest.mark.usefixtures("adopted")
@APART
@pytest.mark.parametrize("body", [SLEEPING, LOOPING, QUICK], ids=["asleep", "busy", "quick"])
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_bots_do_not_outlive_a_killed_referee(isolation: str, body: str, end: int) -> None:
    process = referee(isolation, body)
    process.send_signal(end)
    process.communicate()
    wait_for(0, os.getpid())
    assert process.returncode == -end


@pytest.mark.usefixtures("adopted")
@APART
@pytest.mark.parametrize("body", [SLEEPING, LOOPING, QUICK], ids=["asleep", "busy", "quick"])
def test_bots_do_not_outlive_an_interrupted_referee(isolation: str, body: str) -> None:
    """Ctrl-C goes to the whole group of the terminal, and is told as what it is."""
    process = referee(isolation, body)
    os.killpg(process.pid, signal.SIGINT)
    _, complaint = process.communicate(timeout=PATIENCE)
    wait_for(0, os.getpid())
    assert process.returncode == -signal.SIGINT
    assert complaint.splitlines()[-1] == "KeyboardInterrupt"


@APART
def test_after_a_match_only_the_parent_of_bots_is_left_and_then_nothing(isolation: str) -> None:
    before = descendants(os.getpid())
    with Venue(isolation, [USA], SHORT) as venue:
        parent = descendants(os.getpid()) - before
        for bots in ([FIRST, FIRST], [choosing(QUICK), choosing("import os\nos._exit(0)")]):
            venue.play(USA, bots, 1)
            assert descendants(os.getpid()) - before == parent
        assert len(parent) == 1
    assert descendants(os.getpid()) == before


@APART
def test_a_venue_that_closes_takes_its_bots_along(isolation: str) -> None:
    before = descendants(os.getpid())
    with Venue(isolation, [USA], SHORT) as venue:
        seats = [venue.seat(Begin(USA, 2, me, 0, 3.0, FIRST), Company()) for me in (0, 1)]
        found = descendants(os.getpid()) - before
        handles = [os.pidfd_open(pid) for pid in found]
    assert len(seats) == 2
    assert len(found) == 3
    assert have_ended(handles)
    for handle in handles:
        os.close(handle)


@APART
def test_matches_leave_no_files_open(isolation: str) -> None:
    """Fifty in all, of bots that play well, raise, hang up and print too much."""
    flooding = choosing("print('x' * 100_000)\nreturn legal[0]")
    tables = [[FIRST, FIRST]] * 7 + [[choosing(QUICK), choosing("import os\nos.close(3)")]]
    with Venue(isolation, [USA], SHORT) as venue:
        venue.play(USA, [flooding, FIRST], 0)
        before = open_files()
        for seed in range(25):
            venue.play(USA, tables[seed % len(tables)], seed)
        assert open_files() == before


@APART
def test_venues_leave_no_files_open(isolation: str) -> None:
    before = open_files()
    for _ in range(3):
        with Venue(isolation, [USA], SHORT):
            pass
    assert open_files() == before


def parent_of_bots(before: set[int]) -> int:
    """The one process that a venue has started since."""
    (parent,) = descendants(os.getpid()) - before
    return parent


@APART
def test_a_parent_killed_before_a_match_is_told_in_a_sentence(isolation: str) -> None:
    before = descendants(os.getpid())
    with Venue(isolation, [USA], SHORT) as venue:
        os.kill(parent_of_bots(before), signal.SIGKILL)
        with pytest.raises(IsolationError, match="process"):
            venue.play(USA, [FIRST, FIRST], 1)


def test_a_parent_killed_in_mid_match_is_told_in_a_sentence() -> None:
    """Outside the sandbox a bot can do it itself."""
    bot = choosing("import os\nif view.turns > 5: os.kill(os.getppid(), 9)\nreturn legal[0]")
    open_before = open_files()
    with Venue("process", [USA], SHORT) as venue, pytest.raises(IsolationError, match="process"):
        venue.play(USA, [FIRST, bot, FIRST], 1)
    assert open_files() == open_before


def test_ctrl_c_while_a_bot_is_seated_stays_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parent's answer that was not heard is not taken for the next one."""
    receive, calls = socket.recv_fds, iter([False, True])

    def interrupted(*arguments: int) -> tuple[bytes, list[int], int, object]:
        if next(calls, False):
            raise KeyboardInterrupt
        return receive(*arguments)

    with Venue("process", [USA], SHORT) as venue:
        monkeypatch.setattr(processes.socket, "recv_fds", interrupted)
        with pytest.raises(KeyboardInterrupt):
            venue.play(USA, [FIRST, FIRST, FIRST], 1)


def test_a_parent_that_fails_says_why() -> None:
    """It is given a ruleset that there is not."""
    nonsense = replace(USA, board="nowhere")
    failure = pytest.raises(IsolationError, match="nowhere")
    with failure, closing(ParentProcess()) as bots:
        bots.prepare([nonsense], [])


def test_a_parent_that_is_stopped_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LOST", 2.0)
    before = descendants(os.getpid())
    with Venue("process", [USA], SHORT) as venue:
        os.kill(parent_of_bots(before), signal.SIGSTOP)
        with pytest.raises(IsolationError, match="process"):
            venue.play(USA, [FIRST, FIRST], 1)
    assert descendants(os.getpid()) == before
