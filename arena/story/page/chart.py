"""The chart of a replay page: points and trains of each seat by ply, as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from arena.story.page.shown import Shown
from arena.story.picture.svg import element

POINTS: Final = (4.0, 116.0)
"""The upper and the lower edge of the panel of points."""
TRAINS: Final = (128.0, 186.0)
"""The upper and the lower edge of the panel of trains."""
HEIGHT: Final = 190
Track = list[int]
"""A number by ply."""


def tracks(changes: Iterable[Shown], name: str, seats: int) -> list[Track]:
    """The values of a name for each seat, ply by ply."""
    found: list[Track] = [[] for _ in range(seats)]
    for change in changes:
        for seat, track in enumerate(found):
            value = change.get(f"{name}{seat}", track[-1] if track else 0)
            assert isinstance(value, int)
            track.append(value)
    return found


def chart(changes: Sequence[Shown], seats: int) -> str:
    """Points above, trains below: a line of steps for each seat, one unit wide for each ply."""
    last = max(1, len(changes) - 1)
    lines = []
    for name, edges in (("points", POINTS), ("trains", TRAINS)):
        of_seats = tracks(changes, name, seats)
        low, high = min(0, *map(min, of_seats)), max(1, *map(max, of_seats))
        zero = height(0, low, high, edges)
        lines.append(element("path", class_="zero", d=f"M0,{zero}H{last}"))
        lines += [
            element("path", class_=name, data_seat=str(seat), d=steps(track, low, high, edges))
            for seat, track in enumerate(of_seats)
        ]
    cursor = element("path", class_="cursor", id="cursor", d=f"M0,0V{HEIGHT}")
    return element(
        "svg",
        *lines,
        cursor,
        class_="chart",
        id="chart",
        viewBox=f"0 0 {last} {HEIGHT}",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def highest(changes: Sequence[Shown], name: str, seats: int) -> int:
    """The highest value of a name that any seat had."""
    return max(max(track) for track in tracks(changes, name, seats))


def height(value: int, low: int, high: int, edges: tuple[float, float]) -> str:
    """How far down a value lies in its panel."""
    upper, lower = edges
    return f"{lower - (value - low) / (high - low) * (lower - upper):.1f}".removesuffix(".0")


def steps(track: Track, low: int, high: int, edges: tuple[float, float]) -> str:
    """A path through the values, level from ply to ply."""
    way = f"M0,{height(track[0], low, high, edges)}"
    before = track[0]
    for ply, value in enumerate(track):
        if value != before:
            way += f"H{ply}V{height(value, low, high, edges)}"
            before = value
    return f"{way}H{len(track) - 1}"
