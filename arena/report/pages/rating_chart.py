"""The chart of ratings over games, as SVG: a line and a band for each bot, between two scales.

The plot is as wide as the page and is stretched, so that it has no text; that is beside it, in
pictures that keep their size.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from typing import Final

import numpy as np

from arena.report.pages.markup import tag
from arena.report.sums.history import RatingCourse
from arena.story.picture.svg import element, number, titled, worded

HEIGHT: Final = 300
WIDTH: Final = 1000
"""How wide the plot is in its own units."""
STUB: Final = 12
"""How long the line of a bot is that was rated once."""
BAND: Final = 1.96
"""How many sigmas a band reaches on each side: 95% of a normal distribution."""
APART: Final = 12.0
"""How far apart the numbers at the ends of lines are at least."""
FAR: Final = 10.0
"""A bot that is this much below the next one would press all others together."""


@dataclass(frozen=True, slots=True)
class RatingChart:
    """The ratings of bots, and how they are drawn."""

    course: RatingCourse
    kinds: Mapping[int, str]
    """The class of each bot that has a colour; others are grey."""
    ends: Mapping[int, str]
    """What stands at the end of the lines of some bots."""
    absent: Collection[int]
    """Bots that are not drawn."""
    low: int
    high: int

    def html(self) -> str:
        """The chart between its scales."""
        total = f"<span>{self.course.games[-1]:,}</span>"
        below = f'<span class="scale"><span>0</span><span>games</span>{total}</span>'
        left = element("svg", *self._ticks(), class_="left", viewBox=f"0 0 38 {HEIGHT}")
        right = element("svg", *self._ends(), class_="side", viewBox=f"0 0 48 {HEIGHT}")
        return tag("div", hidden(left), self._plot(), hidden(right), below, class_="plot")

    def _plot(self) -> str:
        """The lines and bands, those of the first bots on top."""
        colored = [bot for bot in self.kinds if bot not in self.absent]
        lines = [self._band(bot) + self._line(bot) for bot in reversed(colored)]
        return element(
            "svg",
            titled(f"Ratings over {self.course.games[-1]:,} games, {self.low} to {self.high}"),
            *(
                element("path", class_="grid", d=f"M0,{self._y(mu)}H{WIDTH}")
                for mu in self._steps()
            ),
            *self._joins(),
            element("path", class_="line others", d=self._others()),
            *lines,
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            preserveAspectRatio="none",
            role="img",
        )

    def _joins(self) -> Iterator[str]:
        """A line where bots joined that were not there from the start."""
        for at in sorted({at for at in self.course.joined if at}):
            x = number(WIDTH * at / self.course.games[-1])
            yield element("path", class_="join", d=f"M{x},0V{HEIGHT}")

    def _others(self) -> str:
        """The lines of all bots without a colour, as one path."""
        bots = range(self.course.mu.shape[1])
        grey = (bot for bot in bots if bot not in self.kinds and bot not in self.absent)
        return "".join(map(self._way, grey))

    def _way(self, bot: int) -> str:
        points = [f"{x},{self._y(mu)}" for x, mu, _ in self._moments(bot)]
        return "M" + "L".join(points) if points else ""

    def _line(self, bot: int) -> str:
        return element("path", class_=f"line {self.kinds[bot]}", d=self._way(bot))

    def _band(self, bot: int) -> str:
        there = self._moments(bot)
        upper = [f"{x},{self._y(mu + BAND * sigma)}" for x, mu, sigma in there]
        lower = [f"{x},{self._y(mu - BAND * sigma)}" for x, mu, sigma in reversed(there)]
        way = "M" + "L".join([*upper, *lower]) + "Z" if there else ""
        return element("path", class_=f"spread {self.kinds[bot]}", d=way)

    def _moments(self, bot: int) -> list[tuple[int, float, float]]:
        """Where a bot was: how far right, its mu and its sigma."""
        course = self.course
        rows = zip(course.games, course.mu[:, bot], course.sigma[:, bot], strict=True)
        total = course.games[-1]
        found = [(round(WIDTH * at / total), float(mu), float(s)) for at, mu, s in rows if mu == mu]
        if len(found) == 1:  # a line of one point would not be seen
            ((x, mu, s),) = found
            return [(x - STUB, mu, s), (x, mu, s)]
        return found

    def _y(self, mu: float) -> int:
        """How far down a rating lies."""
        inside = min(max(mu, self.low), self.high)
        return round(HEIGHT * (self.high - inside) / (self.high - self.low))

    def _steps(self) -> range:
        """Round ratings to draw a line at: about five of them."""
        span, sizes = self.high - self.low, (1, 2, 5, 10, 20, 50)
        step = next((size for size in sizes if span / size <= 6), sizes[-1])
        return range(-(-self.low // step) * step, self.high + 1, step)

    def _ticks(self) -> Iterator[str]:
        """The numbers of the scale on the left."""
        for mu in self._steps():
            yield element("text", str(mu), x=34, y=self._y(mu) + 4, text_anchor="end")

    def _ends(self) -> Iterator[str]:
        """The texts at the ends of lines, moved apart where two overlap."""
        last = self.course.mu[-1]
        there = [bot for bot in self.ends if last[bot] == last[bot] and bot not in self.absent]
        there.sort(key=lambda bot: -last[bot])
        heights = [self._y(last[bot]) for bot in there]
        for bot, y, moved in zip(there, heights, parted(heights), strict=True):
            kind = self.kinds.get(bot, "others")
            yield element("path", class_=f"lead-line {kind}", d=f"M0,{y}L10,{number(moved)}")
            yield element("text", worded(self.ends[bot]), class_=f"end {kind}", x=13, y=moved + 4)


def rating_chart(
    course: RatingCourse,
    kinds: Mapping[int, str],
    ends: Mapping[int, str],
    absent: Collection[int],
) -> RatingChart:
    """A chart that has room for all bots that are on it."""
    drawn = np.array([bot not in absent for bot in range(course.mu.shape[1])])
    known = np.isfinite(course.mu) & drawn
    reach = np.minimum(BAND * course.sigma, 6.0)  # the first bands are wide, and may be cut off
    low, high = (course.mu - reach)[known].min(), (course.mu + reach)[known].max()
    return RatingChart(course, kinds, ends, absent, floor(low), ceil(high))


def outliers(course: RatingCourse) -> list[int]:
    """The bots so far below all others that a chart with them would show nothing else."""
    last: list[float] = course.mu[-1].tolist()
    there = sorted((mu, bot) for bot, mu in enumerate(last) if mu == mu)
    gaps = [higher[0] - lower[0] for lower, higher in pairwise(there)]
    cut = max((at for at, gap in enumerate(gaps, 1) if gap > FAR), default=0)
    return [bot for _, bot in there[:cut]] if 2 * cut <= len(there) else []


def parted(places: Sequence[float]) -> list[float]:
    """Ascending places moved as little as needed to be apart, within the chart."""
    room = min(APART, (HEIGHT - 12) / max(1, len(places)))
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + room if found else 6))
    limit = HEIGHT - 6.0
    for at in range(len(found) - 1, -1, -1):
        found[at] = min(found[at], limit)
        limit = found[at] - room
    return found


def hidden(picture: str) -> str:
    """A picture that a screen reader leaves out."""
    return picture.replace("<svg ", '<svg aria-hidden="true" ', 1)
