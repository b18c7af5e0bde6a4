"""The actions of the basic game, which are the decisions of a seat, and their text in records.

An action is a small frozen value. The modules add actions of their own (`arena.referee.modules`);
all of them together, by the word that begins their text, are in `Rules.words`.
"""

from typing import ClassVar, Final, Self

from msgspec import Struct

from arena.boards import Board
from arena.boards.colors import LETTERS, LOCOMOTIVE
from arena.errors import ArenaError
from arena.vocabulary import Card, CityNumber, RouteNumber, TicketNumber

BLIND: Final = -1
"""The unseen top card of a deck, where a card is named."""


LONGEST_NUMBER: Final = 10
"""Numbers in records have fewer digits than this."""


class NotationError(ArenaError):
    """A text that is no action of this board."""


class Action(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """One decision of a seat."""

    word: ClassVar[str] = ""

    def text(self, board: Board) -> str:
        """The decision as records write it."""
        return self.word

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        """The decision that `text` stands for, without its first word; None if there is none."""
        return None if text else cls()


class Keep(Action, frozen=True):
    """Keep these of the tickets just dealt, in the order dealt."""

    word: ClassVar[str] = "keep"
    tickets: tuple[TicketNumber, ...]
    """The numbers of the tickets, out of `view.my_offer`."""

    def text(self, board: Board) -> str:
        return " ".join(["keep", *map(str, self.tickets)])

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        tickets = [number(word) for word in text.split(" ")]
        return None if None in tickets else cls(tuple(t for t in tickets if t is not None))


class Take(Action, frozen=True):
    """Take a card of this colour from the row, or the unseen top card of the deck (`BLIND`)."""

    word: ClassVar[str] = "take"
    card: Card
    """A colour, `LOCOMOTIVE` or `BLIND`."""

    def text(self, board: Board) -> str:
        return "take ?" if self.card == BLIND else f"take {LETTERS[self.card]}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        if len(text) != 1 or text not in "?" + LETTERS:
            return None
        return cls(BLIND if text == "?" else LETTERS.index(text))


class RouteClaim(Action, frozen=True):
    """A claim of a route, plain or in the form of a module."""

    word: ClassVar[str] = "claim"
    route: RouteNumber
    """The number of the route: `board.routes[route]`."""
    color: Card
    """The colour of the cards that are no locomotives; `LOCOMOTIVE` if there are none."""
    locomotives: int
    """How many of the cards are locomotives."""


class Claim(RouteClaim, frozen=True):
    """Claim a route with some locomotives, and cards of one colour for its other spaces."""

    def text(self, board: Board) -> str:
        spaces = board.lengths[self.route]
        return f"claim {self.route} {payment(self.color, spaces, self.locomotives)}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        first, _, cards = text.partition(" ")
        route, paid = number(first), parse_payment(cards)
        if route is None or paid is None or route >= len(board.routes):
            return None
        color, spaces, locomotives = paid
        return cls(route, color, locomotives) if spaces == board.lengths[route] else None


class CityAction(Action, frozen=True):
    """A decision that names a city and nothing else."""

    city: CityNumber
    """The number of the city: `board.cities[city]`."""

    def text(self, board: Board) -> str:
        return f"{self.word} {board.cities[self.city].name}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        city = city_named(board, text)
        return None if city is None else cls(city)


class TakeTickets(Action, frozen=True):
    """Take tickets from the top of the ticket deck."""

    word: ClassVar[str] = "tickets"


class Pass(Action, frozen=True):
    """Do nothing, because nothing is legal."""

    word: ClassVar[str] = "pass"


def number(word: str) -> int | None:
    """The number that `word` writes in plain digits."""
    plain = word.isascii() and word.isdecimal() and len(word) < LONGEST_NUMBER
    return int(word) if plain and str(int(word)) == word else None


def city_named(board: Board, name: str) -> CityNumber | None:
    """The number of the city with this name, if the board has it."""
    return next((CityNumber(n) for n, city in enumerate(board.cities) if city.name == name), None)


def payment(color: Card, cards: int, locomotives: int) -> str:
    """A payment as records write it, a letter for each card, locomotives last: `BBBL`."""
    return LETTERS[color] * (cards - locomotives) + LETTERS[LOCOMOTIVE] * locomotives


def parse_payment(text: str) -> tuple[Card, int, int] | None:
    """Colour, number of cards and locomotives of a payment as `payment` writes it, else None."""
    locomotives = text.count(LETTERS[LOCOMOTIVE])
    color = LETTERS.find(text[:1])
    if not text or color < 0 or text != payment(color, len(text), locomotives):
        return None
    return color, len(text), locomotives
