"""The foot of a report: configuration, bots, versions, isolation, hash and verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import json

from arena.report.pages.markup import Column, figure, listed, named, table, tag
from arena.report.pages.site import Site
from arena.results.manifest import Entry, setting_text, stated
from arena.results.seal import SealError, check_seal
from arena.story.page.document import plain

Line = tuple[str, str]
"""The name of a fact, and the fact as HTML."""


def about(site: Site, verdict: Sequence[str]) -> str:
    """All that says where the numbers of the report come from."""
    return "".join(
        [
            facts("Configuration", "What was asked for.", configuration(site)),
            bots_table(site),
            facts(
                "Played with",
                "Where the games were played, and by which versions.",
                played_with(site),
            ),
            facts(
                "Can it be trusted?",
                "What vouches for the results, and how to check them.",
                trust(site, verdict),
            ),
        ]
    )


def facts(title: str, sentence: str, lines: Iterable[Line]) -> str:
    """A table of facts, each with its name."""
    rows = (tag("tr", tag("th", name, scope="row"), tag("td", fact)) for name, fact in lines)
    whole = tag(
        "table", tag("caption", title, class_="unseen"), tag("tbody", *rows), class_="facts"
    )
    return figure(title, sentence, tag("div", whole, class_="scroll"))


def configuration(site: Site) -> Iterator[Line]:
    """The settings of the tournament."""
    manifest = site.numbers.manifest
    for key, value in stated(manifest.settings).items():
        yield plain(key), named(setting_text(key, value))
    yield "commitment to the secret", tag("code", plain(manifest.commitment))
    if manifest.revealed is not None:
        yield "the secret, revealed", tag("code", plain(manifest.revealed))


def bots_table(site: Site) -> str:
    """All bots that have ever been there."""
    columns = [Column("bot"), Column("version"), Column("since"), Column("state")]
    if not site.is_public:
        columns.append(Column("parameters"))
    manifest = site.numbers.manifest
    rows = []
    for number, bot in enumerate(manifest.bots):
        since = "the start" if number < manifest.founders else "it joined"
        row = [named(bot.name), tag("code", plain(bot.version)), since, state_of(bot)]
        if not site.is_public:
            row.append(named(json.encode(bot.parameters).decode()) if bot.parameters else "none")
        rows.append(row)
    sentence = "All bots that have played; a version is the hash of all that a bot plays by."
    return figure("Bots", sentence, table("Bots", columns, rows))


def state_of(bot: Entry) -> str:
    """Whether a bot is in the table."""
    if bot.disqualified:
        return "disqualified: its games don&rsquo;t count"
    return "withdrawn from the table" if bot.withdrawn else "in the table"


def played_with(site: Site) -> Iterator[Line]:
    """The environments of all games."""
    for used in site.numbers.manifest.environments:
        yield "isolation", plain(used.isolation)
        yield "engine", tag("code", plain(used.engine))
        yield "Python and system", plain(f"Python {used.python}, {used.system}")
        yield "libraries", plain(", ".join(used.packages))


def trust(site: Site, verdict: Sequence[str]) -> Iterator[Line]:
    """The hash of the results, and what verifying them found."""
    yield from seal_lines(site)
    command = tag("code", f"arena verify {plain(site.results)}")
    if verdict:
        yield "verdict of <code>arena verify</code>", listed(map(site.told, verdict))
    else:
        yield (
            "verdict of <code>arena verify</code>",
            f"The games were not refereed again for this report, as was asked for: {command} does"
            " it, and <code>arena report</code> without <code>--no-verify</code> writes its verdict"
            " here.",
        )
    if site.numbers.store.damaged:
        yield "damaged", listed(map(site.told, site.numbers.store.damaged))
    for doubt in site.numbers.boards.doubts():
        yield "doubt", site.told(doubt)


def seal_lines(site: Site) -> Iterator[Line]:
    """The hash of the results, if they are sealed and as they were."""
    try:
        found = check_seal(site.numbers.folder, None)
    except SealError as error:
        yield "hash", site.told(str(error))
        return
    if found.differences:
        yield "hash", "The files are not those that were sealed: " + site.told(found.differences[0])
    elif found.sealed and found.hash:
        same = " The files are still those that were sealed with it when the run ended."
        yield "hash of the results", tag("code", plain(found.hash)) + same
    else:
        yield "hash of the results", "none yet: the run has not ended."
