"""Paying with as few locomotives as possible: what a hand can claim that way, looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from arena.boards.colors import LOCOMOTIVE
from arena.referee.actions import Claim
from arena.referee.payments import Payments
from arena.vocabulary import Card, RouteMask, RouteNumber


class Means(NamedTuple):
    """What the cards of one colour, with the locomotives in hand, can pay for."""

    routes: RouteMask
    claims: Mapping[RouteNumber, Claim]
    """For each of these routes, the claim with the fewest locomotives."""


class Thrift:
    """The thriftiest claims of a board for any hand: worked out once, because all seats of imagined
    games ask for them at every turn."""

    def __init__(self, payments: Payments[Claim]) -> None:
        self._payments = payments
        self._known: dict[tuple[Card, int, int], Means] = {}

    def routes(self, hand: Sequence[int]) -> RouteMask:
        """The mask of routes that a hand can pay for."""
        routes = 0
        for means in self._means(hand):
            routes |= means.routes
        return routes

    def claims(self, hand: Sequence[int], routes: RouteMask) -> list[Claim]:
        """The thriftiest claims of these routes: by colour, and in each the last route first."""
        bits = self._payments.board.bits
        found = []
        for payable, claims in self._means(hand):
            left = payable & routes
            while left:
                route = RouteNumber(left.bit_length() - 1)
                found.append(claims[route])
                left ^= bits[route]
        return found

    def _means(self, hand: Sequence[int]) -> list[Means]:
        """For each colour in hand, what it can pay for."""
        locomotives, known = hand[LOCOMOTIVE], self._known
        found = []
        for color, cards in enumerate(hand):
            if cards:
                key = color, cards, locomotives
                found.append(known.get(key) or self._work_out(*key))
        return found

    def _work_out(self, color: Card, cards: int, locomotives: int) -> Means:
        hand = [0] * (LOCOMOTIVE + 1)
        hand[color] = cards
        claims: dict[RouteNumber, Claim] = {}
        for claim in self._payments.affordable(
            hand, locomotives, self._payments.board.everything
        ):  # those with few locomotives come first
            claims.setdefault(claim.route, claim)
        routes = sum(self._payments.board.bits[route] for route in claims)
        self._known[color, cards, locomotives] = Means(routes, claims)
        return self._known[color, cards, locomotives]


@cache
def thrift_of(payments: Payments[Claim]) -> Thrift:
    """The thrift of one board's payments, made once."""
    return Thrift(payments)
