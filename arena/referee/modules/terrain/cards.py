"""Terrain cards (A2): kinds, prices, open cards, the hidden deck, and the events about them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from arena.boards.colors import (
    BLACK,
    BLUE,
    GRAY,
    GREEN,
    LOCOMOTIVE,
    ORANGE,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
)
from arena.referee.chance import shuffle, spread
from arena.referee.events import Event, pay, teach_payment
from arena.referee.table import Table
from arena.vocabulary import RouteMask, Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.game import Game
    from arena.referee.view import SeatView

PILE: Final = "terrain"
LETTERS: Final = "DJM"
"""Desert, jungle and mountain, by number."""
NAMES: Final = ("desert", "jungle", "mountain")
EACH: Final = 15
"""Cards of each terrain (A2)."""
OPEN: Final = 2
"""Cards that lie face up."""
TERRAIN_OF: Final = {
    **dict.fromkeys((YELLOW, ORANGE, RED), 0),
    **dict.fromkeys((PURPLE, BLUE, GREEN), 1),
    **dict.fromkeys((WHITE, GRAY, BLACK), 2),
}
"""The terrain of a route, by its printed colour (A2, A5)."""


class Terrain:
    """The terrain cards: all but the order of the deck is open."""

    __slots__ = ("cards", "deck_size", "discard", "doubled", "row", "shuffles")

    def __init__(self, board: Board, seats: int) -> None:
        self.row = [0] * len(NAMES)
        """How many of each terrain lie face up."""
        self.discard = [0] * len(NAMES)
        self.cards = [[0] * len(NAMES) for _ in range(seats)]
        """For each seat, how many of each terrain lie before it (A4)."""
        self.deck_size = 0
        self.shuffles = 0
        """How often the terrain deck has been shuffled."""
        self.doubled: RouteMask = 0
        """The mask of the routes whose points were doubled."""

    def clone(self) -> Terrain:
        """An independent copy."""
        other = object.__new__(Terrain)
        other.row = self.row[:]
        other.discard = self.discard[:]
        other.cards = [cards[:] for cards in self.cards]
        other.deck_size = self.deck_size
        other.shuffles = self.shuffles
        other.doubled = self.doubled
        return other


class TerrainDeck:
    """The terrain deck, which nobody sees."""

    __slots__ = ("cards",)

    def __init__(self, seats: int) -> None:
        self.cards: list[int] = []
        """The next card is the last."""

    def clone(self) -> TerrainDeck:
        """An independent copy."""
        other = object.__new__(TerrainDeck)
        other.cards = self.cards[:]
        return other


def terrain_of(table: Table) -> Terrain:
    """The terrain cards on a table whose ruleset has them."""
    terrain: Terrain = table.extras[Terrain]
    return terrain


def deck_of(game: Game) -> list[int]:
    """The hidden terrain deck of a game; the next card is the last."""
    deck: TerrainDeck = game.secrets[TerrainDeck]
    return deck.cards


class TerrainShown(Event, frozen=True):
    """The top card of the terrain deck was laid open."""

    kind: int

    def change(self, table: Table) -> None:
        terrain = terrain_of(table)
        terrain.row[self.kind] += 1
        terrain.deck_size -= 1


class TerrainDealt(Event, frozen=True):
    """A seat got its first terrain card."""

    seat: Seat
    kind: int

    def change(self, table: Table) -> None:
        terrain = terrain_of(table)
        terrain.cards[self.seat][self.kind] += 1
        terrain.deck_size -= 1


class TerrainTaken(Event, frozen=True):
    """A seat took a terrain card, open or from the deck; either lies open before it (A4)."""

    seat: Seat
    kind: int
    blind: bool

    def change(self, table: Table) -> None:
        terrain = terrain_of(table)
        terrain.cards[self.seat][self.kind] += 1
        table.taken += 1
        if self.blind:
            terrain.deck_size -= 1
        else:
            terrain.row[self.kind] -= 1


class TerrainPlayed(Event, frozen=True):
    """A seat played terrain cards, and locomotives in place of some, to double a route."""

    seat: Seat
    kind: int
    number: int
    locomotives: int

    def change(self, table: Table) -> None:
        terrain = terrain_of(table)
        terrain.cards[self.seat][self.kind] -= self.number
        terrain.discard[self.kind] += self.number
        pay(table, self.seat, LOCOMOTIVE, self.locomotives)  # A7

    def teach(self, view: SeatView) -> None:
        teach_payment(view, self.seat, LOCOMOTIVE, self.locomotives)


def shuffle_at_first(game: Game) -> None:
    """Shuffle all terrain cards."""
    deck_of(game)[:] = game.shuffle(PILE, 0, spread([EACH] * len(NAMES)))[::-1]


def deal(game: Game) -> None:
    """Give each seat a card and lay two open (A2)."""
    for seat in range(game.seats):
        game.emit(TerrainDealt(seat, deck_of(game).pop()))
    settle(game)


def settle(game: Game) -> None:
    """Lay cards open until there are enough, shuffling the discards when the deck runs out (A8)."""
    terrain, deck = terrain_of(game), deck_of(game)
    while True:
        if not deck and any(terrain.discard):
            deck[:] = game.shuffle(PILE, terrain.shuffles, spread(terrain.discard))[::-1]
        if sum(terrain.row) == OPEN or not deck:
            return
        game.emit(TerrainShown(deck.pop()))


def new_deck(table: Table, size: int) -> None:
    """Show on the table that the discards, or at first all cards, are now the terrain deck."""
    terrain = terrain_of(table)
    terrain.deck_size = size
    terrain.shuffles += 1
    terrain.discard = [0] * len(NAMES)


def imagine_deck(game: Game, rng: Random) -> None:
    """In an imagined game, shuffle all terrain cards that don't lie open into the deck."""
    terrain = terrain_of(game)
    seen = [terrain.row, terrain.discard, *terrain.cards]
    unseen = spread([EACH - sum(pile[kind] for pile in seen) for kind in range(len(NAMES))])
    shuffle(unseen, rng)
    deck_of(game)[:] = unseen
