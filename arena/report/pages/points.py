"""Scores on a page: how they are distributed, what they are made of, and what a seat is worth."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from arena.report.pages.cells import heap, interval, scale, stacked
from arena.report.pages.markup import (
    NONE,
    Column,
    between,
    figure,
    first_open,
    listed,
    minus,
    percent,
    table,
)
from arena.report.pages.site import Site
from arena.report.sums.scores import LOWEST
from arena.story.page.document import plain

BINS: Final = 48
"""About how many steps a distribution has."""
SIZES: Final = (1, 2, 5, 10, 20, 50)
"""How wide a step can be, in points."""
ABOUT_SCORES: Final = (
    "For each bot, how often its games ended with how many points, those with a fault included:"
    " the heap is higher where scores were more frequent, the mark is the median, and the dashed"
    " line is 0. The last columns are single games, of any ruleset and number of seats."
)
ABOUT_SOURCES: Final = (
    "What a bot&rsquo;s score was made of in the mean over its games. Tickets that were not"
    " completed count against it, to the left."
)
ABOUT_SEATS: Final = (
    "How often each seat wins, whoever sits there, with the interval that holds the true share"
    " with 95%. Every bot has every seat equally often, so that this is about seats, not bots;"
    " the dashed line is an even share."
)


def score_figures(site: Site) -> str:
    """The distributions and the sources of scores, for each discipline."""
    parts = []
    for at, discipline in enumerate(site.numbers.disciplines):
        bots = playing(site, at)
        if bots:
            name = plain(str(discipline))
            figures = scores_figure(site, at, bots, name) + sources_figure(site, at, bots, name)
            parts.append((f"Scores: {name}", figures))
    return first_open(parts)


def playing(site: Site, discipline: int) -> list[int]:
    """The bots with games in a discipline, in the order of the table."""
    games = site.numbers.scores.games(discipline)
    return [bot for bot in site.numbers.order if games[bot]]


class Bins(NamedTuple):
    """A scale of scores: its ends in round numbers, and the width of a step."""

    low: int
    high: int
    step: int

    def place(self, score: float) -> float:
        """Where a score lies on the scale, from 0 to 1."""
        return (score - self.low) / (self.high - self.low)

    @property
    def zero(self) -> float | None:
        """Where 0 lies, if it is on the scale."""
        return self.place(0) if self.low < 0 < self.high else None

    @property
    def scale(self) -> str:
        """The header of a column of scores."""
        return scale(minus(str(self.low)), "points", str(self.high))


def bins_of(low: int, high: int) -> Bins:
    """The scale for scores between two."""
    step = next((size for size in SIZES if (high - low) / size <= BINS), SIZES[-1])
    wide = 5 * step
    return Bins(wide * (low // wide), wide * -(-(high + 1) // wide), step)


def counts_in(site: Site, discipline: int, bot: int, bins: Bins) -> list[int]:
    """How often a bot's score fell into each step."""
    times = site.numbers.scores.times[discipline, bot]
    padded = np.zeros(bins.high - bins.low, np.int64)
    # The scale may reach beyond the scores that are counted.
    first, last = max(bins.low, LOWEST), min(bins.high, LOWEST + len(times))
    padded[first - bins.low : last - bins.low] = times[first - LOWEST : last - LOWEST]
    found: list[int] = padded.reshape(-1, bins.step).sum(axis=1).tolist()
    return found


def scores_figure(site: Site, discipline: int, bots: list[int], name: str) -> str:
    """The distribution of each bot's scores."""
    bins = bins_of(*site.numbers.scores.span(discipline))
    columns = [
        Column("bot"),
        Column("median", "n"),
        Column("middle half", "n wide"),
        Column(bins.scale, "drawn"),
        Column("widest win", "n wide"),
        Column("widest loss", "n wide"),
    ]
    rows = [scores_row(site, discipline, bot, bins) for bot in bots]
    body = table(f"Scores: {name}", columns, rows, "tall")
    return figure(f"Scores: {name}", ABOUT_SCORES, body, behind=site.behind([discipline]))


def scores_row(site: Site, discipline: int, bot: int, bins: Bins) -> list[str]:
    """The distribution of one bot's scores, and two of its games."""
    sums = site.numbers.scores
    quarter, middle, most = (sums.quantile(discipline, bot, q) for q in (0.25, 0.5, 0.75))
    counts = counts_in(site, discipline, bot, bins)
    drawing = heap(counts, bins.place(middle), bins.zero)
    games = [site.numbers.choice.first(kind, bot) for kind in ("best", "worst")]
    links = [NONE if game is None else site.game(game) for game in games]
    half = minus(f"{quarter} to {most}")
    return [site.bot(bot), minus(str(middle)), half, drawing, *links]


def sources_figure(site: Site, discipline: int, bots: list[int], name: str) -> str:
    """What each bot's mean score was made of."""
    sums = site.numbers.scores
    used = [at for at in range(len(sums.sources)) if sums.points[discipline, :, at].any()]
    means = {bot: mean_points(site, discipline, bot, used) for bot in bots}
    low = min(0.0, *(sum(min(v, 0) for v in values) for values in means.values()))
    high = max(1.0, *(sum(max(v, 0) for v in values) for values in means.values()))
    swatches = [
        f'<span class="swatch part{at % 8}"></span>{source_words(sums.sources[source])}'
        for at, source in enumerate(used)
    ]
    columns = [
        Column("bot"),
        Column("mean", "n"),
        Column(scale(minus(f"{low:.0f}"), f"{high:.0f}"), "drawn"),
    ]
    columns += [Column(title, "n wide") for title in swatches]
    rows = []
    for bot, values in means.items():
        mean, *figures = (minus(f"{value:.1f}") for value in (sum(values), *values))
        rows.append([site.bot(bot), mean, stacked(values, low, high), *figures])
    title = f"What scores are made of: {name}"
    body = listed(swatches, "legend") + table(title, columns, rows)
    return figure(title, ABOUT_SOURCES, body, behind=site.behind([discipline]))


def mean_points(site: Site, discipline: int, bot: int, used: list[int]) -> list[float]:
    """The points that a bot has from each source in the mean."""
    sums = site.numbers.scores
    games = int(sums.games(discipline)[bot])
    signed = (source_sign(sums.sources[at]) * sums.points[discipline, bot, at] for at in used)
    return [float(points) / games for points in signed]


def source_sign(source: str) -> int:
    """Whether a source of points counts for a score or against it."""
    return -1 if source == "tickets_lost" else 1


def source_words(source: str) -> str:
    """A source of points in words."""
    known = {"routes": "routes", "tickets_won": "tickets completed", "tickets_lost": "tickets lost"}
    return known.get(source, source.removesuffix("_bonus").replace("_", " "))


def seat_figures(site: Site) -> str:
    """How often each seat wins, for each ruleset."""
    frame = site.numbers.boards.seat_advantage()
    rates = ["win_rate", "win_rate_low", "win_rate_high"]
    frame = frame.astype(dict.fromkeys(rates, float))
    parts = []
    for ruleset, rows in frame.groupby("ruleset", sort=False):
        name = plain(str(ruleset))
        parts.append((f"Seats: {name}", seat_figure(site, name, rows.to_dict("records"))))
    return first_open(parts)


def seat_figure(site: Site, ruleset: str, rows: Sequence[Mapping[Hashable, Any]]) -> str:
    """How often each seat wins with the rules of a ruleset."""
    columns = [
        Column("seat"),
        Column("wins", "n"),
        Column("95%", "n"),
        Column(scale("0%", "50%", "100%"), "drawn"),
        Column("games", "n"),
    ]
    title = f"What a seat is worth: {ruleset}"
    body = table(f"Wins by seat: {ruleset}", columns, map(seat_row, rows))
    chosen = [at for at, one in enumerate(site.numbers.disciplines) if one.ruleset == ruleset]
    return figure(title, ABOUT_SEATS, body, behind=site.behind(chosen))


def seat_row(row: Mapping[Hashable, Any]) -> list[str]:
    """How often one seat wins."""
    rate, ends = row["win_rate"], (row["win_rate_low"], row["win_rate_high"])
    title = f"{row['seats']} seats: seat {row['seat']}"
    drawing = interval(rate, ends, 1 / row["seats"])
    return [title, percent(rate), between(ends), drawing, f"{row['games']:,}"]
