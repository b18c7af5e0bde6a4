"""Imagined games in which all seats plan: for bots that think ahead, and to measure beliefs by.

In the kernel they play as planners do, to the last decision, in a thirtieth of the time. Without
it, and in games with modules, they are followers of `arena.planning`, which come close to planners.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
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
    """What a seat means to do."""

    action: Action
    """Its answer now."""
    first: RouteNumber | None = None
    """A route to take cards for and claim before all others; None where it just follows its
    plan."""


class Outcome(NamedTuple):
    """What an imagined game came to by an intent."""

    decisions: int
    """How many decisions it took."""
    scores: tuple[int, ...]
    """The final score of each seat."""


def plans_in_kernel(rules: Rules) -> bool:
    """Whether the kernel is there and plans in games of these rules: in those without modules."""
    return KernelTable is not None and all(module in BASIC for module in rules.modules)


def planned_trials(
    game: Game, intents: Sequence[Intent], given_up: Collection[TicketNumber], weights: Weights
) -> list[Outcome]:
    """What an imagined game comes to by each intent of the asked seat, if all seats plan.

    The asked seat does not plan for the tickets that it has given up.
    """
    if plans_in_kernel(game.rules):
        table = KernelTable.from_game(game)
        found = table.finish_planned(list(intents), sorted(given_up), weights)
        return [Outcome(*outcome) for outcome in found]
    followers = followers_of(game, weights)
    followers[game.seat].given_up.update(given_up)
    for follower in followers:
        if follower.seat != game.seat or game.phase is not KEEP:
            follower.new_plan(game)
    return [carried_out(game.clone(), intent, followers) for intent in intents]


def planned_end(game: Game, weights: Weights) -> Outcome:
    """What an imagined game comes to if all seats plan; the game itself may be played on."""
    if plans_in_kernel(game.rules):
        (found,) = KernelTable.from_game(game).finish_planned([(None, None)], (), weights)
        return Outcome(*found)
    decisions = play_to_end(game, followers_of(game, weights))
    return Outcome(decisions, tuple(final_scores(game)))


def followers_of(game: Game, weights: Weights) -> list[Follower]:
    """A follower for each seat, without a plan as yet."""
    return [Follower(seat, weights) for seat in range(game.seats)]


def carried_out(game: Game, intent: Intent, followers: Sequence[Follower]) -> Outcome:
    """What a game comes to by an intent, and by the plans that these followers have made."""
    players = [follower.copy() for follower in followers]
    players[game.seat].first = intent.first
    game.apply(intent.action)
    decisions = play_to_end(game, players)
    return Outcome(decisions, tuple(final_scores(game)))
