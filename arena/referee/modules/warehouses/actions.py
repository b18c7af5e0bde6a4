"""The actions of warehouses and depots (place, store, collect, end), and their text in records."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final, Self

from arena.referee.actions import Action, CityAction, number
from arena.referee.sites import sites
from arena.vocabulary import Seat

if TYPE_CHECKING:
    from arena.boards import Board


class PlaceDepot(CityAction, frozen=True):
    """Place a depot of the reserve on a city."""

    word: ClassVar[str] = "depot"


class Store(Action, frozen=True):
    """Put the top card of the deck, unseen, into a seat's warehouse."""

    word: ClassVar[str] = "store"
    seat: Seat
    """Whose warehouse it is."""

    def text(self, board: Board) -> str:
        return f"store {self.seat}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        seat = number(text)
        return None if seat is None else cls(seat)


class Collect(Action, frozen=True):
    """Take the cards of these seats' warehouses, for a depot each."""

    word: ClassVar[str] = "collect"
    seats: tuple[Seat, ...]
    """Whose warehouses, in ascending order; none of them is an answer too."""

    def text(self, board: Board) -> str:
        return " ".join(["collect", *map(str, self.seats)])

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        seats = [number(word) for word in text.split(" ")] if text else []
        return None if None in seats else cls(tuple(seat for seat in seats if seat is not None))


class EndTurn(Action, frozen=True):
    """End the turn without placing more depots."""

    word: ClassVar[str] = "end"


END_TURN: Final = EndTurn()
STORES: Final = tuple(Store(seat) for seat in range(6))


@cache
def all_depots(board: Board) -> tuple[PlaceDepot, ...]:
    """An action for each city of a board that can have a depot (W5)."""
    return tuple(map(PlaceDepot, sites(board)))
