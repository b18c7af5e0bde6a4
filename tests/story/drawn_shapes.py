"""The shapes that an SVG picture of a board draws, read from its text alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Self
from xml.etree import ElementTree

Point = tuple[float, float]
Polygon = list[Point]
Wagon = list[Polygon]
"""A wagon, which may be bent: a few rectangles one after the other."""
SVG = "{http://www.w3.org/2000/svg}"
PARTS = 3
"""Into how many rectangles a wagon is cut."""
PIECES = 400
"""Into how many straight pieces a way is cut."""
ASCENT, DESCENT = 0.72, 0.21
"""How far letters reach above and below their line, in parts of their size."""


@dataclass(frozen=True)
class Shapes:
    """What a picture draws."""

    wagons: dict[int, list[Wagon]]
    """For each route, its wagons as broad as they get when the route is claimed."""
    slim: dict[int, list[Wagon]]
    """The same, as broad as they are before."""
    spots: dict[int, tuple[Point, float]]
    names: dict[int, Polygon]
    frame: Polygon

    @classmethod
    def of(cls, text: str) -> Self:
        """The shapes of a picture."""
        root = ElementTree.fromstring(text)
        css = root.findtext(f"{SVG}style") or ""
        claimed = width_in(css, r"\[data-seat\] \.edge")
        slim = width_in(css, r"\.arena-board \.edge")
        size = float(re.search(r"\.name\{font-size:([\d.]+)px", css)[1])  # type: ignore[index]
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        routes = [g for g in root.iter(f"{SVG}g") if "data-route" in g.attrib]
        return cls(
            wagons={int(g.attrib["data-route"]): list(wagons(g, claimed)) for g in routes},
            slim={int(g.attrib["data-route"]): list(wagons(g, slim)) for g in routes},
            spots=dict(spot(g) for g in root.iter(f"{SVG}g") if "data-city" in g.attrib),
            names={
                int(text.attrib["data-name"]): box_of(text, size)
                for text in root.iter(f"{SVG}text")
                if "data-name" in text.attrib
            },
            frame=rectangle(left, top, left + width, top + height),
        )


def width_in(css: str, selector: str) -> float:
    """The width of a stroke in the style sheet."""
    found = re.search(selector + r"\{[^}]*stroke-width:([\d.]+)", css)
    assert found is not None
    return float(found[1])


def wagons(route: ElementTree.Element, breadth: float) -> Iterator[Wagon]:
    """The wagons of a route: the dashes of its outline."""
    (path,) = (path for path in route if path.get("class") == "edge")
    dash, gap = map(float, path.attrib["stroke-dasharray"].split())
    start, control, end = (
        (float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.attrib["d"])
    )
    way = [along(start, control, end, step / PIECES) for step in range(PIECES + 1)]
    marks = [0.0]
    for here, there in pairwise(way):
        marks.append(marks[-1] + hypot(there[0] - here[0], there[1] - here[1]))
    at = 0.0
    while at < marks[-1] - 1:
        wagon = [p for p, mark in zip(way, marks, strict=True) if at <= mark <= at + dash]
        cuts = [wagon[round(n * (len(wagon) - 1) / PARTS)] for n in range(PARTS + 1)]
        yield [broad(*ends, breadth) for ends in pairwise(cuts)]
        at += dash + gap


def along(start: Point, control: Point, end: Point, t: float) -> Point:
    """A point of a quadratic curve."""
    x, y = ((1 - t) ** 2 * start[n] + 2 * t * (1 - t) * control[n] + t * t * end[n] for n in (0, 1))
    return x, y


def broad(start: Point, end: Point, breadth: float) -> Polygon:
    """A rectangle of this breadth along a line."""
    (x, y), (u, v) = start, end
    far = hypot(u - x, v - y)
    p, q = (y - v) / far * breadth / 2, (u - x) / far * breadth / 2
    return [(x + p, y + q), (u + p, v + q), (u - p, v - q), (x - p, y - q)]


def spot(city: ElementTree.Element) -> tuple[int, tuple[Point, float]]:
    """The number, place and radius of a city."""
    x, y = map(float, city.attrib["data-at"].split(","))
    (shape,) = (shape for shape in city if shape.get("class") == "spot")
    radius = float(shape.get("r") or float(shape.attrib["width"]) / 2)
    return int(city.attrib["data-city"]), ((x, y), radius)


def box_of(text: ElementTree.Element, size: float) -> Polygon:
    """The rectangle that a name fills."""
    x, y, width = (float(text.attrib[key]) for key in ("x", "y", "textLength"))
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[text.get("text-anchor", "start")]
    return rectangle(left, y - ASCENT * size, left + width, y + DESCENT * size)


def rectangle(left: float, top: float, right: float, bottom: float) -> Polygon:
    """The four corners of a rectangle."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons overlap: no line along a side of either parts them."""
    for polygon in (one, other):
        for (x, y), (u, v) in pairwise([*polygon, polygon[0]]):
            across = [[p * (y - v) + q * (u - x) for p, q in shape] for shape in (one, other)]
            if max(across[0]) <= min(across[1]) or max(across[1]) <= min(across[0]):
                return False
    return True


def covers(polygon: Polygon, centre: Point, radius: float) -> bool:
    """Whether a convex polygon and a disc overlap."""
    x, y = centre
    inside = {
        (u - s) * (y - t) - (v - t) * (x - s) > 0
        for (s, t), (u, v) in pairwise([*polygon, polygon[0]])
    }
    return len(inside) == 1 or any(
        from_side(centre, *side) < radius for side in pairwise([*polygon, polygon[0]])
    )


def from_side(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a straight line between two others."""
    x, y = end[0] - start[0], end[1] - start[1]
    part = ((point[0] - start[0]) * x + (point[1] - start[1]) * y) / (x * x + y * y)
    part = max(0.0, min(1.0, part))
    return hypot(start[0] + part * x - point[0], start[1] + part * y - point[1])
