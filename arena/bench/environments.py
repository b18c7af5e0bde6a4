"""Benchmark of environments for learning beside the bare referee: in turns, in processor time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Final

from arena import kernel
from arena.bench.figures import ROUNDS, Measure
from arena.bench.referee import WARM_UP
from arena.referee.game import Game
from arena.referee.playout import play_out

TOGETHER: Final = 256
"""Games of a vector."""
STEPS: Final = 200
"""Steps of a vector in a round."""
LIBRARY: Final = "pettingzoo"


def measure_environments(rulesets: Sequence[str], seconds: float) -> Iterator[Measure]:
    """Measure random play of two in environments and by the referee, in turns."""
    if find_spec(LIBRARY) is None:
        yield Measure(f"environments need {LIBRARY}: pip install 'railarena[rl]'", 0.0, "")
        return
    for ruleset in rulesets:
        yield from measure_all(ruleset, seconds)


def measure_all(ruleset: str, seconds: float) -> Iterator[Measure]:
    """Measure decisions a second, with all observations and masks made."""
    by_referee(ruleset, WARM_UP)
    by_agents(ruleset, 1)
    games = max(1, round(seconds / ROUNDS * by_referee(ruleset, WARM_UP) / 150))
    rounds = [(by_referee(ruleset, games), by_agents(ruleset, games)) for _ in range(ROUNDS)]
    referee, agents = (max(rates) for rates in zip(*rounds, strict=True))
    name = f"{ruleset}, 2 seats"
    yield Measure(f"referee alone, {name}", referee, "decisions/s")
    yield Measure(f"PettingZoo environment, {name}", agents, "decisions/s")
    yield Measure(f"times the referee's, {name}", agents / referee, "times")
    if kernel.available():
        yield Measure(f"vector of games, {name}", by_vector(ruleset), "decisions/s")


def by_referee(ruleset: str, games: int) -> float:
    """Decisions a second of random games by the bare referee."""
    rng, start = Random(0), process_time()
    decisions = sum(play_out(Game(ruleset, 2, seed), rng) for seed in range(games))
    return decisions / (process_time() - start)


def by_agents(ruleset: str, games: int) -> float:
    """Decisions a second of random games in the PettingZoo environment."""
    from arena import rl

    env, rng, decisions = rl.env(ruleset), Random(0), 0
    start = process_time()
    for seed in range(games):
        env.reset(seed=seed)
        for _ in env.agent_iter(1 << 40):
            observation, _, over, _, _ = env.last()
            legal = observation["action_mask"].nonzero()[0]
            env.step(None if over else int(legal[rng.getrandbits(32) * len(legal) >> 32]))
            decisions += not over
    return decisions / (process_time() - start)


def by_vector(ruleset: str) -> float:
    """Decisions a second of a vector of games, random actions drawn from its masks included."""
    import numpy as np

    from arena import rl

    games, generator, rates = rl.vector(ruleset, TOGETHER), np.random.default_rng(0), []
    for _ in range(ROUNDS):
        start = process_time()
        for _ in range(STEPS):
            games.step(games.random_actions(generator))
        rates.append(TOGETHER * STEPS / (process_time() - start))
    return max(rates)
