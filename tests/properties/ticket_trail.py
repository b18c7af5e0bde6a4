"""Every ticket followed by its place: the same story can be told with other tickets."""

from itertools import chain, combinations
from random import Random
from typing import Any, NamedTuple

from arena.referee.actions import Keep
from arena.referee.game import Game

Order = tuple[int, ...]
"""Places among the tickets offered to a seat, or among those that are mixed."""
Step = tuple[str, int, int, Order]
"""What was done, by whom, with how many tickets (of an offer: of the usual deck), and which."""


class Story(NamedTuple):
    """The texts of all keeps and mixes, what one seat was offered, and the deck at the end."""

    keeps: list[str]
    mixes: list[str]
    own: list[Order]
    deck: list[int]


class Decks(NamedTuple):
    """The ticket deck, and the one of first tickets with how many of them each seat is dealt."""

    usual: list[int]
    first: list[int]
    deal: int


class TicketTrail:
    """The offers, keeps and shuffles of a game, as places and not as tickets."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat, self.seats = seat, game.seats
        self.ruleset = game.rules.ruleset
        self.decks = Decks([], [], sum(deck.deal for deck in self.ruleset.first_decks))
        self.steps: list[Step] = []
        self.seen: set[int] = set()
        self.offered: dict[int, tuple[int, ...]] = {}
        for event in game.events():
            follow = getattr(self, f"follow_{type(event).__name__.lower()}", None)
            if follow:
                follow(event)
        self.all_chose = game.turns > 0 or game.phase != "keep"
        """Whether it is known how many tickets each seat kept at the start (G5)."""
        whole = [*game.ticket_deck]
        if not self.all_chose and not self.ruleset.returned_leave:
            whole += chain.from_iterable(held_back_by(game, n) for n in range(game.seat))
        assert self.tell(self.decks, self.steps).deck == whole

    def follow_shuffled(self, event: Any) -> None:
        if event.pile == "tickets":
            self.decks.usual[:] = event.cards
        elif event.pile == "long":
            self.decks.first[:] = event.cards
        elif event.pile == "returned":
            lowest = self.tell(self.decks, self.steps).deck[-event.size :]
            order = tuple(lowest.index(ticket) for ticket in event.cards)
            self.steps.append(("mix", -1, event.size, order))

    def follow_offered(self, event: Any) -> None:
        self.offered[event.seat] = event.tickets
        self.steps.append(("offer", event.seat, event.size - event.first, ()))
        if event.seat == self.seat:
            self.seen.update(event.tickets)

    def follow_decided(self, event: Any) -> None:
        if isinstance(event.action, Keep):
            dealt = self.offered[event.seat]
            kept = tuple(dealt.index(ticket) for ticket in event.action.tickets)
            self.steps.append(("keep", event.seat, len(dealt), kept))

    def tell(self, decks: Decks, steps: list[Step]) -> Story:
        """What these steps come to with these decks."""
        deck, first, offers = list(decks.usual), list(decks.first), {}
        keeps, mixes, own = [], [], []
        for step, seat, size, order in steps:
            if step == "offer":
                firsts = 0 if seat in offers else decks.deal
                offers[seat] = first[:firsts] + deck[:size]
                first, deck = first[firsts:], deck[size:]
                own += [tuple(offers[seat])] if seat == self.seat else []
            elif step == "keep":
                dealt = offers[seat]
                keeps.append(" ".join(["keep", *(str(dealt[place]) for place in order)]))
                if len(keeps) > self.seats or not self.ruleset.returned_leave:
                    deck += [ticket for place, ticket in enumerate(dealt) if place not in order]
            else:
                deck[-size:] = [deck[-size:][place] for place in order]
                mixes.append(" ".join(["returned", *map(str, deck[-size:])]))
        return Story(keeps, mixes, own, deck)

    def retold(self, rng: Random) -> dict[str, list[str]]:
        """The texts of decks, keeps and mixes, with all that the seat has not seen changed."""
        truth = self.tell(self.decks, self.steps).own
        steps = [self.rechosen(step, rng) for step in self.steps]
        if self.tell(self.decks, steps).own != truth:  # it would have been dealt other tickets
            steps = self.steps
        usual, first = (self.mixed(deck, rng) for deck in self.decks[:2])
        story = self.tell(Decks(usual, first, self.decks.deal), steps)
        assert story.own == truth
        return {
            "tickets": [" ".join(["tickets", *map(str, usual)])],
            "long": [" ".join(["long", *map(str, first)])],
            "keep": story.keeps,
            "returned": story.mixes,
        }

    def mixed(self, deck: list[int], rng: Random) -> list[int]:
        """A deck with the tickets that the seat has not seen in another order."""
        hidden = [ticket for ticket in deck if ticket not in self.seen]
        other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
        return [other.get(ticket, ticket) for ticket in deck]

    def rechosen(self, step: Step, rng: Random) -> Step:
        """The same step with other tickets kept, as many if that is known, or mixed another way."""
        name, seat, size, order = step
        if name == "mix":
            return name, seat, size, tuple(rng.sample(order, len(order)))
        if name == "keep" and seat != self.seat:
            number = len(order)
            if not self.all_chose:
                number = rng.randint(self.ruleset.keep, size - max(0, self.decks.deal - 1))
            choices = [way for way in combinations(range(size), number) if self.allows(way, size)]
            return name, seat, size, rng.choice(choices)
        return step

    def allows(self, kept: Order, size: int) -> bool:
        """Whether so many first tickets may be kept (X9)."""
        most = self.ruleset.most_first
        is_first = size == self.decks.deal + self.ruleset.deal
        return not is_first or most is None or sum(n < self.decks.deal for n in kept) <= most


def held_back_by(game: Game, seat: int) -> list[int]:
    """What a seat will return that has chosen its first tickets while others have not."""
    return [ticket for ticket in game.offers[seat] if ticket not in game.chosen[seat]]
