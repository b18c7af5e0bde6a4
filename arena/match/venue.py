"""Where matches are played: how bots are seated, and how well they are confined there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Self

from arena.errors import unknown
from arena.match.limits import Limits
from arena.match.match import Match, Played
from arena.match.messages import Begin
from arena.match.processes import IsolationError, Nursery, ProcessSeat
from arena.match.seats import ISOLATIONS, NONE, SANDBOX, OwnSeat, Seat
from arena.match.source import Source
from arena.referee.game import Game
from arena.referee.rulesets import Ruleset

FULL = ("privileges", "limits", "landlock", "seccomp")


class Venue:
    """A place to play matches, with one way of seating bots."""

    def __init__(self, isolation: str, rulesets: Iterable[Ruleset], limits: Limits) -> None:
        if isolation not in ISOLATIONS:
            raise IsolationError(unknown("isolation", isolation, ISOLATIONS))
        self.isolation = isolation
        self.limits = limits
        self.layers = FULL if isolation == SANDBOX else ()
        self._nursery = None if isolation == NONE else Nursery(rulesets)

    def play(self, ruleset: Ruleset, sources: Sequence[Source], seed: int) -> Played:
        """Play one game of these bots."""
        game = Game(ruleset, len(sources), seed)
        seats: list[Seat] = []
        try:
            for me, source in enumerate(sources):
                begin = Begin(ruleset, len(sources), me, seed, self.limits.cpu, source)
                seats.append(self._seat(begin))
            return Match(game, seats).play()
        finally:
            for seat in seats:
                seat.close()

    def close(self) -> None:
        """Close the venue and end every process in it."""
        if self._nursery is not None:
            self._nursery.close()

    def _seat(self, begin: Begin) -> Seat:
        if self._nursery is None:
            return OwnSeat(begin, self.limits)
        return ProcessSeat(self._nursery, self.layers, begin, self.limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
