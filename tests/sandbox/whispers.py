"""How much two bots at one table can tell each other beside their moves, in bits a move.

    python -m tests.sandbox.whispers

One bot sends a row of numbers that both know, the other one writes down what it hears; the mutual
information of the two rows, in bits, is what a move of the sender can tell. It sends by how long it
takes to answer, or by computing or not while the other one is asked.
"""

import json
from collections import Counter
from collections.abc import Sequence
from math import log2

from arena.match.limits import Limits
from arena.match.source import Source
from arena.sandbox.venue import Venue
from tests.match.tables import USA, written

GAMES = 6
LEVELS = 16
"""How many lengths of time a sender has to choose from."""
COMMON = f"""
    import random, select, time
    from arena.sandbox.channel import BotEnd
    NUMBERS = random.Random(1)
    ROW = [NUMBERS.randrange({LEVELS}) for _ in range(1000)]
    receive = BotEnd.receive
"""
TAKING_TIME = (
    COMMON
    + """
    class Sender:
        asked = -1
        def choose(self, view, legal):
            self.asked += 1
            start = time.monotonic()
            while time.monotonic() < start + ROW[self.asked] * 0.001: pass
            return legal[0]
    """
)
HEARING_TIME = (
    COMMON
    + """
    class Hearer:
        last = time.monotonic()
        def choose(self, view, legal):
            print(round((time.monotonic() - self.last) * 1000), flush=True)
            answer = legal[0]
            self.last = time.monotonic()
            return answer
    """
)
COMPUTING = (
    COMMON
    + """
    class Sender:
        asked = -1
        def choose(self, view, legal):
            self.asked += 1
            busy = ROW[self.asked] % 2
            def spin_and_receive(end):
                while busy and not select.select([end.descriptor], [], [], 0)[0]: pass
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
            start, used = time.monotonic(), time.process_time()
            while time.monotonic() < start + 0.03: pass
            waited = (time.monotonic() - start) - (time.process_time() - used)
            print(int(waited > 0.004), flush=True)
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


def heard_in(venue: Venue, sender: Source, hearer: Source, seed: int) -> list[int]:
    """What one bot hears from the other in a game, move by move."""
    heard: list[str] = []
    begin = venue.seat

    def seat(*arguments: object) -> object:
        seated = begin(*arguments)  # type: ignore[arg-type]
        close = seated.close

        def listen() -> None:
            heard.append(seated.printed())
            close()

        seated.close = listen  # type: ignore[method-assign]
        return seated

    venue.seat = seat  # type: ignore[assignment, method-assign]
    try:
        venue.play(USA, [sender, hearer], seed)
    finally:
        venue.seat = begin  # type: ignore[method-assign]
    return [int(line) for line in max(heard, key=len).split()]


def main() -> None:
    """Measure all ways."""
    row = json.loads(json.dumps(numbers()))
    for way, (sending, hearing, levels) in WAYS.items():
        sender, hearer = written(sending, "sender"), written(hearing, "hearer")
        sent: list[int] = []
        heard: list[int] = []
        with Venue("sandbox", [USA], Limits(cpu=600, idle=600)) as venue:
            for seed in range(GAMES):
                found = heard_in(venue, sender, hearer, seed)
                sent += [number % levels for number in row[: len(found)]]
                heard += found
        print(f"{way}: {bits(sent, heard):.1f} bits a move, {len(sent)} moves")


def numbers() -> list[int]:
    """The row of numbers that both bots know."""
    from random import Random

    rng = Random(1)
    return [rng.randrange(LEVELS) for _ in range(1000)]


if __name__ == "__main__":
    main()
