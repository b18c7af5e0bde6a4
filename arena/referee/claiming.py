"""Claiming a route (C)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.boards.colors import COLORS, LOCOMOTIVE, NAMES
from arena.referee.actions import Claim
from arena.referee.events import Claimed
from arena.referee.phases import TURN
from arena.referee.rules import Kind, Rules
from arena.referee.table import Table
from arena.referee.turns import follow_claim

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.game import Game

POINTS: Final = (0, 1, 2, 4, 7, 10, 15, 18, 21, 27)
"""What a route is worth, by its length (C6)."""


def refusal(table: Table, claim: Claim) -> str | None:
    """Why this route can't be claimed so; None if it can."""
    if not is_whole(claim) or claim not in table.rules.payments.all:
        return misfit(table.board, claim)
    if not claimable(table, table.seat) >> claim.route & 1:
        return out_of_reach(table, claim.route)
    hand = table.hands[table.seat]
    for card, needed in cost(table.board, claim):
        if hand[card] < needed:
            return f"it takes {needed} {NAMES[card]} cards and the hand has {hand[card]} (C1)"
    return None


def is_whole(claim: Claim) -> bool:
    """Whether a claim's numbers are whole numbers: 2.0 and True are equal to some, but none."""
    return type(claim.route) is type(claim.color) is type(claim.locomotives) is int


def options(table: Table) -> list[Claim]:
    """All claims that the asked seat can make."""
    seat = table.seat
    hand = table.hands[seat]
    return table.rules.payments.affordable(hand, hand[LOCOMOTIVE], claimable(table, seat))


def claimable(table: Table, seat: int) -> int:
    """The mask of routes that a seat may claim if it can pay, wherever they are (C2 to C5, C7)."""
    routes = table.open_to[seat] & table.board.up_to[table.trains[seat]]
    for limit in table.rules.limits:
        routes &= limit.routes(table, seat)
    return routes


def cost(board: Board, claim: Claim) -> tuple[tuple[int, int], tuple[int, int]]:
    """The cards that a claim takes: so many of its colour, so many locomotives."""
    others = board.lengths[claim.route] - claim.locomotives
    return (claim.color, others), (LOCOMOTIVE, claim.locomotives)


def play(game: Game, claim: Claim) -> None:
    """Pay for the route, own it and let it score."""
    claim_route(game, claim.route, claim.color, claim.locomotives, 1)


def claim_route(game: Game, route: int, color: int, locomotives: int, factor: int) -> None:
    """Claim a route whose points count so many times."""
    points = POINTS[game.board.lengths[route]] * factor
    scorers = game.rules.scorers(game, route)
    game.emit(Claimed(game.seat, route, color, locomotives, points, scorers))


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


def out_of_reach(table: Table, route: int) -> str:
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


def install(rules: Rules) -> None:
    """Let routes be claimed."""
    rules.add(Kind(Claim, (TURN,), refusal, options, play, follow_claim))
