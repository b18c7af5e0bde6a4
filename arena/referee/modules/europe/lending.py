"""What stations do at the end (X7): each lends its owner a route of another seat, for tickets.

The referee chooses the routes: the choice with the most ticket points, then the most completed
tickets, then the completed tickets whose sorted numbers come first. All choices are looked at, but
only those that make a difference: routes are told apart by the parts of the seat's own network that
they join, and tickets that its own routes complete are complete whatever is lent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from arena.boards import Board
from arena.referee.modules.europe.stations import stations_of
from arena.referee.network import each, join, top
from arena.referee.table import Table
from arena.vocabulary import CityNumber, Node, RouteMask, RouteNumber, Seat, TicketNumber

Link = tuple[RouteNumber, Node, Node]
"""A route that may be lent, and the two parts of the own network that it joins."""
Merit = tuple[int, int, tuple[int, ...]]
"""The points of the tickets that a choice completes, how many they are, and their numbers, negative
so that the first ones are greatest."""


def lent_routes(table: Table, seat: Seat) -> RouteMask:
    """The mask of the routes of others that a seat's stations lend it, chosen best (X7).

    Routes that complete no ticket are left out. It goes by the tickets known on the table.
    """
    stations = stations_of(table).built_by(seat)
    if not stations:
        return 0
    above = join(table.board, table.owned[seat])
    missing = open_tickets(table.board, above, table.tickets[seat])
    if not missing:
        return 0
    best: Merit = (0, 0, ())
    chosen: RouteMask = 0
    for links in product(*(links_of(table, seat, city, above) for city in stations)):
        merit = merit_of(table.board, missing, [link for link in links if link is not None])
        if merit > best:
            best = merit
            chosen = sum({1 << link[0] for link in links if link is not None})
    return chosen


def counting_routes(table: Table, seat: Seat) -> RouteMask:
    """The mask of the routes that count for a seat's tickets: its own and the lent ones."""
    return table.owned[seat] | lent_routes(table, seat)


def open_tickets(
    board: Board, above: list[Node], tickets: Iterable[TicketNumber]
) -> dict[TicketNumber, tuple[set[Node], set[Node]]]:
    """The tickets that are not complete, with the parts of the network that are their two ends."""
    found = {}
    for ticket in tickets:
        ends = board.tickets[ticket].ends
        starts, goals = ({top(above, node) for node in nodes} for nodes in ends)
        if not starts & goals:
            found[ticket] = starts, goals
    return found


def links_of(
    table: Table, seat: Seat, city: CityNumber, above: list[Node]
) -> Iterator[Link | None]:
    """What a station on a city can lend: nothing, or a route to another part of the network."""
    yield None
    others = 0
    for owner, owned in enumerate(table.owned):
        others |= owned if owner != seat else 0
    reached = set()
    for route in each(table.board.touching[city] & others):
        tops = [top(above, node) for node in table.board.ends[route]]
        if tops[0] != tops[1] and frozenset(tops) not in reached:
            reached.add(frozenset(tops))
            yield route, tops[0], tops[1]


def merit_of(
    board: Board,
    missing: dict[TicketNumber, tuple[set[Node], set[Node]]],
    links: Sequence[Link],
) -> Merit:
    """What some lent routes are worth."""
    part: dict[Node, Node] = {}
    for _, node_a, node_b in links:
        old, new = part.setdefault(node_a, node_a), part.setdefault(node_b, node_b)
        part = {node: new if top == old else top for node, top in part.items()}
    done = [
        ticket
        for ticket, (starts, goals) in missing.items()
        if not {part.get(node, node) for node in starts}.isdisjoint(
            part.get(node, node) for node in goals
        )
    ]
    points = sum(board.tickets[ticket].points for ticket in done)
    return points, len(done), tuple(-ticket for ticket in sorted(done))
