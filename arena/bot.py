"""What a bot author imports: protocol, view, actions, small helpers. Nothing here can cheat.

A complete bot:

    class MyBot:
        def choose(self, view, legal):
            return legal[0]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

from arena.boards import Board, City, Route, Ticket
from arena.boards.colors import (
    BLACK,
    BLUE,
    COLORS,
    GRAY,
    GREEN,
    LOCOMOTIVE,
    ORANGE,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
)
from arena.referee.actions import BLIND, Action, Claim, Keep, Pass, Take, TakeTickets
from arena.referee.game import Game
from arena.referee.modules.alvin import Alvin, MoveAlvin, alvin_of
from arena.referee.modules.terrain import DoubledClaim, TakeTerrain, Terrain, terrain_of
from arena.referee.modules.towns import BuildCity, SkipCity, StartTown, Towns, towns_of
from arena.referee.modules.warehouses import (
    Collect,
    EndTurn,
    PlaceDepot,
    Store,
    Warehouses,
    warehouses_of,
)
from arena.referee.results import Result, SeatResult
from arena.referee.view import SeatView

if TYPE_CHECKING:
    from arena.referee.rules import Rules

__all__ = [
    "BLACK",
    "BLIND",
    "BLUE",
    "COLORS",
    "GRAY",
    "GREEN",
    "LOCOMOTIVE",
    "ORANGE",
    "PURPLE",
    "RED",
    "WHITE",
    "YELLOW",
    "Action",
    "Alvin",
    "Board",
    "Bot",
    "BuildCity",
    "City",
    "Claim",
    "Collect",
    "DoubledClaim",
    "EndTurn",
    "Game",
    "Keep",
    "MoveAlvin",
    "Pass",
    "PlaceDepot",
    "Result",
    "Route",
    "SeatResult",
    "SkipCity",
    "StartTown",
    "Store",
    "Take",
    "TakeTerrain",
    "TakeTickets",
    "Terrain",
    "Ticket",
    "Towns",
    "View",
    "Warehouses",
    "alvin_of",
    "best_place",
    "claims_among",
    "terrain_of",
    "towns_of",
    "warehouses_of",
]


class View(SeatView):
    """The game as a bot's seat knows it, with a generator and a clock of the bot's own."""

    __slots__ = ("cpu_clock", "rng")

    def __init__(
        self, rules: Rules, seats: int, me: int, rng: Random, cpu_clock: Callable[[], float]
    ) -> None:
        super().__init__(rules, seats, me)
        self.rng = rng
        """The bot's own generator: seeded, so that the same deal gives the same game."""
        self.cpu_clock = cpu_clock

    def cpu_left(self) -> float:
        """Seconds of processor time that the bot has left for this game."""
        return self.cpu_clock()


class Bot(Protocol):
    """What a bot must have. It may also have `start` and `end`, and parameters for its constructor.

    `start(view)` is called once before the first question, `end(result)` once after the game.
    """

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer the question that `view.phase` names with one of the legal actions."""


def claims_among(legal: Sequence[Action]) -> list[Claim | DoubledClaim]:
    """All claims among these actions, doubled by terrain cards or not."""
    return [action for action in legal if isinstance(action, Claim | DoubledClaim)]


def best_place(view: SeatView, legal: Sequence[Action], worth: Mapping[int, int]) -> Action:
    """Answer a question of the expansions by what each city is worth to the bot.

    Towns, depots and Alvin go where it is most; a city is built whenever it can be, with spare
    cards; and cards are collected from as many warehouses as may be.
    """

    def merit(action: Action) -> tuple[int, ...]:
        match action:
            case BuildCity(city, color, locomotives):
                return worth.get(city, 0), -locomotives, view.hand[color]
            case StartTown(city) | PlaceDepot(city) | MoveAlvin(city):
                return (worth.get(city, 0),)
            case Collect(seats):
                return (len(seats),)
        return (0,)

    return max(legal, key=merit)
