"""Tunnels (X3, X4): the cards turned up, what they cost more, and the events of a tunnel."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from arena.boards.colors import LOCOMOTIVE
from arena.referee.events import Claimed, Event, pay, teach_payment
from arena.referee.modules.europe.actions import ways_to_pay
from arena.referee.row import refill, settle
from arena.referee.table import KINDS, Table
from arena.vocabulary import Card, RouteMask, RouteNumber, Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.game import Game
    from arena.referee.view import SeatView

COLUMN: Final = "tunnel"
"""The column of routes that marks tunnels."""
TURNED_UP: Final = 3
"""How many cards are turned up for a tunnel (X3)."""
MOST_GIVEN_UP: Final = 30
"""A seat that has given up so many tunnels may claim no further one (X3)."""


class Tunnels:
    """The cards turned up for a tunnel, and how often seats have given one up."""

    __slots__ = ("given_up", "turned")

    def __init__(self, board: Board, seats: int) -> None:
        self.turned = [0] * KINDS
        """How many of each card lie turned up on the table."""
        self.given_up = [0] * seats
        """For each seat, how many tunnels it has given up."""

    def clone(self) -> Tunnels:
        """An independent copy."""
        other = object.__new__(Tunnels)
        other.turned = self.turned[:]
        other.given_up = self.given_up[:]
        return other


def tunnels_of(table: Table) -> Tunnels:
    """The tunnels on a table whose ruleset has them."""
    tunnels: Tunnels = table.extras[Tunnels]
    return tunnels


class TurnedUp(Event, frozen=True):
    """The top card of the deck was turned up for a tunnel."""

    card: Card

    def change(self, table: Table) -> None:
        tunnels_of(table).turned[self.card] += 1
        table.deck_size -= 1

    def teach(self, view: SeatView) -> None:
        view.cards.left(self.card)


class SurchargePaid(Event, frozen=True):
    """A seat paid what a tunnel cost more."""

    seat: Seat
    color: Card
    cards: int
    locomotives: int

    def change(self, table: Table) -> None:
        pay(table, self.seat, self.color, self.cards - self.locomotives)
        pay(table, self.seat, LOCOMOTIVE, self.locomotives)

    def teach(self, view: SeatView) -> None:
        teach_payment(view, self.seat, self.color, self.cards - self.locomotives)
        teach_payment(view, self.seat, LOCOMOTIVE, self.locomotives)


class TunnelGivenUp(Event, frozen=True):
    """A seat gave a tunnel up, and the cards turned up were discarded."""

    seat: Seat
    route: RouteNumber

    def change(self, table: Table) -> None:
        tunnels_of(table).given_up[self.seat] += 1
        discard_turned_up(table)


def discard_after_claim(table: Table, event: Claimed) -> None:
    """The cards turned up are discarded together with the payment."""
    if any(tunnels_of(table).turned):
        discard_turned_up(table)


def discard_turned_up(table: Table) -> None:
    """Move the cards turned up to the discards."""
    tunnels = tunnels_of(table)
    table.discard = [a + b for a, b in zip(table.discard, tunnels.turned, strict=True)]
    tunnels.turned = [0] * KINDS


def is_tunnel(table: Table, route: RouteNumber) -> bool:
    """Whether a route is a tunnel."""
    return table.board.columns[COLUMN][route] > 0


@cache
def tunnels_on(board: Board) -> RouteMask:
    """The mask of the tunnels of a board."""
    return sum(1 << route for route, tunnel in enumerate(board.columns[COLUMN]) if tunnel)


def not_barred(table: Table, seat: Seat) -> RouteMask:
    """The routes that a seat may claim with regard to the tunnels it has given up."""
    board = table.board
    if tunnels_of(table).given_up[seat] < MOST_GIVEN_UP:
        return board.everything
    return board.everything & ~tunnels_on(board)


def turn_up(game: Game) -> bool:
    """Turn up three cards, or those that there are; returns whether the tunnel costs more."""
    for _ in range(TURNED_UP):
        if not game.deck:
            break
        game.emit(TurnedUp(game.deck.pop()))
        if not game.deck:
            refill(game)
    if not surcharge(game):
        return False
    settle(game)
    return True


def surcharge(table: Table) -> int:
    """How many cards the tunnel on the table costs more; 0 if there is none."""
    laid, turned = table.pending, tunnels_of(table).turned
    if laid is None:
        return 0
    alike = turned[laid.color] if laid.color != LOCOMOTIVE else 0
    return turned[LOCOMOTIVE] + alike


def payable_more(table: Table) -> list[tuple[Card, int, int]]:
    """The ways in which the asked seat can pay the surcharge: colour, cards, locomotives."""
    laid, cards, hand = table.pending, surcharge(table), table.hands[table.seat]
    assert laid is not None
    colors = () if laid.color == LOCOMOTIVE else (laid.color,)
    return [
        (color, cards, locomotives)
        for color, locomotives in ways_to_pay(colors, cards)
        if hand[color] >= cards - locomotives and hand[LOCOMOTIVE] >= locomotives
    ]
