"""What counts as a bot's idleness, what does not, and bots that compute while others are asked."""

import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from arena.match.clocks import BotClock
from arena.match.faults import BotFault
from arena.match.limits import Limits
from arena.match.match import Played
from arena.match.source import Source
from arena.sandbox import accounts, process_bot
from arena.sandbox.processes import BotProcess
from arena.sandbox.venue import Venue
from tests.match.tables import FIRST, USA, choosing, only_fault, play, play_elsewhere, written
from tests.match.test_clocks import busy_loops
from tests.sandbox.test_leftovers import PROJECT

APART = pytest.mark.parametrize("isolation", ["sandbox", "process"])
BURNING = """
    import time
    def burn(seconds):
        start = time.process_time()
        while time.process_time() - start < seconds: pass
"""
THINKING = written(
    BURNING
    + """
    class Thinking:
        def choose(self, view, legal):
            if 3 <= view.turns < 9: burn(0.3)
            return legal[0]
    """,
    "thinking",
)
"""Computes for a while at some of its questions."""
THIEF = written(
    """
    import select
    from arena.sandbox.channel import BotEnd
    receive = BotEnd.receive
    def spin_and_receive(end):
        while not select.select([end.questions], [], [], 0)[0]: pass
        return receive(end)
    class Thief:
        def choose(self, view, legal):
            if view.turns >= 3: BotEnd.receive = spin_and_receive
            return legal[0]
    """,
    "thief",
)
"""Computes after each answer until there is a question."""


def used(played: Played, seat: int, kind: str) -> float:
    """Seconds of one kind that a seat has used in a game."""
    return sum(getattr(thought, kind) for thought in played.thoughts if thought.seat == seat) / 1e3


@APART
def test_sleep_is_idleness(isolation: str) -> None:
    """On a busy machine the referee looks less often, and counts less, but never more."""
    bot = choosing("import time\nif 3 <= view.turns < 9: time.sleep(1)\nreturn legal[0]")
    played = play(isolation, bot, FIRST, limits=Limits(idle=60))
    naps = sum(thought.idle_ms >= 150 for thought in played.thoughts if thought.seat == 0)
    assert not played.faults
    assert naps >= 3
    assert used(played, 0, "idle_ms") < naps + 0.3
    assert used(played, 1, "idle_ms") < 0.1


def test_naps_that_are_shorter_than_a_slice_add_up() -> None:
    bot = choosing(f"import time\nwhile True: time.sleep({accounts.SLICE / 2})")
    fault = only_fault(play_elsewhere("sandbox", bot, FIRST, limits=Limits(idle=0.3)))
    assert (fault.kind, fault.sentence) == ("timeout", "the bot has been idle for its 0.3 s")


def test_waiting_for_a_core_is_no_idleness() -> None:
    """On the core of six busy loops, a game takes much longer than its bots compute.

    How long a bot waits is up to the system, which may share a core between sessions: games are
    played until one has waited longer than it may be idle.
    """
    cores, limit, waited = os.sched_getaffinity(0), 0.2, 0.0
    os.sched_setaffinity(0, {min(cores)})
    try:
        with busy_loops(6), Venue("sandbox", [USA], Limits(idle=limit)) as venue:
            for seed in range(20):
                played = venue.play(USA, [THINKING, FIRST], seed)
                assert not played.faults
                waited = used(played, 0, "wall_ms") - used(played, 0, "cpu_ms")
                if waited > limit:
                    break
    finally:
        os.sched_setaffinity(0, cores)
    assert waited > limit


REFEREE = """
import sys
from arena.match.limits import Limits
from tests.match.tables import FIRST, USA, choosing, play_elsewhere
from tests.match.test_idleness import THINKING
print("begun", flush=True)
played = play_elsewhere("sandbox", THINKING, FIRST, limits=Limits(idle=0.5))
print(len(played.faults), sum(thought.wall_ms for thought in played.thoughts) / 1e3)
"""


def test_a_machine_that_stands_still_costs_no_bot_its_game() -> None:
    """Referee and bots are stopped, again and again, for longer than a bot may be idle."""
    process = subprocess.Popen(
        [sys.executable, "-c", REFEREE],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    stops = 0
    while process.poll() is None:
        family = [process.pid, *children(process.pid)]
        for sign, pause in ((signal.SIGSTOP, 1.0), (signal.SIGCONT, 0.5)):
            for pid in family:
                send(pid, sign)
            time.sleep(pause)
        stops += 1
    faults, wall = process.stdout.read().split()
    assert faults == "0"
    assert stops > 1
    assert float(wall) > 1.5


def children(pid: int) -> list[int]:
    """The processes below a process, the bots' parent before the bots."""
    found: list[int] = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(file.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(file.parent.name))
        except OSError:
            continue
    return found + [below for child in found for below in children(child)]


def send(pid: int, sign: signal.Signals) -> None:
    """Send a signal to a process that may have ended."""
    try:
        os.kill(pid, sign)
    except ProcessLookupError:
        return


def test_a_bot_that_computes_while_another_is_asked_is_held_and_charged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While it is held, its processor clock stands still."""
    hold, let_go = BotProcess.hold_if_busy, BotProcess.let_go
    held: dict[BotProcess, float] = {}
    grown: list[float] = []

    def noted_hold(process: BotProcess) -> None:
        hold(process)
        if process._is_held:
            held.setdefault(process, process.account.cpu())

    def noted_release(process: BotProcess) -> None:
        if process in held:
            grown.append(process.account.cpu() - held.pop(process))
        let_go(process)

    monkeypatch.setattr(BotProcess, "hold_if_busy", noted_hold)
    monkeypatch.setattr(BotProcess, "let_go", noted_release)
    with Venue("sandbox", [USA], Limits(cpu=20)) as venue:
        played = venue.play(USA, [THINKING, THIEF], 1)
    stolen = [thought.cpu_ms for thought in played.thoughts if thought.seat == 1]
    thought = used(played, 0, "cpu_ms")
    assert not played.faults
    assert thought > 0.8
    assert grown
    assert max(grown) < 0.1
    assert max(stolen) > 5


def test_without_the_hold_it_would_take_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_bot.Company, "hold_others", lambda *_: None)
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        with Venue("sandbox", [USA], Limits(cpu=20)) as venue:
            played = venue.play(USA, [THINKING, THIEF], 1)
    finally:
        os.sched_setaffinity(0, cores)
    assert used(played, 1, "cpu_ms") > used(played, 0, "cpu_ms") / 2


def test_a_bot_is_charged_for_what_it_computes_after_its_last_answer() -> None:
    """The other one still has a slow answer to give."""
    last = written(
        BURNING
        + """
    class Last:
        def choose(self, view, legal):
            if view.last_turns is not None: burn(0.5)
            return legal[0]
    """,
        "last",
    )
    with Venue("sandbox", [USA], Limits(cpu=20)) as venue:
        played = venue.play(USA, [THIEF, last], 1)
    own = [thought for thought in played.thoughts if thought.seat == 0]
    assert not played.faults
    assert own[-1].cpu_ms > 5


def marking(folder: Path, body: str) -> Source:
    """A bot that leaves a mark for each game in which it is asked for its tenth turn."""
    return choosing(
        f"""
        import os, signal
        if view.turns > 10 and not hasattr(self, "is_marked"):
            self.is_marked = True
            with open({str(folder / "marks")!r}, "a") as file: file.write("x")
            with open({str(folder / "marks")!r}) as file: marks = len(file.read())
            {body}
        return legal[0]
        """
    )


def test_a_game_in_which_a_bot_is_killed_from_outside_is_played_again(tmp_path: Path) -> None:
    bot = marking(tmp_path, "if marks < 3: os.kill(os.getpid(), signal.SIGKILL)")
    played = play("process", bot, FIRST)
    assert played.faults == ()
    assert played.record == play("none", FIRST, FIRST).record
    assert (tmp_path / "marks").read_text() == "xxx"


def test_a_bot_that_is_killed_in_every_game_does_not_have_it_played_for_ever(
    tmp_path: Path,
) -> None:
    bot = marking(tmp_path, "os.kill(os.getpid(), signal.SIGKILL)")
    fault = only_fault(play("process", bot, FIRST))
    assert fault.kind == "crash"
    assert fault.sentence == "the bot's process was killed, as a system short of memory does"
    assert (tmp_path / "marks").read_text() == "xxx"


def test_a_bot_that_ends_itself_otherwise_is_at_fault_at_once(tmp_path: Path) -> None:
    bot = marking(tmp_path, "os.kill(os.getpid(), signal.SIGTERM)")
    assert "signal 15" in only_fault(play("process", bot, FIRST)).sentence
    assert (tmp_path / "marks").read_text() == "x"


@pytest.mark.parametrize("is_known", [True, False])
def test_wall_time_alone_blames_the_machine_where_the_system_keeps_accounts(is_known: bool) -> None:
    clock = BotClock(Limits(wall=2))
    clock.wall = 1.9
    clock.check_wall(is_known)
    clock.wall = 2.1
    with pytest.raises(BotFault, match="no more than 2 s") as caught:
        clock.check_wall(is_known)
    assert caught.value.from_outside == is_known


def test_where_the_system_keeps_no_account_wall_time_is_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(accounts, "scheduling", lambda folder: (0, 0))
    accounts.keeps_accounts.cache_clear()
    try:
        with Venue("sandbox", [USA], Limits(idle=0.1, wall=1)) as venue:
            assert venue.level.endswith("; no account of idle time)")
            bot = choosing("import time\ntime.sleep(0.3)\nreturn legal[0]")
            played = venue.play(USA, [bot, FIRST], 1)
    finally:
        accounts.keeps_accounts.cache_clear()
    fault = only_fault(played)
    assert fault.sentence == "no more than 1 s in all for the answers of a game"
    assert used(played, 0, "idle_ms") == 0


def test_idleness_is_told_decision_by_decision() -> None:
    bot = choosing("import time\nif view.turns in (4, 5): time.sleep(1)\nreturn legal[0]")
    with Venue("sandbox", [USA], Limits()) as venue:
        played = venue.play(USA, [bot, FIRST], 1)
    slow = [thought.ply for thought in played.thoughts if thought.idle_ms > 150]
    assert slow
    assert all(later > earlier for earlier, later in pairwise(slow))
