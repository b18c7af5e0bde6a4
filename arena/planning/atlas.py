"""The tickets of a ruleset on its empty board: how long their ways are, and where they lead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from arena.boards import Board, Ticket
from arena.planning.ways import costs_from, steps_of
from arena.referee.rules import Rules
from arena.vocabulary import Node, RouteMask, TicketNumber

DETOUR: Final = 2.0
"""By how many trains a way may be longer than the shortest one and still count as direct."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A ticket on the empty board."""

    length: float
    """The fewest trains that join its places."""
    direct: RouteMask
    """The routes that lie on a direct way."""
    points: int
    ends: tuple[RouteMask, RouteMask]
    """For either place, the routes that end there."""


@cache
def atlas_of(rules: Rules) -> dict[TicketNumber, Sketch]:
    """A sketch of each ticket of a ruleset, made once."""
    board = rules.board
    costs = [float(length) for length in board.lengths]
    steps = steps_of(board, costs)
    far = {node: costs_from(steps, costs, (node,)) for node in board.nodes}
    decks = [rules.deck, *rules.first_decks.values()]
    return {
        ticket: sketch_of(board, board.tickets[ticket], far) for deck in decks for ticket in deck
    }


def sketch_of(board: Board, ticket: Ticket, far: dict[Node, list[float]]) -> Sketch:
    """A ticket, by the distances between all nodes."""
    starts, goals = ticket.ends
    before = [min(far[start][node] for start in starts) for node in board.nodes]
    after = [min(far[goal][node] for goal in goals) for node in board.nodes]
    length = min(before[goal] for goal in goals)
    direct = 0
    for route, (node_a, node_b) in enumerate(board.ends):
        through = min(before[node_a] + after[node_b], before[node_b] + after[node_a])
        if through + board.lengths[route] <= length + DETOUR:
            direct |= board.bits[route]
    ends = ending_at(board, starts), ending_at(board, goals)
    return Sketch(length, direct, ticket.points, ends)


def ending_at(board: Board, nodes: tuple[Node, ...]) -> RouteMask:
    """The routes that end at one of these nodes."""
    return sum(
        board.bits[route] for route, ends in enumerate(board.ends) if not {*ends}.isdisjoint(nodes)
    )
