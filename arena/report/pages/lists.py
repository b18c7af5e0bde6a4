"""The lists of a report: faults by kind, the games that are shown, and the times on their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log10
from typing import Final

from arena.report.pages.cells import band, drawn, scale, upright
from arena.report.pages.markup import NONE, Column, figure, link, minus, named, table, tag
from arena.report.pages.site import Site
from arena.report.sums.choosing import Reason
from arena.results.stored_game import StoredGame
from arena.story.page.document import plain

ShownGames = dict[int, tuple[StoredGame, Sequence[Reason]]]
"""The games that have a page, by their numbers, and why."""
LONGEST: Final = 300
"""The most letters of a sentence that a page repeats."""
FEW: Final = 5
"""The most games that a line names."""
ABOUT_FAULTS: Final = (
    "Each line is a kind of fault of a bot. From a fault on the referee answers for the bot,"
    " which comes last in that game."
)
ABOUT_TIMES: Final = {
    "cpu_ms": (
        "Processor time a move",
        "What the bot computed itself for an answer, by all its answers on the machines that"
        " played. The mark is the median, and the bar reaches to what 99% of the answers"
        " don&rsquo;t exceed; the scale is logarithmic, and values are right to 2%. A game: the"
        " mean of what all answers of a game took together.",
    ),
    "idle_ms": (
        "Idle time a move",
        "How long the bot neither computed nor waited for a core before it answered. It is written"
        " down once some has added up: of many short naps only some answers tell, and the median"
        " may be 0. The sum of a game is right to a twentieth of a second.",
    ),
}
"""For each kind of time its title, and what its figure is about."""
DECADES: Final = (-3, 5)
"""The scale of times: from a microsecond to 100 seconds, as powers of ten of milliseconds."""


def faults_figure(site: Site, bots: Iterable[int]) -> str:
    """The faults of some bots."""
    chosen = set(bots)
    groups = [
        (bot, kind, group)
        for (bot, kind), group in sorted(site.numbers.faults.groups.items())
        if bot in chosen
    ]
    if not groups:
        return tag("p", "No fault: every bot answered every question legally and in time.")
    columns = [Column("bot"), Column("kind"), Column("times", "n"), Column("first in")]
    if not site.is_public:
        columns.append(Column("what went wrong the first time"))
    rows = []
    for bot, kind, group in groups:
        row = [site.bot(bot), plain(kind), f"{group.times:,}", site.games(group.games[:FEW])]
        if not site.is_public:
            row.append(named(shortened(group.sentence)) or NONE)
        rows.append(row)
    return figure("Faults by kind", ABOUT_FAULTS, table("Faults by kind", columns, rows))


def shortened(sentence: str) -> str:
    """A sentence that a bot may have caused, on one line and not too long."""
    one_line = " ".join(sentence.split())
    return one_line if len(one_line) <= LONGEST else f"{one_line[:LONGEST]}…"


def games_figure(site: Site, games: ShownGames, title: str) -> str:
    """The games that have a page: who played, how it ended, and why they are shown."""
    opened = tag("span", "--open", class_="whole")
    command = tag("code", f"arena replay {plain(site.results)} 17 {opened}")
    if not games:
        return tag("p", f"No game has a page here. Any game can be watched with {command}.")
    columns = [
        Column("game"),
        Column("scores, in order of places"),
        Column("why it is shown"),
        Column("played as", "wide"),
    ]
    rows = []
    for number, (game, reasons) in games.items():
        rows.append(
            [
                site.game(number),
                ", ".join(outcomes(game)),
                plain("; ".join(dict.fromkeys(reason.words for reason in reasons))),
                plain(f"{game.record.ruleset}, {game.record.seats} seats"),
            ]
        )
    about = f"Each of these games is a page that plays it move by move. Any other one: {command}."
    return figure(title, about, table(title, columns, rows))


def outcomes(game: StoredGame) -> list[str]:
    """The bots of a game with their scores, the best place first."""
    rows = sorted(game.seats, key=lambda row: (row["place"], row["seat"]))
    return [
        f"{named(row['bot'])} {minus(str(row['score']))}" + (" (fault)" if row["fault"] else "")
        for row in rows
    ]


def times_page(site: Site) -> str:
    """The page of times, which are the one thing that is never the same twice."""
    name = site.numbers.manifest.settings.name
    head = tag("h1", f"{named(name)}: time") + tag("nav", link("index.html", "The report"))
    columns = [
        Column("bot"),
        Column("answers", "n"),
        Column("median", "n"),
        Column("99%", "n"),
        Column(scale("1 µs", "10 ms", "100 s"), "drawn"),
        Column("a game", "n"),
    ]
    body = []
    behind = site.behind(range(len(site.numbers.disciplines)))
    for kind, (title, about) in ABOUT_TIMES.items():
        rows = [
            times_row(site, kind, bot)
            for bot in site.numbers.order
            if site.numbers.thinking.moves(bot)
        ]
        body.append(figure(title, about, table(title, columns, rows), behind=behind))
    return site.page(f"{name}: time", head, "".join(body))


def times_row(site: Site, kind: str, bot: int) -> list[str]:
    """The times of a bot."""
    sums = site.numbers.thinking
    middle, most = (sums.quantile(kind, bot, share) for share in (0.5, 0.99))
    left, right = placed(middle), placed(most)
    drawing = drawn(band((left, right)), upright(left, "value"))
    answers, a_game = f"{sums.moves(bot):,}", duration(sums.a_game(kind, bot))
    return [site.bot(bot), answers, duration(middle), duration(most), drawing, a_game]


def placed(milliseconds: float) -> float:
    """Where a time lies on the scale, from 0 to 1."""
    first, last = DECADES
    return min(1.0, max(0.0, (log10(max(milliseconds, 1e-9)) - first) / (last - first)))


def duration(milliseconds: float) -> str:
    """A time in a unit that fits."""
    if milliseconds < 0.0005:
        return "0"
    if milliseconds < 0.9995:
        return f"{1000 * milliseconds:.0f} µs"
    return f"{milliseconds:.3g} ms" if milliseconds < 999.5 else f"{milliseconds / 1000:.3g} s"
