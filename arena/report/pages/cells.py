"""Drawings in the cells of tables, as SVG that is as wide as its cell: bars, bands, heaps.

The figures are in the cells beside them, so that these are hidden from screen readers. Nothing in
them is text or round, for they are stretched.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from arena.story.picture.svg import element, number

HEIGHT: Final = 20
"""How high a cell is, in its own units; it is 100 wide."""
TALL: Final = 36
"""How high a cell with a heap is, in its own units."""


def drawn(*shapes: str) -> str:
    """The drawing of a cell."""
    return element(
        "svg",
        *shapes,
        class_="cell",
        viewBox=f"0 0 100 {HEIGHT}",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def upright(x: float, kind: str) -> str:
    """A vertical line at a place from 0 to 1."""
    return element("path", class_=kind, d=f"M{number(100 * x)},0V{HEIGHT}")


def band(ends: Sequence[float]) -> str:
    """A band between two places from 0 to 1, as long as can be seen."""
    low, high = 100 * ends[0], max(100 * ends[1], 100 * ends[0] + 0.5)
    return element("path", class_="band", d=f"M{number(low)},10H{number(high)}")


def bar(start: float, end: float, kind: str, margin: float) -> str:
    """A bar between two places from 0 to 1."""
    return element(
        "rect",
        class_=kind,
        x=100 * start,
        y=margin,
        width=max(100 * (end - start), 0.5),
        height=HEIGHT - 2 * margin,
    )


def interval(value: float, ends: Sequence[float], even: float | None = None) -> str:
    """A rate with its interval, and a line where it would be if nothing made a difference."""
    parts = [] if even is None else [upright(even, "even")]
    if value == value:
        parts += [band(ends), upright(value, "value")]
    return drawn(*parts)


def places_bar(low: int, high: int, most: int) -> str:
    """The places from the best to the worst, of so many."""
    return drawn(bar((low - 1) / most, high / most, "places", 6))


def heap(counts: Sequence[int], middle: float, zero: float | None) -> str:
    """How often each value occurred, as a heap; with the place of its median, and of 0."""
    highest = max(1, *counts)
    tops = [TALL - round((TALL - 2) * count / highest) for count in counts]
    way = "".join(f"V{top}h{len(list(same))}" for top, same in groupby(tops))
    lines = [(middle, "value")] if zero is None else [(zero, "even"), (middle, "value")]
    return element(
        "svg",
        element("path", class_="heap", d=f"M0,{TALL}{way}V{TALL}Z"),
        *(
            element("path", class_=kind, d=f"M{number(x * len(tops))},0V{TALL}")
            for x, kind in lines
        ),
        class_="cell",
        viewBox=f"0 0 {len(tops)} {TALL}",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def stacked(values: Sequence[float], low: float, high: float) -> str:
    """Values end to end from 0 on; those below 0 go to the left."""
    parts, right, left = [], 0.0, 0.0
    for at, value in enumerate(values):
        start = right if value >= 0 else left + value
        if value:
            left_end, right_end = ((x - low) / (high - low) for x in (start, start + abs(value)))
            parts.append(bar(left_end, right_end, f"part{at % 8}", 4))
        right, left = right + max(value, 0), left + min(value, 0)
    return drawn(*parts, upright(-low / (high - low), "zero"))


def scale(*words: str) -> str:
    """The header of a column of drawings: words at even distances from its left to its right."""
    return '<span class="scale">' + "".join(f"<span>{word}</span>" for word in words) + "</span>"
