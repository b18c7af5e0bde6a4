"""All numbers of a report, from one pass over the stored games beside that of the tables."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from arena.ranking.leaderboard import Leaderboards, standings
from arena.ranking.scopes import Scope
from arena.referee.modules import rules_of
from arena.referee.rules import Rules
from arena.report.sums.choosing import GameChoice
from arena.report.sums.claims import ClaimSums
from arena.report.sums.deciding import DecidingSums
from arena.report.sums.fault_sums import FaultSums
from arena.report.sums.history import HistorySums, RatingCourse
from arena.report.sums.portion import PortionReader, PortionSums
from arena.report.sums.scores import ScoreSums
from arena.report.sums.thinking import ThinkingSums
from arena.results.manifest import Manifest, results_of, schedule_of
from arena.results.store import GameStore


class Gathered:
    """What a report is made from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: Manifest = results_of(folder)
        self.store = GameStore(folder)
        settings = self.manifest.settings
        self.rules: dict[str, Rules] = {
            name: rules_of(settings.rules(name)) for name in settings.rulesets
        }
        self.boards: Leaderboards = standings(self.manifest, self.store)
        bots, self.disciplines = self.boards.bots, settings.disciplines()
        numbers = {(bot.name, bot.version): at for at, bot in enumerate(bots)}
        routes = {name: len(rules.board.routes) for name, rules in self.rules.items()}
        self.scores = ScoreSums(len(self.disciplines), len(bots))
        self.deciding = DecidingSums([each.seats for each in self.disciplines])
        self.claims = ClaimSums(routes, len(bots))
        self.thinking = ThinkingSums(len(bots))
        self.faults = FaultSums(numbers)
        self.choice = GameChoice(self.disciplines)
        self._history = HistorySums(self.disciplines, bots)
        for portion in PortionReader(self.manifest).read(self.store):
            for sums in self._all():
                sums.add(portion)

    def _all(self) -> tuple[PortionSums, ...]:
        return (
            *(self.scores, self.deciding, self.claims, self.thinking),
            *(self.faults, self.choice, self._history),
        )

    @property
    def overall(self) -> Scope:
        """What the table over all is about."""
        return self.boards.scopes[-1]

    @cached_property
    def order(self) -> list[int]:
        """The bots in the order of the table over all, by their numbers in the tally."""
        found: list[int] = self.boards.ranked(self.overall).index.tolist()
        return found

    @cached_property
    def course(self) -> RatingCourse:
        """The ratings as the tournament went on."""
        return self._history.course(self.overall.weights)

    @cached_property
    def scheduled(self) -> int:
        """How many games the tournament has, played or not."""
        return len(schedule_of(self.manifest))
