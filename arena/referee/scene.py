"""Words for what lies on a table (cards, cities, tickets, seats), for the sentences of replays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.boards.colors import LETTERS, LOCOMOTIVE, NAMES
from arena.vocabulary import Card, CityNumber, Seat, TicketNumber

if TYPE_CHECKING:
    from arena.referee.table import Table


@dataclass(frozen=True, slots=True)
class Scene:
    """The table that sentences are about, and the names of the bots at it."""

    table: Table
    names: tuple[str, ...]

    def who(self, seat: Seat) -> str:
        """A seat by its bot's name, which others may have too, and its number."""
        return f"{self.names[seat]} ({seat})"

    def city(self, city: CityNumber) -> str:
        """A city by its name."""
        return self.table.board.cities[city].name

    def cities_of(self, owner: Mapping[CityNumber, Seat], seat: Seat) -> str:
        """The cities whose owner is this seat."""
        return listed(self.city(city) for city in sorted(owner) if owner[city] == seat)

    def tickets(self, tickets: Iterable[TicketNumber]) -> str:
        """Tickets by their two places, with their points."""
        chosen = (self.table.board.tickets[ticket] for ticket in tickets)
        return listed(f"{t.city_a} \N{EN DASH} {t.city_b} ({t.points})" for t in chosen)


def listed(words: Iterable[str]) -> str:
    """Words one after the other, or `none`."""
    return ", ".join(words) or "none"


def number(count: int, word: str) -> str:
    """A count and its noun, in the singular or the plural: `1 card`, `2 cards`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def counted(counts: Sequence[int]) -> str:
    """Train cards, given as how many there are of each: `2 red, 1 locomotive`."""
    kinds = [f"{count} {NAMES[card]}" for card, count in enumerate(counts[:LOCOMOTIVE]) if count]
    if counts[LOCOMOTIVE]:
        kinds.append(number(counts[LOCOMOTIVE], NAMES[LOCOMOTIVE]))
    return listed(kinds)


def cards_in_words(cards: Iterable[Card]) -> str:
    """Train cards, given one by one, in words."""
    held = Counter(cards)
    return counted([held[card] for card in range(len(LETTERS))])


def payment_in_words(color: Card, size: int, locomotives: int) -> str:
    """A payment of this many cards of one colour, locomotives among them, in words."""
    return cards_in_words([color] * (size - locomotives) + [LOCOMOTIVE] * locomotives)
