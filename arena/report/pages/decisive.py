"""What decides games, on a page: how often who leads in something wins, and how winners differ."""

from __future__ import annotations

from typing import Final

import numpy as np

from arena.ranking.intervals import Z, wilson
from arena.report.pages.cells import interval, scale
from arena.report.pages.markup import (
    Column,
    between,
    figure,
    first_open,
    minus,
    percent,
    table,
    tag,
)
from arena.report.pages.site import Site
from arena.report.sums.deciding import ASPECTS, MEASURES
from arena.story.page.document import plain

ABOUT_LEADS: Final = (
    "How often the seat that alone had the most of something won the game, whoever sat there,"
    " with a 95% interval; the dashed line is an even share. It tells what goes with winning, not"
    " what makes a bot win. Games with a fault are left out."
)
ABOUT_WINNERS: Final = (
    "The mean of winners beside that of all others, in games without a fault; who shares the"
    " first place is a winner."
)


def deciding_figures(site: Site) -> str:
    """Both figures for each discipline."""
    parts = []
    for at, discipline in enumerate(site.numbers.disciplines):
        if site.numbers.deciding.count[at].all():
            name = plain(str(discipline))
            both = leads_figure(site, at, name) + winners_figure(site, at, name)
            parts.append((f"What decides games: {name}", tag("div", both, class_="pair")))
    return first_open(parts)


def leads_figure(site: Site, at: int, name: str) -> str:
    """How often who leads in something wins."""
    sums = site.numbers.deciding
    columns = [
        Column("the seat with"),
        Column("wins", "n"),
        Column("95%", "n"),
        Column(scale("0%", "50%", "100%"), "drawn"),
        Column("games", "n wide"),
    ]
    rows = []
    for aspect, words in ASPECTS.items():
        led, won = int(sums.led[aspect][at]), int(sums.won[aspect][at])
        if led:
            rate = won / led
            found = wilson(np.array([rate]), np.array([float(led)]), np.array([Z]))[0].tolist()
            even = 1 / site.numbers.disciplines[at].seats
            rows.append(
                [words, percent(rate), between(found), interval(rate, found, even), f"{led:,}"]
            )
    rows.sort(key=lambda row: -float(row[1].rstrip("%")))
    body = table(f"Who leads, wins: {name}", columns, rows)
    return figure(f"Who leads, wins: {name}", ABOUT_LEADS, body, behind=site.behind([at]))


def winners_figure(site: Site, at: int, name: str) -> str:
    """What winners have and others have."""
    sums = site.numbers.deciding
    columns = [
        Column("mean of"),
        Column("winners", "n"),
        Column("others", "n"),
        Column("more", "n"),
    ]
    rows = []
    for measure, words in MEASURES.items():
        others, winners = (sums.sums[measure][at] / sums.count[at]).tolist()
        figures = (f"{winners:.1f}", f"{others:.1f}", f"{winners - others:+.1f}")
        rows.append([words, *map(minus, figures)])
    body = table(f"Winners and others: {name}", columns, rows)
    return figure(f"Winners and others: {name}", ABOUT_WINNERS, body, behind=site.behind([at]))
