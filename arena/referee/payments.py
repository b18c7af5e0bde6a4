"""What can be paid for each route of a board (C1, C8), worked out once and looked up after."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from arena.boards import Board
from arena.boards.colors import COLORS, GRAY, LOCOMOTIVE
from arena.referee.actions import Claim
from arena.referee.table import CARDS

MOST_LOCOMOTIVES: Final = CARDS[LOCOMOTIVE]


class Payable(NamedTuple):
    """The mask of routes that some cards can pay for, and for each route the claims that do."""

    routes: int
    claims: tuple[tuple[Claim, ...], ...]


class Payments:
    """All claims that a board knows, whoever makes them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.claims = {claim for route in range(len(board.routes)) for claim in self._fit(route)}
        """Every claim whose payment fits its route (C1, C8)."""
        self._known: dict[tuple[int, int, int], Payable] = {}
        self.payable: list[list[list[Payable | None]]] = [
            [[None] * (MOST_LOCOMOTIVES + 1) for _ in range(number + 1)] for number in CARDS
        ]
        """By colour, cards of it in hand and locomotives in hand: what these pay for; None where
        nobody has asked yet. Locomotives alone are under their own colour, with no other cards."""

    def _fit(self, route: int) -> Iterator[Claim]:
        board = self.board
        length, color, ferry = board.lengths[route], board.colors[route], board.ferries[route]
        for paid in COLORS if color == GRAY else (color,):
            for locomotives in range(ferry, length):
                yield Claim(route, paid, locomotives)
        yield Claim(route, LOCOMOTIVE, length)

    def of(self, color: int, cards: int, locomotives: int) -> Payable:
        """What so many cards of a colour in hand, and so many locomotives, pay for."""
        return self.payable[color][cards][locomotives] or self.work_out(color, cards, locomotives)

    def work_out(self, color: int, cards: int, locomotives: int) -> Payable:
        """What so many cards of a colour, at least one of them used, and locomotives pay for."""
        most = self.board.longest
        key = (color, min(cards, most), min(locomotives, most))
        if key not in self._known:
            self._known[key] = self._pay(*key)
        self.payable[color][cards][locomotives] = self._known[key]
        return self._known[key]

    def _pay(self, color: int, cards: int, locomotives: int) -> Payable:
        claims = tuple(
            tuple(
                claim
                for claim in self._fit(route)
                if claim.color == color
                and claim.locomotives <= locomotives
                and length - claim.locomotives <= cards
            )
            for route, length in enumerate(self.board.lengths)
        )
        return Payable(sum(1 << route for route, found in enumerate(claims) if found), claims)
