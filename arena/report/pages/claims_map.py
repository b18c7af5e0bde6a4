"""The map of claims: how often each route is claimed, on the board's picture and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arena.boards import Board
from arena.report.pages.markup import (
    Column,
    figure,
    first_open,
    percent,
    scrolled,
    several,
    table,
    tag,
)
from arena.report.pages.site import Site
from arena.report.sums.claims import RouteSums
from arena.story.board_picture import box
from arena.story.page.document import plain
from arena.story.picture.layout import Layout, layout
from arena.story.picture.shapes import written_name
from arena.story.picture.svg import element, path_of, titled
from arena.story.picture.tracks import pairs

STEPS: Final = (0.05, 0.2, 0.4, 0.6, 0.8)
"""Shares of games: from each on, a route is drawn stronger."""
MOST: Final = 12
"""How many connections the table names."""
ABOUT: Final = (
    "Every route by the share of games in which somebody claims it, whoever that is: the broader"
    " and stronger, the more contested; orange in at least 80% of them."
)
READING: Final = (
    "Of double routes each is counted for itself on the map (with few seats only one of them can be"
    " claimed), and together in the table. When: how much of the game had been played, in the mean"
    " over claims. Claimer wins: how often who claimed it won that game."
)


def claims_figures(site: Site) -> str:
    """A map and a table for each ruleset."""
    parts = []
    for ruleset, sums in site.numbers.claims.of.items():
        games = site.numbers.claims.tables[ruleset]
        if games:
            whole = claims_figure(site, ruleset, sums, games)
            parts.append((f"Contested routes: {plain(ruleset)}", whole))
    return first_open(parts)


def claims_figure(site: Site, ruleset: str, sums: RouteSums, games: int) -> str:
    """The map of a ruleset's board, and the connections that are claimed most."""
    board = site.numbers.rules[ruleset].board
    name, title = plain(ruleset), f"Which routes are contested: {plain(ruleset)}"
    chosen = [at for at, one in enumerate(site.numbers.disciplines) if one.ruleset == ruleset]
    picture = scrolled(
        f"Map of claims: {name}", tag("div", claims_map(board, sums, games), class_="map")
    )
    body = picture + legend() + connections(board, sums, games, name)
    about = f"{ABOUT} From {several(games, 'game')}."
    return figure(title, about, body, reading=READING, behind=site.behind(chosen))


def claims_map(board: Board, sums: RouteSums, games: int) -> str:
    """The board with routes drawn by how often they are claimed."""
    drawn = layout(board)
    shares = (sums.claimed.sum(axis=0) / games).tolist()
    routes = [
        element(
            "path",
            titled(f"{board.route_name(route)}: claimed in {percent(share)} of games"),
            class_=f"route r{step_of(share)}",
            d=path_of(drawn.tracks[route].curve),
        )
        for route, share in enumerate(shares)
    ]
    frame = box(drawn.frame)
    return element(
        "svg",
        "\n".join([*routes, *places(board, drawn)]),
        viewBox=" ".join(f"{edge:g}" for edge in frame.values()),
        role="img",
        aria_label=f"The board {board.name} with its routes by how often they are claimed",
    )


def places(board: Board, drawn: Layout) -> Iterator[str]:
    """The cities and their names."""
    for x, y in drawn.canvas.places:
        yield element("circle", class_="spot", cx=x, cy=y, r=4.5)
    for city, label in zip(board.cities, drawn.labels, strict=True):
        if label is not None:
            yield written_name(city.name, label)


def step_of(share: float) -> int:
    """How strongly a route is drawn, from 0."""
    return sum(share >= step for step in STEPS)


def legend() -> str:
    """What the strengths mean."""
    texts = ["under 5%", *(f"from {percent(step)}" for step in STEPS)]
    items = (f'<li><span class="swatch r{at}"></span>{text}</li>' for at, text in enumerate(texts))
    return f'<ul class="legend">{"".join(items)}</ul>'


def connections(board: Board, sums: RouteSums, games: int, name: str) -> str:
    """The connections with most claims: how many, how early, and how often the claimer won."""
    claimed = sums.claimed.sum(axis=0)
    found = [(routes, int(claimed[routes].sum())) for routes in pairs(board).values()]
    found = [each for each in found if each[1]]
    found.sort(key=lambda each: (-each[1], each[0]))
    columns = [
        Column("connection"),
        Column("claims in 100 games", "n"),
        Column("when in the game", "n"),
        Column("claimer wins", "n"),
    ]
    rows = [connection_row(board, sums, games, *each) for each in found[:MOST]]
    return table(f"Connections claimed most: {name}", columns, rows)


def connection_row(
    board: Board, sums: RouteSums, games: int, routes: Sequence[int], claims: int
) -> list[str]:
    """The line of a connection."""
    chosen = list(routes)
    when = sums.per_mille[chosen].sum() / claims / 1000
    won = sums.won[chosen].sum() / claims
    return [
        plain(board.route_name(chosen[0])),
        f"{100 * claims / games:.0f}",
        percent(when),
        percent(won),
    ]
