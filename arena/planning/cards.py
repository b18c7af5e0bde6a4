"""Cards: what a hand lacks for the routes of a plan, and what each card would do for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add, mul
from typing import Final, NamedTuple

from arena.boards import Board
from arena.boards.colors import GRAY, LOCOMOTIVE
from arena.planning.judge import judges_of
from arena.planning.weights import Weights
from arena.referee.table import Table
from arena.vocabulary import Card, RouteNumber, Seat

Share = tuple[RouteNumber, Card, int]
"""A route, the colour meant for it, and how many cards it still lacks."""
ANY_USE: Final = 0.08
"""What a card that fits no planned route does, in useful cards."""
OTHER_COLOR: Final = 0.3
"""What a card does for a gray route for which another colour is collected."""
LAST_CARD: Final = 0.15
"""What a card for a coloured route does more, divided by how many cards the route lacks."""


class Bill(NamedTuple):
    """What some routes cost in cards."""

    colored: list[Share]
    gray: list[tuple[int, RouteNumber]]
    """How many cards of any one colour, and for which route; the longest first."""
    locomotives: int
    """How many locomotives ferries need."""


def bill_of(board: Board, routes: Sequence[RouteNumber]) -> Bill:
    """What these routes cost, in their order."""
    colors, lengths, ferries = board.colors, board.lengths, board.ferries
    colored, gray, locomotives = [], [], 0
    for route in routes:
        color, ferry = colors[route], ferries[route]
        locomotives += ferry
        if color == GRAY:
            gray.append((lengths[route] - ferry, route))
        else:
            colored.append((route, color, lengths[route] - ferry))
    gray.sort(reverse=True)
    return Bill(colored, gray, locomotives)


def lay_out(bill: Bill, hand: Sequence[int]) -> tuple[list[Share], int]:
    """The share of each route when a hand is laid out for all, and the locomotives left over.

    Coloured routes are served first, in order; a gray one then gets the colour most are left of.
    The number of locomotives left is negative where ferries need more than there are.
    """
    colored, gray, locomotives = bill
    left = list(hand[:LOCOMOTIVE])
    shares = []
    for route, color, cards in colored:
        held = left[color]
        if held < cards:
            left[color] = 0
            shares.append((route, color, cards - held))
        else:
            left[color] = held - cards
            shares.append((route, color, 0))
    for cards, route in gray:
        held = max(left)
        color = left.index(held)
        use = held if held < cards else cards
        left[color] = held - use
        shares.append((route, color, cards - use))
    return shares, hand[LOCOMOTIVE] - locomotives


def missing_cards(board: Board, routes: Sequence[RouteNumber], hand: Sequence[int]) -> int:
    """How many cards a hand lacks to pay for all of these routes."""
    return missing_for(bill_of(board, routes), hand)


def missing_for(bill: Bill, hand: Sequence[int]) -> int:
    """How many cards a hand lacks to pay a bill.

    It lays the hand out as `lay_out` does, but notes no shares: this is asked for every way to pay
    for every route. A test holds the two together.
    """
    colored, gray, locomotives = bill
    left = list(hand)
    left.pop()
    missing = locomotives - hand[LOCOMOTIVE]
    for _, color, cards in colored:
        rest = left[color] - cards
        if rest < 0:
            missing -= rest
            rest = 0
        left[color] = rest
    for cards, _ in gray:
        held = max(left)
        left[left.index(held)] = held - cards if held > cards else 0
        if held < cards:
            missing += cards - held
    return missing if missing > 0 else 0


def card_values(
    table: Table,
    seat: Seat,
    needed: Sequence[RouteNumber],
    extras: Sequence[RouteNumber],
    weights: Weights,
) -> list[float]:
    """What a card of each kind does for the routes needed and the extras, in useful cards."""
    colors, hand = table.board.colors, table.hands[seat]
    shares, spare = lay_out(bill_of(table.board, [*needed, *extras]), hand)
    values = least_values(hand)
    missing = 0
    other = 0.0
    for route, color, lacking in shares:
        if not lacking:
            continue
        missing += lacking
        value = weights.extra if route in extras else 1.0
        if colors[route] == GRAY:
            other = max(other, OTHER_COLOR * value)
        else:
            value *= 1.0 + LAST_CARD / lacking
        if value > values[color]:
            values[color] = value
    return with_locomotive(table, values, other, missing, spare, weights)


def least_values(hand: Sequence[int]) -> list[float]:
    """What a card of each colour does when no route lacks it: a little more, the more are held."""
    return [ANY_USE + 0.02 * cards for cards in hand[:LOCOMOTIVE]]


def with_locomotive(
    table: Table, values: list[float], other: float, missing: int, spare: int, weights: Weights
) -> list[float]:
    """What each kind of card does: each colour at least `other`, and locomotives last."""
    if other:
        values = [value if value > other else other for value in values]
    if missing <= spare:
        return [*(0.3 * value for value in values), 0.5]  # all is in hand: cards are for later
    return [*values, use_of_locomotive(table, weights) + (0.5 if spare < 0 else 0.0)]


def use_of_locomotive(table: Table, weights: Weights) -> float:
    """What a locomotive does: it stands in for any train card, and for cards of modules too."""
    use = weights.locomotive
    for more in judges_of(table.rules).locomotive:
        use += more(weights)
    return use


def blind_value(table: Table, seat: Seat, values: Sequence[float]) -> float:
    """What the unseen top card does on average."""
    cards_of = table.rules.ruleset.cards
    piles = zip(cards_of, table.discard, table.row, table.hands[seat], strict=True)
    unseen = [cards - discard - row - hand for cards, discard, row, hand in piles]
    worth: float = reduce(add, map(mul, unseen, values))  # from 3.12 on, `sum` rounds otherwise
    return worth / (sum(unseen) or 1)
