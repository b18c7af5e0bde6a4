"""How much two bots at one table can tell each other beside their moves, in bits a turn.

    python -m tests.sandbox.whispers

One bot sends a row of numbers that both know, the other one writes down what it hears; the mutual
information of the two rows, in bits, is what a turn of the sender can tell. It sends by how long it
takes to answer, or by computing or not while the other one is asked.
"""

import os
from collections import Counter
from collections.abc import Sequence
from math import log2
from random import Random

from arena.match.limits import Limits
from arena.match.source import Source
from arena.sandbox.venue import Venue
from tests.match.tables import USA, written

GAMES = 20
TURNS = 40
"""Turns of a game that are listened to."""
LEVELS = 16
"""How many lengths of time a sender has to choose from."""
COMMON = f"""
    import random, select, time
    from arena.sandbox.channel import BotEnd
    NUMBERS = random.Random(1)
    ROW = [NUMBERS.randrange({LEVELS}) for _ in range(1000)]
    def tell(view, number):
        print(view.turns - 1, number, flush=True)
        if view.turns > {TURNS}: raise LookupError("has heard enough")
    receive = BotEnd.receive
"""
TAKING_TIME = (
    COMMON
    + """
    class Sender:
        def choose(self, view, legal):
            if view.phase == "turn":
                start = time.monotonic()
                while time.monotonic() < start + ROW[view.turns] * 0.001: pass
            return legal[0]
    """
)
HEARING_TIME = (
    COMMON
    + """
    class Hearer:
        last = time.monotonic()
        def choose(self, view, legal):
            if view.phase == "turn":
                tell(view, round((time.monotonic() - self.last) * 1000))
            answer = legal[0]
            self.last = time.monotonic()
            return answer
    """
)
COMPUTING = (
    COMMON
    + """
    class Sender:
        busy = False
        def choose(self, view, legal):
            if view.phase == "turn": self.busy = ROW[view.turns] % 2
            def spin_and_receive(end):
                while self.busy and not select.select([end.questions], [], [], 0)[0]: pass
                return receive(end)
            BotEnd.receive = spin_and_receive
            return legal[0]
    """
)
FEELING = (
    COMMON
    + """
    class Hearer:
        def choose(self, view, legal):
            if view.phase == "turn":
                start, used = time.monotonic(), time.process_time()
                while time.monotonic() < start + 0.03: pass
                waited = (time.monotonic() - start) - (time.process_time() - used)
                tell(view, int(waited > 0.004))
            return legal[0]
    """
)
WAYS: dict[str, tuple[str, str, int]] = {
    "by the time of an answer": (TAKING_TIME, HEARING_TIME, LEVELS),
    "by computing unasked": (COMPUTING, FEELING, 2),
}


def bits(sent: Sequence[int], heard: Sequence[int]) -> float:
    """The mutual information of two rows."""
    pairs, total = Counter(zip(sent, heard, strict=True)), len(sent)
    first, second = Counter(sent), Counter(heard)
    return sum(
        number / total * log2(number * total / (first[one] * second[other]))
        for (one, other), number in pairs.items()
    )


def heard_in(venue: Venue, sender: Source, hearer: Source, seed: int) -> dict[int, int]:
    """What one bot hears from the other in a game, by turn: it gives up to tell it."""
    fault = venue.play(USA, [sender, hearer], seed).faults[0]
    lines = (line.split() for line in fault.output.splitlines())
    return {int(turn): int(number) for turn, number in lines}


def main() -> None:
    """Measure all ways, on one core, as workers play."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rng = Random(1)
    row = [rng.randrange(LEVELS) for _ in range(1000)]
    for way, (sending, hearing, levels) in WAYS.items():
        sender, hearer = written(sending, "sender"), written(hearing, "hearer")
        sent: list[int] = []
        heard: list[int] = []
        with Venue("sandbox", [USA], Limits(cpu=600, idle=600)) as venue:
            for seed in range(GAMES):
                for turn, number in heard_in(venue, sender, hearer, seed).items():
                    heard.append(number)
                    sent.append(row[turn] % levels)
        print(f"{way}: {bits(sent, heard):.1f} bits a turn, {len(sent)} turns")


if __name__ == "__main__":
    main()
