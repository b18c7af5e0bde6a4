"""Cards: what a hand lacks for the routes of a plan, and what each card would do for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.boards import Board
from arena.boards.colors import COLORS, GRAY, LOCOMOTIVE
from arena.planning.weights import Weights
from arena.referee.modules.terrain import Terrain
from arena.referee.table import CARDS, Table

Share = tuple[int, int, int]
"""A route, the colour meant for it, and how many cards it still lacks."""
ANY_USE: Final = 0.08
"""What a card that fits nothing is good for, in useful cards."""


def allot(board: Board, routes: Sequence[int], hand: Sequence[int]) -> tuple[list[Share], int]:
    """The share of each route when a hand is laid out for all, and the locomotives left over.

    Coloured routes are served first, in order; a gray one then gets the colour most are left of.
    The locomotives left are fewer than none where ferries need more than there are.
    """
    left = list(hand[:LOCOMOTIVE])
    spare = hand[LOCOMOTIVE]
    colors, lengths, ferries = board.colors, board.lengths, board.ferries
    shares, grays = [], []
    for route in routes:
        color = colors[route]
        ferry = ferries[route]
        spare -= ferry
        length = lengths[route] - ferry
        if color == GRAY:
            grays.append((length, route))
            continue
        held = left[color]
        use = held if held < length else length
        left[color] = held - use
        shares.append((route, color, length - use))
    if grays:
        grays.sort(reverse=True)
        for length, route in grays:
            held = max(left)
            color = left.index(held)
            use = held if held < length else length
            left[color] = held - use
            shares.append((route, color, length - use))
    return shares, spare


def missing_cards(board: Board, routes: Sequence[int], hand: Sequence[int]) -> int:
    """How many cards a hand lacks to pay for all of these routes."""
    shares, spare = allot(board, routes, hand)
    missing = -spare
    for _, _, lacking in shares:
        missing += lacking
    return max(0, missing)


def card_values(
    table: Table, seat: int, needed: Sequence[int], extras: Sequence[int], weights: Weights
) -> list[float]:
    """What a card of each kind does for the routes needed and the extras, in useful cards."""
    shares, spare = allot(table.board, [*needed, *extras], table.hands[seat])
    return values_of(table, seat, extras, shares, spare, weights)


def values_of(
    table: Table,
    seat: int,
    extras: Sequence[int],
    shares: Sequence[Share],
    spare: int,
    weights: Weights,
) -> list[float]:
    """What a card of each kind does when the hand is laid out like this, in useful cards."""
    colors = table.board.colors
    values = [ANY_USE + 0.02 * cards for cards in table.hands[seat][:LOCOMOTIVE]]
    missing = 0
    for route, color, lacking in shares:
        if not lacking:
            continue
        missing += lacking
        weight = weights.extra if route in extras else 1.0
        if colors[route] == GRAY:
            value_for_gray(values, color, weight)
        else:
            values[color] = max(values[color], weight * (1.0 + 0.15 / lacking))
    if missing <= spare:
        return [*(0.3 * value for value in values), 0.5]  # all is in hand: cards are for later
    return [*values, use_of_locomotive(table, weights) + (0.5 if spare < 0 else 0.0)]


def use_of_locomotive(table: Table, weights: Weights) -> float:
    """What a locomotive does: it stands in for any train card, and for terrain cards too (A7)."""
    return weights.locomotive + (weights.wild if Terrain in table.extras else 0.0)


def value_for_gray(values: list[float], color: int, weight: float) -> None:
    """A gray route wants more of the colour begun for it, but another colour may do as well."""
    for other in COLORS:
        values[other] = max(values[other], weight * (1.0 if other == color else 0.3))


def blind_value(table: Table, seat: int, values: Sequence[float]) -> float:
    """What the unseen top card does on average."""
    hand, row, discard = table.hands[seat], table.row, table.discard
    total = 0
    worth = 0.0
    for card, value in enumerate(values):
        unseen = CARDS[card] - discard[card] - row[card] - hand[card]
        total += unseen
        worth += unseen * value
    return worth / total if total else 0.0
