"""Head to head on a page: a heat map of who comes before whom, with intervals and verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ranking.encounters import surely_beaten
from arena.ranking.intervals import Z, likeness, prior_of, wilson
from arena.ranking.printed import PrintedBoards
from arena.report.pages.markup import (
    NONE,
    between,
    figure,
    first_open,
    named,
    percent,
    remarks,
    scrolled,
    tag,
)
from arena.report.pages.site import Site
from arena.story.page.document import plain
from arena.tournament.names import LONGEST

ABOUT: Final = (
    "In which share of their games the bot of the row came before the bot of the column, where a"
    " draw counts half; below it the interval that holds the true share with 95%."
)
READING: Final = (
    "Blue: the bot of the row surely comes before more often; orange: it surely comes after; grey:"
    " not told apart yet. All pairs are judged together, with 95% for the whole map at once."
)


class Versus(NamedTuple):
    """Head to head in one discipline, by row and column of bots."""

    met: NDArray[np.int64]
    rate: NDArray[np.float64]
    interval: NDArray[np.float64]
    """The low and the high end, on the last axis."""
    beats: NDArray[np.bool_]
    """Whether the row's bot surely comes before the column's."""


def versus_of(site: Site, discipline: int) -> Versus:
    """Head to head in a discipline."""
    boards = site.numbers.boards
    prior = prior_of(site.numbers.manifest.settings.duplicate)
    met, beaten = boards.tally.met[discipline], boards.tally.beaten[discipline]
    rounds = boards.tally.rounds(discipline)
    games = np.maximum(met, 1)
    rate = (met + beaten - beaten.T) / (2 * games)
    worth = met / likeness(games, np.minimum(games, max(1, rounds)), prior)
    found = wilson(rate, worth, np.full(rate.shape, Z))
    return Versus(met, rate, found, surely_beaten(met, beaten, rounds, prior))


def head_to_head(site: Site) -> str:
    """A heat map for each discipline."""
    every = enumerate(site.numbers.disciplines)
    return first_open(
        [(f"Head to head: {plain(str(one))}", heat_figure(site, at)) for at, one in every]
    )


def heat_figure(site: Site, discipline: int) -> str:
    """The heat map of a discipline."""
    title = f"Who beats whom: {plain(str(site.numbers.disciplines[discipline]))}"
    found = versus_of(site, discipline)
    order = [bot for bot in site.numbers.order if found.met[bot].any()]
    if len(order) < 2:
        return figure(title, "No two bots have met here yet.")
    scopes = [scope for scope in site.numbers.boards.scopes if scope.discipline == discipline]
    printed = PrintedBoards(site.numbers.boards, longest_name=LONGEST)
    return figure(
        title,
        ABOUT,
        heat_map(site, found, order),
        remarks(printed.upset_remarks(scopes[0])) if scopes else "",
        reading=READING,
        behind=site.behind([discipline]),
    )


def heat_map(site: Site, found: Versus, order: Sequence[int]) -> str:
    """The table of cells; columns are numbered as the rows are."""
    head = [tag("th", tag("span", "bot", class_="unseen"), scope="col")]
    for place, bot in enumerate(order, 1):
        words = tag("span", f"{place}", aria_hidden="true")
        head.append(
            tag(
                "th",
                words,
                tag("span", named(site.labels[bot]), class_="unseen"),
                scope="col",
                title=site.labels[bot],
            )
        )
    rows = []
    for place, bot in enumerate(order, 1):
        name = tag("th", f"{place}. {site.bot(bot)}", scope="row")
        rows.append(tag("tr", name, *(heat_cell(found, bot, other) for other in order)))
    whole = tag(
        "table",
        tag("caption", "Head to head", class_="unseen"),
        tag("thead", tag("tr", *head)),
        tag("tbody", "\n".join(rows)),
        class_="heat",
    )
    return scrolled("Head to head", whole)


def heat_cell(found: Versus, bot: int, other: int) -> str:
    """One cell: rate and interval, coloured by how large the rate is if it is sure."""
    if bot == other or not found.met[bot, other]:
        return tag("td", "" if bot == other else NONE, class_="self")
    rate, ends = float(found.rate[bot, other]), found.interval[bot, other].tolist()
    games = f"{int(found.met[bot, other]):,} games"
    inside = tag("b", percent(rate)) + tag("small", between(ends).rstrip("%"))
    return tag("td", inside, class_=heat_kind(found, bot, other), title=games)


def heat_kind(found: Versus, bot: int, other: int) -> str:
    """The class of a cell: w1 to w5 for surely before, l1 to l5 for surely after, or same."""
    far = min(5, 1 + int(abs(float(found.rate[bot, other]) - 0.5) * 10))
    if found.beats[bot, other]:
        return f"w{far}"
    return f"l{far}" if found.beats[other, bot] else "same"
