"""The pages of a report as a whole: their names, the links between them, and their common frame."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arena.ranking.seated import Named
from arena.report.pages.markup import link, named, tag
from arena.report.sums.choosing import Reason
from arena.report.sums.gathered import Gathered
from arena.story.page.document import filled, plain, policy, source
from arena.terminal import printable

PLAIN: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")
"""Names that are the same in every file system and address."""
RESERVED: Final = frozenset(("con", "prn", "aux", "nul"))
"""Names that some systems keep for devices."""


@dataclass(frozen=True, slots=True)
class Site:
    """What all pages of a report have in common."""

    numbers: Gathered
    shown: Mapping[int, Sequence[Reason]]
    """The games that have a page, and why."""
    is_public: bool
    """Whether nothing is shown that teams keep from each other."""
    labels: Sequence[str]
    """What each bot is called, by its number in the tally."""
    files: Sequence[str]
    """The name of each bot's page."""
    is_inside: bool = False
    """Whether the page that is written is one of a bot, in the folder of these."""

    def inside(self) -> Site:
        """The same for the page of a bot."""
        return replace(self, is_inside=True)

    @property
    def up(self) -> str:
        """The way from the page that is written to the folder of the report."""
        return "../" if self.is_inside else ""

    @property
    def results(self) -> str:
        """The folder of the results, without where it lies on this machine."""
        folder = self.numbers.folder.resolve()
        return f"results/{folder.name}" if folder.parent.name == "results" else folder.name

    def told(self, sentence: str) -> str:
        """A sentence about the results, without where they lie on this machine."""
        return plain(sentence.replace(f"{self.numbers.folder}/", ""))

    def bot(self, bot: int) -> str:
        """A bot's name, as a link to its page."""
        folder = "" if self.is_inside else "bots/"
        return link(f"{folder}{self.files[bot]}.html", named(self.labels[bot]))

    def game(self, number: int, words: str | None = None) -> str:
        """The number of a game or words for it, as a link to its page if it has one."""
        text = plain(words if words is not None else f"game {number}")
        if number in self.shown:
            return link(f"{self.up}games/{number}.html", text)
        return text if words is None else f"{text} (game {number})"

    def games(self, numbers: Iterable[int]) -> str:
        """Some games, each as a link to its page if it has one."""
        return ", ".join(map(self.game, numbers))

    def behind(self, disciplines: Sequence[int]) -> str:
        """The games to look at for some disciplines: the closest, the widest, the highest.

        Where there are many, only the list of all games that are shown.
        """
        parts = []
        for at in disciplines if len(disciplines) <= FEW else ():
            several = len(self.numbers.disciplines) > 1
            title = plain(str(self.numbers.disciplines[at])) + ": " if several else ""
            words = self._remarkable(at)
            parts += [title + ", ".join(words)] if words else []
        return "; ".join([*parts, link(f"{self.up}index.html#games", "all games shown")])

    def _remarkable(self, discipline: int) -> list[str]:
        found = [(kind, self.numbers.choice.first(kind, discipline)) for kind in LOOKED_AT]
        return [self.game(game, f"the {kind}") for kind, game in found if game is not None]

    def page(self, title: str, head: str, body: str, more_style: str = "") -> str:
        """A page: its title as text, its head and body as HTML."""
        style = source("common.css") + source("report.css", __package__) + more_style
        parts = {"policy": policy(style, None), "title": plain(title), "style": style}
        return filled(source("report.html", __package__), {**parts, "head": head, "body": body})


LOOKED_AT: Final = ("closest", "widest", "highest")
"""The kinds of games that figures lead to."""
FEW: Final = 2
"""The most disciplines whose games are named at a figure."""


def site_of(numbers: Gathered, shown: Mapping[int, Sequence[Reason]], is_public: bool) -> Site:
    """What the pages of a report have in common."""
    bots = numbers.boards.bots
    return Site(numbers, shown, is_public, labels_of(bots), files_of(bots))


def labels_of(bots: Sequence[Named]) -> list[str]:
    """What each bot is called: its name, with its version where another has the same name."""
    times = Counter(bot.name for bot in bots)
    return [
        printable(bot.name) + (f" ({bot.version[:6]})" if times[bot.name] > 1 else "")
        for bot in bots
    ]


def files_of(bots: Sequence[Named]) -> list[str]:
    """The name of each bot's page: its own where every system and address has such names.

    Others get what can be kept of theirs, and their version: a name can be in any script.
    """
    times = Counter(bot.name.casefold() for bot in bots)
    found = []
    for bot in bots:
        kept = "".join(PLAIN.findall(bot.name))[:40]
        usual = kept == bot.name and times[kept.casefold()] == 1
        usual = usual and kept.casefold() not in RESERVED
        found.append(kept if usual else f"{kept or 'bot'}-{bot.version}")
    return found


def tiles(facts: Iterable[tuple[str, str]]) -> str:
    """A few figures at the head of a page, each with its name."""
    return tag(
        "dl",
        *(tag("div", tag("dt", name), tag("dd", value)) for name, value in facts),
        class_="tiles",
    )
