"""Claiming a route (C): its cost, double routes closed with 2 or 3 seats (C5), and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from arena.boards.colors import COLORS, LOCOMOTIVE, NAMES
from arena.referee.actions import Claim, RouteClaim
from arena.referee.events import Claimed, PaymentLaid, PaymentTakenUp
from arena.referee.kinds import A, Kind
from arena.referee.module import Module
from arena.referee.observed import Form, Observed
from arena.referee.phases import TURN
from arena.referee.row import settle
from arena.referee.table import Table
from arena.referee.turns import follow_claim
from arena.vocabulary import Card, RouteMask, RouteNumber, Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.game import Game
    from arena.referee.rules import Rules


class PayingKind(Kind[A]):
    """Claiming a route, plain or in the form of a module."""

    def follow(self, game: Game, action: A) -> None:
        """Ask the question that interrupts this claim, or else those that follow a claim."""
        if game.pending is None:
            follow_claim(game)
        else:
            hold_up(game, game.pending)


class ClaimKind(PayingKind[Claim]):
    """Claiming a route.

    Its options are looked up by the hand, not tried one by one: there are hundreds of ways to pay
    for the routes of a board, and they are asked for at every turn.
    """

    action = Claim
    phases = (TURN,)
    disturbance = 120

    def refusal(self, table: Table, action: Claim) -> str | None:
        """Why this claim is not legal; None if it is."""
        if not is_whole(action) or action not in table.rules.payments.all:
            return misfit(table.board, action)
        if not claimable(table, table.seat) >> action.route & 1:
            return out_of_reach(table, action.route)
        hand = table.hands[table.seat]
        for card, needed in cost(table.board, action):
            if hand[card] < needed:
                return f"it takes {needed} {NAMES[card]} cards and the hand has {hand[card]} (C1)"
        return None

    def options(self, table: Table) -> Sequence[Claim]:
        """All claims that the asked seat can make."""
        seat = table.seat
        hand = table.hands[seat]
        return table.rules.payments.affordable(hand, hand[LOCOMOTIVE], claimable(table, seat))

    def every(self, rules: Rules) -> Iterable[Claim]:
        """Every way to pay for every route: route by route, by colour, few locomotives first."""
        return chain.from_iterable(rules.payments.ways)

    def play(self, game: Game, action: Claim) -> None:
        """Pay for the route, own it and let it score."""
        claim(game, action, 1)


def is_whole(claim: Claim) -> bool:
    """Whether all numbers of a claim are ints: 2.0 and True equal ints, but are refused."""
    return type(claim.route) is type(claim.color) is type(claim.locomotives) is int


def claimable(table: Table, seat: Seat) -> RouteMask:
    """The mask of routes that a seat may claim if it can pay (C2 to C5, C7)."""
    routes = table.open_to[seat] & table.board.up_to[table.trains[seat]]
    for limit in table.rules.limits:
        routes &= limit.routes(table, seat)
    return routes


def cost(board: Board, claim: Claim) -> tuple[tuple[Card, int], tuple[Card, int]]:
    """The cards that a claim takes: how many of its colour, how many locomotives."""
    others = board.lengths[claim.route] - claim.locomotives
    return (claim.color, others), (LOCOMOTIVE, claim.locomotives)


def claim(game: Game, action: RouteClaim, factor: int) -> None:
    """Claim a route whose points count this many times, unless a question comes first."""
    for interruption in game.rules.interruptions:
        if interruption.concerns(game, action.route):
            paid = action.route, action.color, action.locomotives
            game.emit(PaymentLaid(game.seat, *paid, factor))
            return
    own_route(game, action, factor)


def own_route(game: Game, paid: RouteClaim | PaymentLaid, factor: int) -> None:
    """Pay for a route from the asked seat's hand, own it and let it score this many times."""
    route = paid.route
    points, scorers = game.rules.points[route] * factor, game.rules.scorers(game, route)
    game.emit(Claimed(game.seat, route, paid.color, paid.locomotives, points, scorers))


def hold_up(game: Game, laid: PaymentLaid) -> None:
    """Ask the question that comes before a route is claimed; if it does not arise, claim it."""
    held_up = (step for step in game.rules.interruptions if step.concerns(game, laid.route))
    interruption = next(held_up)
    if interruption.begin(game):
        game.ask(game.seat, interruption.phase)
        return
    complete_claim(game)
    settle(game)
    follow_claim(game)


def complete_claim(game: Game) -> None:
    """Take up the payment on the table and claim the route with it."""
    laid = game.pending
    assert laid is not None
    game.emit(PaymentTakenUp(laid.seat))
    own_route(game, laid, laid.factor)


def give_up_claim(game: Game) -> None:
    """Take up the payment on the table and keep it: nothing is claimed."""
    game.emit(PaymentTakenUp(game.seat))


def misfit(board: Board, claim: Claim) -> str:
    """Why a payment does not fit its route on any table."""
    route, color, locomotives = claim.route, claim.color, claim.locomotives
    if type(route) is not int or not 0 <= route < len(board.routes):
        return f"there is no route {route!r} on the board {board.name} (C1)"
    length, ferry = board.lengths[route], board.ferries[route]
    name = f"{board.route_name(route)} ({length} {NAMES[board.colors[route]]})"
    if type(locomotives) is not int or not 0 <= locomotives <= length:
        return f"{name} can't be paid with {locomotives!r} locomotives (C1)"
    if locomotives < ferry:
        return f"{name} is a ferry and takes {ferry} locomotives or more, not {locomotives} (C8)"
    if locomotives == length or color == LOCOMOTIVE:
        return f"{name} is paid by locomotives alone only with {length} of them (C1)"
    if type(color) is not int or color not in COLORS:
        return f"there is no colour {color!r} to pay with (G2)"
    return f"{name} can't be paid with {NAMES[color]} cards (C1)"


def out_of_reach(table: Table, route: RouteNumber) -> str:
    """Why the asked seat may not claim a route, however it pays."""
    board, seat = table.board, table.seat
    name = board.route_name(route)
    for owner, owned in enumerate(table.owned):
        if owned >> route & 1:
            return f"{name} belongs to seat {owner} (C3)"
    if table.owned[seat] & board.connection[route]:
        return f"{name}: a seat never holds two routes of one connection (C4)"
    if not table.open_to[seat] >> route & 1:
        return f"{name} is closed: with {table.seats} seats one route of a connection is used (C5)"
    trains = table.trains[seat]
    if board.lengths[route] > trains:
        return f"{name} takes {board.lengths[route]} trains and {trains} are left (C2)"
    limits = table.rules.limits
    reason = next(limit.reason for limit in limits if not limit.routes(table, seat) >> route & 1)
    return f"{name} {reason}"


CLAIM: Final = ClaimKind()
CLAIMING: Final = Module(
    name="claiming",
    kinds=(CLAIM,),
    events=(Claimed, PaymentLaid, PaymentTakenUp),
    observed=(
        Observed("owned", Form.SEAT_ROUTES, lambda table: table.owned),
        Observed("open_to", Form.MY_ROUTES, lambda table: table.open_to),
        Observed("trains", Form.SEATS, lambda table: table.trains),
        Observed("scores", Form.SEATS, lambda table: table.scores),
    ),
)
