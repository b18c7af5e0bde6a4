"""Benchmark of the referee: random games, clones, samples and longest paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from time import process_time
from typing import Final

from arena.bench.figures import ROUNDS, Measure
from arena.boards import Board, load_board
from arena.referee.game import Game
from arena.referee.longest_path import longest_path
from arena.referee.network import each
from arena.referee.playout import play_out

WARM_UP: Final = 20
"""Games played before the clock starts, so that tables worked out on demand are there."""
POSITIONS: Final = 40
"""Positions that clones and samples are taken from, spread over whole games."""
NETWORKS: Final = 300


def measure_referee(rulesets: Sequence[str], seconds: float) -> Iterator[Measure]:
    """Measure games, clones, samples and longest paths, each for about this number of seconds."""
    for ruleset in rulesets:
        for seats in (2, 4):
            yield from measure_games(ruleset, seats, seconds)
    for ruleset in rulesets:
        yield from measure_copies(ruleset, seconds)
    yield from measure_paths(seconds)


def measure_games(ruleset: str, seats: int, seconds: float) -> Iterator[Measure]:
    """Measure games of random players, with every action checked and every event kept."""
    play_games(ruleset, seats, WARM_UP)
    spent, _ = play_games(ruleset, seats, WARM_UP)
    games = max(1, round(seconds / ROUNDS / spent * WARM_UP))
    rounds = [play_games(ruleset, seats, games) for _ in range(ROUNDS)]
    best, decisions = min(rounds)
    name = f"{ruleset}, {seats} seats"
    yield Measure(f"random games, {name}", games / best, "games/s")
    yield Measure(f"a decision, {name}", best / decisions * 1e6, "µs")


def play_games(ruleset: str, seats: int, games: int) -> tuple[float, int]:
    """The time and the decisions of this number of games, the same ones on every call."""
    rng = Random(0)
    start = process_time()
    decisions = sum(play_out(Game(ruleset, seats, seed), rng) for seed in range(games))
    return process_time() - start, decisions


def measure_copies(ruleset: str, seconds: float) -> Iterator[Measure]:
    """Measure clones and samples of positions from all stages of games of two."""
    rng = Random(0)
    games = positions(ruleset, rng)
    views = [game.view(game.seat) for game in games]
    clones = [game.clone for game in games]
    samples = [lambda view=view: view.sample(rng) for view in views]
    yield Measure(f"clone(), {ruleset}, 2 seats", mean_time(clones, seconds) * 1e6, "µs")
    yield Measure(f"sample(), {ruleset}, 2 seats", mean_time(samples, seconds) * 1e6, "µs")


def positions(ruleset: str, rng: Random) -> list[Game]:
    """Positions of random games of two, from all stages of them."""
    found = []
    for seed in range(POSITIONS):
        game = Game(ruleset, 2, seed)
        total = play_out(game.clone(), Random(seed))
        for _ in range(total * seed // POSITIONS):
            if not game.over:
                game.apply(rng.choice(game.legal()))
        if not game.over:
            found.append(game)
    return found


def measure_paths(seconds: float) -> Iterator[Measure]:
    """Measure the longest path of the networks of random games, and of the worst ones known."""
    rng = Random(0)
    networks = []
    for seed in range(NETWORKS):
        game = Game("usa", 2, seed)
        play_out(game, rng)
        networks += [network(game.board, each(owned)) for owned in game.owned]
    calls = [lambda edges=edges: longest_path(edges) for edges in networks]
    yield Measure("longest path, random games of usa", mean_time(calls, seconds) * 1e6, "µs")
    for name, edges in worst_networks():
        call = [lambda edges=edges: longest_path(edges)]
        yield Measure(f"longest path, {name}", mean_time(call, seconds / 4) * 1e3, "ms")


def worst_networks() -> Iterator[tuple[str, list[tuple[int, int, int]]]]:
    """The networks known to take the longest: on the boards, and of routes of length 1."""
    for board, routes in WORST_ROUTES:
        trains = sum(load_board(board).lengths[route] for route in routes)
        yield f"worst of {trains} trains on {board}", network(load_board(board), routes)
    yield "grid of 5 by 6 cities, 45 trains", grid(5, 6)[:45]
    yield "clusters round a city, 44 trains", clusters(4, 5)


def network(board: Board, routes: Iterable[int]) -> list[tuple[int, int, int]]:
    """Routes as edges between nodes."""
    return [(*board.ends[route], board.lengths[route]) for route in routes]


def grid(rows: int, columns: int) -> list[tuple[int, int, int]]:
    """A grid of cities with routes of length 1."""
    edges = []
    for city in range(rows * columns):
        if city % columns < columns - 1:
            edges.append((city, city + 1, 1))
        if city < (rows - 1) * columns:
            edges.append((city, city + columns, 1))
    return edges


def clusters(number: int, size: int) -> list[tuple[int, int, int]]:
    """Groups of cities, each city joined to all of its group, round a city in the middle."""
    edges = []
    for first in range(1, number * size, size):
        edges.append((0, first, 1))
        edges += [(a, b, 1) for a, b in combinations(range(first, first + size), 2)]
    return edges


def mean_time(calls: Sequence[Callable[[], object]], seconds: float) -> float:
    """The mean time of a call in the best round; all rounds together take these seconds."""
    return min(mean_round(calls, seconds / ROUNDS) for _ in range(ROUNDS))


def mean_round(calls: Sequence[Callable[[], object]], seconds: float) -> float:
    """The mean time of a call in one round."""
    laps = 0
    start = process_time()
    while (spent := process_time() - start) < seconds or not laps:
        for call in calls:
            call()
        laps += 1
    return spent / laps / len(calls)


WORST_ROUTES: Final = (
    ("usa", (0, 2, 5, 16, 17, 18, 25, 27, 28, 40, 54, 55, 57, 59, 63, 64, 66, 74, 76, 81)),
    (
        "oldwest",
        (10, 11, 14, 17, 21, 26, 28, 47, 51, 53, 71, 74, 78, 79, 82, 102, 104, 108, 111, 126),
    ),
    (
        "africa",
        (35, 38, 40, 41, 43, 46, 48, 49, 50, 51, 64, 66, 68, 70, 72, 74, 86, 88, 90, 91, 102),
    ),
)
"""Networks of all of a seat's trains, found by hill climbing on the time they take."""
