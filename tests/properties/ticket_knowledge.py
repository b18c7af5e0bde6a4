"""Where the tickets that a seat has seen can be, worked out from what it sees."""

from itertools import count
from typing import Any

from arena.referee.game import Game

Place = tuple[str, int]
"""A slot of the ticket deck, by its number, or a seat's kept tickets."""
GONE: Place = ("gone", 0)
"""Out of the game."""


class TicketKnowledge:
    """For each ticket seen, the places where it may be."""

    def __init__(self, game: Game, me: int) -> None:
        self.me = me
        self.numbers = count()
        self.deck: list[Place] = []
        self.offers: list[list[Place]] = [[] for _ in range(game.seats)]
        self.may_be: dict[int, set[Place]] = {}
        for event in game.seen_by(me):
            learn = getattr(self, f"see_{type(event).__name__.lower()}", None)
            if learn:
                learn(event)

    def new_slots(self, number: int) -> list[Place]:
        """So many new places."""
        return [("slot", next(self.numbers)) for _ in range(number)]

    def see_shuffled(self, event: Any) -> None:
        if event.pile == "tickets":
            self.deck = self.new_slots(event.size)
        elif event.pile == "returned":
            self.move(set(self.deck[-event.size :]), set(self.deck[-event.size :]))

    def see_offered(self, event: Any) -> None:
        size = event.size - event.first
        slots = [*self.new_slots(event.first), *self.deck[:size]]
        self.deck = self.deck[size:]
        self.offers[event.seat] = slots
        if event.seat == self.me:
            for places in self.may_be.values():
                places.difference_update(slots)
            self.may_be.update((t, {slot}) for t, slot in zip(event.tickets, slots, strict=True))

    def see_kept(self, event: Any) -> None:
        backs = [GONE] * event.returned_size if event.gone else self.new_slots(event.returned_size)
        self.deck += [] if event.gone else backs
        if event.seat == self.me:
            self.may_be.update((ticket, {("kept", self.me)}) for ticket in event.kept)
            self.may_be.update((t, {back}) for t, back in zip(event.returned, backs, strict=True))
        else:
            kept = {("kept", event.seat)} if event.kept_size else set()
            self.move(set(self.offers[event.seat]), {*backs, *kept})
        self.offers[event.seat] = []

    def move(self, source: set[Place], goal: set[Place]) -> None:
        """What was in one of some places may now be in any of some others."""
        for places in self.may_be.values():
            if places & source:
                places -= source
                places |= goal

    def unknown(self) -> list[Place]:
        """The slots of the deck whose tickets the seat does not know."""
        known = [places for places in self.may_be.values() if len(places) == 1]
        return [slot for slot in self.deck if {slot} not in known]

    def check(self, game: Game) -> None:
        """A game in which each of these tickets is where it may be."""
        place = dict(zip(game.ticket_deck, self.deck, strict=True))
        for seat, tickets in enumerate(game.tickets):
            place.update((ticket, ("kept", seat)) for ticket in tickets)
            place.update(zip(game.offers[seat], self.offers[seat], strict=True))
        for ticket, places in self.may_be.items():
            assert place.get(ticket, GONE) in places, ticket
