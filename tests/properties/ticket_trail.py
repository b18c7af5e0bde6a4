"""Every ticket followed by its place: the same story can be told with other tickets."""

from itertools import chain, combinations
from random import Random
from typing import Any, NamedTuple

from arena.referee.actions import Keep
from arena.referee.game import Game

Order = tuple[int, ...]
"""Places among the tickets offered to a seat, or among those that are mixed."""
Step = tuple[str, int, int, Order]
"""What was done, by whom, with how many tickets, and which of them."""


class Story(NamedTuple):
    """The texts of all keeps and mixes, what one seat was offered, and the deck at the end."""

    keeps: list[str]
    mixes: list[str]
    own: list[Order]
    deck: list[int]


class TicketTrail:
    """The offers, keeps and shuffles of a game, as places and not as tickets."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self.deck: list[int] = []
        self.steps: list[Step] = []
        self.seen: set[int] = set()
        self.offered: dict[int, tuple[int, ...]] = {}
        for event in game.events():
            follow = getattr(self, f"follow_{type(event).__name__.lower()}", None)
            if follow:
                follow(event)
        self.least = game.rules.ruleset.keep
        self.all_chose = game.turns > 0 or game.phase != "keep"
        """Whether it is known how many tickets each seat kept at the start (G5)."""
        held_back = [] if self.all_chose else [held_back_by(game, n) for n in range(game.seat)]
        whole = [*game.ticket_deck, *chain.from_iterable(held_back)]
        assert self.tell(self.deck, self.steps).deck == whole

    def follow_shuffled(self, event: Any) -> None:
        if event.pile == "tickets":
            self.deck = list(event.cards)
        elif event.pile == "returned":
            lowest = self.tell(self.deck, self.steps).deck[-event.size :]
            order = tuple(lowest.index(ticket) for ticket in event.cards)
            self.steps.append(("mix", -1, event.size, order))

    def follow_offered(self, event: Any) -> None:
        self.offered[event.seat] = event.tickets
        self.steps.append(("offer", event.seat, event.size, ()))
        if event.seat == self.seat:
            self.seen.update(event.tickets)

    def follow_decided(self, event: Any) -> None:
        if isinstance(event.action, Keep):
            dealt = self.offered[event.seat]
            kept = tuple(dealt.index(ticket) for ticket in event.action.tickets)
            self.steps.append(("keep", event.seat, len(dealt), kept))

    def tell(self, deck: list[int], steps: list[Step]) -> Story:
        """What these steps come to with this deck."""
        deck, offers = list(deck), {}
        keeps, mixes, own = [], [], []
        for step, seat, size, order in steps:
            if step == "offer":
                offers[seat], deck = deck[:size], deck[size:]
                own += [tuple(offers[seat])] if seat == self.seat else []
            elif step == "keep":
                dealt = offers[seat]
                keeps.append(" ".join(["keep", *(str(dealt[place]) for place in order)]))
                deck += [ticket for place, ticket in enumerate(dealt) if place not in order]
            else:
                deck[-size:] = [deck[-size:][place] for place in order]
                mixes.append(" ".join(["returned", *map(str, deck[-size:])]))
        return Story(keeps, mixes, own, deck)

    def retold(self, rng: Random) -> tuple[str, list[str], list[str]]:
        """The ticket deck, the keeps and the mixes, with all that the seat has not seen changed."""
        truth = self.tell(self.deck, self.steps).own
        steps = [self.rechosen(step, rng) for step in self.steps]
        if self.tell(self.deck, steps).own != truth:  # it would have been dealt other tickets
            steps = self.steps
        hidden = [ticket for ticket in self.deck if ticket not in self.seen]
        other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
        deck = [other.get(ticket, ticket) for ticket in self.deck]
        story = self.tell(deck, steps)
        assert story.own == truth
        return " ".join(["tickets", *map(str, deck)]), story.keeps, story.mixes

    def rechosen(self, step: Step, rng: Random) -> Step:
        """The same step with other tickets kept, as many if that is known, or mixed another way."""
        name, seat, size, order = step
        if name == "mix":
            return name, seat, size, tuple(rng.sample(order, len(order)))
        if name == "keep" and seat != self.seat:
            number = len(order) if self.all_chose else rng.randint(self.least, size)
            return name, seat, size, rng.choice([*combinations(range(size), number)])
        return step


def held_back_by(game: Game, seat: int) -> list[int]:
    """What a seat will return that has chosen its first tickets while others have not."""
    return [ticket for ticket in game.offers[seat] if ticket not in game.chosen[seat]]
