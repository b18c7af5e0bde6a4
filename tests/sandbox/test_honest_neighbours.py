"""Whatever a bot does at whatever moment, the honest bot at its table plays as it always does."""

import time
from collections.abc import Iterator
from textwrap import dedent

import pytest

from arena.match.limits import Limits
from arena.match.match import Played
from arena.match.source import Source
from arena.sandbox.accounts import Account
from arena.sandbox.venue import Venue
from tests.match.tables import FIRST, USA, choosing, fault_at, written

LIMITS = Limits(cpu=1, idle=1, memory=256)
LONGEST = 300.0
"""Seconds of wall time: far more than three times all limits, for a machine may be busy."""
STALLS = {
    "sleeps": "time.sleep(600)",
    "spins": "while True: pass",
    "naps": "while True: time.sleep(0.0001)",
    "floods": "while True: os.write(3, bytes(1 << 16))",
    "prints": "while True: os.lseek(1, 0, 0); os.write(1, bytes(1 << 12))",
}
HOOKS = {
    "load": "stall()",
    "constructor": "Bot.__init__ = lambda self: stall()",
    "start": "Bot.start = lambda self, view: stall()",
    "choose": "Bot.choose = lambda self, view, legal: stall()",
    "after_answer": """
        def receive(end, receive=BotEnd.receive):
            if Bot.questions: stall()
            return receive(end)
        BotEnd.receive = receive
    """,
    "end": "Bot.end = lambda self, result: stall()",
}
LIKE = {
    "after_answer": "if view.turns: raise LookupError\nreturn legal[0]",
    "end": "return legal[0]",
}
"""Bots that fail at the same question as those that stall, but at once; else at the first."""


def stalling(hook: str, manner: str) -> Source:
    """A bot that stalls at this moment in this manner."""
    code = f"""
import os, time
from arena.sandbox.channel import BotEnd
def stall():
    {STALLS[manner]}
class Bot:
    questions = 0
    def choose(self, view, legal):
        Bot.questions += 1
        return legal[0]
"""
    return written(code + dedent(HOOKS[hook]).strip() + "\n", f"{manner}_at_{hook}")


@pytest.fixture(scope="module")
def venue() -> Iterator[Venue]:
    with Venue("sandbox", [USA], LIMITS) as venue:
        yield venue


def spent(played: Played, seat: int) -> tuple[float, float]:
    """Seconds of processor time and of idle time that a seat was charged for its answers."""
    own = [thought for thought in played.thoughts if thought.seat == seat]
    return sum(thought.cpu_ms for thought in own) / 1e3, sum(one.idle_ms for one in own) / 1e3


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("manner", STALLS)
def test_an_honest_bot_plays_as_on_a_quiet_machine(venue: Venue, hook: str, manner: str) -> None:
    start = time.monotonic()
    played = venue.play(USA, [stalling(hook, manner), FIRST], 1)
    assert time.monotonic() - start < LONGEST
    quiet = venue.play(USA, [choosing(LIKE.get(hook, "raise LookupError")), FIRST], 1)
    assert played.record == quiet.record
    assert [fault.seat for fault in played.faults] == [fault.seat for fault in quiet.faults]
    assert played.places == quiet.places
    assert not played.is_disturbed
    cpu, idle = spent(played, 1)
    assert cpu < LIMITS.cpu
    assert idle < LIMITS.idle / 2
    if hook != "end":
        assert spent(played, 0)[0] <= LIMITS.cpu


def test_a_nap_is_not_excused_because_the_bot_computes_when_it_is_looked_at(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a bot would have it that wakes up for each look of the referee."""
    monkeypatch.setattr(Account, "is_runnable", lambda _: True)
    fault = fault_at(venue, choosing("import time\nwhile True: time.sleep(0.005)"))
    assert (fault.kind, fault.sentence) == ("timeout", "the bot has been idle for its 1 s")
