"""What a run asks of those who play its games (`Workforce`), and a workforce of local processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from arena.results.manifest import Environment, environment
from arena.tournament.sittings import Fixture
from arena.workers.games import GamesToPlay
from arena.workers.pool import Done, WorkerPool


class Workforce(Protocol):
    """Plays chunks of games. What can't be played, however often it is tried, is an ArenaError."""

    @property
    def workers(self) -> int:
        """How many chunks can be played at the same time."""

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        """Play all chunks, in any order; a chunk is fetched when a worker is free for it."""

    def environments(self) -> Sequence[Environment]:
        """The environments that games have been played in so far."""

    def close(self) -> None:
        """Stop at once, whatever is being played."""


Hire = Callable[[GamesToPlay, int], Workforce]
"""Finds a workforce for an assignment and the number of games that are to be played."""


class LocalWorkforce:
    """A workforce of worker processes on this machine."""

    def __init__(self, assignment: GamesToPlay, workers: int) -> None:
        self.workers = workers
        self._pool = WorkerPool(workers, assignment)

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        """Play all chunks."""
        return self._pool.work(chunks)

    def environments(self) -> Sequence[Environment]:
        """The environment of this machine, once a worker has begun."""
        return [environment(level) for level in sorted(self._pool.levels)]

    def close(self) -> None:
        """End all processes."""
        self._pool.close()


def on_this_machine(workers: int) -> Hire:
    """Hire this number of processes, or one for each game if there are fewer games."""
    return lambda assignment, games: LocalWorkforce(assignment, min(workers, games))
