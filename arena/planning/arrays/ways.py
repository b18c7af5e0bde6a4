"""Which routes a seat would claim for its tickets, as an array: what a net finds hard to work out.

This is a plain plan with whole numbers for costs, so that the compiled kernel makes the very same
one (arena/kernel/c/py_ways.c); tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from arena.boards.colors import GRAY, LOCOMOTIVE
from arena.planning.ways import cheapest, steps_of
from arena.referee.network import Steps, each

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.rules import Rules
    from arena.referee.view import SeatView
    from arena.vocabulary import RouteNumber, TicketNumber


@dataclass(frozen=True, slots=True)
class WayCosts:
    """What claiming a route costs, in hundredths of a point."""

    route: int = 250
    """For the turn that it takes."""
    train: int = 278
    """For each train, with the card that is paid for it."""
    held: int = -73
    """For each card of its colour in hand, but no more than `card` for each train."""
    card: int = 208
    point: int = -100
    """For each point that it scores."""
    least: int = 25
    """The least for each train, so that no way is free."""


WAYS: Final = WayCosts()


class Ways:
    """Where everything is in the array of ways: planned routes, choices of tickets, three sums."""

    __slots__ = ("choices", "given_up", "joined", "planned", "size", "sums", "trains")

    def __init__(self, rules: Rules) -> None:
        routes = len(rules.board.routes)
        choices = (1 << rules.most_offered) - 1
        self.planned = slice(0, routes)
        """For each route, 1 if the plan for the seat's tickets claims it."""
        self.choices = slice(routes, routes + choices)
        """For each choice of the offer, by the numbers of `Keep`: the trains of a plan for it too;
        -1 if it can't join them all, or if there is no such choice."""
        self.trains = routes + choices
        """The trains that the plan takes."""
        self.joined = self.trains + 1
        """How many of the seat's tickets the plan completes, or are complete."""
        self.given_up = self.trains + 2
        """How many it leaves out, because there is no way or there are not enough trains."""
        self.sums = {"trains": self.trains, "joined": self.joined, "given_up": self.given_up}
        """These three by name."""
        self.size = self.trains + len(self.sums)


def ways(view: SeatView) -> NDArray[np.int16]:
    """The plan of this seat as an array, as `Ways(view.rules)` lays it out."""
    places, costs = Ways(view.rules), route_costs(view)
    steps = steps_of(view.board, costs)
    array = np.zeros(places.size, np.int16)
    array[places.choices] = -1
    routes, left_out = plan(view, steps, costs, view.my_tickets)
    array[list(routes)] = 1
    array[places.trains] = trains_of(view.board, routes)
    array[places.joined] = len(view.my_tickets) - len(left_out)
    array[places.given_up] = len(left_out)
    offer = view.my_offer
    for choice in range(1, 1 << len(offer)):
        chosen = [ticket for place, ticket in enumerate(offer) if choice >> place & 1]
        routes, left_out = plan(view, steps, costs, [*view.my_tickets, *chosen])
        if not left_out.intersection(chosen):
            array[places.choices.start + choice - 1] = trains_of(view.board, routes)
    return array


def route_costs(view: SeatView) -> list[float]:
    """What each route costs the seat: nothing if owned, infinite if it can't be claimed."""
    board, hand = view.board, view.hand
    costs = [inf] * len(board.lengths)
    most = max(hand[:LOCOMOTIVE])
    fixed = fixed_costs(view.rules)
    for route in each(view.open_to[view.me] & board.up_to[view.my_trains]):
        cost, saved, least, color = fixed[route]
        cost += max(WAYS.held * (most if color == GRAY else hand[color]), saved)
        costs[route] = cost if cost > least else least
    for route in each(view.owned[view.me]):
        costs[route] = 0
    return costs


@cache
def fixed_costs(rules: Rules) -> list[tuple[int, int, int, int]]:
    """Of each route: its cost with no cards in hand, the most that cards save (below 0), the least
    that it costs, and its colour."""
    board, found = rules.board, []
    for length, color, points in zip(board.lengths, board.colors, rules.points, strict=True):
        cost = WAYS.route + WAYS.train * length + WAYS.point * points
        found.append((cost, -WAYS.card * length, WAYS.least * length, color))
    return found


def plan(
    view: SeatView, steps: Steps, costs: Sequence[float], tickets: Iterable[TicketNumber]
) -> tuple[set[RouteNumber], set[TicketNumber]]:
    """The routes to claim for these tickets, joined one by one, and those that are left out.

    The ticket with the most points comes first, and what is planned is free for the next ones.
    """
    board, left = view.board, list(costs)
    routes: set[RouteNumber] = set()
    left_out: set[TicketNumber] = set()
    for ticket in sorted(tickets, key=lambda ticket: (-board.tickets[ticket].points, ticket)):
        way = cheapest(steps, left, *board.tickets[ticket].ends)
        more = {route for route in way[1] if left[route]} if way else None
        if more is None or trains_of(board, routes | more) > view.my_trains:
            left_out.add(ticket)
            continue
        routes |= more
        for route in more:
            left[route] = 0
    return routes, left_out


def trains_of(board: Board, routes: Iterable[RouteNumber]) -> int:
    """The trains that these routes take."""
    return sum(board.lengths[route] for route in routes)
