"""What a seat can work out about the train cards that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from arena.referee.chance import shuffle, spread
from arena.referee.table import CARDS


class CardMemory:
    """Which train cards can be where, as far as the shuffles tell.

    A deck that was just shuffled holds exactly the cards that were discarded: what an opponent held
    then is not in it. So cards that left a deck unseen are counted from its last shuffle.
    """

    __slots__ = ("fresh", "old", "pool")

    def __init__(self, holders: int) -> None:
        self.pool = list(CARDS)
        """The deck at its last shuffle, less the cards seen to leave it."""
        self.old = [0] * holders
        """For each holder, the unseen cards it had at the last shuffle."""
        self.fresh = [0] * holders
        """For each holder, the cards it got unseen since."""

    def left(self, card: int) -> None:
        """A card was seen to leave the deck."""
        self.pool[card] -= 1

    def left_unseen(self, holder: int, number: int) -> None:
        """So many cards left the deck unseen."""
        self.fresh[holder] += number

    def passed_on(self, giver: int, taker: int) -> None:
        """All unseen cards of one holder went to another."""
        self.old[taker] += self.old[giver]
        self.fresh[taker] += self.fresh[giver]
        self.old[giver] = self.fresh[giver] = 0

    def shown(self, holder: int, cards: Sequence[int]) -> None:
        """All unseen cards of a holder were seen; if all are fresh, they left this deck."""
        if not self.old[holder]:
            for card in cards:
                self.left(card)
        self.old[holder] = self.fresh[holder] = 0

    def shuffled(self, pool: list[int], hidden: list[int]) -> None:
        """A new deck was made of these cards; so many unseen ones were with each holder."""
        self.pool = pool
        self.old = hidden
        self.fresh = [0] * len(hidden)

    def place(self, unseen: list[int], hidden: list[int], rng: Random) -> tuple[list[int], ...]:
        """A possible place for the unseen cards: with each holder, and last the rest, the deck."""
        places: list[list[int]] = [[] for _ in hidden]
        if any(self.old):
            unseen = self._place_old(unseen, hidden, places, rng)
        rest = spread(unseen)
        shuffle(rest, rng)
        for place, number in zip(places, hidden, strict=True):
            missing = number - len(place)
            if missing:
                place += rest[-missing:]
                del rest[-missing:]
        return (*places, rest)

    def _place_old(
        self, unseen: list[int], hidden: list[int], places: list[list[int]], rng: Random
    ) -> list[int]:
        """Give the holders the cards that can't be in the deck; what is left may be anywhere."""
        held = [max(0, number - most) for number, most in zip(unseen, self.pool, strict=True)]
        old = spread(held)
        shuffle(old, rng)
        for card, holder in zip(old, self._old_first(hidden, rng), strict=False):
            places[holder].append(card)
        return [number - kept for number, kept in zip(unseen, held, strict=True)]

    def _old_first(self, hidden: list[int], rng: Random) -> list[int]:
        """Holders of old cards, one entry a card: those who must have them, then who may."""
        must, may = [], []
        for holder, number in enumerate(hidden):
            sure = max(0, number - self.fresh[holder])
            must += [holder] * sure
            may += [holder] * (min(number, self.old[holder]) - sure)
        shuffle(must, rng)
        shuffle(may, rng)
        return must + may
