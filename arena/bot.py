"""What a bot author imports: protocol, view, actions, small helpers. Nothing here can cheat.

A complete bot:

    class MyBot:
        def choose(self, view, legal):
            return legal[0]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from arena.boards import Board as Board, City as City, Route as Route, Ticket as Ticket
from arena.boards.colors import (
    BLACK as BLACK,
    BLUE as BLUE,
    COLORS as COLORS,
    GRAY as GRAY,
    GREEN as GREEN,
    LOCOMOTIVE as LOCOMOTIVE,
    NAMES,
    ORANGE as ORANGE,
    PURPLE as PURPLE,
    RED as RED,
    WHITE as WHITE,
    YELLOW as YELLOW,
)
from arena.notes import Notebook, new_note
from arena.own_files import DataFile as DataFile, array as array, data as data
from arena.referee.actions import (
    BLIND as BLIND,
    Action as Action,
    Claim as Claim,
    Keep as Keep,
    Pass as Pass,
    RouteClaim as RouteClaim,
    Take as Take,
    TakeTickets as TakeTickets,
)
from arena.referee.game import Game as Game
from arena.referee.modules import MODULES
from arena.referee.modules.exports import *  # noqa: F403 - what the modules export to authors
from arena.referee.playout import play_out as play_out
from arena.referee.results import Result as Result, SeatResult as SeatResult
from arena.referee.view import SeatView
from arena.vocabulary import (
    Card as Card,
    CityNumber as CityNumber,
    Node as Node,
    RouteMask as RouteMask,
    RouteNumber as RouteNumber,
    Seat as Seat,
    TicketNumber as TicketNumber,
)

if TYPE_CHECKING:
    from arena.referee.rules import Rules


COLOR_NAMES: Final = NAMES
"""The names of colours, by number; locomotives and gray among them."""


class View(SeatView):
    """The game as a bot's seat knows it, with a generator and a clock of the bot's own."""

    __slots__ = {
        "cpu_clock": "A function that tells the seconds of processor time that the bot has left.",
        "notebook": "The bot's notes on the question that it is asked.",
        "rng": "The bot's own generator: seeded, so that the same deal gives the same game.",
    }

    rng: Random
    cpu_clock: Callable[[], float]
    notebook: Notebook

    def __init__(
        self, rules: Rules, seats: int, me: Seat, rng: Random, cpu_clock: Callable[[], float]
    ) -> None:
        super().__init__(rules, seats, me)
        self.rng = rng
        self.cpu_clock = cpu_clock
        self.notebook = Notebook(rules.board)

    def cpu_left(self) -> float:
        """Seconds of processor time that the bot has left for this game."""
        return self.cpu_clock()

    def note(
        self,
        label: str,
        *,
        routes: Iterable[RouteNumber] = (),
        cities: Iterable[CityNumber] = (),
        text: str = "",
    ) -> None:
        """Note something on this decision, for the bot's author: replays tell it, and mark these.

        A route or city that is not on the board is refused; what is too much or too long is left
        out, so that no note costs a game.
        """
        self.notebook.keep(new_note(self.board, label, text, routes, cities))


class Bot(Protocol):
    """What a bot must have. It may also have `start` and `end`, and parameters for its constructor.

    `start(view)` is called once before the first question, `end(result)` once after the game.
    """

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer the question that `view.phase` names with one of the legal actions."""


def claims_among(legal: Sequence[Action]) -> list[RouteClaim]:
    """All claims among these actions, plain or in the form of a module."""
    return [action for action in legal if isinstance(action, RouteClaim)]


def best_place(view: SeatView, legal: Sequence[Action], worth: Mapping[CityNumber, int]) -> Action:
    """Answer a question of the expansions by what each city is worth to the bot.

    A piece goes to the city that is worth most, whenever that is legal, and is paid with spare
    cards. Of answers without a city, the one that changes most for other seats is given.
    """

    def merit(action: Any) -> tuple[int, ...]:
        if not hasattr(action, "city"):
            return (view.rules.kinds[type(action)].fuss(action),)
        value = worth.get(action.city, 0)
        if not hasattr(action, "color"):
            return (value,)
        return value, -action.locomotives, view.hand[action.color]

    return max(legal, key=merit)


if not TYPE_CHECKING:  # type checkers see what is imported under its own name above
    _OWN = ("Any", "Callable", "Final", "Iterable", "MODULES", "Mapping", "NAMES", "Notebook")
    _OWN += ("Protocol", "Random", "SeatView", "Sequence", "TYPE_CHECKING", "annotations")
    _OWN += ("new_note",)
    __all__ = sorted(name for name in globals() if name not in _OWN and not name.startswith("_"))

    def __getattr__(name: str) -> object:
        """The exports of modules that were registered later, such as one of the user's own."""
        for module in MODULES.values():
            for exported in module.exports:
                if exported.__name__ == name:
                    return exported
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
