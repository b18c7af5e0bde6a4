"""Benchmark of a tournament: what storing and rating games costs beside playing them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

import arena.authoring
from arena.bench.figures import Measure
from arena.match.limits import Limits
from arena.match.reading import read_source
from arena.match.seats import Isolation
from arena.ranking.ratings import Ratings
from arena.referee.rulesets import find_ruleset
from arena.results.manifest import begin
from arena.results.store import PART, GameStore
from arena.results.tables import SCHEMAS, Scribe, pack, unpack
from arena.sandbox.venue import Venue
from arena.tournament.configuration import Configuration
from arena.tournament.schedule import Schedule
from arena.tournament.secret import Secret
from arena.tournament.settings import Settings
from arena.tournament.sittings import Fixture

RULESET: Final = find_ruleset("usa")
SETTINGS: Final = Settings(name="bench", rulesets=("usa",), seats=(2,), rounds=PART // 2, seed=0)
"""A tournament of two bots whose games fill one part."""
CHUNK: Final = 100
"""The number of games in a chunk."""


class Costs:
    """The processor time of each step of a tournament, over one part of games of random bots."""

    def __init__(self, folder: Path) -> None:
        file = Path(arena.authoring.__file__).with_name("sparring_bot.py")
        self._roster = [read_source(file, "one"), read_source(file, "other", hoards=False)]
        self._secret = Secret(0)
        self._schedule = Schedule(SETTINGS, self._secret.commitment, len(self._roster))
        self._scribe = Scribe(self._roster)
        configuration = Configuration(SETTINGS, tuple(self._roster))
        self._ratings = Ratings(begin(configuration, self._secret))
        self._store = GameStore(folder)
        self._store.open(PART)
        self.seconds = {"played": 0.0, "written down": 0.0, "stored": 0.0, "rated": 0.0}

    def play(self) -> None:
        """Play and keep all games, a chunk at a time."""
        with Venue(Isolation.NONE, [RULESET], Limits()) as venue:
            for first in range(0, PART, CHUNK):
                self._chunk(venue, [self._fixture(first + n) for n in range(CHUNK)])
        with self._clock("rated"):
            self._ratings.of(SETTINGS.disciplines()[0])

    def sizes(self) -> dict[str, float]:
        """The bytes of a game in each table."""
        return {name: self._store.path(name, 0).stat().st_size / PART for name in SCHEMAS}

    def _fixture(self, game: int) -> Fixture:
        return self._secret.fixture(self._schedule[game])

    def _chunk(self, venue: Venue, fixtures: list[Fixture]) -> None:
        for fixture in fixtures:
            bots = [self._roster[bot] for bot in fixture.table]
            with self._clock("played"):
                played = venue.play_seeded(RULESET, bots, fixture.seed, fixture.bot_seeds)
            with self._clock("written down"):
                self._scribe.write(fixture, played)
        with self._clock("written down"):
            packed = pack(self._scribe.hand_over())
        with self._clock("stored"):
            self._store.add(packed, [fixture.game for fixture in fixtures], PART)
        with self._clock("rated"):
            self._ratings.add(unpack(packed))

    @contextmanager
    def _clock(self, step: str) -> Iterator[None]:
        start = process_time()
        yield
        self.seconds[step] += process_time() - start


def measure_tournament() -> Iterator[Measure]:
    """Measure where the time of a tournament of trusted bots goes, and the size of its tables."""
    with TemporaryDirectory() as folder:
        costs = Costs(Path(folder))
        costs.play()
        for name, seconds in costs.seconds.items():
            yield Measure(f"a trusted game of 2 is {name}", seconds / PART * 1e3, "ms")
        played = costs.seconds["played"]
        beside = sum(costs.seconds.values()) - played
        yield Measure("beside the games themselves", beside / played * 100, "%")
        for name, size in costs.sizes().items():
            yield Measure(f"a game of 2 in the table {name}", size, "bytes")
