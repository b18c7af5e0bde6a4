"""The picture of a board as SVG, bare or with a position of a game on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.boards import Board
from arena.boards.colors import NAMES
from arena.referee.drawing import Drawing, Mark
from arena.referee.rules import Rules
from arena.referee.scene import number
from arena.referee.table import Table
from arena.story.picture.labels import is_measured
from arena.story.picture.layout import Layout, layout
from arena.story.picture.style import markers, style
from arena.story.picture.svg import dots_of, element, layer, pair, path_of, titled, worded
from arena.story.picture.tracks import GAP
from arena.story.picture.style import OUTLINE
from arena.vocabulary import CityNumber, RouteNumber, Seat


def board_picture(board: Board) -> str:
    """A board with nothing on it."""
    return Picture(board, (), (), {}).svg()


def bare_picture(rules: Rules) -> str:
    """The board of a ruleset before a game, with what its modules have on it, and all symbols."""
    drawings = drawings_of(rules)
    return Picture(rules.board, drawings, marks_of_board(rules), {}).svg()


def position_picture(table: Table) -> str:
    """A position of a game: claimed routes in the colours of their seats, and all marks."""
    drawings = drawings_of(table.rules)
    marks = [*marks_of_board(table.rules), *marks_of_table(table)]
    return Picture(table.board, drawings, marks, owners(table)).svg()


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


def marks_of_board(rules: Rules) -> list[Mark]:
    """The marks that are on the board in every game of a ruleset."""
    return [
        mark
        for drawing in drawings_of(rules)
        if drawing.of_board is not None
        for mark in drawing.of_board(rules.board)
    ]


def marks_of_table(table: Table) -> list[Mark]:
    """The marks of a position."""
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
    owners: dict[RouteNumber, Seat]

    def svg(self) -> str:
        """The picture as SVG text."""
        drawn = layout(self.board)
        frame = drawn.frame
        width, height = frame.right - frame.left, frame.bottom - frame.top
        layers = [
            style("\n".join(drawing.style for drawing in self.drawings if drawing.style)),
            layer_of_defs(self.drawings),
            element("rect", class_="ground", x=frame.left, y=frame.top, width=width, height=height),
            layer("groups", groups(self.board, drawn)),
            layer("bands", self._bands(drawn)),
            layer("routes", (self._route(drawn, route) for route in range(len(drawn.tracks)))),
            layer("cities", (self._city(drawn, city) for city in range(len(drawn.labels)))),
            layer("marks", self._marks(drawn)),
        ]
        return (
            element(
                "svg",
                "\n",
                "\n".join(layers),
                "\n",
                xmlns="http://www.w3.org/2000/svg",
                class_="arena-board",
                role="img",
                aria_label=f"The board {self.board.name}",
                viewBox=f"{frame.left} {frame.top} {width} {height}",
                width=width,
                height=height,
            )
            + "\n"
        )

    def _route(self, drawn: Layout, route: RouteNumber) -> str:
        """The wagons of a route with their signs."""
        track, way = drawn.tracks[route], path_of(drawn.tracks[route].curve)
        symbols = self.board.ferries[route]
        parts = [
            titled(self._route_title(route)),
            element("path", class_="edge", d=way, stroke_dasharray=f"{track.wagon:.2f} {GAP:.2f}"),
            element(
                "path",
                class_="wagons",
                d=way,
                stroke_dasharray=f"{track.wagon - 2 * OUTLINE:.2f} {GAP + 2 * OUTLINE:.2f}",
            ),
            element("path", class_="signs", d=dots_of(track.centres)),
        ]
        if symbols:
            parts.append(element("path", class_="engines", d=dots_of(track.centres[-symbols:])))
        marks = [mark.name for mark in self.marks if mark.route == route]
        return element(
            "g",
            *parts,
            class_=" ".join(["route", NAMES[self.board.colors[route]], *marks]),
            data_route=str(route),
            data_at=pair(track.middle),
            data_seat=str(self.owners[route]) if route in self.owners else None,
        )

    def _route_title(self, route: RouteNumber) -> str:
        """A route in words: its cities, length, colour and owner."""
        board = self.board
        words = f"{board.route_name(route)}: {board.lengths[route]} {NAMES[board.colors[route]]}"
        if board.ferries[route]:
            words += f", {number(board.ferries[route], 'locomotive')} at least"
        if route in self.owners:
            words += f", claimed by seat {self.owners[route]}"
        return words

    def _city(self, drawn: Layout, city: int) -> str:
        """The spot of a city with its name."""
        place, (x, y) = self.board.cities[city], drawn.canvas.places[city]
        radius, label = drawn.canvas.radii[city], drawn.labels[city]
        parts = [titled(place.name), spot(place.kind, x, y, radius)]
        if label is not None:
            width = round(label.box.right - label.box.left, 1)
            parts.append(
                element(
                    "text",
                    worded(place.name),
                    x=label.x,
                    y=label.y,
                    text_anchor=None if label.anchor == "start" else label.anchor,
                    textLength=width if is_measured(place.name) else None,
                    lengthAdjust="spacingAndGlyphs" if is_measured(place.name) else None,
                )
            )
        marks = [mark.name for mark in self.marks if mark.city == city]
        return element(
            "g",
            *parts,
            class_=" ".join(["city" if place.kind == "city" else f"city {place.kind}", *marks]),
            data_city=str(city),
            data_at=pair((x, y)),
        )

    def _bands(self, drawn: Layout) -> Iterable[str]:
        """The bands under routes that modules want."""
        bands = frozenset().union(*(drawing.bands for drawing in self.drawings))
        for mark in self.marks:
            if mark.name in bands and mark.route is not None:
                way = path_of(drawn.tracks[mark.route].curve)
                yield element("path", class_=f"band {mark.name}", d=way)

    def _marks(self, drawn: Layout) -> Iterable[str]:
        """The symbols of modules on cities and routes."""
        symbols = {
            name: shape for drawing in self.drawings for name, shape in drawing.symbols.items()
        }
        for mark in self.marks:
            if mark.name in symbols:
                place = (
                    drawn.canvas.places[mark.city]
                    if mark.city is not None
                    else drawn.tracks[mark.route or 0].middle
                )
                yield element(
                    "g",
                    titled(mark.title),
                    symbols[mark.name],
                    class_=f"mark {mark.name}",
                    data_seat=None if mark.seat is None else str(mark.seat),
                    transform=f"translate({pair(place)})",
                )


def layer_of_defs(drawings: Sequence[Drawing]) -> str:
    """What is drawn by reference: letters, numbers, and the symbols for scripts to copy."""
    symbols = [
        element("g", shape, id=f"arena-mark-{name}", class_=f"mark {name}")
        for drawing in drawings
        for name, shape in drawing.symbols.items()
    ]
    return "\n".join(["<defs>", *markers(), *symbols, "</defs>"])


def spot(kind: str, x: float, y: float, radius: float) -> str:
    """The spot of a place: a square for a country, else a disc."""
    if kind == "country":
        size = 2 * radius
        return element(
            "rect", class_="spot", x=x - radius, y=y - radius, width=size, height=size, rx=2
        )
    return element("circle", class_="spot", cx=x, cy=y, r=radius)


def groups(board: Board, drawn: Layout) -> Iterable[str]:
    """A stretch of land under each two or more cities that tickets take for one."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for city, place in enumerate(board.cities):
        members[place.group].append(city)
    for name, cities in members.items():
        if len(cities) > 1:
            way = "M" + "L".join(pair(drawn.canvas.places[city]) for city in cities)
            yield element("path", titled(name), class_="group", d=way)
