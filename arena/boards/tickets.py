"""Reading a board's tickets, and refusing those that no one could ever reach."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.boards.board import City, Route, Ticket, number_nodes
from arena.boards.csv_sheet import Sheet, SheetRow
from arena.vocabulary import Node

COLUMNS: Final = ("city_a", "city_b", "points")
MOST_POINTS: Final = 9999


@dataclass(frozen=True, slots=True)
class Places:
    """The places that tickets may name, and how they are joined."""

    nodes: dict[str, tuple[Node, ...]]
    """For each place, the nodes that count as being there."""
    junctions: frozenset[str]
    """The places without a printed name, which no ticket may use."""
    cluster: tuple[int, ...]
    """For each node, a number shared by exactly the nodes that routes join to it."""

    def joined(self, place_a: str, place_b: str) -> bool:
        """Whether any path leads from one place to the other."""
        clusters = {self.cluster[node] for node in self.nodes[place_a]}
        return any(self.cluster[node] in clusters for node in self.nodes[place_b])


def read_tickets(
    sheet: Sheet, cities: Sequence[City], routes: Sequence[Route]
) -> tuple[Ticket, ...]:
    """The tickets; each column after the first three is a set of them."""
    sheet.require(COLUMNS)
    sets = [column for column in sheet.columns if column not in COLUMNS]
    places = find_places(cities, routes)
    tickets = tuple(read_ticket(row, places, sets) for row in sheet.rows)
    refuse_twins(sheet.rows, tickets, sets)
    return tickets


def read_ticket(row: SheetRow, places: Places, sets: Sequence[str]) -> Ticket:
    """The ticket of one row."""
    place_a, place_b = row.pair("place for a ticket", places.nodes)
    for place in (place_a, place_b):
        if place in places.junctions:
            raise row.wrong(f"{place!r} is a junction, and tickets only go to cities and countries")
    if not places.joined(place_a, place_b):
        raise row.wrong(f"no routes join {place_a!r} to {place_b!r}")
    return Ticket(
        city_a=place_a,
        city_b=place_b,
        points=row.whole("points", 1, MOST_POINTS),
        ends=(places.nodes[place_a], places.nodes[place_b]),
        sets=frozenset([name for name in sets if row.flag(name)]),
    )


def refuse_twins(rows: Sequence[SheetRow], tickets: Sequence[Ticket], sets: Sequence[str]) -> None:
    """Refuse two tickets for the same pair in one set, or at all in a file without sets."""
    lines: dict[tuple[frozenset[str], str], int] = {}
    for row, ticket in zip(rows, tickets, strict=True):
        pair = frozenset((ticket.city_a, ticket.city_b))
        held_in = [name for name in sets if name in ticket.sets] if sets else ["the file"]
        for name in held_in:
            line = lines.setdefault((pair, name), row.line)
            if line != row.line:
                raise row.wrong(f"line {line} has a ticket for these two places in {name} already")


def find_places(cities: Sequence[City], routes: Sequence[Route]) -> Places:
    """The places of a board, with their nodes in ascending order."""
    ends = number_nodes(cities, routes)
    nodes: dict[str, list[Node]] = {city.group: [] for city in cities}
    for number, city in enumerate(cities):
        if not city.dead_end:
            nodes[city.group].append(Node(number))
    for route, route_ends in zip(routes, ends, strict=True):
        for number, node in zip(route.cities, route_ends, strict=True):
            if cities[number].dead_end:
                nodes[cities[number].group].append(node)
    return Places(
        nodes={place: tuple(numbers) for place, numbers in nodes.items()},
        junctions=frozenset(city.group for city in cities if city.kind == "junction"),
        cluster=find_clusters(len(cities), ends),
    )


def find_clusters(city_count: int, ends: Sequence[tuple[Node, Node]]) -> tuple[int, ...]:
    """For each node, a number shared by exactly the nodes that routes join to it."""
    node_count = max(city_count, 1 + max(max(pair) for pair in ends))
    cluster = list(range(node_count))
    for node_a, node_b in ends:
        old, new = cluster[node_a], cluster[node_b]
        if old != new:
            cluster = [new if number == old else number for number in cluster]
    return tuple(cluster)
