"""Where the wagons of each route lie: bent, side by side with its doubles, clear of the spots."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import atan2, pi, tan
from typing import Final

from arena.boards import Board
from arena.story.picture.canvas import Canvas
from arena.story.picture.curve import Curve, Point, arc, distance
from arena.vocabulary import CityNumber, RouteNumber

WAGON: Final = 8.6
"""How broad a wagon is, its outline included."""
CLAIMED: Final = 12.0
"""How broad a wagon of a claimed route is, its outline included."""
APART: Final = 12.4
"""How far the middle lines of double routes are apart."""
GAP: Final = 2.2
"""The gap between two wagons."""
AIR: Final = 3.0
"""The least distance between a spot and a wagon."""
LENIENT: Final = 1.0
"""By how much claimed routes may overlap where they meet at a city."""
FARTHEST: Final = 31.0
"""How far from a city a route begins at most, to keep clear of its neighbours."""

Pair = tuple[CityNumber, CityNumber]
"""Two cities, the lower number first."""


@dataclass(frozen=True, slots=True)
class Track:
    """A route on the picture: the line along the middle of its wagons, and their places."""

    curve: Curve
    wagon: float
    """The length of a wagon."""
    centres: tuple[Point, ...]
    """The middle of each wagon."""

    @property
    def middle(self) -> Point:
        """The point half way."""
        return self.curve.at(0.5)


def pair_of(board: Board, route: RouteNumber) -> Pair:
    """The two cities of a route, the lower number first."""
    a, b = board.routes[route].cities
    return (a, b) if a < b else (b, a)


def pairs(board: Board) -> dict[Pair, list[RouteNumber]]:
    """The routes between each two cities, in the order of their numbers among themselves."""
    found: defaultdict[Pair, list[RouteNumber]] = defaultdict(list)
    for route in range(len(board.routes)):
        found[pair_of(board, route)].append(route)
    return {
        pair: sorted(routes, key=lambda route: board.routes[route].parallel)
        for pair, routes in found.items()
    }


def half_width(tracks: int) -> float:
    """How far routes side by side reach to either side of their middle, claimed as they may be."""
    return (tracks - 1) * APART / 2 + CLAIMED / 2


def lay(board: Board, drawn: Canvas, bends: Mapping[Pair, float]) -> tuple[Track, ...]:
    """The track of each route, with the bend of each pair of cities in percent."""
    joined = pairs(board)
    curves = curves_of(drawn, bends)
    begin = margins(drawn, {pair: len(routes) for pair, routes in joined.items()}, curves)
    tracks: dict[RouteNumber, Track] = {}
    for pair, routes in joined.items():
        curve = trimmed(curves[pair], begin[pair, pair[0]], begin[pair, pair[1]])
        for route, beside in zip(routes, side_by_side(curve, len(routes)), strict=True):
            tracks[route] = track(beside, board.lengths[route])
    return tuple(tracks[route] for route in range(len(board.routes)))


def curves_of(drawn: Canvas, bends: Mapping[Pair, float]) -> dict[Pair, Curve]:
    """The line from city to city of each connection, with its bend in percent."""
    places = drawn.places
    return {pair: arc(places[pair[0]], places[pair[1]], bend) for pair, bend in bends.items()}


def side_by_side(curve: Curve, tracks: int) -> list[Curve]:
    """So many curves beside each other, with a given one in their middle."""
    middle = (tracks - 1) / 2
    return [rounded(curve.beside((place - middle) * APART)) for place in range(tracks)]


def track(curve: Curve, wagons: int) -> Track:
    """The track along a curve with so many wagons, which fill it."""
    length = curve.length()
    wagon = max(0.5, (length - (wagons - 1) * GAP) / wagons)
    steps = [(number + 0.5) * length / wagons for number in range(wagons)]
    return Track(curve, wagon, tuple(curve.at(curve.reach(step)) for step in steps))


def trimmed(curve: Curve, at_start: float, at_end: float) -> Curve:
    """A curve without so much of its two ends."""
    length = curve.length()
    return curve.part(curve.reach(at_start), curve.reach(length - at_end))


def rounded(curve: Curve) -> Curve:
    """The curve with its points to a tenth of a pixel, as it is written."""
    start, control, end = ((round(x, 1), round(y, 1)) for x, y in curve)
    return Curve(start, control, end)


def margins(
    drawn: Canvas, tracks: Mapping[Pair, int], curves: Mapping[Pair, Curve]
) -> dict[tuple[Pair, CityNumber], float]:
    """How far from each of its cities a connection begins: clear of the spot and its neighbours."""
    found: dict[tuple[Pair, CityNumber], float] = {}
    at_city: defaultdict[CityNumber, list[Pair]] = defaultdict(list)
    for pair in curves:
        for city in pair:
            found[pair, city] = drawn.radii[city] + AIR
            at_city[city].append(pair)
    for city, meeting in at_city.items():
        for one, other in combinations(meeting, 2):
            angle = angle_between(curves[one], curves[other], drawn.places[city])
            half = (half_width(tracks[one]) + half_width(tracks[other])) / 2 - LENIENT
            for pair in (one, other):
                found[pair, city] = max(found[pair, city], clearance(angle, half))
    return {
        (pair, city): min(margin, curves[pair].length() * 0.3)
        for (pair, city), margin in found.items()
    }


def clearance(angle: float, half: float) -> float:
    """How far from a common point two bands at an angle must begin so that they don't overlap."""
    if angle >= pi / 2:
        return 0.0
    return min(FARTHEST, half / tan(max(angle, 0.05) / 2))


def angle_between(one: Curve, other: Curve, city: Point) -> float:
    """The angle between two curves where they leave a city, from 0 to pi."""
    apart = abs(leaving(one, city) - leaving(other, city)) % (2 * pi)
    return min(apart, 2 * pi - apart)


def leaving(curve: Curve, city: Point) -> float:
    """The direction in which a curve leaves the city at one of its ends."""
    near, far = curve.start, curve.at(0.2)
    if distance(curve.end, city) < distance(near, city):
        near, far = curve.end, curve.at(0.8)
    return atan2(far[1] - near[1], far[0] - near[0])
