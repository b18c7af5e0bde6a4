"""The actions of Europe: paying for a tunnel or giving it up, building a station; their texts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final, Self

from arena.boards.colors import COLORS, LOCOMOTIVE
from arena.referee.actions import Action, city_named, parse_payment, payment
from arena.referee.sites import sites
from arena.vocabulary import Card, CityNumber

if TYPE_CHECKING:
    from arena.boards import Board

STATIONS: Final = 3
"""Stations of a seat (X1), and the price of the last of them in cards (X6)."""


class PaySurcharge(Action, frozen=True):
    """Pay what a tunnel costs more, and claim it."""

    word: ClassVar[str] = "surcharge"
    color: Card
    """The colour of the cards that are no locomotives; `LOCOMOTIVE` if there are none."""
    cards: int
    """How many cards they are."""
    locomotives: int
    """How many of them are locomotives."""

    def text(self, board: Board) -> str:
        return f"surcharge {payment(self.color, self.cards, self.locomotives)}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        paid = parse_payment(text)
        return None if paid is None else cls(*paid)


class GiveUpTunnel(Action, frozen=True):
    """Don't pay what a tunnel costs more: take the payment back, and claim nothing."""

    word: ClassVar[str] = "surcharge"


class BuildStation(Action, frozen=True):
    """Build a station on a city."""

    word: ClassVar[str] = "station"
    city: CityNumber
    """The number of the city: `board.cities[city]`."""
    color: Card
    """The colour of the cards that are no locomotives; `LOCOMOTIVE` if there are none."""
    cards: int
    """How many cards it costs."""
    locomotives: int
    """How many of them are locomotives."""

    def text(self, board: Board) -> str:
        cards = payment(self.color, self.cards, self.locomotives)
        return f"station {board.cities[self.city].name} {cards}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        name, _, cards = text.rpartition(" ")
        city, paid = city_named(board, name), parse_payment(cards)
        return None if city is None or paid is None else cls(city, *paid)


GIVE_UP: Final = GiveUpTunnel()


def ways_to_pay(colors: Iterable[Card], cards: int) -> tuple[tuple[Card, int], ...]:
    """The ways to pay this many cards: one of the colours with some locomotives, or these alone.

    Each is a colour, and how many of the cards are locomotives.
    """
    mixed = [(color, locomotives) for color in colors for locomotives in range(cards)]
    return (*mixed, (LOCOMOTIVE, cards))


PRICES: Final = tuple(ways_to_pay(COLORS, cards) for cards in range(STATIONS + 1))
"""The ways to pay for a station, by its price in cards."""


@cache
def stations_for(
    board: Board, color: Card, cards: int, locomotives: int
) -> tuple[BuildStation, ...]:
    """An action for each city of a board that can have a station, paid so."""
    return tuple(BuildStation(city, color, cards, locomotives) for city in sites(board))
