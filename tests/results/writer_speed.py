"""How many games a second the one writer can store and rate.

    python -m tests.results.writer_speed configs/usa1910.toml --rounds 30

The games are played first; then they are stored again, as fast as that goes, in chunks as large as
those of the given numbers of games.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from arena.results.manifest import Environment
from arena.tournament.configuration import Configuration, read_configuration
from arena.tournament.run import run
from arena.tournament.sittings import Fixture
from arena.workers.games import GamesToPlay
from arena.workers.pool import Done
from arena.workers.workforce import on_this_machine
from tests.tournament.tournaments import fixtures

SIZES = (1, 10, 100)


class Ready:
    """A workforce that has played all chunks before."""

    workers = 1

    def __init__(self, played: list[Done]) -> None:
        self._played = played

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        """Hand over what was played."""
        yield from self._played

    def environments(self) -> list[Environment]:
        """Nobody's."""
        return []

    def close(self) -> None:
        """There is nothing to stop."""


def play(configuration: Configuration, size: int) -> list[Done]:
    """All games, in chunks of this size."""
    room = GamesToPlay(configuration.settings, configuration.bots)
    games = fixtures(configuration)
    workforce = on_this_machine(2)(room, len(games))
    try:
        chunks = (games[first : first + size] for first in range(0, len(games), size))
        return list(workforce.work(chunks))
    finally:
        workforce.close()


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("config", type=Path)
    parser.add_argument("--rounds", type=int, default=30)
    words = parser.parse_args()
    configuration = read_configuration(words.config).changed(words.rounds, None, True)
    games = len(fixtures(configuration))
    for size in SIZES:
        played = play(configuration, size)
        with tempfile.TemporaryDirectory() as folder:
            start, spent = time.monotonic(), time.process_time()
            run(configuration, Path(folder, "out"), lambda *_: Ready(played), print)  # noqa: B023
            wall, cpu = time.monotonic() - start, time.process_time() - spent
        print(
            f"{size} games a chunk: {wall / games * 1e3:.2f} ms a game,"
            f" {cpu / games * 1e3:.2f} of processor time"
        )


if __name__ == "__main__":
    main()
