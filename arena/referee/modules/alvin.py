"""Alvin the alien, a variant of Old West (V)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from arena.referee.actions import CityAction
from arena.referee.events import Claimed, Event
from arena.referee.modules.towns import BuildCity, StartTown, towns_of
from arena.referee.rules import Kind, Question, Rules
from arena.referee.table import Table
from arena.referee.turns import follow_answer

if TYPE_CHECKING:
    from arena.referee.game import Game

ALVIN: Final = "alvin"
HOME: Final = "Roswell"
POINTS: Final = 10
"""What a capture is worth at once (V2, V3), and having him at the end (V4)."""


class Alvin:
    """Where Alvin stands, and whose he is."""

    __slots__ = ("caught", "holder", "town")

    def __init__(self, town: int) -> None:
        self.town = town
        self.holder: int | None = None
        self.caught = False
        """Whether he was captured just now and has not been put down yet."""

    def clone(self) -> Alvin:
        """An independent copy."""
        other = Alvin(self.town)
        other.holder = self.holder
        other.caught = self.caught
        return other


def alvin_of(table: Table) -> Alvin:
    """The Alvin of a table that has him."""
    alvin: Alvin = table.extras[Alvin]
    return alvin


class MoveAlvin(CityAction, frozen=True):
    """Put Alvin on one of the seat's own city pieces."""

    word: ClassVar[str] = "alvin"


class AlvinMoved(Event, frozen=True):
    """Alvin's new holder put him on a town."""

    seat: int
    city: int

    def change(self, table: Table) -> None:
        alvin = alvin_of(table)
        alvin.town = self.city
        alvin.caught = False


def capture(table: Table, event: Claimed) -> None:
    """Whoever else claims a route that ends where Alvin stands captures him (V2, V3)."""
    alvin = alvin_of(table)
    if alvin.holder != event.seat and alvin.town in table.board.routes[event.route].cities:
        alvin.holder = event.seat
        alvin.caught = True
        table.scores[event.seat] += POINTS


def is_caught(table: Table) -> bool:
    """Whether Alvin waits to be put down."""
    return alvin_of(table).caught


def refusal(table: Table, action: MoveAlvin) -> str | None:
    """Why Alvin can't be put there; None if he can."""
    towns = towns_of(table).pieces_of(table.seat)
    if type(action.city) is int and action.city in towns:
        return None
    names = " or ".join(table.board.cities[town].name for town in towns)
    return f"Alvin goes to one of the seat's own city pieces, {names} (V2)"


def options(table: Table) -> list[MoveAlvin]:
    """All of the seat's own city pieces."""
    return [MoveAlvin(town) for town in towns_of(table).pieces_of(table.seat)]


def move(game: Game, action: MoveAlvin) -> None:
    """Put Alvin there."""
    game.emit(AlvinMoved(game.seat, action.city))


def bonus(game: Game) -> list[int]:
    """Points for having Alvin at the end (V4)."""
    holder = alvin_of(game).holder
    return [POINTS if seat == holder else 0 for seat in range(game.seats)]


def install(rules: Rules) -> None:
    """Plug Alvin into the rules of a game with towns."""
    home = rules.board.city(HOME)

    def keep_off(table: Table, action: StartTown | BuildCity) -> str | None:
        return f"no city piece is placed at {HOME} (V1)" if action.city == home else None

    rules.room["starting town"] -= 1
    rules.extras[Alvin] = lambda seats: Alvin(home)
    rules.restrict(StartTown, keep_off)
    rules.restrict(BuildCity, keep_off)
    rules.on_claim.append(capture)
    rules.add(Kind(MoveAlvin, (ALVIN,), refusal, options, move, follow_answer))
    rules.after_claim.insert(0, Question(ALVIN, is_caught))
    rules.bonuses["alvin"] = bonus
