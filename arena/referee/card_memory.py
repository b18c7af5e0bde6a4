"""Which train cards an opponent may hold, worked out from what a seat has seen and the shuffles."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from arena.referee.chance import pick, shuffle, spread
from arena.vocabulary import Card

TRIES: Final = 3
"""How often `draw` tries to explain the payments before `search` does."""


class Payment(NamedTuple):
    """Cards of one kind that a holder gave up, and that the seat had not known to be there."""

    stock: int
    card: Card
    number: int
    fresh: int
    """How many cards had come into the stock unseen since the last shuffle."""


class CardMemory:
    """Which train cards each holder may have: an account of old and fresh cards since a shuffle.

    A deck that was just shuffled holds exactly the cards that were discarded, so the unseen cards
    outside it are known as well: not who holds which, but which they are together. From then on an
    unseen card with a holder is either *old*, one of those, or *fresh*, from the new deck. Each
    card paid was one or the other too: an imagined game has to explain every payment since the
    shuffle by cards that its holder could have had, or it could never have come about.
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
        """For each stock, how many old cards it had at the last shuffle."""
        self.fresh = [0] * holders
        """For each stock, how many cards came into it unseen since then."""
        self.payments: list[Payment] = []
        """The payments of unseen cards since the last shuffle."""

    def left(self, card: Card) -> None:
        """A card was seen to leave the deck."""
        self.pool[card] -= 1

    def left_unseen(self, holder: int, number: int) -> None:
        """A holder got this many cards of the deck unseen."""
        self.fresh[self.stock[holder]] += number

    def paid(self, holder: int, card: Card, number: int) -> None:
        """A holder gave up this many unseen cards, which this seat saw then."""
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
        """The discards became the deck, while each holder had `hidden` of the unseen cards."""
        self.pool = discards
        self.old_cards = unseen
        self.old = hidden
        self.fresh = [0] * len(hidden)
        self.stock = list(range(len(hidden)))
        self.payments = []

    def began_again(self, unseen: list[int], hidden: list[int]) -> None:
        """A deck was made of stored cards (W7): any unseen card may be anywhere."""
        self.reshuffled(unseen, [0] * len(self.pool), [0] * len(hidden))

    def place(self, unseen: list[int], hidden: list[int], rng: Random) -> tuple[list[Card], ...]:
        """One possible place for all unseen cards: each holder's, and last those of the deck."""
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
        """Give the holders the old cards that they still have; return the counts of fresh cards."""
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
        """For each payment, how many of its cards were old, so that all payments are possible.

        Each number is drawn at random from those that the others leave. Draws may run into a dead
        end; after some of those an explanation is found by search.
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
        """Bounds of the old cards in several payments together, by kind of card and by stock."""
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
    """Bounds of a sum: the numbers at these places add up to at least and at most this."""

    places: list[int]
    least: int
    most: int


def draw(least: list[int], most: list[int], sums: list[Sum], rng: Random) -> list[int] | None:
    """Numbers within all bounds, drawn one by one; None if the draws ran into a dead end."""
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
    """Numbers within all bounds, by search; they exist, because the real game led here."""
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
    """Narrow the bounds by what the sums allow; return whether any numbers are left."""
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
