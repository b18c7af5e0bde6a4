"""Trying bots before the first game: each is loaded, made with its parameters and asked once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from arena.authoring.failure import place_of, told
from arena.errors import ArenaError
from arena.match.faults import BotFault, FaultKind
from arena.match.messages import Begin
from arena.match.source import Source
from arena.referee.game import Game, IllegalAction
from arena.referee.rulesets import Ruleset
from arena.sandbox.company import Company
from arena.sandbox.venue import Venue
from arena.seeds import bot_seed
from arena.tournament.settings import Settings

SEED: Final = 0
"""The seed of the game whose first question all bots are asked: no deal of any tournament."""
LONGEST: Final = 300
"""The most letters of what a bot's failure is told with."""
SHOWN: Final = 10
"""The most bots whose failures are told."""


class BotsRefused(ArenaError):
    """Bots that can't play: each with its file, the line and what went wrong there."""


def try_bots(venue: Venue, settings: Settings, bots: Iterable[Source]) -> None:
    """Have every bot answer the first question of every ruleset; refuse all those that can't."""
    found = (failure(venue, settings, bot) for bot in bots)
    refused = [sentence for sentence in found if sentence is not None]
    if refused:
        more = [f"and {len(refused) - SHOWN} more"] if len(refused) > SHOWN else []
        raise BotsRefused("\n".join([*refused[:SHOWN], *more]))


def failure(venue: Venue, settings: Settings, bot: Source) -> str | None:
    """Why a bot can't play, by its name; None if it can."""
    for ruleset in settings.all_rules():
        try:
            ask_once(venue, ruleset, settings.seats[0], bot)
        except BotFault as fault:
            # What fails in the first ruleset has most likely nothing to do with the rules.
            is_first = ruleset.name == settings.rulesets[0]
            words = [bot.name, place_of(fault, bot), "" if is_first else f"with {ruleset.name}"]
            return ": ".join([word for word in words if word] + [told(fault)[:LONGEST]])
    return None


def ask_once(venue: Venue, ruleset: Ruleset, seats: int, bot: Source) -> None:
    """Seat a bot at a table of its own and play its first answer; raises its fault."""
    game = Game(ruleset, seats, SEED)
    begin = Begin(ruleset, seats, 0, bot_seed(SEED, 0), venue.limits.cpu, bot)
    seat = venue.seat(begin, Company())
    try:
        action = seat.choose(game.seen_by(0))
        game.apply(action)
    except IllegalAction as refused:
        sentence = f"its first answer, {action!r}, is illegal: {refused}"
        raise BotFault(FaultKind.ILLEGAL, sentence) from refused
    finally:
        seat.close()
