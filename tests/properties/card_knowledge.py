"""What a seat can be sure of about cards it has not seen, worked out from what it sees."""

from collections.abc import Iterable
from typing import Any

from arena.referee.game import Game
from tests.properties.holdings import ALL_CARDS, LOCOMOTIVE, count, module_cards

NONE = [0] * len(ALL_CARDS)


class CardKnowledge:
    """The certain facts, of which every possible game has all.

    Taken, paid and drawn are counted from the last shuffle, when the deck was an open book: it was
    made of the discards. What the others held then is all that was neither open nor one's own.
    """

    def __init__(self, game: Game, me: int) -> None:
        self.me, self.seats = me, game.seats
        self.others = [seat for seat in range(game.seats) if seat != me]
        self.lengths = game.board.lengths
        self.has_warehouses = bool(game.rules.holders)
        self.row, self.discard = NONE[:], NONE[:]
        self.sure = [NONE[:] for _ in range(game.seats)]
        """For each seat, cards of the row that it has not played since."""
        self.deck: list[int] | None = None
        """The deck at its last shuffle less what was seen to leave it; None if not known."""
        self.shuffles = 0
        self.laid: list[tuple[int, int]] = []
        self.turned = NONE[:]
        self.begin(ALL_CARDS)
        for event in game.seen_by(me):
            learn = getattr(self, f"see_{type(event).__name__.lower()}", None)
            if learn:
                learn(event)

    def begin(self, deck: list[int] | None) -> None:
        """A deck was shuffled."""
        self.deck = deck and deck[:]
        self.sure_then = [cards[:] for cards in self.sure]
        self.taken = [NONE[:] for _ in range(self.seats)]
        self.paid = [NONE[:] for _ in range(self.seats)]
        self.drawn = [0] * self.seats

    def see_shuffled(self, event: Any) -> None:
        if event.pile != "deck":
            return
        self.shuffles += 1
        if sum(self.discard):
            self.begin(self.discard)
            self.discard = NONE[:]
        elif self.shuffles > 1:  # the deck was made of warehouses, which nobody has seen (W7)
            self.begin(None)

    def see_dealt(self, event: Any) -> None:
        self.draw(event.seat, event.cards, event.size)

    def see_drew(self, event: Any) -> None:
        self.draw(event.seat, [event.card] if event.seat == self.me else [], 1)

    def draw(self, seat: int, cards: Iterable[int], size: int) -> None:
        """A seat drew blind."""
        self.drawn[seat] += size
        for card in cards:
            self.left_deck(card)

    def left_deck(self, card: int) -> None:
        """A card was seen to leave the deck."""
        if self.deck is not None:
            self.deck[card] -= 1

    def see_shown(self, event: Any) -> None:
        self.row[event.card] += 1
        self.left_deck(event.card)

    def see_cleared(self, event: Any) -> None:
        self.discard = [a + b for a, b in zip(self.discard, self.row, strict=True)]
        self.row = NONE[:]

    def see_took(self, event: Any) -> None:
        self.row[event.card] -= 1
        self.sure[event.seat][event.card] += 1
        self.taken[event.seat][event.card] += 1

    def see_claimed(self, event: Any) -> None:
        self.pay(event.seat, event.color, self.lengths[event.route] - event.locomotives)
        self.pay(event.seat, LOCOMOTIVE, event.locomotives)
        self.see_tunnelgivenup(event)

    def see_turnedup(self, event: Any) -> None:
        self.turned[event.card] += 1
        self.left_deck(event.card)

    def see_tunnelgivenup(self, event: Any) -> None:
        self.discard = [a + b for a, b in zip(self.discard, self.turned, strict=True)]
        self.turned = NONE[:]

    def see_surchargepaid(self, event: Any) -> None:
        self.pay(event.seat, event.color, event.cards - event.locomotives)
        self.pay(event.seat, LOCOMOTIVE, event.locomotives)

    def see_stationbuilt(self, event: Any) -> None:
        self.see_surchargepaid(event)

    def see_paymentlaid(self, event: Any) -> None:
        cards = self.lengths[event.route] - event.locomotives
        self.laid = [(event.color, cards), (LOCOMOTIVE, event.locomotives)]
        for card, number in self.laid:
            self.pay(event.seat, card, number)
            self.discard[card] -= number

    def see_paymenttakenup(self, event: Any) -> None:
        for card, number in self.laid:
            self.sure[event.seat][card] += number
            self.taken[event.seat][card] += number

    def see_citybuilt(self, event: Any) -> None:
        self.pay(event.seat, event.color, 2 - event.locomotives)
        self.pay(event.seat, LOCOMOTIVE, event.locomotives)

    def see_terrainplayed(self, event: Any) -> None:
        self.pay(event.seat, LOCOMOTIVE, event.locomotives)

    def pay(self, seat: int, card: int, number: int) -> None:
        """A seat discarded so many of a card."""
        self.sure[seat][card] = max(0, self.sure[seat][card] - number)
        self.paid[seat][card] += number
        self.discard[card] += number

    def check(self, game: Game) -> None:
        """A game in which all of this is so."""
        assert (game.row, game.discard) == (self.row, self.discard)
        for seat in self.others:
            assert all(map(int.__ge__, game.hands[seat], self.sure[seat]))
        if self.deck is not None:
            assert all(map(int.__le__, count(game.deck), self.deck))

    def explains(self, game: Game) -> bool:
        """Whether each hand can be what its seat held at the last shuffle and what it got since.

        Whoever drew must have drawn cards that are missing in the deck: can they be handed out?
        """
        if self.deck is None or self.has_warehouses:
            return True
        missing = [most - left for most, left in zip(self.deck, count(game.deck), strict=True)]
        rooms = [self.room(game, seat) for seat in self.others]
        drawn = [self.drawn[seat] for seat in self.others]
        assert not any(module_cards(game))
        return sum(missing) == sum(drawn) and can_hand_out(missing, drawn, rooms)

    def room(self, game: Game, seat: int) -> list[int]:
        """How many of each card a seat can have drawn since the last shuffle at most."""
        piles = zip(
            game.hands[seat], self.paid[seat], self.taken[seat], self.sure_then[seat], strict=True
        )
        return [hand + paid - taken - sure for hand, paid, taken, sure in piles]


def can_hand_out(cards: list[int], wants: list[int], rooms: list[list[int]]) -> bool:
    """Whether each can get as many cards as it wants, within its room for each kind of them."""
    given = [[0] * len(cards) for _ in wants]

    def free(kind: int, tried: set[int]) -> bool:
        """Make one more card of a kind go to somebody, who may pass another on."""
        tried.add(kind)
        for seat, room in enumerate(rooms):
            if given[seat][kind] >= room[kind]:
                continue
            if sum(given[seat]) < wants[seat]:
                given[seat][kind] += 1
                return True
            for swap in range(len(cards)):
                if given[seat][swap] and swap not in tried and free(swap, tried):
                    given[seat][swap] -= 1
                    given[seat][kind] += 1
                    return True
        return False

    return min(map(min, rooms), default=0) >= 0 and all(
        free(kind, set()) for kind, number in enumerate(cards) for _ in range(number)
    )
