"""Writing a report into a folder: all its pages or none, over an earlier report if asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arena.errors import ArenaError
from arena.report.pages.bot_page import bot_page
from arena.report.pages.index import index_page
from arena.report.pages.lists import ShownGames, times_page
from arena.report.pages.markup import several
from arena.report.pages.site import site_of
from arena.report.sums.choosing import Reason
from arena.report.sums.gathered import Gathered
from arena.results.files import explained, put_in_place, write_whole
from arena.results.manifest import results_of
from arena.results.stored_game import StoredGame, find_games
from arena.results.verify import verify
from arena.tournament.export import PublicCopy
from arena.workers.pool import cores

Say = Callable[[str], None]
"""Prints a line."""
INDEX: Final = "index.html"
TIMES: Final = "times.html"
FOLDERS: Final = ("bots", "games")
GAMES: Final = 20
"""How many games have a page, unless another number is asked for."""


MOST: Final = 20
"""The most differences of a verdict that a page tells."""


class ReportRefused(ArenaError):
    """A report that can't be written, or not to that place."""


class ReportWanted(Struct, frozen=True):
    """A report that is asked for."""

    folder: Path
    """The results."""
    target: Path
    """Where its pages go."""
    most: int = GAMES
    """How many games have a page at most."""
    is_public: bool = False
    """Whether it shows nothing that teams keep from each other."""

    def refuse(self, force: bool) -> None:
        """Refuse results that must not be shown like this, or a place that holds other things."""
        manifest = results_of(self.folder)
        if self.is_public:
            PublicCopy().check(manifest)
        refuse_place(self.folder, self.target, force)

    def write(self, verdict: Sequence[str] = ()) -> str:
        """Write the pages, whole or not at all; returns a sentence that says where they are.

        It needs no lock, and can be done while the tournament is being played.
        """
        numbers = Gathered(self.folder)
        with put_in_place(self.target) as aside:
            for path, text in pages(numbers, self.most, self.is_public, verdict):
                write_whole(aside / path, text.encode())
        games = several(numbers.boards.games, "game")
        return f"The report on {games} of {self.folder}: open {self.target / INDEX}"


def usual_place(folder: Path) -> Path:
    """The folder of a report that is asked for without one: beside the results.

    Inside them it would be covered by their seal, whose hash it shows.
    """
    named = folder.resolve() if folder.name in ("", "..") else folder
    return named.with_name(f"{named.name}-report")


def report_beside(folder: Path, workers: int | None, say: Say) -> str:
    """Verify results and write their report beside them; returns a sentence that tells where."""
    wanted = ReportWanted(folder, usual_place(folder))
    wanted.refuse(force=True)
    return wanted.write(verdict_on(folder, workers, say))


def verdict_on(folder: Path, workers: int | None, say: Say) -> list[str]:
    """What verifying the results finds, in sentences, which are also said."""
    verdict = verify(folder, workers or len(cores()))
    told = verdict.sentence().split("\n")[0]
    sentences = [told, *verdict.remarks[:MOST], *verdict.differences[:MOST]]
    for sentence in sentences:
        say(sentence)
    return sentences


def pages(
    numbers: Gathered, most: int, is_public: bool, verdict: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """All pages of a report, each with its path."""
    is_public = is_public or numbers.manifest.public
    labels = [bot.name for bot in numbers.boards.bots]
    chosen = numbers.choice.chosen(most, numbers.faults, labels)
    games = shown_games(numbers, chosen, is_public)
    site = site_of(numbers, chosen, is_public)
    yield INDEX, index_page(site, games, verdict)
    yield TIMES, times_page(site)
    for bot in numbers.order:
        yield f"bots/{site.files[bot]}.html", bot_page(site.inside(), bot, games)
    for number, (game, _) in games.items():
        yield f"games/{number}.html", game.page(None, None)


def shown_games(numbers: Gathered, chosen: dict[int, list[Reason]], is_public: bool) -> ShownGames:
    """The games that have a page; in a public report without the words of bots."""
    found = find_games(numbers.folder, list(chosen))
    return {
        number: (silent(game) if is_public else game, chosen[number])
        for number, game in found.items()
    }


def silent(game: StoredGame) -> StoredGame:
    """A game whose faults quote nobody, and whose bots say nothing."""
    faults = [replace(fault, sentence="", traceback="", output="") for fault in game.faults]
    return replace(game, faults=faults, words=[])


def refuse_place(folder: Path, target: Path, force: bool) -> None:
    """Refuse a place that holds anything else than a report which may be replaced."""
    with explained(target):
        if target.resolve().is_relative_to(folder.resolve()):
            raise ReportRefused(f"{target} lies in the results themselves")
        if target.exists() and not target.is_dir():
            raise ReportRefused(f"{target} is a file, and a report is a folder")
        there = sorted(target.iterdir()) if target.exists() else []
    for path in there:
        if path.name not in (INDEX, TIMES, *FOLDERS):
            raise ReportRefused(f"{target} is no report: it holds {path.name}")
    if there and not force:
        raise ReportRefused(f"{target} holds a report already: say --force to replace it")
