"""Clues to a rival's tickets: what its claims, its cards and its trains say of each ticket."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from arena.boards.colors import GRAY
from arena.planning.atlas import atlas_of
from arena.planning.history import History, Keeping
from arena.planning.judge import judges_of
from arena.planning.plan import survey
from arena.planning.ways import costs_from, steps_of
from arena.planning.weights import Weights
from arena.referee.network import each
from arena.referee.table import Table
from arena.vocabulary import Node, RouteMask, RouteNumber, Seat, TicketNumber

EARLY: Final = 4
"""How many of the first claims after a choice of tickets count as early."""
FARTHEST: Final = 30.0
"""The most trains by which the places of a ticket count as away from a network."""


class Signs(NamedTuple):
    """What speaks for or against a ticket; shares go from 0 to 1, `late` ones grow with the game.

    "Late" means: times the share of its trains that the rival has laid.
    """

    built: float
    """The share of its way that is built."""
    done: float
    """Whether it is completed."""
    done_late: float
    lost: float
    """Whether it can't be completed any more."""
    points: float
    """Its points, in tens."""
    points_late: float
    ends: float
    """The share of its places that the rival's routes reach."""
    ends_late: float
    early: float
    """The share of the first claims after the choice that lie on its direct ways."""
    cards: float
    """How much of its way the cards taken from the row would pay for."""
    built_before: float
    """The share of its way that was built when it was chosen."""
    done_before: float
    """Whether it was completed already when it was chosen."""
    far: float
    """The share of the rival's trains that it still takes."""
    away: float
    """How far its places are from the rival's network, in tens of trains for both together."""


class Clues:
    """What a table shows of one rival, asked for one ticket after the other."""

    def __init__(self, table: Table, rival: Seat, history: History) -> None:
        self.table = table
        self.ground = survey(table, rival, Weights())
        """What the rival builds on, by the cards that it is known to hold."""
        self.board = table.board
        self.atlas = atlas_of(table.rules)
        self.history = history
        self.owned = table.owned[rival]
        self.trains = table.trains[rival]
        self.laid = 1.0 - self.trains / table.rules.ruleset.trains
        can_use = table.open_to[rival] & self.board.up_to[self.trains]
        self.now = Distances(table, self.owned, can_use)
        self.before = [self._distances_at(table, choice) for choice in history.choices]
        self.away = self.now.away_from(network_nodes(table, rival))
        self.collected = collected(table, can_use, table.hands[rival])

    def _distances_at(self, table: Table, choice: Keeping) -> Distances | None:
        """The distances when these tickets were chosen; None before the first claim."""
        if not choice.claims:
            return None
        owned = sum(self.board.bits[route] for route in self.history.claims[: choice.claims])
        return Distances(table, owned, self.board.everything)

    def signs(self, ticket: TicketNumber, nth: int) -> Signs:
        """What speaks for a ticket as one of those that the rival kept in its nth choice."""
        sketch, choice = self.atlas[ticket], self.history.choices[nth]
        left, at_first = self.now.of(ticket), self.before[nth]
        start = at_first.of(ticket) if at_first else sketch.length
        lost = left > self.trains
        done = float(left == 0.0)
        points = sketch.points / 10.0
        ends = sum(bool(self.owned & end) for end in sketch.ends) / 2.0
        away = sum(min(self.away[node] for node in end) for end in self.board.tickets[ticket].ends)
        pay = sum(cards for route, cards in self.collected if sketch.direct >> route & 1)
        return Signs(
            built=0.0 if lost else max(0.0, 1.0 - left / sketch.length),
            done=done,
            done_late=done * self.laid,
            lost=float(lost),
            points=points,
            points_late=points * self.laid,
            ends=ends,
            ends_late=ends * self.laid,
            early=share(self.history.claims[choice.claims :][:EARLY], sketch.direct),
            cards=pay / sketch.length,
            built_before=max(0.0, 1.0 - start / sketch.length),
            done_before=float(start == 0.0),
            far=min(1.0, left / max(1.0, self.trains)),
            away=min(FARTHEST, away) / 10.0,
        )


class Distances:
    """How many trains a seat with these routes needs for each ticket."""

    def __init__(self, table: Table, owned: RouteMask, can_use: RouteMask) -> None:
        board = self.board = table.board
        self.costs = [inf] * len(board.lengths)
        for route in each(can_use):
            self.costs[route] = float(board.lengths[route])
        for route in each(owned):
            self.costs[route] = 0.0
        self.steps = steps_of(board, self.costs)
        self.from_start: dict[tuple[Node, ...], list[float]] = {}

    def of(self, ticket: TicketNumber) -> float:
        """The fewest trains that complete a ticket; infinite if nothing can."""
        starts, goals = self.board.tickets[ticket].ends
        if starts not in self.from_start:
            self.from_start[starts] = costs_from(self.steps, self.costs, starts)
        costs = self.from_start[starts]
        return min(costs[node] for node in goals)

    def away_from(self, nodes: Sequence[Node]) -> list[float]:
        """For each node, how many trains join it to one of these; nothing if there are none."""
        if not nodes:
            return [0.0] * self.board.node_count
        return costs_from(self.steps, self.costs, nodes)


def network_nodes(table: Table, seat: Seat) -> list[Node]:
    """The nodes that a seat has reached, or where it must begin."""
    nodes = {node for route in each(table.owned[seat]) for node in table.board.ends[route]}
    for start_of in judges_of(table.rules).start:
        nodes.update(start_of(table, seat))
    return sorted(nodes)


def share(claims: Sequence[RouteNumber], routes: RouteMask) -> float:
    """The share of claims that are among these routes."""
    return sum(routes >> route & 1 for route in claims) / len(claims) if claims else 0.0


def collected(
    table: Table, routes: RouteMask, hand: Sequence[int]
) -> list[tuple[RouteNumber, int]]:
    """The coloured ones of these routes that a hand is known to have cards for, and how many."""
    board = table.board
    return [
        (route, min(hand[board.colors[route]], board.lengths[route]))
        for route in each(routes)
        if board.colors[route] != GRAY and hand[board.colors[route]]
    ]
