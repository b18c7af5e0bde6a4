"""Every train card followed from pile to pile through a game.

Each place in a deck as it was shuffled is a slot, (shuffle, place). A card is where its latest slot
has gone; at a reshuffle it gets a new slot, whose origin is the old one.
"""

from random import Random
from typing import Any

from arena.referee.game import Game
from tests.properties.holdings import ALL_CARDS, LOCOMOTIVE, count

Slot = tuple[int, int]
LETTERS = "RBGYKWOPL"


class CardTrail:
    """Where each card of a game came from, and who has seen it."""

    def __init__(self, game: Game) -> None:
        self.lengths = game.board.lengths
        self.color: dict[Slot, int] = {}
        self.origin: dict[Slot, Slot] = {}
        self.shuffles: list[list[Slot]] = []
        self.deck: list[Slot] = []
        self.row: list[Slot] = []
        self.discard: list[Slot] = []
        self.laid: list[Slot] = []
        self.turned: list[Slot] = []
        self.hands: list[list[Slot]] = [[] for _ in range(game.seats)]
        self.warehouses: list[list[Slot]] = [[] for _ in range(game.seats)]
        self.seen: list[set[Slot]] = [set() for _ in range(game.seats)]
        for event in game.events():
            follow = getattr(self, f"follow_{type(event).__name__.lower()}", None)
            if follow:
                follow(event)
        self.check(game)

    def check(self, game: Game) -> None:
        """Make sure that no event was overlooked: all cards are where the game has them."""
        assert [self.colors(hand) for hand in self.hands] == game.hands
        assert self.colors(self.row) == game.row
        assert self.colors(self.discard) == game.discard
        assert [self.color[slot] for slot in self.deck] == game.deck[::-1]

    def colors(self, slots: list[Slot]) -> list[int]:
        """How many of each card these are."""
        return count(self.color[slot] for slot in slots)

    def show(self, slot: Slot, *seats: int) -> None:
        """These seats, or all, see a card, and so what it was in earlier decks."""
        for seat in seats or range(len(self.seen)):
            earlier: Slot | None = slot
            while earlier is not None:
                self.seen[seat].add(earlier)
                earlier = self.origin.get(earlier)

    def follow_shuffled(self, event: Any) -> None:
        if event.pile != "deck":
            return
        slots = [(len(self.shuffles), place) for place in range(event.size)]
        self.color.update(zip(slots, event.cards, strict=True))
        for slot in slots if self.shuffles else ():
            self.origin[slot] = self.pick(self.discard, self.color[slot])
        self.shuffles.append(slots)
        self.deck = list(slots)

    def follow_dealt(self, event: Any) -> None:
        for _ in event.cards:
            self.draw(event.seat)

    def follow_drew(self, event: Any) -> None:
        self.draw(event.seat)

    def draw(self, seat: int) -> None:
        """A seat draws a card that it alone sees."""
        self.hands[seat].append(self.deck.pop(0))
        self.show(self.hands[seat][-1], seat)

    def follow_shown(self, event: Any) -> None:
        self.row.append(self.deck.pop(0))
        self.show(self.row[-1])

    def follow_cleared(self, event: Any) -> None:
        self.discard += self.row
        self.row = []

    def follow_took(self, event: Any) -> None:
        self.hands[event.seat].append(self.pick(self.row, event.card))

    def follow_claimed(self, event: Any) -> None:
        self.pay(event, self.lengths[event.route])
        self.follow_tunnelgivenup(event)

    def follow_turnedup(self, event: Any) -> None:
        self.turned.append(self.deck.pop(0))
        self.show(self.turned[-1])

    def follow_tunnelgivenup(self, event: Any) -> None:
        self.discard += self.turned
        self.turned = []

    def follow_surchargepaid(self, event: Any) -> None:
        self.pay(event, event.cards)

    def follow_stationbuilt(self, event: Any) -> None:
        self.pay(event, event.cards)

    def follow_paymentlaid(self, event: Any) -> None:
        cards = self.lengths[event.route] - event.locomotives
        wanted = [event.color] * cards + [LOCOMOTIVE] * event.locomotives
        self.laid = [self.pick(self.hands[event.seat], card) for card in wanted]
        for slot in self.laid:
            self.show(slot)

    def follow_paymenttakenup(self, event: Any) -> None:
        self.hands[event.seat] = self.laid + self.hands[event.seat]
        self.laid = []

    def follow_citybuilt(self, event: Any) -> None:
        self.pay(event, 2)

    def follow_terrainplayed(self, event: Any) -> None:
        self.discard_from(event.seat, LOCOMOTIVE, event.locomotives)

    def pay(self, event: Any, cards: int) -> None:
        """A seat pays openly with cards of one colour and locomotives."""
        self.discard_from(event.seat, event.color, cards - event.locomotives)
        self.discard_from(event.seat, LOCOMOTIVE, event.locomotives)

    def discard_from(self, seat: int, color: int, number: int) -> None:
        """A seat discards so many of a card, those it has had longest."""
        for _ in range(number):
            self.discard.append(self.pick(self.hands[seat], color))
            self.show(self.discard[-1])

    def pick(self, pile: list[Slot], color: int) -> Slot:
        """Take the first card of this colour out of a pile."""
        return pile.pop(next(n for n, slot in enumerate(pile) if self.color[slot] == color))

    def follow_stored(self, event: Any) -> None:
        self.warehouses[event.owner].append(self.deck.pop(0))

    def follow_collected(self, event: Any) -> None:
        for slot in self.warehouses[event.owner]:
            self.show(slot, event.seat)
        self.hands[event.seat] += self.warehouses[event.owner]
        self.warehouses[event.owner] = []

    def follow_emptied(self, event: Any) -> None:
        self.discard = [slot for stored in self.warehouses for slot in stored]
        self.warehouses = [[] for _ in self.warehouses]

    def shuffled_for(self, seat: int, share: float, rng: Random) -> list[str]:
        """The decks of the game with a share of what a seat has not seen in another order."""
        content = {slot: self.origin.get(slot, self.color[slot]) for slot in self.color}
        for slots in self.shuffles:
            unseen = [slot for slot in slots if slot not in self.seen[seat]]
            unseen = rng.sample(unseen, round(len(unseen) * share))
            mixed = rng.sample(unseen, len(unseen))
            content.update(zip(unseen, [content[slot] for slot in mixed], strict=True))
        decks = [[card_in(content, slot) for slot in slots] for slots in self.shuffles]
        assert count(decks[0]) == ALL_CARDS
        return ["".join(LETTERS[card] for card in deck) for deck in decks]


def card_in(content: dict[Slot, Slot | int], slot: Slot) -> int:
    """The card in a slot, looked up in the slots it came from."""
    card: Slot | int = slot
    while isinstance(card, tuple):
        card = content[card]
    return card
