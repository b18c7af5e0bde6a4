"""The page of one bot: how it stands, whom it beats, its scores, its routes, faults and games."""

from __future__ import annotations

from typing import Final

from arena.report.pages.bot_figures import own_games, route_figures, score_figures, versus_figures
from arena.report.pages.course import own_course_figure
from arena.report.pages.lists import ShownGames, faults_figure, games_figure
from arena.report.pages.markup import (
    NONE,
    between,
    figure,
    first_open,
    link,
    minus,
    named,
    places_of,
    section,
    table,
    tag,
)
from arena.report.pages.site import Site, tiles
from arena.report.pages.standing import OWN_COLUMNS, own_cells
from arena.story.page.document import plain

ABOUT_STANDING: Final = (
    "How the bot stands in each table: its place by rating, the places that it may hold with 95%"
    " for the whole table, and the share of its games that it won, with its 95% interval."
)


def bot_page(site: Site, bot: int, games: ShownGames) -> str:
    """The page of a bot."""
    own = {number: shown for number, shown in games.items() if plays(site, bot, number, games)}
    course = own_course_figure(site, bot, "How its rating settled", own_games(site, bot))
    parts = {
        "Standing": standing_figure(site, bot),
        "Against each opponent": first_open([*versus_figures(site, bot)]),
        "Rating over games": course,
        "Scores": first_open([*score_figures(site, bot)]),
        "Routes it likes": first_open([*route_figures(site, bot)]),
        "Faults": faults_figure(site, [bot]),
        "Games": games_figure(site, own, "Its games to watch"),
    }
    body = (section(title.split()[0].lower(), title, part) for title, part in parts.items())
    title = f"{site.labels[bot]}: {site.numbers.manifest.settings.name}"
    return site.page(title, head(site, bot), "".join(body))


def plays(site: Site, bot: int, number: int, games: ShownGames) -> bool:
    """Whether a bot sits in a game that is shown."""
    entry = site.numbers.boards.bots[bot]
    seats = games[number][0].seats
    return any((row["bot"], row["version"]) == (entry.name, entry.version) for row in seats)


def head(site: Site, bot: int) -> str:
    """The bot's name and its few most important figures."""
    frame = site.numbers.boards.ranked(site.numbers.overall)
    row = frame.loc[bot].to_dict()
    ends = (row["win_rate_low"], row["win_rate_high"])
    facts = [
        ("number by rating", f"{row['place']} of {len(frame)}"),
        ("places it may hold", places_of(row)),
        ("rating", minus(f"{row['rating']:.2f}")),
        ("wins, 95%", between(ends) if row["games"] else NONE),
        ("games", f"{row['games']:,}"),
        ("faults", f"{row['faults']:,}"),
    ]
    home = named(site.numbers.manifest.settings.name)
    links = [link("../index.html", "The report on ", home), link("../times.html", "Time a move")]
    version = tag("p", "version ", tag("code", plain(row["version"])), class_="soft")
    return tag("nav", *links) + tag("h1", named(site.labels[bot])) + version + tiles(facts)


def standing_figure(site: Site, bot: int) -> str:
    """The bot's line in each table, the one over all first."""
    rows = []
    *parts, overall = site.numbers.boards.scopes
    for scope in (overall, *parts):
        frame = site.numbers.boards.ranked(scope)
        if bot in frame.index:
            row = frame.loc[bot].to_dict()
            place = f"{row['place']} of {len(frame)}"
            rows.append([plain(scope.title or "all games"), place, *own_cells(site, scope, row)])
    body = table("Standing", OWN_COLUMNS, rows)
    return figure("In each table", ABOUT_STANDING, body, behind=own_games(site, bot))
