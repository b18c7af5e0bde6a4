"""Which games a comparison of two bots has: each round is one deal a ruleset, in every rotation.

Games are numbered round by round, so that a comparison can end after any round, and go on later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from math import comb
from typing import Final

from arena.tournament.neighbours import order_at
from arena.tournament.schedule import MOST_GAMES, Schedule, ScheduleError, combination
from arena.tournament.settings import TOGETHER, Discipline, Settings
from arena.tournament.sittings import Sitting, Table

NEW: Final = 0
"""The number, in the roster, of the bot that is perhaps better."""
OLD: Final = 1
"""The number of the bot that it is compared with; companions come after it."""


class PairedSchedule(Schedule):
    """The games in which two bots sit together, or one after the other at the same table."""

    def __init__(self, settings: Settings, bots: int) -> None:
        self._settings = settings
        seats = settings.seats[0]
        self._sides: tuple[Table, ...] = (
            ((NEW, OLD),) if settings.schedule == TOGETHER else ((NEW,), (OLD,))
        )
        """Who of the two sits at the tables that a deal is played at."""
        self._companions = bots - 2
        self._filled = seats - len(self._sides[0])
        """How many companions sit at a table."""
        if seats < len(self._sides[0]) or self._companions < self._filled:
            raise ScheduleError(f"{bots} bots are too few to compare two of them at {seats} seats")
        self._a_deal = seats * len(self._sides)
        self.games_a_round = self._a_deal * len(settings.rulesets)
        self.games_each = seats * len(settings.rulesets)
        """How many games of a round each of the two plays."""
        if len(self) > MOST_GAMES:
            raise ScheduleError(f"{len(self):,} games are more than can be numbered")

    def __len__(self) -> int:
        return self._settings.rounds * self.games_a_round

    def __getitem__(self, game: int) -> Sitting:
        """A game by its number."""
        self.check(game)
        chosen, rest = divmod(game, self.games_a_round)
        ruleset, rest = divmod(rest, self._a_deal)
        side, rotation = divmod(rest, self._settings.seats[0])
        name, order = self._settings.rulesets[ruleset], self._order(side, chosen)
        deal = self._shared_deal(name, chosen)
        return Sitting(game, name, chosen, deal, order[rotation:] + order[:rotation])

    def games(self) -> Counter[Discipline]:
        """How many games each discipline has."""
        own = self._settings.rounds * self._a_deal
        return Counter(dict.fromkeys(self._settings.disciplines(), own))

    def usual_tables(self, absent: Collection[int]) -> tuple[int, ...]:
        """No tables are drawn."""
        return ()

    def _order(self, side: int, chosen_round: int) -> Table:
        """The bots around a table: companions change from round to round, then their order."""
        tables = comb(self._companions, self._filled)
        step, number = divmod(chosen_round, tables)
        company = combination(number, self._filled, self._companions)
        return order_at((*self._sides[side], *(bot + 2 for bot in company)), step)
