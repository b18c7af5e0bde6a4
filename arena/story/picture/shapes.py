"""The shapes of a board's picture as SVG: routes, cities, names, land, bands and marks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from arena.boards import Board
from arena.boards.colors import NAMES
from arena.referee.drawing import Mark
from arena.referee.scene import number
from arena.story.picture.labels import Label, is_measured
from arena.story.picture.layout import Layout
from arena.story.picture.style import OUTLINE
from arena.story.picture.svg import dots_of, element, pair, path_of, titled, worded
from arena.story.picture.tracks import GAP
from arena.vocabulary import RouteNumber, Seat


def route_shape(
    board: Board, drawn: Layout, route: RouteNumber, owner: Seat | None, marks: Sequence[Mark]
) -> str:
    """The wagons of a route: outline, colour, and a sign on each."""
    track, symbols = drawn.tracks[route], board.ferries[route]
    way, wagon = path_of(track.curve), track.wagon
    # A wagon is a dash: style alone makes it broader when it is claimed.
    outline, inner = f"{wagon:.2f} {GAP}", f"{wagon - 2 * OUTLINE:.2f} {GAP + 2 * OUTLINE}"
    parts = [
        titled("; ".join([route_words(board, route, owner), *(mark.title for mark in marks)])),
        element("path", class_="edge", d=way, stroke_dasharray=outline),
        element("path", class_="wagons", d=way, stroke_dasharray=inner),
        element("path", class_="signs", d=dots_of(track.centres)),
    ]
    if symbols:
        parts.append(element("path", class_="engines", d=dots_of(track.centres[-symbols:])))
    return element(
        "g",
        *parts,
        class_=" ".join(["route", NAMES[board.colors[route]], *(mark.name for mark in marks)]),
        data_route=str(route),
        data_at=pair(track.middle),
        data_seat=None if owner is None else str(owner),
    )


def route_words(board: Board, route: RouteNumber, owner: Seat | None) -> str:
    """A route in words: its cities, length, colour, locomotives and owner."""
    words = f"{board.route_name(route)}: {board.lengths[route]} {NAMES[board.colors[route]]}"
    if board.ferries[route]:
        words += f", a ferry with {number(board.ferries[route], 'locomotive')}"
    return words if owner is None else f"{words}, claimed by seat {owner}"


def city_shape(board: Board, drawn: Layout, city: int, marks: Sequence[Mark]) -> str:
    """The spot of a city: a square for a country, else a disc."""
    place, (x, y) = board.cities[city], drawn.canvas.places[city]
    radius = drawn.canvas.radii[city]
    corner, size = {"x": x - radius, "y": y - radius}, {"width": 2 * radius, "height": 2 * radius}
    spot = (
        element("rect", class_="spot", **corner, **size, rx=2)
        if place.kind == "country"
        else element("circle", class_="spot", cx=x, cy=y, r=radius)
    )
    return element(
        "g",
        titled("; ".join([place.name, *(mark.title for mark in marks)])),
        spot,
        class_=" ".join([place.kind, *(mark.name for mark in marks)]),
        data_city=str(city),
        data_at=pair((x, y)),
    )


def name_shapes(board: Board, drawn: Layout) -> Iterator[str]:
    """The names of the cities."""
    for city, label in enumerate(drawn.labels):
        if label is not None:
            place = board.cities[city]
            kind = "name country" if place.kind == "country" else "name"
            yield written_name(place.name, label, class_=kind, data_name=str(city))


def written_name(name: str, label: Label, **attributes: str) -> str:
    """A name at its place, whatever the font: as wide as was reckoned with, if that is known."""
    known = is_measured(name)
    return element(
        "text",
        worded(name),
        **attributes,
        x=label.x,
        y=label.y,
        text_anchor=None if label.anchor == "start" else label.anchor,
        textLength=label.box.right - label.box.left if known else None,
        lengthAdjust="spacingAndGlyphs" if known else None,
    )


def land_shapes(board: Board, drawn: Layout) -> Iterator[str]:
    """A stretch of land under cities that tickets take for one."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for city, place in enumerate(board.cities):
        members[place.group].append(city)
    for name, cities in members.items():
        if len(cities) > 1:
            way = "M" + "L".join(pair(drawn.canvas.places[city]) for city in cities)
            yield element("path", titled(name), class_="land", d=way)


def band_shapes(drawn: Layout, bands: frozenset[str], marks: Iterable[Mark]) -> Iterator[str]:
    """A broad band under each route that has such a mark."""
    for mark in marks:
        if mark.name in bands and mark.route is not None:
            way = path_of(drawn.tracks[mark.route].curve)
            yield element("path", class_=f"band {mark.name}", d=way)


def mark_shapes(drawn: Layout, symbols: Mapping[str, str], marks: Iterable[Mark]) -> Iterator[str]:
    """The symbols on cities and on the middle of routes."""
    for mark in marks:
        if mark.name not in symbols:
            continue
        if mark.city is not None:
            place = drawn.canvas.places[mark.city]
        elif mark.route is not None:
            place = drawn.tracks[mark.route].middle
        else:
            continue
        yield element(
            "g",
            titled(mark.title),
            symbols[mark.name],
            class_=f"mark {mark.name}",
            data_seat=None if mark.seat is None else str(mark.seat),
            transform=f"translate({pair(place)})",
        )
