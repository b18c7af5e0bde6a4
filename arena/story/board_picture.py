"""The picture of a board as SVG, bare or with a position of a game on it.

A page can go on from there by attributes alone: `data-seat="2"` on the element with
`data-route="17"` shows that route as claimed by seat 2, and a copy of the element with the id
`arena-mark-depot`, moved to the `data-at` of a city, puts a depot on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arena.boards import Board
from arena.referee.drawing import Drawing, Mark
from arena.referee.modules import MODULES
from arena.referee.rules import Rules
from arena.referee.table import Table
from arena.story.picture.labels import Box
from arena.story.picture.layout import layout
from arena.story.picture.shapes import (
    band_shapes,
    city_shape,
    land_shapes,
    mark_shapes,
    name_shapes,
    route_shape,
)
from arena.story.picture.strip import strip
from arena.story.picture.style import markers, style
from arena.story.picture.svg import element, layer
from arena.vocabulary import RouteNumber, Seat


def board_picture(board: Board) -> str:
    """A board with nothing on it but what its own files have for modules."""
    drawings = [
        module.drawing
        for module in MODULES.values()
        if module.route_columns and module.route_columns.keys() <= board.columns.keys()
    ]
    return Picture(board, drawings, marks_of_board(board, drawings), {}).svg()


def bare_picture(rules: Rules) -> str:
    """The board of a ruleset before a game: what its modules have on it, and all their symbols."""
    drawings = drawings_of(rules)
    return Picture(rules.board, drawings, marks_of_board(rules.board, drawings), {}).svg()


def position_picture(table: Table) -> str:
    """A position of a game: claimed routes, all marks, and a strip with the seats."""
    on_board = marks_of_board(table.board, drawings_of(table.rules))
    marks = [*on_board, *marks_of_table(table)]
    return Picture(table.board, drawings_of(table.rules), marks, owners(table), table).svg()


def owners(table: Table) -> dict[RouteNumber, Seat]:
    """The seat that has claimed each route."""
    return {
        route: seat
        for seat, owned in enumerate(table.owned)
        for route, bit in enumerate(table.board.bits)
        if owned & bit
    }


def drawings_of(rules: Rules) -> list[Drawing]:
    """What the modules of a ruleset add to pictures."""
    return [module.drawing for module in rules.modules]


def marks_of_board(board: Board, drawings: Iterable[Drawing]) -> list[Mark]:
    """The marks that are on a board in every game."""
    return [
        mark
        for drawing in drawings
        if drawing.of_board is not None
        for mark in drawing.of_board(board)
    ]


def marks_of_table(table: Table) -> list[Mark]:
    """The marks of a position: on cities, on routes, and before seats."""
    return [
        mark
        for drawing in drawings_of(table.rules)
        if drawing.of_table is not None
        for mark in drawing.of_table(table)
    ]


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is on a picture."""

    board: Board
    drawings: Sequence[Drawing]
    marks: Sequence[Mark]
    owners: Mapping[RouteNumber, Seat]
    table: Table | None = None
    """The position that it shows, if it shows one."""

    def svg(self) -> str:
        """The picture as SVG text."""
        frame, seats = layout(self.board).frame, list[str]()
        if self.table is not None:
            frame, seats = strip(self.table, self._symbols(), self.marks, frame)
        layers = [
            style("\n".join(drawing.style for drawing in self.drawings if drawing.style)),
            definitions(self._symbols()),
            element("rect", class_="ground", **box(frame)),
            *self._layers(),
            layer("seats", seats),
        ]
        head = {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "arena-board",
            "role": "img",
            "aria-label": self._title(),
            "viewBox": " ".join(f"{edge:g}" for edge in box(frame).values()),
        }
        size = {"width": box(frame)["width"], "height": box(frame)["height"]}
        return element("svg", "\n", "\n".join(layers), "\n", **head, **size) + "\n"

    def _layers(self) -> list[str]:
        """What lies on the ground, from the bottom to the top."""
        board, drawn, marks = self.board, layout(self.board), self.marks
        bands = frozenset(name for drawing in self.drawings for name in drawing.bands)
        routes = [
            route_shape(board, drawn, route, self.owners.get(route), self._at(route=route))
            for route in range(len(board.routes))
        ]
        cities = [
            city_shape(board, drawn, city, self._at(city=city)) for city in range(len(board.cities))
        ]
        return [
            layer("lands", land_shapes(board, drawn)),
            layer("bands", band_shapes(drawn, bands, marks)),
            layer("routes", routes),
            layer("cities", cities),
            layer("marks", mark_shapes(drawn, self._symbols(), marks)),
            layer("names", name_shapes(board, drawn)),
        ]

    def _at(self, city: int | None = None, route: int | None = None) -> list[Mark]:
        """The marks at a city or on a route."""
        return [mark for mark in self.marks if (mark.city, mark.route) == (city, route)]

    def _symbols(self) -> dict[str, str]:
        """The symbols of all modules, by name."""
        return {name: shape for drawing in self.drawings for name, shape in drawing.symbols.items()}

    def _title(self) -> str:
        """The picture in a sentence."""
        board = self.board
        title = f"The board {board.name}: {len(board.cities)} cities, {len(board.routes)} routes"
        return f"{title}, {len(self.owners)} of them claimed" if self.table else title


def box(frame: Box) -> dict[str, float]:
    """A frame as attributes."""
    return {
        "x": frame.left,
        "y": frame.top,
        "width": frame.right - frame.left,
        "height": frame.bottom - frame.top,
    }


def definitions(symbols: Mapping[str, str]) -> str:
    """What is drawn by reference: letters, numbers, and the symbols for a page to copy."""
    copies = [
        element("g", shape, id=f"arena-mark-{name}", class_=f"mark {name}")
        for name, shape in symbols.items()
    ]
    return "\n".join(["<defs>", *markers(), *copies, "</defs>"])
