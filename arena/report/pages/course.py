"""Ratings as the tournament went on, as figures: of all bots, and of one among the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from arena.report.pages.markup import figure, listed, minus, named, several, tag
from arena.report.pages.rating_chart import outliers, rating_chart
from arena.report.pages.site import Site
from arena.report.sums.history import RatingCourse

COLORED: Final = 8
"""The most bots with a colour of their own; all others are grey."""
ABOUT: Final = (
    "What the games up to there said of each bot&rsquo;s skill (TrueSkill&rsquo;s &mu;, the mean"
    " over disciplines); the band around a line holds the skill with 95%."
)
READING: Final = (
    "Games are in the order of rounds; a dashed line is where a bot joined. Skills are relative: 25"
    " is about the mean of all bots that had played by then, so that all lines move when one joins."
)
NO_GAMES: Final = "No game that counts has been played yet."


def course_figure(site: Site, title: str) -> str:
    """The chart of all bots, the first of the table in colour, and a list of who is who."""
    course, order = site.numbers.course, site.numbers.order
    if not course.games:
        return figure(title, NO_GAMES)
    kinds = {bot: f"line{at}" for at, bot in enumerate(order[:COLORED])}
    ends = {bot: str(place) for place, bot in enumerate(order, 1)}
    absent = outliers(course)
    chart = rating_chart(course, kinds, ends, absent).html()
    legend = listed((legend_item(site, bot, kind) for bot, kind in kinds.items()), "legend")
    notes = listed(remarks_on(site, course, absent), "remarks")
    every = range(len(site.numbers.disciplines))
    return figure(title, ABOUT, chart, legend, notes, reading=READING, behind=site.behind(every))


def own_course_figure(site: Site, bot: int, title: str, behind: str) -> str:
    """The chart of one bot, with all others in grey."""
    course = site.numbers.course
    if not course.games:
        return figure(title, NO_GAMES, behind=behind)
    absent = [other for other in outliers(course) if bot not in outliers(course)]
    place = str(site.numbers.order.index(bot) + 1)
    chart = rating_chart(course, {bot: "line0"}, {bot: place}, absent).html()
    notes = listed(remarks_on(site, course, absent), "remarks")
    return figure(title, f"{ABOUT} Grey: others.", chart, notes, reading=READING, behind=behind)


def legend_item(site: Site, bot: int, kind: str) -> str:
    """A bot's colour, place and name."""
    place = site.numbers.order.index(bot) + 1
    return f"{tag('span', class_=f'swatch {kind}')}{place}. {site.bot(bot)}"


def remarks_on(site: Site, course: RatingCourse, absent: Iterable[int]) -> Iterator[str]:
    """When bots joined that were not there from the start, and who is not on the chart."""
    if len(course.games) == 1:
        yield "One round is played: how ratings settle is to be seen from the second round on."
    late = [(at, bot) for bot, at in enumerate(course.joined) if at]
    for at, bot in sorted(late):
        yield f"{named(site.labels[bot])} joined after {several(at, 'game')}."
    for bot in absent:
        last = minus(f"{course.mu[-1, bot]:.1f}")
        yield f"{named(site.labels[bot])} is far below the chart: it ends at {last}."
