"""What a seat can work out about the train cards that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from arena.referee.chance import shuffle, spread
from arena.referee.table import CARDS

TRIES: Final = 200
"""How often a way to explain the payments is looked for; nearly always the first is one."""


class Payment(NamedTuple):
    """Cards of one kind that a holder gave up although nobody knew that it had them."""

    holder: int
    card: int
    number: int
    fresh: int
    """How many cards the holder had got unseen since the last shuffle."""


class CardMemory:
    """Which train cards can be where, as far as the shuffles tell.

    A deck that was just shuffled holds exactly the cards that were discarded, so the unseen cards
    outside it are known as well: not who holds which, but which they are together. From then on an
    unseen card with a holder is either *old*, one of those, or *fresh*, from the new deck. What
    holders pay is one or the other too, and where everything is leaves no doubt about the rest.
    """

    __slots__ = ("fresh", "old", "old_cards", "payments", "pool")

    def __init__(self, holders: int) -> None:
        self.pool = list(CARDS)
        """The deck at its last shuffle, less the cards seen to leave it."""
        self.old_cards = [0] * len(CARDS)
        """The unseen cards outside the deck at its last shuffle, together."""
        self.old = [0] * holders
        """For each holder, how many of those it had."""
        self.fresh = [0] * holders
        """For each holder, how many cards it got unseen since."""
        self.payments: list[Payment] = []
        """The unseen cards that were given up since."""

    def left(self, card: int) -> None:
        """A card was seen to leave the deck."""
        self.pool[card] -= 1

    def left_unseen(self, holder: int, number: int) -> None:
        """So many cards left the deck unseen."""
        self.fresh[holder] += number

    def paid(self, holder: int, card: int, number: int) -> None:
        """A holder gave up so many unseen cards, which were seen then."""
        if any(self.old):
            self.payments.append(Payment(holder, card, number, self.fresh[holder]))

    def passed_on(self, giver: int, taker: int) -> None:
        """All unseen cards of one holder went to another."""
        self.old[taker] += self.old[giver]
        self.fresh[taker] += self.fresh[giver]
        self.old[giver] = self.fresh[giver] = 0
        self.payments = [
            payment._replace(holder=taker, fresh=self.fresh[taker])
            if payment.holder == giver
            else payment
            for payment in self.payments
        ]

    def shown(self, holder: int, cards: Sequence[int]) -> None:
        """All unseen cards of a holder were seen."""
        for card in sorted(set(cards)):
            self.paid(holder, card, cards.count(card))

    def reshuffled(self, discards: list[int], unseen: list[int], hidden: list[int]) -> None:
        """The discards became the deck, while so many of the unseen cards were with each holder."""
        self.pool = discards
        self.old_cards = unseen
        self.old = hidden
        self.fresh = [0] * len(hidden)
        self.payments = []

    def began_again(self, unseen: list[int], hidden: list[int]) -> None:
        """A deck was made of cards that nobody knows: all unseen cards may be anywhere."""
        self.reshuffled(unseen, [0] * len(CARDS), [0] * len(hidden))
        self.fresh = hidden

    def place(self, unseen: list[int], hidden: list[int], rng: Random) -> tuple[list[int], ...]:
        """A possible place for the unseen cards: with each holder, and last the rest, the deck."""
        places: list[list[int]] = [[] for _ in hidden]
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

    def _place_old(self, places: list[list[int]], rng: Random) -> list[int]:
        """Give the holders the old cards that they still have; what is left is of the new deck."""
        old_cards, fresh_cards, old = self._explain(rng)
        cards = spread(old_cards)
        shuffle(cards, rng)
        for place, number in zip(places, old, strict=True):
            if number:
                place += cards[-number:]
                del cards[-number:]
        return fresh_cards

    def _explain(self, rng: Random) -> tuple[list[int], list[int], list[int]]:
        """Old and fresh cards that were not given up, and how many old ones each holder has left.

        Each payment is taken from old or fresh cards at random, so far as there are such.
        """
        for _ in range(TRIES):
            explained = self._try_to_explain(rng)
            if explained is not None:
                return explained
        raise AssertionError("no way to explain the cards paid")

    def _try_to_explain(self, rng: Random) -> tuple[list[int], list[int], list[int]] | None:
        old_cards, fresh_cards, old = self.old_cards[:], self.pool[:], self.old[:]
        room = [payment.fresh for payment in self.payments]
        for place in sorted(range(len(room)), key=self._has_choice):  # the forced ones first
            holder, card, number, _ = self.payments[place]
            later = self._not_before(place)
            fresh = min(fresh_cards[card], min(room[other] for other in later))
            least, most = max(0, number - fresh), min(number, old_cards[card], old[holder])
            if least > most:
                return None
            taken = least + (rng.getrandbits(32) * (most - least + 1) >> 32)
            old_cards[card] -= taken
            old[holder] -= taken
            fresh_cards[card] -= number - taken
            for other in later:  # fresh cards given up here can't be given up there
                room[other] -= number - taken
        return old_cards, fresh_cards, old

    def _has_choice(self, place: int) -> bool:
        """Whether the cards of a payment can be old as well as fresh."""
        holder, card, _, fresh = self.payments[place]
        return bool(self.old[holder] and self.old_cards[card] and fresh and self.pool[card])

    def _not_before(self, place: int) -> list[int]:
        """This payment and the later ones of the same holder."""
        holder = self.payments[place].holder
        places = range(place, len(self.payments))
        return [other for other in places if self.payments[other].holder == holder]
