"""What a command is about to play, found out before the first game: the bots are tried for it.

Nothing is written: a tournament whose bots fail is not begun.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from arena.identity import engine, plays_alike
from arena.match.source import Source
from arena.results.manifest import Manifest, begin, read_manifest, read_roster, schedule_of
from arena.results.store import GameStore
from arena.sandbox.processes import IsolationError
from arena.sandbox.venue import Venue
from arena.systems import SystemLacking, refuse_playing
from arena.tournament.configuration import Configuration
from arena.tournament.forecast import costs, duration
from arena.tournament.growth import enlarged, newcomers, with_bot
from arena.tournament.run import refuse_others, refuse_strangers
from arena.tournament.secret import Secret
from arena.tournament.settings import ALL, Discipline, Settings
from arena.tournament.tryout import try_bots

MOST_GAMES: Final = 100_000
"""A run with more games than this is not played without a question."""
LONGEST: Final = 3600.0
"""A run that is expected to take more seconds than this is not played without a question."""
NAMED: Final = 12
"""The most bots that are named."""


class Outlook(Struct, frozen=True, kw_only=True):
    """What a tournament will play, and about how long."""

    folder: Path
    settings: Settings
    bots: tuple[str, ...]
    is_begun: bool
    total: int
    """How many games the tournament has, those that are stored among them."""
    games: Mapping[Discipline, int]
    """How many games are to be played."""
    costs: Mapping[Discipline, float]
    """The seconds of processor time of a game; empty if this machine can't play any."""
    workers: int | None
    """How many workers play; None if a cluster does."""
    leaves_schedule: bool

    @property
    def to_play(self) -> int:
        """How many games are to be played in all."""
        return sum(self.games.values())

    @property
    def cpu(self) -> float:
        """The seconds of processor time that all games take, about."""
        return sum(number * self.costs.get(each, 0.0) for each, number in self.games.items())

    @property
    def seconds(self) -> float:
        """The seconds that a run takes, about; on a cluster its processor time."""
        return self.cpu / max(1, min(self.workers or 1, self.to_play))

    def is_large(self) -> bool:
        """Whether the run is so large that it might not be meant."""
        return self.to_play > MOST_GAMES or self.seconds > LONGEST

    def sentence(self) -> str:
        """The games and the time that they take."""
        if not self.to_play:
            return f"All {self.total:,} games are stored"
        stored = self.total - self.to_play
        left = f" that are left of {self.total:,}" if stored else ""
        kind = "all tables" if self.settings.schedule == ALL else "balanced tables"
        games = f"{self.to_play:,} games{left}: {self._by_discipline()}; {kind}"
        return f"{games}; {self._time()}" if self.costs else games

    def lines(self) -> Iterator[str]:
        """All that there is to know, for who wants to know before he plays."""
        stored = f"{self.total - self.to_play:,} of {self.total:,} games are stored there"
        yield f"{self.settings.name}, into {self.folder}: {stored if self.is_begun else 'new'}"
        more = f" and {len(self.bots) - NAMED} more" if len(self.bots) > NAMED else ""
        yield f"{len(self.bots)} bots: {', '.join(self.bots[:NAMED])}{more}"
        chosen = "as the results have it" if self.is_begun else "chosen by the number of bots"
        reason = f", {chosen}: the file has none" if self.leaves_schedule else ""
        yield f"schedule: {self.settings.schedule}{reason}"
        yield self.sentence()

    def _by_discipline(self) -> str:
        """How many games each ruleset and number of seats has."""
        parts = []
        for ruleset in self.settings.rulesets:
            own = {each.seats: self.games[each] for each in self.games if each.ruleset == ruleset}
            seats = ", ".join(f"{size} seats: {number:,}" for size, number in own.items() if number)
            if seats:
                parts.append(f"{ruleset} ({seats})")
        return ", ".join(parts)

    def _time(self) -> str:
        """The time that the games take."""
        cpu = f"about {duration(self.cpu)} of processor time"
        if self.workers is None:
            return cpu
        workers = min(self.workers, self.to_play)
        on = f"{workers} worker{'s' if workers > 1 else ''}"
        return f"{cpu}, {duration(self.seconds)} on {on}"


def look_ahead(
    configuration: Configuration, folder: Path, workers: int | None, *more: Source
) -> Outlook:
    """What a run of a configuration into a folder will play, with some bots more.

    Bots that the results don't have are tried, and refused if they fail. Bots that are in the
    results were tried when they came, and are tried again only by another engine. Where a cluster
    plays (`workers` is None) and this machine can't, no bot is tried.
    """
    there = read_manifest(folder)
    configuration = configuration.scheduled(there.settings if there else None)
    manifest = as_it_will_be(configuration, folder, there)
    for bot in newcomers(manifest, more):
        manifest = with_bot(manifest, bot)
    games = schedule_of(manifest).games()
    total = sum(games.values())
    games -= stored_games(folder)
    roster = (*configuration.bots, *more) if there is None else read_roster(folder, there)
    new = () if there is None else newcomers(there, [*configuration.bots, *more])
    tried = new if there is not None and is_played_here(there) else (*roster, *new)
    found = measured(manifest.settings, tried, (*roster, *new), games, workers)
    return Outlook(
        folder=folder,
        settings=manifest.settings,
        bots=tuple(bot.name for bot in manifest.bots if bot.present),
        is_begun=there is not None,
        total=total,
        games=games,
        costs=found,
        workers=workers,
        leaves_schedule=configuration.leaves_schedule,
    )


def is_played_here(manifest: Manifest) -> bool:
    """Whether all games were played by the engine of this arena."""
    return all(plays_alike(each, engine()) for each in manifest.engines)


def as_it_will_be(configuration: Configuration, folder: Path, there: Manifest | None) -> Manifest:
    """The manifest of the tournament once it has begun or grown; refuses what the run would."""
    if there is None:
        if folder.is_dir():
            refuse_strangers(folder)
        return begin(configuration, Secret(0))  # no secret is drawn: nobody asks who sits where
    refuse_others(folder, configuration, there)
    return there if there.revealed is not None else enlarged(there, configuration)


def stored_games(folder: Path) -> Counter[Discipline]:
    """How many games of each discipline a folder has."""
    found: Counter[Discipline] = Counter()
    for tables in GameStore(folder).read_all({"games": ["game", "ruleset", "seats"]}):
        pairs = zip(
            *(tables["games"][name].to_pylist() for name in ("ruleset", "seats")), strict=True
        )
        found.update(Discipline(*pair) for pair in pairs)
    return found


def measured(
    settings: Settings,
    tried: Sequence[Source],
    roster: Sequence[Source],
    games: Mapping[Discipline, int],
    workers: int | None,
) -> dict[Discipline, float]:
    """Try bots, and measure what games between all of them cost; nothing if there is no need."""
    if not tried and not any(games.values()):
        return {}
    with suppressed_on_cluster(workers), redirect_stdout(io.StringIO()):
        refuse_playing(settings.isolation)
        with Venue(settings.isolation, settings.all_rules(), settings.limits) as venue:
            try_bots(venue, settings, tried)
            return costs(venue, settings, roster, games)
    return {}


@contextmanager
def suppressed_on_cluster(workers: int | None) -> Iterator[None]:
    """Let a machine that can't isolate bots go on if others play for it."""
    if workers is not None:
        yield
        return
    with suppress(IsolationError, SystemLacking):
        yield
