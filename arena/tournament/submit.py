"""Letting a stranger's bot into a tournament, and out of it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec

from arena.authoring.check import CheckResult, Checks
from arena.errors import ArenaError, unknown
from arena.match.seats import Isolation
from arena.match.source import BotError, Source, read_submission
from arena.ranking.ratings import POOLED
from arena.results.manifest import (
    Entry,
    Manifest,
    ManifestError,
    begin,
    entry,
    read_manifest,
    results_of,
    schedule_of,
    write_bot,
    write_manifest,
)
from arena.sandbox.venue import Venue
from arena.tournament.configuration import Configuration, is_name
from arena.tournament.run import Tournament, alone, entered, refuse_others
from arena.tournament.schedule import Joining
from arena.workers.workforce import Hire

MORE: Final = 4
"""A bot that is rated less surely than the others plays a table more for so many it began with."""
ROUNDS: Final = 12
"""How often it may do so."""
SHORTEST: Final = 4
"""Letters of a version that are enough to name a bot."""
AROUND: Final = 2
"""How many bots are shown above and below a new one."""


class SubmissionRefused(ArenaError):
    """A bot that is not let in."""


def read_bot(path: Path, name: str | None, parameters: dict[str, Any]) -> Source:
    """A stranger's file, read without running any of it."""
    bot = read_submission(path, name, **parameters)
    if not is_name(bot.name):
        raise BotError(f"{path} has no name for a table: give it a short one with --name")
    return bot


def check(configuration: Configuration, bot: Source) -> Iterator[CheckResult]:
    """The checks that a bot must pass, in the tournament's own isolation."""
    settings = configuration.settings
    with Venue(settings.isolation, [settings.rules()], settings.limits) as venue:
        checks = Checks(bot, venue, [settings.ruleset])
        yield from checks.run(checks.short())


def refuse_unguarded(configuration: Configuration, trusted: bool) -> None:
    """A stranger's bot never runs unconfined, unless the user says that it is no stranger's."""
    isolation = configuration.settings.isolation
    if isolation != Isolation.SANDBOX and not trusted:
        raise SubmissionRefused(
            f"this tournament's isolation is {isolation!r}: a submitted bot runs there only with"
            " --trusted"
        )


def as_played(configuration: Configuration, folder: Path) -> Configuration:
    """The tournament as it is played in a folder, which must be this one.

    Deals and seed may have been given on the command line; who submits a bot need not know them.
    """
    there = read_manifest(folder)
    if there is None:
        return configuration
    settings = configuration.settings
    isolations = (settings.isolation, there.settings.isolation)
    settings = msgspec.structs.replace(
        settings,
        deals=there.settings.deals,
        seed=there.settings.seed,
        # Who trusts a bot trusts it wherever it is not confined.
        isolation=isolations[Isolation.SANDBOX not in isolations],
    )
    played = Configuration(settings, configuration.bots)
    refuse_others(folder, begin(played), there)
    return played


class Submission:
    """A bot on its way into a tournament."""

    def __init__(self, configuration: Configuration, folder: Path, bot: Source) -> None:
        self._configuration = configuration
        self._folder = folder
        self._bot = bot

    def known(self) -> bool:
        """Whether the same bot has been let in before: then nothing needs to be checked."""
        there = read_manifest(self._folder)
        return there is not None and self._number(there) is not None

    def play(self, hire: Hire, say: Callable[[str], None]) -> Tournament:
        """Let the bot in and play its games, or go on with them."""
        with entered(self._configuration, self._folder, say) as manifest:
            if any(joining.tables for joining in manifest.joinings):
                # Whoever was interrupted before it was rated surely enough comes first.
                manifest = self._settled(manifest, hire).manifest
            tournament = self._settled(self._joined(manifest, say), hire)
            tournament.leaderboards.write(self._folder)
            return tournament

    def summary(self, tournament: Tournament) -> str:
        """Where the bot came in, with the bots around it."""
        boards = tournament.leaderboards
        number = self._number(tournament.manifest)
        assert number is not None
        name = tournament.manifest.bots[number].name
        if not boards.has_played(number):
            return f"{name} is in, and plays once bots join that it can sit with"
        place, bots = boards.place(number)
        head = f"{name} came in at place {place} of {bots}"
        return "\n".join([head, boards.around(number, AROUND), tournament.files()])

    def _number(self, manifest: Manifest) -> int | None:
        """The bot's number in the roster, if it is there, be it under another name."""
        same = [at for at, bot in enumerate(manifest.bots) if bot.version == self._bot.version]
        named = [at for at in same if manifest.bots[at].name == self._bot.name]
        return next(iter([*named, *same]), None)

    def _joined(self, manifest: Manifest, say: Callable[[str], None]) -> Manifest:
        """The manifest with the bot in it."""
        number = self._number(manifest)
        if number is None:
            write_bot(self._folder, self._bot)
            return self._write(joined(manifest, self._bot))
        there = manifest.bots[number]
        say(f"this bot is in the tournament already, as {there.name}, version {there.version}")
        return self._write(withdrawn(manifest, number, False)) if there.withdrawn else manifest

    def _settled(self, manifest: Manifest, hire: Hire) -> Tournament:
        """Play all games, with more tables for the newest bot until it is rated surely enough."""
        tournament = Tournament(self._folder, manifest)
        tournament.play(hire)
        while is_unsure(tournament):
            tournament = Tournament(self._folder, self._write(grown(tournament.manifest)))
            tournament.play(hire)
        return tournament

    def _write(self, manifest: Manifest) -> Manifest:
        write_manifest(self._folder, manifest)
        return manifest


def joined(manifest: Manifest, bot: Source) -> Manifest:
    """A manifest with one bot more."""
    gone = absent(manifest)
    tables = schedule_of(manifest).usual_tables(gone)
    return msgspec.structs.replace(
        manifest,
        bots=(*manifest.bots, entry(bot)),
        joinings=(*manifest.joinings, Joining(len(manifest.bots), gone, tables)),
    )


def is_unsure(tournament: Tournament) -> bool:
    """Whether the bot that joined last is rated less surely than most others, and may play on.

    Once anybody was withdrawn it has played enough: the others are not those it was to match.
    """
    manifest = tournament.manifest
    last = manifest.joinings[-1] if manifest.joinings else Joining(0)
    rounds = sum(joining.bot == last.bot for joining in manifest.joinings)
    if not any(last.tables) or rounds > ROUNDS or last.absent != absent(manifest):
        return False
    sigmas = [rating.sigma for rating in tournament.ratings.of(POOLED)]
    gone = (last.bot, *last.absent)
    return sigmas[last.bot] > median(s for at, s in enumerate(sigmas) if at not in gone)


def grown(manifest: Manifest) -> Manifest:
    """A manifest with some more tables for the bot that joined last."""
    last = manifest.joinings[-1]
    first = next(joining for joining in manifest.joinings if joining.bot == last.bot)
    more = Joining(last.bot, last.absent, tuple(-(-tables // MORE) for tables in first.tables))
    return msgspec.structs.replace(manifest, joinings=(*manifest.joinings, more))


def absent(manifest: Manifest) -> tuple[int, ...]:
    """The bots that have been withdrawn."""
    return tuple(number for number, bot in enumerate(manifest.bots) if bot.withdrawn)


def withdrawn(manifest: Manifest, number: int, gone: bool) -> Manifest:
    """A manifest with a bot taken out of the table, or back in it."""
    bots = list(manifest.bots)
    bots[number] = msgspec.structs.replace(bots[number], withdrawn=gone)
    return msgspec.structs.replace(manifest, bots=tuple(bots))


def withdraw(folder: Path, name: str, say: Callable[[str], None]) -> Tournament:
    """Take a bot, by its name or version, out of a table; its games stay."""
    results_of(folder)
    with alone(folder, say):
        manifest = results_of(folder)
        left = withdrawn(manifest, find_entry(manifest, folder, name), True)
        tournament = Tournament(folder, left)
        tournament.ratings.load(folder)
        boards = tournament.leaderboards
        if tournament.store.damaged:
            raise SubmissionRefused(
                f"{tournament.store.damaged[0]}: run the tournament again first"
            )
        write_manifest(folder, left)
        boards.write(folder)
        return tournament


def find_entry(manifest: Manifest, folder: Path, name: str) -> int:
    """The one bot in the table that has this name or version."""
    present = {at: bot for at, bot in enumerate(manifest.bots) if not bot.withdrawn}
    found = [at for at, bot in present.items() if bot.name == name]
    found = found or [at for at, bot in present.items() if is_meant(bot, name)]
    if len(found) == 1:
        return found[0]
    if found:
        several = " or ".join(f"{present[at].name}@{present[at].version}" for at in found)
        raise ManifestError(f"{folder} has several bots {name}: say which, {several}")
    names = [bot.name for bot in present.values()]
    raise ManifestError(f"in {folder} {unknown('bot', name, names or ['none'])}")


def is_meant(bot: Entry, text: str) -> bool:
    """Whether this is a bot's version, or its name and version, of which the beginning does."""
    name, _, version = text.rpartition("@")
    return len(version) >= SHORTEST and bot.version.startswith(version) and name in ("", bot.name)
