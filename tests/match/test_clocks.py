"""What a bot's clock counts: processor time of its own, whatever else the machine is doing."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from statistics import median

import pytest

from arena.match.faults import BotFault
from arena.match.limits import Limits
from arena.match.messages import Begin
from arena.match.seats import SeatedBot
from arena.match.source import Source
from arena.referee.game import Game
from arena.sandbox.company import Company
from arena.sandbox.venue import Venue
from tests.match.tables import FIRST, USA, choosing, fault_against_first, play, written

EVERYWHERE = pytest.mark.parametrize("isolation", ["sandbox", "process", "none"])
APART = pytest.mark.parametrize("isolation", ["sandbox", "process"])
NEAR = 0.2
"""Seconds by which a clock may be overrun: on a busy machine the referee, too, has to wait."""
WORKING = choosing("""
    total = 0
    for n in range(10_000): total += n * n % 7
    return legal[0]
""")
BURNING = """
    import time
    def burn(seconds):
        start = time.process_time()
        while time.process_time() - start < seconds: pass
"""


@contextmanager
def seated(isolation: str, source: Source, limits: Limits) -> Iterator[tuple[SeatedBot, Game]]:
    """A bot at the first seat of a game that is about to begin."""
    with Venue(isolation, [USA], limits) as venue, ExitStack() as stack:
        seat = venue.seat(Begin(USA, 2, 0, 1, limits.cpu, source), Company())
        stack.callback(seat.close)
        yield seat, Game(USA, 2, 1)


@contextmanager
def busy_loops(number: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """So many processes that do nothing but use processors."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield loops
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def charged(venue: Venue) -> float:
    """The processor time of a bot that always does the same work."""
    played = venue.play(USA, [WORKING, FIRST], 1)
    assert not played.faults
    return sum(thought.cpu_ms for thought in played.thoughts if thought.seat == 0)


def burden(venue: Venue, loops: list[subprocess.Popen[bytes]]) -> float:
    """How many times as much a game costs while the loops are running, the median of several."""
    ratios = []
    for _ in range(5):
        for loop in loops:
            loop.send_signal(signal.SIGSTOP)
        alone = charged(venue)
        for loop in loops:
            loop.send_signal(signal.SIGCONT)
        ratios.append(charged(venue) / alone)
    return median(ratios)


def test_a_busy_machine_costs_a_bot_nothing() -> None:
    """Games alone and in a crowd take turns, and all is repeated if the machine's pace changed."""
    with Venue("sandbox", [USA], Limits()) as venue, busy_loops(4) as loops:
        burdens = []
        while not burdens or (len(burdens) < 4 and not 0.9 < burdens[-1] < 1.1):
            burdens.append(burden(venue, loops))
    assert 0.9 < burdens[-1] < 1.1, burdens


@EVERYWHERE
def test_sleeping_is_not_charged(isolation: str) -> None:
    """Asleep for longer than its processor time, the bot still has most of it."""
    bot = choosing("""
        import time
        if 3 <= view.turns < 9: time.sleep(0.2)
        assert view.cpu_left() > 0.2
        return legal[0]
    """)
    played = play(isolation, bot, FIRST, limits=Limits(cpu=0.5, idle=20))
    own = [thought for thought in played.thoughts if thought.seat == 0]
    slept = [thought for thought in own if thought.wall_ms >= 200]
    assert not played.faults
    assert len(slept) >= 3
    assert sum(thought.cpu_ms for thought in slept) < 100 * len(slept)
    assert sum(thought.cpu_ms for thought in own) <= 500


@APART
def test_sleeping_has_a_limit_of_its_own(isolation: str) -> None:
    bot = choosing("import time\ntime.sleep(600)")
    fault = fault_against_first(isolation, bot, limits=Limits(cpu=0.5, idle=0.2))
    assert (fault.kind, fault.sentence) == ("timeout", "the bot has been idle for its 0.2 s")


@APART
def test_an_endless_loop_is_stopped_at_the_limit(isolation: str) -> None:
    limits = Limits(cpu=0.3, idle=20)
    with seated(isolation, choosing("while True: pass"), limits) as (seat, game):
        with pytest.raises(BotFault, match=r"has used its 0\.3 s of processor time") as caught:
            seat.choose(game.seen_by(0))
        assert caught.value.kind == "timeout"
        assert 0.3 <= seat.cpu < 0.3 + NEAR


@APART
def test_many_small_thoughts_reach_the_limit_too(isolation: str) -> None:
    code = (
        BURNING
        + """
    class Bot:
        def choose(self, view, legal):
            burn(0.05)
            return legal[0]
    """
    )
    played = play(isolation, written(code), FIRST, limits=Limits(cpu=0.4, idle=20))
    (fault,) = played.faults
    spent = [thought.cpu_ms for thought in played.thoughts if thought.seat == 0]
    assert fault.kind == "timeout"
    assert 3 <= len(spent) <= 8
    assert 400 - 50 * 3 < sum(spent) <= 400


def test_in_the_referees_process_the_limit_holds_after_the_answer() -> None:
    limits = Limits(cpu=0.2, idle=20)
    bot = choosing("while view.cpu_left() > -0.05: pass\nreturn legal[0]")
    with seated("none", bot, limits) as (seat, game):
        with pytest.raises(BotFault, match=r"has used its 0\.2 s of processor time"):
            seat.choose(game.seen_by(0))
        assert 0.25 <= seat.cpu < 0.25 + NEAR


@EVERYWHERE
def test_the_bots_own_clock_agrees_with_the_referees(
    isolation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It goes down, and tells what is charged: less only by what comes after the look at it."""
    code = (
        BURNING
        + """
    class Bot:
        def choose(self, view, legal):
            burn(0.05)
            print(view.cpu_left(), flush=True)
            return legal[0]
    """
    )
    limits, charges, since = Limits(cpu=10, idle=20), [], None
    with seated(isolation, written(code), limits) as (seat, game):
        while len(charges) < 4:
            if game.seat == 0:
                events, since = game.seen_by(0, since), game.log
                game.apply(seat.choose(events))
                charges.append(seat.cpu)
            else:
                game.apply(game.legal()[0])
        printed = seat.printed() or capsys.readouterr().out
    told = [limits.cpu - float(line) for line in printed.splitlines()]
    assert told == sorted(told)
    assert all(later - earlier >= 0.05 for earlier, later in pairwise(told))
    assert all(0 <= charge - spent < 0.05 for charge, spent in zip(charges, told, strict=True))


@EVERYWHERE
def test_loading_counts(isolation: str) -> None:
    code = (
        BURNING
        + """
    burn(0.2)
    class Bot:
        def __init__(self): burn(0.1)
        def start(self, view): burn(0.1)
        def choose(self, view, legal): return legal[0]
    """
    )
    played = play(isolation, written(code), FIRST)
    own = [thought.cpu_ms for thought in played.thoughts if thought.seat == 0]
    assert not played.faults
    assert own[0] >= 400
    assert own[0] > 4 * max(own[1:])


@APART
def test_a_file_that_never_ends_loading_is_stopped(isolation: str) -> None:
    bot = written("while True: pass\n")
    fault = fault_against_first(isolation, bot, limits=Limits(cpu=0.2, idle=20))
    assert (fault.kind, fault.ply) == ("timeout", 2)


@APART
def test_the_clock_of_a_bot_starts_with_its_file(isolation: str) -> None:
    """Getting a process ready is not its affair, nor is what others do before its first answer."""
    limits = Limits(cpu=10, idle=20)
    slow = choosing("while view.cpu_left() > 9.5: pass\nreturn legal[0]")
    bot = choosing("raise LookupError(view.cpu_left())")
    fault = play(isolation, slow, bot, limits=limits).faults[0]
    assert 9.8 < float(fault.sentence.rpartition(" ")[2]) <= 10
