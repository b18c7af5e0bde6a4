"""All ways to pay for each route of a board (C1, C8, O6, X5), worked out once and looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from arena.boards import Board
from arena.boards.colors import COLORS, GRAY, LOCOMOTIVE
from arena.referee.actions import Claim, RouteClaim
from arena.vocabulary import Card, RouteMask, RouteNumber

P = TypeVar("P", bound=RouteClaim)


class Payable(NamedTuple, Generic[P]):
    """The mask of routes that some cards can pay for, and for each route the actions that do."""

    routes: RouteMask
    actions: tuple[tuple[P, ...], ...]


class Payments(Generic[P]):
    """All ways to pay for the routes of a board, for any hand."""

    def __init__(
        self,
        board: Board,
        ways: Callable[[Board, RouteNumber], Iterable[P]],
        cards: Sequence[int],
    ) -> None:
        """Work out the ways that there are for each route."""
        self.board = board
        self.ways = [tuple(ways(board, route)) for route in range(len(board.routes))]
        self.all = {way for ways_of_route in self.ways for way in ways_of_route}
        self._known: dict[tuple[Card, int, int], Payable[P]] = {}
        self.payable: list[list[list[Payable[P] | None]]] = [
            [[None] * (cards[LOCOMOTIVE] + 1) for _ in range(number + 1)] for number in cards
        ]
        """By colour, cards of it in hand and locomotives in hand: what these pay for; None until
        it is first asked for. Locomotives alone are under their own colour."""

    def affordable(self, hand: list[int], locomotives: int, routes: RouteMask) -> list[P]:
        """All ways to pay for these routes with a hand and up to `locomotives` locomotives of it.

        This runs at every turn of every game: it visits only the routes that can be paid, by the
        bits of a mask, and that in place, because the generator `each` takes longer.
        """
        found: list[P] = []
        payable, bits = self.payable, self.board.bits
        for color, cards in enumerate(hand):
            if cards:
                known = payable[color][cards][locomotives]
                mask, actions = known or self._work_out(color, cards, locomotives)
                mask &= routes
                while mask:
                    route = mask.bit_length() - 1
                    found += actions[route]
                    mask ^= bits[route]
        return found

    def _work_out(self, color: Card, cards: int, locomotives: int) -> Payable[P]:
        most = self.board.longest
        key = (color, min(cards, most), min(locomotives, most))
        if key not in self._known:
            self._known[key] = self._pay(*key)
        self.payable[color][cards][locomotives] = self._known[key]
        return self._known[key]

    def _pay(self, color: Card, cards: int, locomotives: int) -> Payable[P]:
        actions = tuple(
            tuple(
                way
                for way in ways
                if way.color == color
                and way.locomotives <= locomotives
                and length - way.locomotives <= cards
            )
            for ways, length in zip(self.ways, self.board.lengths, strict=True)
        )
        return Payable(sum(1 << route for route, found in enumerate(actions) if found), actions)


def claims_for(board: Board, route: RouteNumber) -> Iterator[Claim]:
    """All claims whose payment fits a route (C1, C8)."""
    length, color, ferry = board.lengths[route], board.colors[route], board.ferries[route]
    for paid in COLORS if color == GRAY else (color,):
        for locomotives in range(ferry, length):
            yield Claim(route, paid, locomotives)
    yield Claim(route, LOCOMOTIVE, length)
