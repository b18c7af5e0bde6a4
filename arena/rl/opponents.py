"""Who sits in the other seats of a Gymnasium environment: bots in this process, or random play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final, Protocol

from arena.errors import ArenaError
from arena.match.faults import BotFault
from arena.match.limits import Limits
from arena.match.messages import Begin
from arena.match.reading import read_source
from arena.match.seats import TrustedBot
from arena.match.source import Source
from arena.referee.actions import Action
from arena.referee.game import Game, Log
from arena.seeds import bot_seed
from arena.vocabulary import Seat

RANDOM: Final = "random"
"""Names an opponent that plays any legal action."""
PATIENCE: Final = Limits(cpu=3600.0)
"""The limits of opponents: they are the user's own, and nobody's clock runs."""


class Opponent(Protocol):
    """A seat that answers for itself."""

    def answer(self, game: Game) -> Action:
        """Its answer to the question that the game asks it."""


class AnyAction:
    """An opponent that plays any legal action."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def answer(self, game: Game) -> Action:
        """Any legal action, all equally likely."""
        return self._rng.choice(game.legal())


class BotOpponent:
    """An opponent that is a bot's file, run in this process."""

    def __init__(self, source: Source, game: Game, seat: Seat, seed: int) -> None:
        begin = Begin(game.rules.ruleset, game.seats, seat, seed, PATIENCE.cpu, source)
        self._name, self._seat = source.name, seat
        self._bot = TrustedBot(begin, PATIENCE)
        self._seen: Log = None

    def answer(self, game: Game) -> Action:
        """What the bot plays; its fault is the user's to mend."""
        events = game.seen_by(self._seat, self._seen)
        self._seen = game.log
        try:
            return self._bot.choose(events)
        except BotFault as fault:
            raise ArenaError(f"the opponent {self._name} failed: {fault.sentence}") from None


def sources_of(opponents: Sequence[str | Path], seats: int) -> list[Source | None]:
    """The opponents' files, None for random play; one alone stands for all other seats."""
    named = list(opponents) or [RANDOM]
    if len(named) == 1:
        named *= seats - 1
    if len(named) != seats - 1:
        raise ArenaError(f"{seats} seats have {seats - 1} opponents, or one for all: {len(named)}")
    return [None if name == RANDOM else read_source(Path(name)) for name in named]


def seated(source: Source | None, game: Game, seat: Seat, seed: int) -> Opponent:
    """An opponent that takes its seat in a game just dealt."""
    own = bot_seed(seed, seat)
    return AnyAction(own) if source is None else BotOpponent(source, game, seat, own)
