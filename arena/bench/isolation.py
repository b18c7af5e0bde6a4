"""Benchmark of confined bots: starting a process, asking a question, and whole games."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from multiprocess import get_context

import arena.authoring
from arena.bench.figures import ROUNDS, Measure
from arena.match.limits import Limits
from arena.match.messages import Begin
from arena.match.reading import read_source
from arena.match.seats import Isolation
from arena.match.source import Source
from arena.referee.events import Asked
from arena.referee.phases import TURN
from arena.referee.rulesets import find_ruleset
from arena.sandbox.company import Company
from arena.sandbox.venue import Venue

if TYPE_CHECKING:
    from arena.match.seats import SeatedBot

RULESET: Final = find_ruleset("usa")
STARTS: Final = 20
"""Processes started in a round."""
HEATS: Final = 3
"""How often whole games are measured: not as often as the rest, for workers start slowly."""
QUESTIONS: Final = 500
"""Questions asked in a round."""
EAGER: Final = Source(
    "eager",
    "eager.py",
    b"from arena.bot import TakeTickets\n"
    b"class Eager:\n"
    b"    def choose(self, view, legal):\n"
    b"        return TakeTickets()\n",
    {},
)
"""A bot that answers without a thought."""


def measure_isolation(seconds: float) -> Iterator[Measure]:
    """Measure the start of a confined bot, a question to it, and whole games."""
    with Venue(Isolation.SANDBOX, [RULESET], Limits()) as venue:
        yield Measure("start of a confined bot", best(start_time, venue) * 1e3, "ms")
        yield Measure(
            "question to a confined bot and answer", best(question_time, venue) * 1e6, "µs"
        )
    cores = sorted(os.sched_getaffinity(0))
    games = max(games_a_second(cores, seconds) for _ in range(HEATS))
    yield Measure(f"random games of 2 confined bots, {len(cores)} cores", games, "games/s")


def best(measured: Any, venue: Venue) -> float:
    """The best of some rounds of a measurement."""
    return float(min(measured(venue) for _ in range(ROUNDS)))


def start_time(venue: Venue) -> float:
    """The mean time until a confined process is ready for its bot, and to end it."""
    start = perf_counter()
    for _ in range(STARTS):
        new_seat(venue).close()
    return (perf_counter() - start) / STARTS


def question_time(venue: Venue) -> float:
    """The mean time of a question to a bot that answers at once."""
    seat = new_seat(venue)
    question = [Asked(0, TURN)]
    seat.choose(question)
    start = perf_counter()
    for _ in range(QUESTIONS):
        seat.choose(question)
    spent = perf_counter() - start
    seat.close()
    return spent / QUESTIONS


def new_seat(venue: Venue) -> SeatedBot:
    """A confined process with the eager bot in it."""
    return venue.seat(Begin(RULESET, 2, 0, 0, venue.limits.cpu, EAGER), Company())


def games_a_second(cores: list[int], seconds: float) -> float:
    """Whole games a second of two confined random bots, a worker on each core."""
    context = get_context("spawn")
    pipes = [context.Pipe(duplex=False) for _ in cores]
    workers = [
        context.Process(target=play_on, args=(core, seconds, sender))
        for core, (_, sender) in zip(cores, pipes, strict=True)
    ]
    for worker in workers:
        worker.start()
    for _, sender in pipes:
        sender.close()  # so that a worker that dies is an error, and not waited for
    rates = [receiver.recv() for receiver, _ in pipes]
    for worker in workers:
        worker.join()
    return float(sum(rates))


def play_on(core: int, seconds: float, sender: Any) -> None:
    """Play on one core for this number of seconds, and send the games a second."""
    os.sched_setaffinity(0, {core})
    bot = read_source(Path(arena.authoring.__file__).with_name("sparring_bot.py"))
    with Venue(Isolation.SANDBOX, [RULESET], Limits()) as venue:
        games = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < seconds or not games:
            venue.play(RULESET, [bot, bot], games)
            games += 1
    sender.send(games / spent)
