"""Imagined games in which all seats follow plans, for bots that think ahead: in the kernel where it
plays them, else by the followers of `arena.planning`.

Both play the very same games. Followers of the kernel play games without modules; they take a
fiftieth of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.planning.endings import final_scores, play_to_end
from arena.planning.follower import Follower
from arena.planning.weights import Weights
from arena.referee.actions import Action
from arena.referee.game import Game
from arena.referee.modules import BASIC
from arena.referee.phases import KEEP
from arena.referee.rules import Rules
from arena.vocabulary import RouteNumber, TicketNumber

try:
    from arena.kernel.table import KernelTable
except ImportError:  # the kernel was not built
    KernelTable = None  # type: ignore[assignment, misc]


class Intent(NamedTuple):
    """An answer, and what the seat goes for after it."""

    action: Action
    first: RouteNumber | None = None
    """A route to take cards for and claim before all others; None where it just follows its
    plan."""


class Outcome(NamedTuple):
    """What an imagined game came to by an intent."""

    decisions: int
    """How many decisions it took."""
    scores: tuple[int, ...]
    """The final score of each seat."""


def follows_in_kernel(rules: Rules) -> bool:
    """Whether the kernel is there and plays games of these rules by plans."""
    return KernelTable is not None and all(module in BASIC for module in rules.modules)


def follow(
    game: Game, intents: Sequence[Intent], given_up: Sequence[TicketNumber], weights: Weights
) -> list[Outcome]:
    """What an imagined game comes to by each intent of the asked seat.

    All seats follow plans that they make now, the asked one without the tickets that it has given
    up; if it is to keep tickets, it makes its plan after that.
    """
    if follows_in_kernel(game.rules):
        table = KernelTable.from_game(game)
        return [Outcome(*found) for found in table.follow(list(intents), given_up, weights)]
    followers = [Follower(seat, weights) for seat in range(game.seats)]
    followers[game.seat].given_up.update(given_up)
    for follower in followers:
        if follower.seat != game.seat or game.phase is not KEEP:
            follower.new_plan(game)
    return [followed(game.clone(), intent, followers) for intent in intents]


def followed(game: Game, intent: Intent, followers: Sequence[Follower]) -> Outcome:
    """What a game comes to by an intent, and by the plans that these followers have made."""
    players = [follower.copy() for follower in followers]
    players[game.seat].first = intent.first
    game.apply(intent.action)
    decisions = play_to_end(game, players)
    return Outcome(decisions, tuple(final_scores(game)))
