"""What a seat can work out about the train cards that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from arena.referee.chance import pick, shuffle, spread
from arena.vocabulary import Card

TRIES: Final = 3
"""How often the payments are explained by good luck, before it is done by search."""


class Payment(NamedTuple):
    """Cards of one kind that left a stock although nobody knew that they were in it."""

    stock: int
    card: Card
    number: int
    fresh: int
    """How many cards had come into the stock unseen since the last shuffle."""


class CardMemory:
    """Which train cards can be where, as far as the shuffles tell.

    A deck that was just shuffled holds exactly the cards that were discarded, so the unseen cards
    outside it are known as well: not who holds which, but which they are together. From then on an
    unseen card with a holder is either *old*, one of those, or *fresh*, from the new deck. What
    holders pay is one or the other too, and where everything is leaves no doubt about the rest.
    """

    __slots__ = ("fresh", "old", "old_cards", "payments", "pool", "stock")

    def __init__(self, holders: int, cards: Sequence[int]) -> None:
        self.pool = list(cards)
        """The deck at its last shuffle, less the cards seen to leave it."""
        self.old_cards = [0] * len(cards)
        """The unseen cards outside the deck at its last shuffle, together."""
        self.stock = list(range(holders))
        """For each holder, the number of its stock of unseen cards."""
        self.old = [0] * holders
        """For each stock, how many of the old cards it had."""
        self.fresh = [0] * holders
        """For each stock, how many cards came into it unseen since."""
        self.payments: list[Payment] = []
        """The unseen cards that were given up since."""

    def left(self, card: Card) -> None:
        """A card was seen to leave the deck."""
        self.pool[card] -= 1

    def left_unseen(self, holder: int, number: int) -> None:
        """So many cards left the deck unseen."""
        self.fresh[self.stock[holder]] += number

    def paid(self, holder: int, card: Card, number: int) -> None:
        """A holder gave up so many unseen cards, which were seen then."""
        if any(self.old):
            stock = self.stock[holder]
            self.payments.append(Payment(stock, card, number, self.fresh[stock]))

    def passed_on(self, giver: int, taker: int) -> None:
        """All unseen cards of one holder went to another."""
        giver, taker = self.stock[giver], self.stock[taker]
        self.old[taker] += self.old[giver]
        self.fresh[taker] += self.fresh[giver]
        self.old[giver] = self.fresh[giver] = 0

    def shown(self, holder: int, cards: Sequence[Card]) -> None:
        """All unseen cards of a holder were seen; what it gets from now on is another stock."""
        for card in sorted(set(cards)):
            self.paid(holder, card, cards.count(card))
        self.stock[holder] = len(self.old)
        self.old.append(0)
        self.fresh.append(0)

    def reshuffled(self, discards: list[int], unseen: list[int], hidden: list[int]) -> None:
        """The discards became the deck, while so many of the unseen cards were with each holder."""
        self.pool = discards
        self.old_cards = unseen
        self.old = hidden
        self.fresh = [0] * len(hidden)
        self.stock = list(range(len(hidden)))
        self.payments = []

    def began_again(self, unseen: list[int], hidden: list[int]) -> None:
        """A deck was made of stored cards (W7): all that is unseen may be anywhere."""
        self.reshuffled(unseen, [0] * len(self.pool), [0] * len(hidden))

    def place(self, unseen: list[int], hidden: list[int], rng: Random) -> tuple[list[Card], ...]:
        """A possible place for the unseen cards: with each holder, and last the rest, the deck."""
        places: list[list[Card]] = [[] for _ in hidden]
        if any(self.old):
            unseen = self._place_old(places, rng)
        rest = spread(unseen)
        shuffle(rest, rng)
        for place, number in zip(places, hidden, strict=True):
            missing = number - len(place)
            if missing:
                place += rest[-missing:]
                del rest[-missing:]
        return (*places, rest)

    def _place_old(self, places: list[list[Card]], rng: Random) -> list[int]:
        """Give the holders the old cards that they still have; what is left is of the new deck."""
        old_cards, fresh_cards, old = self.old_cards[:], self.pool[:], self.old[:]
        for payment, was_old in zip(self.payments, self._explain(rng), strict=True):
            old_cards[payment.card] -= was_old
            old[payment.stock] -= was_old
            fresh_cards[payment.card] -= payment.number - was_old
        cards = spread(old_cards)
        shuffle(cards, rng)
        for place, stock in zip(places, self.stock, strict=True):
            if old[stock]:
                place += cards[-old[stock] :]
                del cards[-old[stock] :]
        return fresh_cards

    def _explain(self, rng: Random) -> list[int]:
        """For each payment, how many of its cards were old: a way in which all can have been made.

        Each number is drawn at random so far as the others leave a choice.
        """
        if not self.payments:
            return []
        least, most = [0] * len(self.payments), [payment.number for payment in self.payments]
        sums = self._sums()
        for _ in range(TRIES):
            found = draw(least, most, sums, rng)
            if found is not None:
                return found
        return search(least, most, sums, rng)

    def _sums(self) -> list[Sum]:
        """What is known of the payments together."""
        sums = []
        for card in sorted({payment.card for payment in self.payments}):
            places = [n for n, payment in enumerate(self.payments) if payment.card == card]
            total = sum(self.payments[place].number for place in places)
            sums.append(Sum(places, total - self.pool[card], self.old_cards[card]))
        for stock in sorted({payment.stock for payment in self.payments}):
            places = [n for n, payment in enumerate(self.payments) if payment.stock == stock]
            total = 0
            for nth, place in enumerate(places, 1):
                total += self.payments[place].number
                least = total - self.payments[place].fresh
                sums.append(Sum(places[:nth], least, self.old[stock]))
        return sums


class Sum(NamedTuple):
    """The numbers at these places add up to no less and no more than this."""

    places: list[int]
    least: int
    most: int


def draw(least: list[int], most: list[int], sums: list[Sum], rng: Random) -> list[int] | None:
    """Numbers within their bounds, drawn one by one; None if that came to a dead end."""
    least, most = least[:], most[:]
    if not tighten(least, most, sums):
        return None
    for place in range(len(least)):
        if least[place] < most[place]:
            span = most[place] - least[place] + 1
            number = least[place] + pick(rng, span)
            least[place] = most[place] = number
            if not tighten(least, most, sums):
                return None
    return least


def search(least: list[int], most: list[int], sums: list[Sum], rng: Random) -> list[int]:
    """Numbers within their bounds; there are such, for there was a game that led here."""
    waiting = [(least, most)]
    while True:
        least, most = waiting.pop()
        least, most = least[:], most[:]
        if not tighten(least, most, sums):
            continue
        place = next((n for n in range(len(least)) if least[n] < most[n]), None)
        if place is None:
            return least
        numbers = list(range(least[place], most[place] + 1))
        shuffle(numbers, rng)
        for number in numbers:
            fixed = [(number if n == place else bound) for n, bound in enumerate(least)]
            waiting.append((fixed, [*most[:place], number, *most[place + 1 :]]))


def tighten(least: list[int], most: list[int], sums: list[Sum]) -> bool:
    """Narrow the bounds by what the sums leave room for; whether there is any room."""
    changed = True
    while changed:
        changed = False
        for places, lowest, highest in sums:
            low = sum([least[place] for place in places])
            high = sum([most[place] for place in places])
            if low > highest or high < lowest:
                return False
            for place in places:
                up = min(most[place], highest - low + least[place])
                down = max(least[place], lowest - high + most[place])
                if up < down:
                    return False
                if up < most[place] or down > least[place]:
                    high += up - most[place]
                    low += down - least[place]
                    most[place], least[place] = up, down
                    changed = True
    return True
