"""Benchmark of the compiled kernel beside the referee: both in turns, in processor time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import process_time
from typing import Final

from arena import kernel
from arena.bench.figures import ROUNDS, Measure
from arena.bench.referee import WARM_UP, play_games
from arena.referee.game import Game

TOGETHER: Final = 250
"""Games of a batch."""
COPIES: Final = 100_000


def measure_kernel(rulesets: Sequence[str], seconds: float) -> Iterator[Measure]:
    """Measure random games of two by the kernel and by the referee, in turns; then copies."""
    reason = kernel.missing()
    if reason is not None:
        yield Measure(reason, 0.0, "")
        return
    for ruleset in rulesets:
        yield from measure_both(ruleset, seconds)
    yield from measure_clones()


def measure_both(ruleset: str, seconds: float) -> Iterator[Measure]:
    """Measure games in one call and step by step, as multiples of the referee's speed."""
    play_games(ruleset, 2, WARM_UP)
    spent, _ = play_games(ruleset, 2, WARM_UP)
    games = max(1, round(seconds / ROUNDS / spent * WARM_UP))
    rounds = [
        (
            play_games(ruleset, 2, games)[0] / games,
            play_together(ruleset, games * 20),
            by_steps(ruleset, games),
        )
        for _ in range(ROUNDS)
    ]
    referee, together, steps = (min(times) for times in zip(*rounds, strict=True))
    name = f"{ruleset}, 2 seats"
    yield Measure(f"random games in the kernel, {name}", 1 / together, "games/s")
    yield Measure(f"times the referee's, {name}", referee / together, "times")
    yield Measure(f"step by step from Python, {name}", referee / steps, "times")


def play_together(ruleset: str, games: int) -> float:
    """The seconds a game takes, dealt and played and scored in batches."""
    from arena.kernel.batch import Batch

    start = process_time()
    batches = max(1, games // TOGETHER)
    for number in range(batches):
        batch = Batch(ruleset, 2, range(number * TOGETHER, (number + 1) * TOGETHER))
        batch.random_end(number)
        batch.results()
    return (process_time() - start) / batches / TOGETHER


def by_steps(ruleset: str, games: int) -> float:
    """The seconds a game takes if Python lists the actions and plays one, step by step."""
    rng = Random(0)
    start = process_time()
    for seed in range(games):
        table = kernel.Table(ruleset, 2, seed)
        while not table.over:
            actions = table.legal()
            table.apply(actions[rng.getrandbits(32) * len(actions) >> 32])
        table.result()
    return (process_time() - start) / games


def measure_clones() -> Iterator[Measure]:
    """Measure copies of a game, inside the kernel and from Python."""
    table = kernel.Table.from_game(Game("usa", 2, 0))
    inside = min(kernel._kernel.time_of_clone(table, COPIES) for _ in range(ROUNDS))
    yield Measure("clone inside the kernel", inside, "ns")
    outside = min(time_of(table.clone) for _ in range(ROUNDS))
    yield Measure("clone() from Python", outside * 1e6, "µs")


def time_of(call: Callable[[], object]) -> float:
    """The mean seconds of a call."""
    start = process_time()
    for _ in range(COPIES):
        call()
    return (process_time() - start) / COPIES
