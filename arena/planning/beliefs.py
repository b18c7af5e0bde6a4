"""Beliefs: which tickets the rivals may hold, by all that a seat has seen, and games drawn by them.

A view's own `sample` gives rivals any tickets that fit what the seat has seen. Beliefs deal these
tickets again, all rivals' together and none twice. Tickets of one deck that the seat has never seen
may lie anywhere, so any two of them can change places: those that go with what a rival did go to it
more often. Of several hands drawn for a rival one is taken by how good a plan its tickets allow
together, because nobody keeps tickets that don't go together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain, repeat
from math import exp, fsum, log
from random import Random
from typing import Final, NamedTuple

from arena.planning.clues import Clues
from arena.planning.history import histories
from arena.planning.suspicion import Suspicion
from arena.referee.game import Game
from arena.referee.view import SeatView
from arena.vocabulary import Seat, TicketNumber

ROUNDS: Final = 3
"""How often each ticket is drawn anew: the first ones were drawn before the others were known."""
PLACES: Final = 6
"""How many places are looked at where rivals may hold tickets that the seat has seen."""
HANDS: Final = 12
"""How many hands of a rival are drawn, of which one is taken."""
Tickets = tuple[TicketNumber, ...]
Hands = list[list[TicketNumber]]
Places = tuple[list[Tickets], list[Tickets], list[TicketNumber]]
"""The tickets kept and offered, by seat, and the deck."""


class Draft(NamedTuple):
    """Tickets as drawn one by one: the hands of all rivals, and what is elsewhere now."""

    hands: Hands
    places: Places
    """Where the tickets lay that fit what was seen."""
    elsewhere: Hands
    """By deck: the unseen tickets that no rival held there."""
    moved: Hands
    """By deck: the tickets that are in the place of each of these now."""


class Deal(NamedTuple):
    """Where all tickets lie that a seat can't see."""

    hands: Hands
    """The tickets of each rival."""
    offers: list[Tickets]
    deck: list[TicketNumber]


class TicketBeliefs:
    """What a seat believes of its rivals' tickets at one question."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        known = histories(view.log, view.seats)
        self.suspicions = {
            seat: Suspicion(Clues(view, seat, known[seat]))
            for seat in view.others
            if known[seat].choices
        }
        """By rival: how strongly each ticket is suspected; none before choices are known."""
        self.choices = {seat: self._choices(seat) for seat in self.suspicions}
        """By rival: for each ticket that it holds, in the order of places, its choice."""
        places = view.places
        self.hidden = (frozenset(places.unseen), frozenset(places.unseen_first))
        """The tickets never seen, by deck."""

    def _choices(self, seat: Seat) -> list[int]:
        """Places list the tickets of remembered choices after the others."""
        choices = self.suspicions[seat].clues.history.choices
        remembered = self.view.places.remembered[seat]
        order = sorted(range(len(choices)), key=remembered.__getitem__)
        return list(chain.from_iterable(repeat(nth, choices[nth].kept) for nth in order))

    def imagine(self, rng: Random, deal: Deal | None = None) -> Game:
        """A complete game that fits all that the seat knows, with tickets that are likely.

        Those of a deal that was drawn before, or of a new one: to draw one takes many times as long
        as all cards.
        """
        game = self.view.sample(rng)
        if self.suspicions:
            deal = deal or self.deal(rng)
            for seat in self.suspicions:
                game.tickets[seat] = tuple(deal.hands[seat])
            game.offers = deal.offers[:]
            game.ticket_deck = deal.deck[:]
        return game

    def deal(self, rng: Random) -> Deal:
        """Places that fit what was seen, with hands whose tickets are likely, alone and together.

        One rival after the other gets one of several hands.
        """
        hands, (_, offers, deck), elsewhere, moved = self.draft(rng)
        for seat in self.suspicions:
            hands[seat], moved = self._choose_hand(seat, hands[seat], moved, rng)
        now = dict(zip(chain(*elsewhere), chain(*moved), strict=True))
        return Deal(
            hands,
            [tuple(now.get(ticket, ticket) for ticket in offer) for offer in offers],
            [now.get(ticket, ticket) for ticket in deck],
        )

    def draft(self, rng: Random) -> Draft:
        """Places that fit what was seen, in which each unseen ticket was drawn anew."""
        places = self._places(rng)
        hands = [list(tickets) for tickets in places[0]]
        elsewhere = [sorted(hidden.difference(*hands)) for hidden in self.hidden]
        moved = [tickets[:] for tickets in elsewhere]
        for nth_round in range(ROUNDS):
            for seat in self.suspicions:
                self._draw_again(seat, hands[seat], moved, nth_round, rng)
        return Draft(hands, places, elsewhere, moved)

    def _choose_hand(
        self, seat: Seat, hand: list[TicketNumber], moved: Hands, rng: Random
    ) -> tuple[list[TicketNumber], Hands]:
        """One of several hands of a rival by how well its tickets go together, and what is moved
        for it."""
        found = [(hand, moved)]
        while len(found) < HANDS:
            hand, moved = hand[:], [tickets[:] for tickets in moved]
            self._draw_again(seat, hand, moved, ROUNDS, rng)
            found.append((hand, moved))
        suspicion = self.suspicions[seat]
        return found[drawn_by_logs(rng, [suspicion.of_hand(hand) for hand, _ in found])]

    def _draw_again(
        self, seat: Seat, hand: list[TicketNumber], moved: Hands, nth_round: int, rng: Random
    ) -> None:
        """Draw each unseen ticket of a hand anew; the one drawn changes places with it.

        In the first round only the tickets already drawn count as the others of the hand.
        """
        for place, ticket in enumerate(hand):
            others = hand[:place] + (hand[place + 1 :] if nth_round else [])
            for hidden, free in zip(self.hidden, moved, strict=True):
                if ticket in hidden:
                    nth = self.choices[seat][place]
                    odds = self.suspicions[seat].odds([ticket, *free], nth, others)
                    number = drawn(rng, odds)
                    if number:
                        hand[place], free[number - 1] = free[number - 1], ticket

    def _places(self, rng: Random) -> Places:
        """Places that fit what was seen, chosen by what tickets seen before say in hands."""
        places = self.view.places
        if not places.choices:
            return places.place(rng)
        found = [places.place(rng) for _ in range(PLACES)]
        return found[drawn_by_logs(rng, [self._weigh(kept) for kept, _, _ in found])]

    def _weigh(self, kept: Sequence[Tickets]) -> float:
        """The logarithm of the odds of the seen tickets in hands, against any unseen ones there."""
        total = 0.0
        for seat, suspicion in self.suspicions.items():
            for ticket, nth in zip(kept[seat], self.choices[seat], strict=True):
                if not any(ticket in hidden for hidden in self.hidden):
                    total += suspicion.of(ticket, nth) - self._usual(suspicion, nth)
        return total

    def _usual(self, suspicion: Suspicion, nth: int) -> float:
        """The logarithm of the mean odds of the unseen tickets in the nth choice of a rival."""
        logs = [suspicion.of(ticket, nth) for ticket in chain(*self.hidden)]
        return log(fsum(map(exp, logs)) / len(logs)) if logs else 0.0


def drawn(rng: Random, odds: Sequence[float]) -> int:
    """The number of one of several things, drawn by these odds."""
    sums = list(accumulate(odds))
    point = rng.random() * sums[-1]
    return next((number for number, total in enumerate(sums) if point < total), len(sums) - 1)


def drawn_by_logs(rng: Random, logs: Sequence[float]) -> int:
    """The number of one of several things, drawn by odds of which these are the logarithms."""
    most = max(logs)
    return drawn(rng, [exp(weight - most) for weight in logs])
