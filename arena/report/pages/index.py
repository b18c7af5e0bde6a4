"""The first page of a report: everything of the tournament as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.report.pages.about import about
from arena.report.pages.claims_map import claims_figures
from arena.report.pages.course import course_figure
from arena.report.pages.decisive import deciding_figures
from arena.report.pages.lists import ShownGames, faults_figure, games_figure
from arena.report.pages.markup import enumerated, link, named, section, several, tag
from arena.report.pages.points import score_figures, seat_figures
from arena.report.pages.site import Site, tiles
from arena.report.pages.standing import standing
from arena.report.pages.versus import head_to_head
from arena.story.page.document import plain, source

PARTS: Final = {
    "table": "The table",
    "versus": "Head to head",
    "rating": "Ratings over games",
    "scores": "Scores",
    "seats": "Seats",
    "deciding": "What decides games",
    "claims": "Contested routes",
    "faults": "Faults",
    "games": "Games to watch",
    "about": "About this report",
}
"""The parts of the page by their place on it."""


def index_page(site: Site, games: ShownGames, verdict: Sequence[str]) -> str:
    """The page."""
    name = site.numbers.manifest.settings.name
    style = source("index.css", __package__)
    return site.page(f"{name}: report", head(site), body(site, games, verdict), style)


def head(site: Site) -> str:
    """The name of the tournament, what it was in a few figures, and the way around."""
    numbers = site.numbers
    leader = site.bot(numbers.order[0]) if numbers.order else "nobody yet"
    faults = sum(group.times for group in numbers.faults.groups.values())
    figures = [
        ("first by rating", leader),
        ("games", f"{numbers.boards.games:,}"),
        ("bots", str(len(numbers.order))),
        ("faults", f"{faults:,}"),
        ("isolation", plain(isolation(site))),
    ]
    links = [link(f"#{place}", title) for place, title in PARTS.items()]
    links.append(link("times.html", "Time a move"))
    return "\n".join(
        [
            tag("h1", named(numbers.manifest.settings.name)),
            tag("p", summary(site), class_="lead"),
            tiles(figures),
            tag("nav", *links, aria_label="Parts of the report"),
        ]
    )


def summary(site: Site) -> str:
    """What the tournament is, and how far it is, in a sentence or two."""
    numbers, settings = site.numbers, site.numbers.manifest.settings
    rulesets = plain(enumerated(settings.rulesets))
    seats = enumerated(map(str, settings.seats))
    words = f"A tournament of {several(len(numbers.order), 'bot')}: {rulesets}, with {seats} seats."
    played, total = numbers.boards.games, numbers.scheduled
    if played < total:
        words += f" So far {played:,} of {total:,} games are played: the figures will change."
    return words


def isolation(site: Site) -> str:
    """How bots were isolated."""
    levels = dict.fromkeys(used.isolation for used in site.numbers.manifest.environments)
    return " and ".join(levels) or "not played"


def body(site: Site, games: ShownGames, verdict: Sequence[str]) -> str:
    """All parts of the page."""
    if not site.numbers.order:
        empty = tag("p", "No game that counts has been played yet.")
        return section("table", PARTS["table"], empty) + section(
            "about", PARTS["about"], about(site, verdict)
        )
    contents = {
        "table": [*standing(site)],
        "versus": [head_to_head(site)],
        "rating": [course_figure(site, "How ratings settled")],
        "scores": [score_figures(site)],
        "seats": [seat_figures(site)],
        "deciding": [deciding_figures(site)],
        "claims": [claims_figures(site)],
        "faults": [faults_figure(site, site.numbers.order)],
        "games": [games_figure(site, games, "Games to watch")],
        "about": [about(site, verdict)],
    }
    return "".join(section(place, PARTS[place], *parts) for place, parts in contents.items())
