"""Beliefs: which tickets the rivals may hold, by all that a seat has seen, and games drawn by them.

A view's own `sample` gives rivals any tickets that fit what the seat has seen. Beliefs deal these
tickets again, all rivals' together and none twice: tickets that the seat has never seen may lie
anywhere, so any two of them can change places, and those that go with what a rival did go to it
more often.
"""

from __future__ import annotations

from itertools import accumulate, chain, repeat
from math import exp, fsum, log
from random import Random
from typing import Final

from arena.planning.evidence import Evidence
from arena.planning.history import histories
from arena.planning.suspicion import Suspicion
from arena.referee.game import Game
from arena.referee.view import SeatView
from arena.vocabulary import Seat, TicketNumber

ROUNDS: Final = 3
"""How often each ticket is drawn anew: the first ones were drawn before the others were known."""
DEALS: Final = 6
"""How many deals are looked at where rivals may hold tickets that the seat has seen before."""


class Beliefs:
    """What a seat believes of its rivals' tickets at one question."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        known = histories(view.log, view.seats)
        self.suspicions = {
            seat: Suspicion(Evidence(view, seat, known[seat]))
            for seat in view.others
            if known[seat].choices
        }
        """By rival: how strongly each ticket is suspected; none before the first choice is known."""
        self.choices = {seat: self._choices(seat) for seat in self.suspicions}
        """By rival: for each ticket that it holds, as deals list them, in which choice it kept it."""
        places = view.places
        self.hidden = (frozenset(places.unseen), frozenset(places.unseen_first))
        """The tickets never seen, by deck: those of one deck can change places."""

    def _choices(self, seat: Seat) -> list[int]:
        """Deals list the tickets of remembered choices after the others."""
        choices = self.suspicions[seat].evidence.history.choices
        remembered = self.view.places.remembered[seat]
        order = sorted(range(len(choices)), key=remembered.__getitem__)
        return list(chain.from_iterable(repeat(nth, choices[nth].kept) for nth in order))

    def imagine(self, rng: Random) -> Game:
        """A complete game that fits all that the seat knows, with tickets that are likely."""
        game = self.view.sample(rng)
        if not self.suspicions:
            return game
        if self.view.places.choices:
            self._choose_deal(game, rng)
        self._deal_again(game, rng)
        return game

    def _choose_deal(self, game: Game, rng: Random) -> None:
        """Take one of several deals, by what the tickets seen before say in each rival's hand."""
        deals = [self.view.places.place(rng) for _ in range(DEALS)]
        logs = [self._weigh(kept) for kept, _, _ in deals]
        most = max(logs)
        kept, game.offers, game.ticket_deck = deals[drawn(rng, [exp(weight - most) for weight in logs])]
        for seat in self.view.others:
            game.tickets[seat] = kept[seat]

    def _weigh(self, kept: list[tuple[TicketNumber, ...]]) -> float:
        """The logarithm of the odds of the seen tickets in a deal, against any unseen ones there."""
        total = 0.0
        for seat, suspicion in self.suspicions.items():
            for ticket, nth in zip(kept[seat], self.choices[seat], strict=True):
                if not any(ticket in hidden for hidden in self.hidden):
                    total += suspicion.of(ticket, nth) - self._usual(seat, nth)
        return total

    def _usual(self, seat: Seat, nth: int) -> float:
        """The logarithm of the mean odds of the unseen tickets in the nth choice of a rival."""
        logs = [self.suspicions[seat].of(ticket, nth) for tickets in self.hidden for ticket in tickets]
        return log(fsum(map(exp, logs)) / len(logs)) if logs else 0.0

    def _deal_again(self, game: Game, rng: Random) -> None:
        """Let unseen tickets change places until the rivals' hands are as likely as they may be."""
        held = {seat: list(game.tickets[seat]) for seat in self.suspicions}
        rest = [self._rest(hidden, held) for hidden in self.hidden]
        before = [free[:] for free in rest]
        for turn in range(ROUNDS):
            for seat, hand in held.items():
                for place, ticket in enumerate(hand):
                    for hidden, free in zip(self.hidden, rest, strict=True):
                        if ticket in hidden:
                            others = hand[:place] + (hand[place + 1 :] if turn else [])
                            self._draw_again(seat, hand, place, others, free, rng)
        moved = dict(zip(chain(*before), chain(*rest), strict=True))
        for seat, hand in held.items():
            game.tickets[seat] = tuple(hand)
            game.offers[seat] = tuple(moved.get(ticket, ticket) for ticket in game.offers[seat])
        game.ticket_deck = [moved.get(ticket, ticket) for ticket in game.ticket_deck]

    def _rest(
        self, hidden: frozenset[TicketNumber], held: dict[Seat, list[TicketNumber]]
    ) -> list[TicketNumber]:
        """The unseen tickets that no rival holds."""
        return sorted(hidden.difference(*held.values()))

    def _draw_again(
        self,
        seat: Seat,
        hand: list[TicketNumber],
        place: int,
        others: list[TicketNumber],
        free: list[TicketNumber],
        rng: Random,
    ) -> None:
        """Draw one ticket of a hand anew, from itself and the free ones, which take it in turn."""
        candidates = [hand[place], *free]
        nth = self.choices[seat][place]
        number = drawn(rng, self.suspicions[seat].odds(candidates, nth, others))
        if number:
            hand[place], free[number - 1] = candidates[number], candidates[0]


def drawn(rng: Random, odds: list[float]) -> int:
    """One of several things, drawn by these odds."""
    sums = list(accumulate(odds))
    point = rng.random() * sums[-1]
    return next((number for number, total in enumerate(sums) if point < total), len(sums) - 1)
