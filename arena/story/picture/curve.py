"""A curve between two points of the picture, quadratic: its length, its parts and its shadows."""

from __future__ import annotations

from math import hypot
from typing import Final, NamedTuple

Point = tuple[float, float]
STEPS: Final = 48
"""Into how many short straight pieces a curve is cut to measure it."""


class Curve(NamedTuple):
    """A quadratic Bézier curve."""

    start: Point
    control: Point
    end: Point

    def at(self, t: float) -> Point:
        """The point at `t`, from 0 at the start to 1 at the end."""
        return mixed(mixed(self.start, self.control, t), mixed(self.control, self.end, t), t)

    def side(self, t: float) -> Point:
        """The direction to the right of the way, as seen in the picture, with length 1."""
        before, after = mixed(self.start, self.control, t), mixed(self.control, self.end, t)
        x, y = unit(before, after) or unit(self.start, self.end) or (1.0, 0.0)
        return -y, x

    def length(self) -> float:
        """How long the curve is."""
        return self._measured()[-1]

    def reach(self, distance: float) -> float:
        """The `t` at this distance from the start, measured along the curve."""
        marks = self._measured()
        for step in range(STEPS):
            piece = marks[step + 1] - marks[step]
            if marks[step + 1] >= distance and piece:
                return (step + max(0.0, distance - marks[step]) / piece) / STEPS
        return 1.0

    def part(self, low: float, high: float) -> Curve:
        """The piece from `low` to `high`, both from 0 to 1."""
        control = mixed(
            mixed(self.start, self.control, low), mixed(self.control, self.end, low), high
        )
        return Curve(self.at(low), control, self.at(high))

    def beside(self, distance: float) -> Curve:
        """A curve that goes along on the right, at this distance."""
        start, middle, end = (moved(self.at(t), self.side(t), distance) for t in (0.0, 0.5, 1.0))
        return through(start, middle, end)

    def points(self, count: int) -> list[Point]:
        """So many points from the start to the end, both included."""
        return [self.at(step / (count - 1)) for step in range(count)]

    def _measured(self) -> list[float]:
        """The distance from the start at each step."""
        marks = [0.0]
        here = self.start
        for step in range(1, STEPS + 1):
            there = self.at(step / STEPS)
            marks.append(marks[-1] + distance(here, there))
            here = there
        return marks


def arc(start: Point, end: Point, bend: float) -> Curve:
    """The curve whose middle lies `bend` percent of the way's length to the right of it."""
    (x, y), (u, v) = start, end
    middle = (x + u) / 2 - (v - y) * bend / 100, (y + v) / 2 + (u - x) * bend / 100
    return through(start, middle, end)


def through(start: Point, middle: Point, end: Point) -> Curve:
    """The curve that passes the middle half way."""
    x, y = (2 * middle[axis] - (start[axis] + end[axis]) / 2 for axis in (0, 1))
    return Curve(start, (x, y), end)


def mixed(a: Point, b: Point, t: float) -> Point:
    """The point between two others: `a` at 0, `b` at 1."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def moved(point: Point, direction: Point, distance: float) -> Point:
    """A point moved in a direction."""
    return point[0] + direction[0] * distance, point[1] + direction[1] * distance


def distance(a: Point, b: Point) -> float:
    """How far two points are apart."""
    return hypot(b[0] - a[0], b[1] - a[1])


def unit(a: Point, b: Point) -> Point | None:
    """The direction from one point to another, with length 1; None if they are the same."""
    far = distance(a, b)
    return ((b[0] - a[0]) / far, (b[1] - a[1]) / far) if far > 1e-9 else None
