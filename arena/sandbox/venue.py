"""Where matches are played: how bots are isolated, and refusing a sandbox that does not hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from types import TracebackType
from typing import Final, Self

from arena.errors import unknown
from arena.match.limits import Limits
from arena.match.match import Match, Played
from arena.match.messages import Begin
from arena.match.seats import Isolation, SeatedBot, TrustedBot
from arena.match.source import Source
from arena.referee.game import Game
from arena.referee.rulesets import Ruleset
from arena.sandbox.confinement import LANDLOCK, best_layers
from arena.sandbox.probe import escapes
from arena.sandbox.process_bot import ProcessBot
from arena.sandbox.processes import IsolationError, ParentProcess
from arena.seeds import bot_seed

ADVICE: Final = 'for bots that you trust, set the isolation to "process" or "none"'


def modules_of(source: Source) -> list[str]:
    """The modules to load before the fork: a confined process loads them slowly or not at all."""
    return ["numpy"] if b"numpy" in source.code and find_spec("numpy") else []


class Venue:
    """A place to play matches, with one way of seating bots."""

    def __init__(self, isolation: str, rulesets: Iterable[Ruleset], limits: Limits) -> None:
        """Open the venue; a sandbox that does not hold is refused, never pretended."""
        if isolation not in list(Isolation):
            raise IsolationError(unknown("isolation", isolation, list(Isolation)))
        self.isolation = Isolation(isolation)
        self.limits = limits
        self.layers: tuple[str, ...] = best_layers() if isolation == Isolation.SANDBOX else ()
        self._parent = None if isolation == Isolation.NONE else ParentProcess()
        if self._parent is not None:
            self._parent.prepare(rulesets, ())
        if isolation == Isolation.SANDBOX:
            self._check_sandbox()

    @property
    def level(self) -> str:
        """The level of isolation that was reached, to be shown and stored with results."""
        if self.isolation != Isolation.SANDBOX:
            return self.isolation
        return "sandbox (landlock and seccomp)" if LANDLOCK in self.layers else "sandbox (seccomp)"

    def play(self, ruleset: Ruleset, sources: Sequence[Source], seed: int) -> Played:
        """Play one game outside tournaments: the bots' seeds follow from the game's."""
        bot_seeds = [bot_seed(seed, me) for me in range(len(sources))]
        return self.play_seeded(ruleset, sources, seed, bot_seeds)

    def play_seeded(
        self, ruleset: Ruleset, sources: Sequence[Source], seed: int, bot_seeds: Sequence[int]
    ) -> Played:
        """Play one game, in which the seed of a bot's generator tells nothing of the cards."""
        game = Game(ruleset, len(sources), seed)
        seats: list[SeatedBot] = []
        try:
            for me, source in enumerate(sources):
                begin = Begin(ruleset, len(sources), me, bot_seeds[me], self.limits.cpu, source)
                seats.append(self.seat(begin))
            return Match(game, seats).play()
        finally:
            for seat in seats:
                seat.close()

    def seat(self, begin: Begin) -> SeatedBot:
        """Seat one bot with the isolation of this venue."""
        if self._parent is None:
            return TrustedBot(begin, self.limits)
        self._parent.prepare([begin.ruleset], modules_of(begin.source))
        return ProcessBot(self._parent, self.layers, begin, self.limits)

    def close(self) -> None:
        """Close the venue and end every process in it."""
        if self._parent is not None:
            self._parent.close()

    def _check_sandbox(self) -> None:
        assert self._parent is not None
        if not self.layers:
            self.close()
            raise IsolationError(f"this system has nothing to hold bots with; {ADVICE}")
        loose = escapes(self._parent, self.layers)
        if loose:
            self.close()
            raise IsolationError(f"bots can't be held here ({', '.join(loose)}); {ADVICE}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
