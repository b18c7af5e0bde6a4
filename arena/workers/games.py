"""How a worker plays its games: in a venue that is opened again if its processes are lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, Protocol

from msgspec import Struct

from arena.match.match import Played
from arena.match.source import Source
from arena.results.tables import Scribe, pack
from arena.sandbox.processes import IsolationError
from arena.sandbox.venue import Venue
from arena.tournament.settings import Settings
from arena.tournament.sittings import Fixture
from arena.workers.pool import Perform

MARGIN: Final = 60.0
"""Seconds that a game may take in addition to the bots' answers."""
TRIES: Final = 3
"""How often a game is tried when the parent of the bots' processes is lost, no bot's fault."""


class GamesToPlay(Struct, frozen=True):
    """What workers need to play a tournament: they get it once, and then only fixtures."""

    settings: Settings
    roster: tuple[Source, ...]

    @property
    def longest(self) -> float:
        """Seconds that a game can take at most."""
        return self.settings.limits.wall * self.settings.seats[-1] + MARGIN

    @contextmanager
    def open(self) -> Iterator[tuple[str, Perform]]:
        """In the worker: open a venue; yields its level and the function that plays a chunk."""
        silence()
        with GamePlayer(self) as table:
            yield table.level, table.play


class Watcher(Protocol):
    """An object that is told which game a worker plays."""

    def begin(self, game: int) -> None:
        """Called when a game begins."""


class GamePlayer:
    """Plays games in a venue, which is opened anew if its processes are lost."""

    def __init__(self, assignment: GamesToPlay) -> None:
        self._assignment = assignment
        self._rulesets = {rules.name: rules for rules in assignment.settings.all_rules()}
        self._venue = self._open()
        self.level = self._venue.level
        self._scribe = Scribe(assignment.roster)

    def play(self, fixtures: list[Fixture], watcher: Watcher) -> bytes:
        """Play some games, and return their tables, packed."""
        for fixture in fixtures:
            watcher.begin(fixture.game)
            self._scribe.write(fixture, self._game(fixture))
        return pack(self._scribe.hand_over())

    def _game(self, fixture: Fixture) -> Played:
        """Play one game; if the parent of the bots' processes is lost, again from the start."""
        sources = [self._assignment.roster[bot] for bot in fixture.table]
        asked = (self._rulesets[fixture.ruleset], sources, fixture.seed, fixture.bot_seeds)
        for _ in range(TRIES - 1):
            try:
                return self._venue.play_seeded(*asked)
            except IsolationError:
                self._venue.close()
                self._venue = self._open()
        return self._venue.play_seeded(*asked)

    def _open(self) -> Venue:
        """Open the venue; the parent of the bots' processes may be lost at this moment too."""
        settings = self._assignment.settings
        for _ in range(TRIES - 1):
            with suppress(IsolationError):
                return self._opened(settings)
        return self._opened(settings)

    def _opened(self, settings: Settings) -> Venue:
        venue = Venue(settings.isolation, list(self._rulesets.values()), settings.limits)
        venue.prepare(self._assignment.roster)
        return venue

    def close(self) -> None:
        """Close the venue."""
        self._venue.close()

    def __enter__(self) -> GamePlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def silence() -> None:
    """Discard standard output: what trusted bots print would disturb the progress bar."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
