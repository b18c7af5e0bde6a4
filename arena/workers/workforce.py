"""Those who play the games: what is asked of them, and processes on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from arena.results.manifest import Environment, environment
from arena.tournament.schedule import Fixture
from arena.workers.games import GamesToPlay
from arena.workers.pool import Done, WorkerPool


class Workforce(Protocol):
    """Plays chunks of games. What can't be played, however often it is tried, is an ArenaError."""

    @property
    def workers(self) -> int:
        """How many chunks can be played at the same time."""

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        """Have all chunks played, in any order; each is asked for when somebody is free for it."""

    def environments(self) -> Sequence[Environment]:
        """What the games have been played with so far."""

    def close(self) -> None:
        """Stop at once, whatever is being played."""


Hire = Callable[[GamesToPlay, int], Workforce]
"""Finds a workforce for an assignment and the number of games that are to be played."""


class LocalWorkforce:
    """As many processes as there is use for."""

    def __init__(self, assignment: GamesToPlay, workers: int) -> None:
        self.workers = workers
        self._pool = WorkerPool(workers, assignment)

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        """Have all chunks played."""
        return self._pool.work(chunks)

    def environments(self) -> Sequence[Environment]:
        """The environment of this machine, once a worker has begun."""
        return [environment(level) for level in sorted(self._pool.levels)]

    def close(self) -> None:
        """End all processes."""
        self._pool.close()


def on_this_machine(workers: int) -> Hire:
    """Hire so many processes, or fewer if there are not as many games."""
    return lambda assignment, games: LocalWorkforce(assignment, min(workers, games))
