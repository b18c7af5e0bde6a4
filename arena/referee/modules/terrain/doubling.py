"""Which routes terrain cards can double, and the cards and locomotives that it takes (A5 to A7)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from arena.referee.modules.terrain.actions import DoubledClaim, claim_fields
from arena.referee.modules.terrain.cards import TERRAIN_OF
from arena.referee.payments import Payments, claims_for
from arena.vocabulary import RouteMask, RouteNumber, Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.rules import Rules


PRICES: Final = (0, 1, 1, 1, 2, 2, 2)
"""Terrain cards that double a route, by its length; longer ones can't be doubled (A5)."""
MOST_PRICE: Final = max(PRICES)


@cache
def doubled_payments(rules: Rules, extra: int) -> Payments[DoubledClaim]:
    """All ways to pay for a route and double it with this many locomotives as terrain cards."""
    prices = doublings(rules.board)

    def ways(board: Board, route: RouteNumber) -> list[DoubledClaim]:
        _, price = prices[route]
        terrain = max(0, price - extra)
        return [
            DoubledClaim(*claim_fields(claim), terrain, extra)
            for claim in claims_for(board, route)
            if price
        ]

    return Payments(rules.board, ways, rules.ruleset.cards)


def doubled_with(board: Board, mine: list[int], others: list[int], extra: int) -> RouteMask:
    """The mask of routes that own terrain cards and this many locomotives double.

    The condition of `may_double` is written out here: this runs for every price at every turn.
    """
    routes = 0
    for kind, price, mask in doubled_routes(board):
        reach = mine[kind] + extra
        if price <= reach >= others[kind] if extra <= price else reach == others[kind]:
            routes |= mask
    return routes


def may_double(price: int, own: int, others: int, extra: int) -> bool:
    """Whether `extra` locomotives, and own cards for the rest of the price, double a route.

    No other seat may have more than the own cards and these together (A6, A7). Where that
    takes more than the price, exactly the locomotives for a tie are played, and no card (A7).
    """
    needed = others - own
    return extra == needed if extra > price else needed <= extra and price - extra <= own


@cache
def doubled_routes(board: Board) -> list[tuple[int, int, RouteMask]]:
    """Each terrain and number of cards, with the mask of the routes that these double."""
    bits = tuple(zip(board.bits, doublings(board), strict=True))
    kinds = sorted({doubling for _, doubling in bits if doubling[1]})
    return [(*kind, sum(bit for bit, doubling in bits if doubling == kind)) for kind in kinds]


def most_of_others(cards: list[list[int]], seat: Seat) -> list[int]:
    """For each terrain, the most cards of it that any other seat has."""
    others = zip(*cards[:seat], *cards[seat + 1 :], strict=True)
    return [max(counts) for counts in others]


@cache
def doublings(board: Board) -> tuple[tuple[int, int], ...]:
    """For each route, its terrain and how many of its cards double it; 0 if none do."""
    return tuple(
        (TERRAIN_OF[color], PRICES[length] if length < len(PRICES) else 0)
        for color, length in zip(board.colors, board.lengths, strict=True)
    )
