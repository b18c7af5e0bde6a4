"""Submitting a bot to a tournament: who is let in, and how much it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec
from msgspec import json

from arena.authoring.check import Checks, drawn_seed
from arena.authoring.check_result import CheckResult
from arena.errors import ArenaError
from arena.match.bot_folder import BotError
from arena.match.reading import read_submission
from arena.match.seats import Isolation
from arena.match.source import Source
from arena.ranking.printed import PrintedBoards
from arena.results.changes import refuse_changed, refuse_engine
from arena.results.manifest import (
    Entry,
    Manifest,
    read_manifest,
    read_roster,
    write_bot,
    write_manifest,
)
from arena.results.secret_file import secret_of
from arena.sandbox.venue import Venue
from arena.tournament.configuration import Configuration
from arena.tournament.growth import absent, with_bot, with_withdrawn
from arena.tournament.names import imitated, imitation, is_name, mixture
from arena.tournament.run import Tournament, lock_tournament, refuse_others
from arena.tournament.schedule import joinings_in
from arena.tournament.settings import Settings
from arena.tournament.sittings import Joining
from arena.workers.workforce import Hire

MORE: Final = 4
"""A bot with an uncertain rating plays on in turns of its first tables divided by this."""
TURNS: Final = 12
"""The most turns in which such a bot plays on."""
AROUND: Final = 2
"""How many bots are shown above and below a new one."""


class SubmissionRefused(ArenaError):
    """A bot that is not let in."""


def read_bot(path: Path, name: str | None, limit: int, parameters: dict[str, Any]) -> Source:
    """A stranger's file or folder, read without running any of it."""
    bot = read_submission(path, name, limit, **parameters)
    if not is_name(bot.name):
        raise BotError(f"{path} has no name for a table: give it a short one with --name")
    scripts = mixture(bot.name)
    if scripts is not None:
        raise BotError(f"the name {bot.name!a} mixes letters of {scripts}: keep to one script")
    return bot


def check(configuration: Configuration, bot: Source) -> Iterator[CheckResult]:
    """The checks that a bot must pass, in the tournament's own isolation."""
    settings = configuration.settings
    with Venue(settings.isolation, settings.all_rules(), settings.limits) as venue:
        checks = Checks(bot, venue, drawn_seed(), settings.all_rules())
        yield from checks.run(checks.short())


def refuse_unguarded(configuration: Configuration, trusted: bool) -> None:
    """Refuse to run a submitted bot outside the sandbox, unless the user trusts it."""
    isolation = configuration.settings.isolation
    if isolation != Isolation.SANDBOX and not trusted:
        raise SubmissionRefused(
            f"this tournament's isolation is {isolation!r}: a submitted bot runs there only with"
            " --trusted"
        )


def as_played(
    configuration: Configuration, folder: Path, new_engine: bool = False
) -> Configuration:
    """The configuration with the rounds and the seed of the results in a folder.

    A run may have been given them on its command line; whoever submits a bot need not know them.
    Results of another tournament are refused.
    """
    there = read_manifest(folder)
    configuration = configuration.scheduled(there.settings if there else None)
    if there is None:
        return configuration
    settings = configuration.settings
    isolations = (settings.isolation, there.settings.isolation)
    settings = msgspec.structs.replace(
        settings,
        rounds=there.settings.rounds,
        seed=there.settings.seed,
        # The folder decides between `process` and `none`; a sandbox is never added nor dropped.
        isolation=isolations[Isolation.SANDBOX not in isolations],
    )
    played = msgspec.structs.replace(configuration, settings=settings)
    refuse_others(folder, played, there)
    if not new_engine:
        refuse_engine(folder, there)
    if there.revealed is not None:
        raise SubmissionRefused(
            f"the secret of {folder} has been revealed: whoever joined now could know its deals"
        )
    return played


def warnings(settings: Settings) -> Iterator[str]:
    """What an organiser should know who lets strangers into a tournament with these settings."""
    if settings.seed is not None:
        yield (
            f"seed = {json.encode(settings.seed).decode()} is public: whoever knows it can find out"
            " every hidden card; with strangers among the bots, leave seed out of the configuration"
        )
    if settings.duplicate:
        yield (
            "duplicate = true: the games of a round have the same piles, so that a bot that"
            " remembers a game, or is told of one, knows hidden cards of the next; it is for bots"
            " of your own"
        )


class Submission:
    """A bot on its way into a tournament."""

    def __init__(
        self, configuration: Configuration, folder: Path, bot: Source, new_engine: bool = False
    ) -> None:
        self._configuration = configuration
        self._folder = folder
        self._bot = bot
        self._new_engine = new_engine

    def known(self) -> bool:
        """Whether the same bot has been let in before: then it needs no checks.

        A new one whose name imitates that of another is refused.
        """
        there = read_manifest(self._folder)
        if there is not None and self._number(there) is not None:
            return True
        self._refuse_imitation(self._configuration.bots if there is None else there.bots)
        return False

    def play(self, hire: Hire, say: Callable[[str], None]) -> Tournament:
        """Let the bot in and play its games, or go on with them."""
        with lock_tournament(self._configuration, self._folder, say, self._new_engine) as manifest:
            secret_of(self._folder, manifest)  # without it, nobody is let in
            present = [number for number, bot in enumerate(manifest.bots) if bot.present]
            refuse_changed(manifest, read_roster(self._folder, manifest), present)
            if any(joining.tables for joining in joinings_in(manifest.stages)):
                # A bot that was interrupted before its rating was certain enough comes first.
                manifest = self._play_until_certain(manifest, hire).manifest
            tournament = self._play_until_certain(self._let_in(manifest, say), hire)
            tournament.finish()
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
        return "\n".join([head, PrintedBoards(boards).around(number, AROUND), tournament.files()])

    def _number(self, manifest: Manifest) -> int | None:
        """The bot's number in the roster, under whatever name; None if it is not there."""
        same = [at for at, bot in enumerate(manifest.bots) if bot.version == self._bot.version]
        named = [at for at in same if manifest.bots[at].name == self._bot.name]
        return next(iter([*named, *same]), None)

    def _refuse_imitation(self, bots: Iterable[Source | Entry]) -> None:
        other = imitated(self._bot.name, (bot.name for bot in bots))
        if other is not None:
            raise SubmissionRefused(imitation(self._bot.name, other))

    def _let_in(self, manifest: Manifest, say: Callable[[str], None]) -> Manifest:
        """Add the bot to the manifest, or bring it back if it was withdrawn."""
        number = self._number(manifest)
        if number is None:
            grown = with_bot(manifest, self._bot)
            write_bot(self._folder, self._bot)
            return self._write(grown)
        there = manifest.bots[number]
        if there.disqualified:
            raise SubmissionRefused(
                f"{there.name}, version {there.version}, has been disqualified from {self._folder}"
            )
        say(f"this bot is in the tournament already, as {there.name}, version {there.version}")
        return self._write(with_withdrawn(manifest, number, False)) if there.withdrawn else manifest

    def _play_until_certain(self, manifest: Manifest, hire: Hire) -> Tournament:
        """Play all games, with more tables for the newest bot until its rating is certain."""
        tournament = Tournament(self._folder, manifest)
        tournament.play(hire)
        while is_unsure(tournament):
            manifest = self._write(with_more_tables(tournament.manifest))
            tournament = Tournament(self._folder, manifest)
            tournament.play(hire)
        return tournament

    def _write(self, manifest: Manifest) -> Manifest:
        write_manifest(self._folder, manifest)
        return manifest


def is_unsure(tournament: Tournament) -> bool:
    """Whether the newest bot's rating is less certain than that of most others, and it may play on.

    It plays no more once a bot is withdrawn: the others are not those it was compared with.
    """
    manifest = tournament.manifest
    last = manifest.stages[-1] if manifest.stages else None
    if not isinstance(last, Joining):
        return False
    turns = sum(joining.bot == last.bot for joining in joinings_in(manifest.stages))
    if not any(last.tables) or turns > TURNS or last.absent != absent(manifest):
        return False
    sigmas = tournament.leaderboards.sigmas()
    return sigmas.pop(last.bot) > median(sigmas.values())


def with_more_tables(manifest: Manifest) -> Manifest:
    """The manifest with some more tables for the bot that joined last."""
    joinings = joinings_in(manifest.stages)
    last = joinings[-1]
    first = next(joining for joining in joinings if joining.bot == last.bot)
    more = Joining(last.bot, last.absent, tuple(-(-tables // MORE) for tables in first.tables))
    return msgspec.structs.replace(manifest, stages=(*manifest.stages, more))
