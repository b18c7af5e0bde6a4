"""A board: its cities, routes and tickets, and the tables that games look things up in."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, Self

from arena.errors import ArenaError, unknown
from arena.vocabulary import CityNumber, Node, RouteMask, RouteNumber, TicketNumber

KINDS: Final = ("city", "junction", "country")
MOST_TRAINS: Final = 60
"""The most trains a seat may have."""


class BoardError(ArenaError):
    """A board, or a question about one, that makes no sense."""


@dataclass(frozen=True, slots=True)
class City:
    """A place where routes end; `group` is the name that tickets use for it."""

    name: str
    """Its name, such as `Denver`; `board.city("Denver")` is its number."""
    x: float
    """How far to the right it lies on the picture of the board."""
    y: float
    """How far down it lies there."""
    kind: str
    """`city`, `junction` or `country`."""
    group: str
    """The name that tickets use: its own, or that of a country with several places."""
    dead_end: bool
    """Whether ways end there, and never pass through."""


@dataclass(frozen=True, slots=True)
class Route:
    """One printed track between two cities, given as their row numbers."""

    city_a: CityNumber
    """The number of one of its two cities."""
    city_b: CityNumber
    """The number of the other one."""
    length: int
    """How many spaces it has: as many cards and trains it takes."""
    color: int
    """The colour of its spaces, `RED` … `PURPLE`, or `GRAY` for any one colour."""
    parallel: int
    """Which of the routes between its two cities it is: 1, 2, …"""
    locomotives: int
    """How many locomotives a ferry wants among the cards; 0 for all others."""

    @property
    def cities(self) -> tuple[CityNumber, CityNumber]:
        """Both cities, in the order of the row."""
        return self.city_a, self.city_b


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two places to join; `ends` are the nodes that satisfy either of them."""

    city_a: str
    """The name of one of the two places: of a city, or of a group of them."""
    city_b: str
    """The name of the other one."""
    points: int
    """What it brings if it is completed, and costs if it is not."""
    ends: tuple[tuple[Node, ...], tuple[Node, ...]]
    """For either place, the nodes that count as it: for a city, its own number."""
    sets: frozenset[str]
    """The sets of tickets that it belongs to."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """How a board's files want it to be drawn, where they say it."""

    bends: tuple[int | None, ...]
    """For each route, how far its middle lies to the right of the straight way from city_a to
    city_b, in percent of that way; None if the file does not say it."""
    labels: tuple[str | None, ...]
    """For each city, where its name stands, such as `NE` or `W 6`; None if it is not said."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board and its tables; in a mask of routes, bit r stands for route r."""

    name: str
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    node_count: int
    """How many nodes there are: the cities, then one for each route's end in a dead end."""
    nodes: tuple[Node, ...]
    """The numbers of all nodes, ascending."""
    ends: tuple[tuple[Node, Node], ...]
    """The two nodes of each route, in the order city_a, city_b."""
    lengths: tuple[int, ...]
    """The length of each route."""
    colors: tuple[int, ...]
    """The colour of each route, 0 to 7 or GRAY."""
    ferries: tuple[int, ...]
    """The locomotive symbols of each route."""
    connection: tuple[RouteMask, ...]
    """For each route, the mask of all routes between its two cities, itself included."""
    touching: tuple[RouteMask, ...]
    """For each city, the mask of the routes that end there."""
    up_to: tuple[RouteMask, ...]
    """For each number of trains from 0 to 60, the mask of the routes no longer than that."""
    bits: tuple[RouteMask, ...]
    """The mask of each route alone."""
    everything: RouteMask
    """The mask of all routes."""
    longest: int
    """The greatest length of a route."""
    columns: Mapping[str, tuple[int, ...]]
    """Columns of the file of routes that belong to modules: for each route, a whole number."""
    drawn: Drawn
    """How the files want the board to be drawn."""

    @classmethod
    def of(
        cls,
        name: str,
        cities: tuple[City, ...],
        routes: tuple[Route, ...],
        tickets: tuple[Ticket, ...],
        columns: Mapping[str, tuple[int, ...]],
        drawn: Drawn,
    ) -> Self:
        """The board of these rows, which are trusted to be sound, with its tables."""
        dead_ends = sum(cities[city].dead_end for route in routes for city in route.cities)
        node_count = len(cities) + dead_ends
        lengths = tuple(route.length for route in routes)
        return cls(
            name=name,
            cities=cities,
            routes=routes,
            tickets=tickets,
            node_count=node_count,
            nodes=tuple(Node(number) for number in range(node_count)),
            ends=number_nodes(cities, routes),
            lengths=lengths,
            colors=tuple(route.color for route in routes),
            ferries=tuple(route.locomotives for route in routes),
            connection=connection_masks(routes),
            touching=touching_masks(len(cities), routes),
            up_to=length_masks(lengths),
            bits=tuple(1 << route for route in range(len(routes))),
            everything=(1 << len(routes)) - 1,
            longest=max(lengths),
            columns=columns,
            drawn=drawn,
        )

    def city(self, name: str) -> CityNumber:
        """The number of the city with this name."""
        for number, city in enumerate(self.cities):
            if city.name == name:
                return CityNumber(number)
        raise BoardError(unknown("city", name, (city.name for city in self.cities)))

    def route_name(self, route: RouteNumber) -> str:
        """The two cities of a route, as a person writes them."""
        city_a, city_b = self.routes[route].cities
        return f"{self.cities[city_a].name} \N{EN DASH} {self.cities[city_b].name}"

    def deck(self, set_name: str | None) -> tuple[TicketNumber, ...]:
        """The numbers of the tickets in a set, or of all tickets."""
        if set_name is None:
            return tuple(range(len(self.tickets)))
        deck = tuple(n for n, ticket in enumerate(self.tickets) if set_name in ticket.sets)
        if not deck:
            sets = {name for ticket in self.tickets for name in ticket.sets}
            if not sets:
                raise BoardError(
                    f"the board {self.name!r} has no ticket sets, so it has no set {set_name!r}"
                )
            raise BoardError(unknown("ticket set", set_name, sets))
        return deck


def number_nodes(cities: Sequence[City], routes: Sequence[Route]) -> tuple[tuple[Node, Node], ...]:
    """The two nodes of each route: a city's own number, or a new one for an end in a dead end."""
    new = count(len(cities))  # a node for each route, so that no path passes through a dead end

    def node(city: CityNumber) -> Node:
        return Node(next(new) if cities[city].dead_end else city)

    return tuple((node(route.city_a), node(route.city_b)) for route in routes)


def connection_masks(routes: Sequence[Route]) -> tuple[RouteMask, ...]:
    """For each route, the mask of all routes between the same two cities."""
    masks: defaultdict[frozenset[CityNumber], RouteMask] = defaultdict(int)
    for number, route in enumerate(routes):
        masks[frozenset(route.cities)] |= 1 << number
    return tuple(masks[frozenset(route.cities)] for route in routes)


def touching_masks(city_count: int, routes: Sequence[Route]) -> tuple[RouteMask, ...]:
    """For each city, the mask of the routes that end there."""
    masks = [0] * city_count
    for number, route in enumerate(routes):
        for city in route.cities:
            masks[city] |= 1 << number
    return tuple(masks)


def length_masks(lengths: Sequence[int]) -> tuple[RouteMask, ...]:
    """For each number of trains, the mask of the routes no longer than that."""
    return tuple(
        sum(1 << number for number, length in enumerate(lengths) if length <= trains)
        for trains in range(MOST_TRAINS + 1)
    )
