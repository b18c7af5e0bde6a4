"""Which tickets an opponent may hold, and where others lie, worked out from what a seat saw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, count
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.referee.chance import shuffle
from arena.vocabulary import Seat, TicketNumber

if TYPE_CHECKING:
    from arena.referee.events import Kept

PATIENCE: Final = 100
"""How many choices the first search may try before it is given up and begun again."""
NEW: Final = -1
"""Stands for any ticket that the seat had never seen before."""
Tickets = tuple[TicketNumber, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that was not seen: a seat returned some of these tickets, or all were shuffled."""

    seat: Seat | None
    """Who kept the others; None where a pile was shuffled."""
    slots: tuple[int, ...]
    returned: tuple[int, ...]
    may_hold: tuple[frozenset[TicketNumber], ...]
    """For each slot, the tickets seen before that may be in it, and `NEW` if others may."""
    limited: frozenset[int] = frozenset()
    """The slots of whose tickets only some may be kept."""
    most: int = 0
    """How many of these may be kept."""

    def ways(self, sightings: Sightings, rng: Random) -> Iterator[dict[int, int]]:
        """The possible ways, in random order: for each returned slot, where it came from."""
        newest = {sightings[slot].ticket: slot for slot in sorted(sightings)}
        for way in self._orders(sightings, rng):
            origin = dict(zip(self.returned, way, strict=True))
            if self._fits(origin, sightings, newest):
                yield origin

    def settled_by(self, sightings: Sightings) -> set[int]:
        """The later choices that limit the ways of this one."""
        tickets = {sightings[slot].ticket for slot in self.slots if slot in sightings}
        return {
            sighting.by
            for slot, sighting in sightings.items()
            if sighting.by is not None and (slot in self.returned or sighting.ticket in tickets)
        }

    def _orders(self, sightings: Sightings, rng: Random) -> list[tuple[int, ...]]:
        if self.seat is None:
            return self._mixed(sightings, rng)
        least = len(self.limited) - self.most
        ways = [
            way
            for way in combinations(self.slots, len(self.returned))
            if len(self.limited.intersection(way)) >= least
        ]
        order = list(range(len(ways)))
        shuffle(order, rng)
        return [ways[way] for way in order]

    def _mixed(self, sightings: Sightings, rng: Random) -> list[tuple[int, ...]]:
        """An order that agrees with the tickets already recognised, if there is one."""
        slot_of = {sightings[slot].ticket: slot for slot in self.slots if slot in sightings}
        unknown = [slot for slot in self.slots if slot not in sightings]
        shuffle(unknown, rng)
        origin = {}
        for back in self.returned:
            if back in sightings:
                ticket = sightings[back].ticket
                if ticket not in slot_of and not unknown:
                    return []
                origin[back] = slot_of[ticket] if ticket in slot_of else unknown.pop()
        free = [slot for slot in self.slots if slot not in origin.values()]
        shuffle(free, rng)
        return [tuple(origin[back] if back in origin else free.pop() for back in self.returned)]

    def _fits(
        self, origin: dict[int, int], sightings: Sightings, newest: dict[TicketNumber, int]
    ) -> bool:
        """Whether no slot would hold two tickets and no ticket lie in two slots."""
        back_of = {slot: back for back, slot in origin.items()}
        for slot, may_hold in zip(self.slots, self.may_hold, strict=True):
            here, back = sightings.get(slot), sightings.get(back_of.get(slot, NEW))
            if here is None:
                if back is not None and back.was not in may_hold:
                    return False
            elif back is None:
                if newest[here.ticket] > slot:
                    return False
            elif back.ticket != here.ticket:
                return False
        return True


class Sighting(NamedTuple):
    """A ticket that the seat saw in a slot; `was` is `NEW` if it had never been seen before."""

    ticket: TicketNumber
    was: TicketNumber
    by: int | None = None
    """The choice from which it follows that the ticket was there; None if it was seen there."""


Sightings = dict[int, Sighting]
"""The sightings, by slot."""


class Conflict(LookupError):
    """A choice has no way left; the culprits are the later choices that ruled its ways out."""

    def __init__(self, culprits: set[int]) -> None:
        super().__init__("no way to place the tickets seen")
        self.culprits = culprits


class TicketMemory:
    """Where each ticket can be: in the deck, in an offer, or kept by a seat.

    Each place of the ticket deck is a slot with a number; later places have higher numbers. Where
    an opponent chooses among tickets that this seat has never seen, any unseen tickets will do.
    Only choices among tickets that it has seen are remembered, and solved when a game is sampled.
    """

    __slots__ = (
        "choices", "deck", "first", "kept", "known", "may_hold", "me", "most_first", "offered",
        "remembered", "seen", "slots", "unseen", "unseen_first",
    )  # fmt: skip

    def __init__(
        self,
        me: Seat,
        seats: int,
        tickets: Iterable[TicketNumber],
        first: Iterable[TicketNumber],
        most_first: int | None,
    ) -> None:
        self.me = me
        self.slots = 0
        self.deck: list[int] = []
        self.offered: list[tuple[int, ...]] = [()] * seats
        self.kept = [0] * seats
        """How many tickets each opponent has kept, without those of the remembered choices."""
        self.remembered: list[list[bool]] = [[] for _ in range(seats)]
        """For each opponent, whether each of its choices is a remembered one, in their order."""
        self.seen: Sightings = {}
        self.known: dict[int, TicketNumber] = {}
        """The tickets of `seen`, by slot."""
        self.unseen = list(tickets)
        self.unseen_first = list(first)
        """Those of the decks that are dealt from at the start only."""
        self.first: set[int] = set()
        """The slots that hold one of these."""
        self.most_first = most_first
        """How many of these a seat may keep at most; None for all."""
        self.may_hold: dict[int, frozenset[TicketNumber]] = {}
        """For each slot that a choice filled: the tickets that may be in it, and `NEW`."""
        self.choices: list[Choice] = []

    def start(self, size: int) -> None:
        """The game begins with a deck of this many unknown tickets."""
        self.deck = self._new_slots(size)

    def offer(self, seat: Seat, tickets: tuple[TicketNumber, ...], size: int, first: int) -> None:
        """A seat was dealt tickets, some of other decks before the top ones; it alone sees them."""
        others = self._new_slots(first)
        self.first.update(others)
        slots = (*others, *self.deck[: size - first])
        del self.deck[: size - first]
        self.offered[seat] = slots
        for slot, ticket in zip(slots, tickets, strict=False):
            was = NEW if ticket in self.unseen or ticket in self.unseen_first else ticket
            self.seen.setdefault(slot, Sighting(ticket, was))
            self.known[slot] = ticket
        self.unseen = [ticket for ticket in self.unseen if ticket not in tickets]
        self.unseen_first = [ticket for ticket in self.unseen_first if ticket not in tickets]

    def keep(self, event: Kept) -> None:
        """A seat kept some tickets and put the others under the deck, or out of the game."""
        seat, slots = event.seat, self.offered[event.seat]
        self.offered[seat] = ()
        if seat == self.me:
            returned = [slot for slot in slots if self.seen[slot].ticket in event.returned]
        elif any(
            slot in self.seen or slot in self.may_hold or slot in self.first for slot in slots
        ):
            self.remembered[seat].append(True)
            returned = self._remember(seat, slots, event.returned_size)
        else:
            self.remembered[seat].append(False)
            self.kept[seat] += event.kept_size
            returned = list(slots[event.kept_size :])
        if not event.gone:
            self.deck += returned

    def mix(self, size: int) -> None:
        """The lowest tickets of the deck were shuffled."""
        slots = tuple(self.deck[-size:])
        if any(slot in self.seen for slot in slots):
            del self.deck[-size:]
            self.deck += self._remember(None, slots, size)

    def place(self, rng: Random) -> tuple[list[Tickets], list[Tickets], list[TicketNumber]]:
        """A possible place for every ticket: kept and offered, by seat, and the deck."""
        unseen, unseen_first = self.unseen[:], self.unseen_first[:]
        shuffle(unseen, rng)
        shuffle(unseen_first, rng)
        first = self.first

        def draw(slot: int) -> TicketNumber:
            return unseen_first.pop() if slot in first else unseen.pop()

        kept = [tuple([unseen.pop() for _ in range(number)]) for number in self.kept]
        known = self.known
        if self.choices:
            known = known.copy()
            self._place_choices(known, kept, draw, rng)
        offers = [
            tuple(known[slot] if slot in known else draw(slot) for slot in slots)
            for slots in self.offered
        ]
        deck = [known[slot] if slot in known else draw(slot) for slot in self.deck]
        return kept, offers, deck

    def _place_choices(
        self,
        known: dict[int, TicketNumber],
        kept: list[Tickets],
        draw: Callable[[int], TicketNumber],
        rng: Random,
    ) -> None:
        """Fill in the tickets of all remembered choices, the earliest choice first."""
        origin, solved = self._solve_patiently(rng)
        known.update((slot, sighting.ticket) for slot, sighting in solved.items())
        for choice in self.choices:
            for slot in choice.slots:
                if slot not in known:
                    known[slot] = draw(slot)
            known.update((back, known[origin[back]]) for back in choice.returned)
            if choice.seat is not None:
                gone = {origin[back] for back in choice.returned}
                stay = tuple(known[slot] for slot in choice.slots if slot not in gone)
                kept[choice.seat] += stay

    def _solve_patiently(self, rng: Random) -> tuple[dict[int, int], Sightings]:
        """A solution of all choices, by a random search that begins again when it takes long.

        After an unlucky first step a search can take very long where another one ends at once. Each
        new search may try twice as many choices, so that one of them is patient enough.
        """
        for doubled in count():
            steps = iter(range(PATIENCE << doubled))
            try:
                return self._solve(len(self.choices) - 1, self.seen, rng, steps)
            except TimeoutError:
                continue
        raise AssertionError

    def _solve(
        self, last: int, seen: Sightings, rng: Random, steps: Iterator[int]
    ) -> tuple[dict[int, int], Sightings]:
        """Where each returned slot came from, and what was in it: the latest choice first.

        A conflict goes back at once to the latest of its culprits: other choices can't solve it.
        """
        if last < 0:
            return {}, seen
        if next(steps, None) is None:
            raise TimeoutError
        culprits = self.choices[last].settled_by(seen)
        for way in self.choices[last].ways(seen, rng):
            found = {
                slot: seen[back]._replace(by=last) for back, slot in way.items() if back in seen
            }
            try:
                origin, rest = self._solve(last - 1, found | seen, rng, steps)
            except Conflict as conflict:
                if last not in conflict.culprits:
                    raise  # another way here would change nothing
                culprits |= conflict.culprits
                continue
            return origin | way, rest
        raise Conflict(culprits - {last})

    def _remember(self, seat: Seat | None, slots: tuple[int, ...], returned: int) -> list[int]:
        """Note a choice that will have to be solved; gives the slots of what was returned."""
        may_hold = tuple(self._may_hold(slot) for slot in slots)
        spare = len(slots) - returned
        backs = self._new_slots(returned)
        for nth, back in enumerate(backs):
            reach = may_hold if seat is None else may_hold[nth : nth + spare + 1]
            self.may_hold[back] = frozenset().union(*reach)
        limited = self.first.intersection(slots) if self.most_first is not None else ()
        most = min(len(limited), self.most_first or 0)
        self.choices.append(Choice(seat, slots, tuple(backs), may_hold, frozenset(limited), most))
        return backs

    def _may_hold(self, slot: int) -> frozenset[TicketNumber]:
        if slot in self.seen:
            return frozenset({self.seen[slot].ticket})
        return self.may_hold.get(slot, frozenset({NEW}))

    def _new_slots(self, number: int) -> list[int]:
        slots = list(range(self.slots, self.slots + number))
        self.slots += number
        return slots
