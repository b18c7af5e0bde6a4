"""The canvas of a board's picture: its scale, and where each city lies on it."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Final

from arena.boards import Board
from arena.story.picture.curve import Point

ROOM: Final = 5250
"""The area of the map for each of its routes, in square pixels."""
LEAST_ROUTES: Final = 24
"""A small board is drawn as large as if it had so many routes."""
NARROWEST: Final = 0.4
"""The least ratio of the map's sides: cities all on one line are drawn as if they were not."""
SPOTS: Final = {"city": 6.5, "junction": 4.0, "country": 7.5}
"""The radius of a place's spot, by its kind; that of a country is a square."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """The place and the size of each city's spot, in pixels from the map's corner."""

    width: float
    height: float
    places: tuple[Point, ...]
    radii: tuple[float, ...]


def canvas(board: Board) -> Canvas:
    """The canvas for a board, scaled so that its routes have room."""
    places = coordinates(board)
    left, top = (min(place[axis] for place in places) for axis in (0, 1))
    width, height = max(x for x, _ in places) - left, max(y for _, y in places) - top
    longer = max(width, height)
    area = max(width, longer * NARROWEST) * max(height, longer * NARROWEST)
    scale = sqrt(ROOM * max(len(board.routes), LEAST_ROUTES) / area)
    return Canvas(
        width=width * scale,
        height=height * scale,
        places=tuple(
            (round((x - left) * scale, 1), round((y - top) * scale, 1)) for x, y in places
        ),
        radii=tuple(SPOTS[city.kind] for city in board.cities),
    )


def coordinates(board: Board) -> list[Point]:
    """Where the file says that the cities lie; on a circle if it puts two on one place."""
    places = [(city.x, city.y) for city in board.cities]
    if len(set(places)) == len(places):
        return places
    turn = 2 * pi / len(places)
    return [(cos(n * turn), sin(n * turn)) for n in range(len(places))]
