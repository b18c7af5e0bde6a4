"""The tables of a tournament on a page: ratings, places, win rates with intervals drawn."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Final

from arena.ranking.printed import PrintedBoards
from arena.ranking.scopes import Scope
from arena.report.pages.cells import interval, places_bar, scale
from arena.report.pages.markup import (
    NONE,
    Column,
    between,
    figure,
    folded,
    minus,
    percent,
    places_of,
    remarks,
    table,
)
from arena.report.pages.site import Site
from arena.story.page.document import plain
from arena.tournament.names import LONGEST

ABOUT: Final = (
    "Each line is a bot against all whom it met, in the order of its rating; with the share of its"
    " games that it won, and the places that it may hold."
)
READING: Final = (
    "The bar is the interval that holds the true share of wins in 95 of 100 such tournaments, and"
    " the dashed line is where it would be if all bots were equal. Places hold with 95% for the"
    " whole table at once, by the share of opponents that a bot comes before: bots whose places"
    " overlap are not told apart. Rating: TrueSkill, &mu; &minus; 3&sigma;."
)
SHORT: Final = "As above, from the games of this part alone."


def standing(site: Site) -> Iterator[str]:
    """The table over all first, then those of the disciplines and rulesets, to be unfolded."""
    *parts, overall = site.numbers.boards.scopes
    yield scope_figure(site, overall, plain(overall.title or str(site.numbers.disciplines[0])))
    if parts:
        tables = (scope_figure(site, scope, plain(scope.title)) for scope in parts)
        yield folded(
            "The same for each ruleset and number of seats",
            *tables,
            is_open=len(parts) * len(site.numbers.order) < 20,
        )


def scope_figure(site: Site, scope: Scope, title: str) -> str:
    """One table, with remarks on what is strange in it."""
    printed = PrintedBoards(site.numbers.boards, longest_name=LONGEST)
    chosen = [at for at, weight in enumerate(scope.weights) if weight]
    is_first = scope is site.numbers.overall
    return figure(
        title,
        ABOUT if is_first else SHORT,
        scope_table(site, scope),
        remarks(printed.remarks(scope)),
        reading=READING if is_first else "",
        behind=site.behind(chosen),
    )


CELLS: Final = [
    Column("rating", "n"),
    Column("places", "n"),
    Column("wins", "n"),
    Column("95%", "n"),
    Column(scale("0%", "50%", "100%"), "drawn"),
    Column("games", "n"),
    Column("mean score", "n wide"),
    Column("tickets completed", "n wide"),
    Column("faults", "n"),
]
"""The columns with a bot's figures in any table."""
OWN_COLUMNS: Final = [Column("table"), Column("number", "n"), *CELLS]
"""The columns of a table about one bot."""


def scope_table(site: Site, scope: Scope) -> str:
    """The bots in order of their ratings."""
    frame = site.numbers.boards.ranked(scope)
    drawn_places = Column(scale("1", "place", str(len(frame))), "drawn mini wide")
    columns = [Column("bot"), drawn_places, *CELLS]
    rows = []
    for bot, row in zip(frame.index.tolist(), frame.to_dict("records"), strict=True):
        places = places_bar(row["place_low"], row["place_high"], len(frame))
        rows.append([f"{row['place']}. {site.bot(bot)}", places, *own_cells(site, scope, row)])
    return table(f"Table: {plain(scope.title or 'all games')}", columns, rows)


def own_cells(site: Site, scope: Scope, row: Mapping[Hashable, Any]) -> list[str]:
    """The figures of a bot, from its line of a table."""
    known = row["win_rate"] == row["win_rate"]
    ends = (row["win_rate_low"], row["win_rate_high"])
    return [
        minus(f"{row['rating']:.2f}"),
        places_of(row),
        percent(row["win_rate"]),
        between(ends) if known else NONE,
        interval(row["win_rate"], ends, even_share(site, scope)),
        f"{row['games']:,}",
        minus(f"{row['mean_score']:.1f}") if known else NONE,
        percent(row["tickets_completed"]),
        f"{row['faults']:,}",
    ]


def even_share(site: Site, scope: Scope) -> float:
    """The share of games that a bot would win if all were equal, and none drawn."""
    pairs = zip(scope.weights, site.numbers.disciplines, strict=True)
    return sum(weight / each.seats for weight, each in pairs) / sum(scope.weights)
