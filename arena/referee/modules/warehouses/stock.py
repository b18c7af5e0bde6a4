"""Depots, warehouses and the hidden cards in them: their state, and the events that change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.referee.events import Event
from arena.referee.module import Holders
from arena.referee.table import Table
from arena.vocabulary import Card, CityNumber, Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.game import Game
    from arena.referee.view import SeatView

DEPOTS: Final = 5
"""Depots of a seat, the one placed at the start included (W1)."""


class Warehouses:
    """The depots on the board and in reserve, and the warehouses."""

    __slots__ = ("owner", "reserve", "sizes", "stored_taken", "stored_turn")

    def __init__(self, board: Board, seats: int) -> None:
        self.owner: dict[CityNumber, Seat] = {}
        """The seat whose depot stands on a city, by city."""
        self.reserve = [DEPOTS] * seats
        """For each seat, the depots it can still place or pay with."""
        self.sizes = [0] * seats
        """For each seat, how many cards are in its warehouse (W6)."""
        self.stored_turn = 0
        """The turn in which a card was stored last."""
        self.stored_taken = 0
        """How many cards had been taken in that turn before it was stored."""

    def clone(self) -> Warehouses:
        """An independent copy."""
        other = object.__new__(Warehouses)
        other.owner = self.owner.copy()
        other.reserve = self.reserve[:]
        other.sizes = self.sizes[:]
        other.stored_turn = self.stored_turn
        other.stored_taken = self.stored_taken
        return other


class StoredCards:
    """The cards in the warehouses, which nobody sees."""

    __slots__ = ("of",)

    def __init__(self, seats: int) -> None:
        self.of: list[list[Card]] = [[] for _ in range(seats)]
        """For each seat, the cards in its warehouse."""

    def clone(self) -> StoredCards:
        """An independent copy."""
        other = object.__new__(StoredCards)
        other.of = [cards[:] for cards in self.of]
        return other


def warehouses_of(table: Table) -> Warehouses:
    """The warehouses on a table whose ruleset has them."""
    warehouses: Warehouses = table.extras[Warehouses]
    return warehouses


def stored_in(game: Game) -> list[list[Card]]:
    """The hidden cards in each seat's warehouse."""
    stored: StoredCards = game.secrets[StoredCards]
    return stored.of


def fill(game: Game, cards: list[list[Card]]) -> None:
    """Put these cards into the warehouses of an imagined game."""
    stored_in(game)[:] = cards


HOLDERS: Final = Holders(lambda table: warehouses_of(table).sizes, fill)


class DepotPlaced(Event, frozen=True):
    """A seat placed a depot of its reserve."""

    seat: Seat
    city: CityNumber

    def change(self, table: Table) -> None:
        warehouses = warehouses_of(table)
        warehouses.owner[self.city] = self.seat
        warehouses.reserve[self.seat] -= 1


class Stored(Event, frozen=True):
    """The top card of the deck went into a warehouse, seen by nobody (W2)."""

    owner: Seat

    def change(self, table: Table) -> None:
        warehouses = warehouses_of(table)
        warehouses.sizes[self.owner] += 1
        warehouses.stored_turn = table.turns
        warehouses.stored_taken = table.taken
        table.deck_size -= 1

    def teach(self, view: SeatView) -> None:
        view.cards.left_unseen(view.first_holder(HOLDERS) + self.owner, 1)


class Collected(Event, frozen=True):
    """A seat took all cards of a warehouse, which it alone sees, for a depot (W3)."""

    seat: Seat
    owner: Seat
    cards: tuple[Card, ...]
    size: int

    def change(self, table: Table) -> None:
        warehouses = warehouses_of(table)
        warehouses.sizes[self.owner] = 0
        warehouses.reserve[self.seat] -= 1
        table.hand_sizes[self.seat] += self.size
        for card in self.cards:
            table.hands[self.seat][card] += 1

    def seen_by(self, seat: Seat) -> Event:
        return self if seat == self.seat else Collected(self.seat, self.owner, (), self.size)

    def teach(self, view: SeatView) -> None:
        warehouse = view.first_holder(HOLDERS) + self.owner
        if self.seat == view.me:
            view.cards.shown(warehouse, self.cards)
        else:
            view.cards.passed_on(warehouse, self.seat)


class Emptied(Event, frozen=True):
    """All warehouses were emptied, and their cards become a new deck (W7)."""

    def change(self, table: Table) -> None:
        warehouses = warehouses_of(table)
        warehouses.sizes = [0] * table.seats


def empty_warehouses(game: Game) -> list[Card]:
    """The cards of all warehouses, once some seat has no depot in reserve (W7)."""
    warehouses, stored = warehouses_of(game), stored_in(game)
    if min(warehouses.reserve) > 0 or not any(warehouses.sizes):
        return []
    cards = sorted(card for some in stored for card in some)
    stored[:] = [[] for _ in range(game.seats)]
    game.emit(Emptied())
    return cards
