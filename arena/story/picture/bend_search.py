"""Finding bends for routes, so that none runs over a foreign city or along another route."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.boards import Board
from arena.story.picture.canvas import Canvas
from arena.story.picture.curve import arc
from arena.story.picture.tracks import AIR, Pair, half_width, pairs

Numbers = NDArray[np.float64]
TRIED: Final = (0, *(sign * by for by in (3, 6, 9, 12, 15, 19, 24, 30) for sign in (1, -1)))
"""The bends that are tried, in percent."""
POINTS: Final = 33
"""How many points of a curve are looked at."""
NEIGHBOURHOOD: Final = 26.0
"""So near to a common city, in pixels, routes may come close to each other."""
LEAVING: Final = 6
"""Which point of a curve, counted from its end, tells in which direction it leaves."""
NEAR_ENOUGH: Final = 17.0
"""How far from its city, in pixels, a route may well begin."""
CROWDED: Final = 0.5
"""The cost of each pixel by which it begins farther off."""
BENDING: Final = 0.3
"""The cost of each percent of a bend."""
BENDING_FAR: Final = 0.03
"""The cost of its square: a strong bend is worse than two slight ones."""
OUTSIDE: Final = 0.4
"""The cost of each pixel by which a route makes the picture larger."""
ROUNDS: Final = 6
"""How often all bends are looked at again."""


@dataclass(frozen=True, slots=True)
class Course:
    """A connection with all the curves that are tried for it."""

    pair: Pair
    half: float
    """How far its routes reach to either side."""
    curves: Numbers
    """For each bend that is tried, the points of the curve."""
    costs: Numbers
    """What each bend costs, other connections apart."""


def courses_of(board: Board, drawn: Canvas) -> list[Course]:
    """All connections of a board."""
    places, radii = np.array(drawn.places), np.array(drawn.radii)
    found = []
    for pair, routes in pairs(board).items():
        half, curves = half_width(len(routes)), tried(drawn, pair)
        found.append(Course(pair, half, curves, costs_alone(pair, half, curves, places, radii)))
    return found


def quick_bends(board: Board, drawn: Canvas) -> dict[Pair, float]:
    """For each connection, a bend that keeps off foreign cities, whatever other routes do."""
    courses = courses_of(board, drawn)
    return {course.pair: float(TRIED[int(np.argmin(course.costs))]) for course in courses}


def search_bends(courses: Sequence[Course], places: Numbers) -> list[int]:
    """For each connection, which of the bends suits it best beside all others."""
    chosen = [0] * len(courses)
    for _ in range(ROUNDS):
        before = chosen[:]
        for number, course in enumerate(courses):
            others = beside(number, courses, chosen)
            now = slice(chosen[number], chosen[number] + 1)
            if course.costs[now] + costs_beside(course, now, others, places) > 0:
                costs = course.costs + costs_beside(course, slice(None), others, places)
                chosen[number] = int(np.argmin(np.round(costs, 6)))
        if chosen == before:
            break
    return chosen


def beside(
    number: int, courses: Sequence[Course], chosen: Sequence[int]
) -> list[tuple[Course, int]]:
    """All other connections, with the bends that are chosen for them."""
    pairs_of = zip(courses, chosen, strict=True)
    return [pair for place, pair in enumerate(pairs_of) if place != number]


def tried(drawn: Canvas, pair: Pair) -> Numbers:
    """The points of all curves that are tried between two cities."""
    start, end = (drawn.places[city] for city in pair)
    return np.array([arc(start, end, bend).points(POINTS) for bend in TRIED], dtype=np.float64)


def costs_alone(
    pair: Pair, half: float, curves: Numbers, places: Numbers, radii: Numbers
) -> Numbers:
    """What each bend costs: by itself, by the cities it comes near to, and by the map's edge."""
    bends = np.abs(np.array(TRIED, dtype=np.float64))
    costs: Numbers = BENDING * bends + BENDING_FAR * bends**2
    foreign = [city for city in range(len(places)) if city not in pair]
    if foreign:
        away = curves[:, :, None, :] - places[None, None, foreign, :]
        near = np.hypot(away[..., 0], away[..., 1]).min(axis=1)
        room = half + radii[foreign] + AIR
        costs = costs + squeezed(near, room, 60.0).sum(axis=1)
        costs = costs + squeezed(near, room + 9, 2.0).sum(axis=1)
    over: Numbers = np.maximum(places.min(axis=0) - curves, curves - places.max(axis=0))
    costs += OUTSIDE * np.maximum(0.0, over.max(axis=(1, 2)))
    return costs


def costs_beside(
    course: Course, some: slice, others: Sequence[tuple[Course, int]], places: Numbers
) -> Numbers:
    """What some bends of a connection cost by the others, as they are bent now."""
    own = course.curves[some]
    total = np.zeros(len(own))
    low, high = own.min(axis=(0, 1)), own.max(axis=(0, 1))
    for other, choice in others:
        theirs, room = other.curves[choice], course.half + other.half + 2
        if (theirs.max(axis=0) < low - room).any() or (theirs.min(axis=0) > high + room).any():
            continue
        away = own[:, :, None, :] - theirs[None, None, :, :]
        apart = np.hypot(away[..., 0], away[..., 1])
        for common in set(course.pair) & set(other.pair):
            city = places[common]
            apart += 999.0 * (near_to(own, city)[:, :, None] | near_to(theirs, city)[None, None])
            total += crowding(directions(own, city), directions(theirs[None], city), room)
        total += squeezed(apart.min(axis=(1, 2)), np.array(room), 25.0)
    return total


def directions(curves: Numbers, city: Numbers) -> Numbers:
    """For each curve, the angle at which it leaves a city at one of its ends."""
    ends = np.hypot(*(curves[:, 0] - city).T) < 1
    away = np.where(ends[:, None], curves[:, LEAVING] - city, curves[:, -1 - LEAVING] - city)
    found: Numbers = np.arctan2(away[:, 1], away[:, 0])
    return found


def crowding(own: Numbers, theirs: Numbers, room: float) -> Numbers:
    """What it costs that two connections leave a city so close that they must begin far off."""
    apart = np.abs((own - theirs + np.pi) % (2 * np.pi) - np.pi)
    begin = room / 2 / np.tan(np.maximum(apart, 0.1) / 2)
    found: Numbers = CROWDED * np.maximum(0.0, np.minimum(begin, 60.0) - NEAR_ENOUGH)
    return found


def near_to(points: Numbers, city: Numbers) -> NDArray[np.bool_]:
    """Which of these points are in the neighbourhood of a city."""
    near: NDArray[np.bool_] = (
        np.hypot(points[..., 0] - city[0], points[..., 1] - city[1]) < NEIGHBOURHOOD
    )
    return near


def squeezed(near: Numbers, room: Numbers, cost: float) -> Numbers:
    """The cost of being nearer than there should be room: nothing beyond it, most at 0."""
    missing: Numbers = np.maximum(0.0, (room - near) / room)
    return cost * (missing + 8 * missing**2)
