"""The figures of one bot's page: its opponents, its scores and the routes that it likes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.boards import Board
from arena.report.pages.cells import heap, interval, scale
from arena.report.pages.markup import Column, between, figure, link, minus, percent, table
from arena.report.pages.points import Bins, bins_of, counts_in, playing
from arena.report.pages.site import Site
from arena.report.pages.versus import Versus, heat_kind, versus_of
from arena.story.page.document import plain

MOST: Final = 10
"""How many routes a page names."""
ABOUT_VERSUS: Final = (
    "In which share of the games with each opponent this bot came before it, where a draw counts"
    " half, with its 95% interval. Surely: all pairs of the discipline judged together."
)
ABOUT_SCORES: Final = (
    "How often its games ended with how many points, beside all bots together; the mark is the"
    " median."
)
ABOUT_ROUTES: Final = (
    "The routes that this bot claims more often than other bots do: in how many of 100 games it"
    " claims them (the mark), and in how many the others do in the mean (the other end of the bar)."
)
OWN_GAMES: Final = {"best": "its widest win", "worst": "its widest loss"}
VERDICTS: Final = {"w": "surely ahead", "l": "surely behind", "s": "not told apart"}
"""The words for the kinds of a cell of the heat map, by their first letters."""

TitledFigure = tuple[str, str]
"""The title of a figure, and the figure, both as HTML."""


def own_games(site: Site, bot: int) -> str:
    """The bot's widest win and loss."""
    found = [(words, site.numbers.choice.first(kind, bot)) for kind, words in OWN_GAMES.items()]
    parts = [site.game(game, words) for words, game in found if game is not None]
    return ", ".join([*parts, link("#games", "all its games shown")])


def versus_figures(site: Site, bot: int) -> Iterator[TitledFigure]:
    """Its results against each opponent, for each discipline."""
    columns = [
        Column("opponent"),
        Column("ahead", "n"),
        Column("95%", "n"),
        Column(scale("0%", "50%", "100%"), "drawn"),
        Column("verdict"),
        Column("games", "n wide"),
    ]
    for at, discipline in enumerate(site.numbers.disciplines):
        found = versus_of(site, at)
        met = [other for other in site.numbers.order if other != bot and found.met[bot, other]]
        if met:
            name = plain(str(discipline))
            rows = [versus_row(site, found, bot, other) for other in met]
            body = table(f"Against each opponent: {name}", columns, rows)
            yield name, figure(name, ABOUT_VERSUS, body, behind=own_games(site, bot))


def versus_row(site: Site, found: Versus, bot: int, other: int) -> list[str]:
    """Its results against one opponent."""
    rate, ends = float(found.rate[bot, other]), found.interval[bot, other].tolist()
    drawing = interval(rate, ends, 0.5)
    verdict = VERDICTS[heat_kind(found, bot, other)[0]]
    games = f"{int(found.met[bot, other]):,}"
    return [site.bot(other), percent(rate), between(ends), drawing, verdict, games]


def score_figures(site: Site, bot: int) -> Iterator[TitledFigure]:
    """How its scores are distributed, beside those of all bots."""
    for at, discipline in enumerate(site.numbers.disciplines):
        if bot in playing(site, at):
            name, bins = plain(str(discipline)), bins_of(*site.numbers.scores.span(at))
            columns = [Column("scores of"), Column("median", "n"), Column(bins.scale, "drawn")]
            body = table(f"Scores: {name}", columns, score_rows(site, at, bot, bins), "tall")
            yield name, figure(name, ABOUT_SCORES, body, behind=own_games(site, bot))


def score_rows(site: Site, discipline: int, bot: int, bins: Bins) -> list[list[str]]:
    """The line of the bot, and that of all bots."""
    sums = site.numbers.scores
    counts = {one: counts_in(site, discipline, one, bins) for one in playing(site, discipline)}
    every = [sum(each) for each in zip(*counts.values(), strict=True)]
    middle, usual = sums.quantile(discipline, bot, 0.5), sums.middle(discipline)
    lines = [("this bot", middle, counts[bot]), ("all bots", usual, every)]
    return [
        [who, minus(str(middle)), heap(own, bins.place(middle), bins.zero)]
        for who, middle, own in lines
    ]


def route_figures(site: Site, bot: int) -> Iterator[TitledFigure]:
    """The routes that it claims more often than others do, for each ruleset."""
    columns = [
        Column("route"),
        Column("claims in 100 games", "n"),
        Column("of the others", "n"),
        Column(scale("0", "50", "100"), "drawn"),
    ]
    for ruleset, sums in site.numbers.claims.of.items():
        games = site.numbers.claims.games[ruleset]
        others = games.sum() - games[bot]
        if games[bot] and others:
            own = sums.claimed[bot] / games[bot]
            theirs = (sums.claimed.sum(axis=0) - sums.claimed[bot]) / others
            rows = route_rows(site.numbers.rules[ruleset].board, own, theirs)
            name = plain(ruleset)
            body = table(f"Routes: {name}", columns, rows)
            yield name, figure(name, ABOUT_ROUTES, body, behind=own_games(site, bot))


def route_rows(
    board: Board, own: NDArray[np.float64], theirs: NDArray[np.float64]
) -> list[list[str]]:
    """The routes with the largest difference."""
    more = own - theirs
    chosen = sorted(range(len(more)), key=lambda route: (-more[route], route))[:MOST]
    return [
        [
            plain(board.route_name(route)),
            f"{100 * own[route]:.0f}",
            f"{100 * theirs[route]:.0f}",
            interval(own[route], sorted((own[route], theirs[route]))),
        ]
        for route in chosen
        if more[route] > 0
    ]
