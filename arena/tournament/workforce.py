"""Those who play the games of a tournament, wherever they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from arena.tournament.crew import Done
from arena.tournament.manifest import Environment
from arena.tournament.playing import Playroom
from arena.tournament.schedule import Fixture


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


Employ = Callable[[Playroom, int], Workforce]
"""Finds a workforce for a playroom, where so many games are to be played."""
