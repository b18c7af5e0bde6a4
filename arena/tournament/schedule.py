"""Which games a tournament has: a pure function of its settings and of how it has grown.

A tournament can grow. The games of a bot that joins, or of more rounds, come after all games there
were, so that no game's number ever changes: the table of ten bots that came one by one is that of
ten who came together. Games are counted, not listed: a game is made when it is asked for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import Final

from msgspec import Struct

from arena.errors import ArenaError
from arena.tournament.draws import Draw, Sweep, Welcome, draw_of
from arena.tournament.neighbours import order_at
from arena.tournament.settings import ALL, Discipline, Settings
from arena.tournament.sittings import Extension, Joining, Sitting, Stage, Table

MOST_GAMES: Final = (1 << 63) - 1
"""The most games whose numbers fit a column of the results."""


class Block(Struct, frozen=True):
    """Some tables of one discipline; each is played in every rotation."""

    discipline: Discipline
    tables: int
    sitting: Callable[[int], tuple[int, Table]]
    """The round of a table by its number, and its bots in their order around it."""

    @property
    def games(self) -> int:
        """How many games it has."""
        return self.tables * self.discipline.seats


class Schedule:
    """All games of a tournament, each made when it is asked for."""

    def __init__(
        self, settings: Settings, key: str, founders: int, stages: Sequence[Stage] = ()
    ) -> None:
        """The key decides how ties are broken when tables are drawn; everybody may know it."""
        self._settings = settings
        self._disciplines = settings.disciplines()
        self._founders = founders
        self._stages = stages
        if settings.schedule == ALL:
            self._blocks = list(all_blocks(settings, founders, stages))
        else:
            self._blocks = list(drawn_blocks(settings, key, founders, stages))
        self._ends = list(accumulate(block.games for block in self._blocks))
        if self._ends and self._ends[-1] > MOST_GAMES:
            raise ScheduleError(f"{self._ends[-1]:,} games are more than can be numbered")

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, game: int) -> Sitting:
        """A game by its number."""
        self.check(game)
        place = bisect_right(self._ends, game)
        block = self._blocks[place]
        ruleset, seats = block.discipline
        number, rotation = divmod(game - (self._ends[place - 1] if place else 0), seats)
        chosen, order = block.sitting(number)
        deal = self._shared_deal(ruleset, chosen) if self._settings.duplicate else game
        return Sitting(game, ruleset, chosen, deal, order[rotation:] + order[:rotation])

    def games(self) -> Counter[Discipline]:
        """How many games each discipline has."""
        found: Counter[Discipline] = Counter()
        for block in self._blocks:
            found[block.discipline] += block.games
        return found

    def check(self, game: int) -> None:
        """Refuse the number of a game that there is not."""
        if not 0 <= game < len(self):
            raise ScheduleError(f"there is no game {game}, only 0 to {len(self) - 1}")

    def usual_tables(self, absent: Collection[int]) -> tuple[int, ...]:
        """The average number of tables of a bot, by discipline; empty if none are drawn.

        It is 0 where too few bots are left for a table.
        """
        if self._settings.schedule == ALL:
            return ()
        return tuple(self._usual(at, absent) for at in range(len(self._disciplines)))

    def _usual(self, at: int, absent: Collection[int]) -> int:
        chosen, joinings = self._disciplines[at], joinings_in(self._stages)
        joined = {one.bot for one in joinings}
        if self._founders + len(joined) - len(absent) < chosen.seats - 1:
            return 0
        sat = self._founders + len({one.bot for one in joinings if one.tables[at]})
        tables = sum(block.tables for block in self._blocks if block.discipline == chosen)
        return round(tables * chosen.seats / sat)

    def _shared_deal(self, ruleset: str, chosen_round: int) -> int:
        """The deal of all games of a round; those of other rulesets have others."""
        rulesets = self._settings.rulesets
        return chosen_round * len(rulesets) + rulesets.index(ruleset)


class SingleGame(Schedule):
    """The one game of a table with people: seats don't rotate, and nobody plays it again."""

    def __len__(self) -> int:
        return 1


class ScheduleError(ArenaError):
    """A game that the schedule does not have, or more games than a schedule can have."""


def joinings_in(stages: Sequence[Stage]) -> list[Joining]:
    """The stages in which a bot joined, or got more tables."""
    return [stage for stage in stages if isinstance(stage, Joining)]


def first_rounds(settings: Settings, stages: Sequence[Stage]) -> int:
    """How many rounds a tournament had before it grew."""
    return next((stage.first for stage in stages if isinstance(stage, Extension)), settings.rounds)


def all_blocks(settings: Settings, founders: int, stages: Sequence[Stage]) -> Iterator[Block]:
    """Every combination of bots; those with a newer bot come after all those without it."""
    rounds, bots = range(first_rounds(settings, stages)), founders
    for stage in (*map(Joining, range(founders)), *stages):
        if isinstance(stage, Extension):
            present = [bot for bot in range(bots) if bot not in stage.absent]
            more = range(stage.first, stage.rounds)
            rounds = range(stage.rounds)
            tables = [tables_of(each, present) for each in settings.disciplines()]
        else:
            others = [bot for bot in range(stage.bot) if bot not in stage.absent]
            more, bots = rounds, max(bots, stage.bot + 1)
            tables = [tables_with(each, others, stage.bot) for each in settings.disciplines()]
        yield from (combinations_block(chosen, more) for chosen in tables if chosen.number)


class Combinations(Struct, frozen=True):
    """Some of the combinations of bots for one discipline."""

    discipline: Discipline
    number: int
    first: int
    """The number of combinations that come before these if all bots are listed in order."""
    bots: Callable[[int], Table]
    """The bots of a combination by its number."""


def tables_with(discipline: Discipline, others: Sequence[int], newest: int) -> Combinations:
    """All tables of a bot with those before it."""
    size = discipline.seats - 1

    def bots(number: int) -> Table:
        return (*(others[place] for place in combination(number, size, len(others))), newest)

    return Combinations(discipline, comb(len(others), size), comb(newest, discipline.seats), bots)


def tables_of(discipline: Discipline, present: Sequence[int]) -> Combinations:
    """All tables of these bots."""
    size = discipline.seats

    def bots(number: int) -> Table:
        return tuple(present[place] for place in combination(number, size, len(present)))

    return Combinations(discipline, comb(len(present), size), 0, bots)


def combinations_block(tables: Combinations, rounds: range) -> Block:
    """All these tables, round by round."""
    seats = tables.discipline.seats

    def sitting(number: int) -> tuple[int, Table]:
        turn, table = divmod(number, tables.number)
        # Each round has the next order, and each table begins elsewhere, a few steps from the last:
        # measured, this evens neighbours out over all tables better than any hash.
        step = rounds[turn] + (seats - 2) * (tables.first + table)
        return rounds[turn], order_at(tables.bots(table), step)

    return Block(tables.discipline, len(rounds) * tables.number, sitting)


def combination(number: int, size: int, among: int) -> Table:
    """The combination of this number: so many places among so many, in order of the largest."""
    if not size:
        return ()
    # Those with smaller members alone come first: comb(largest, size) of them.
    largest = bisect_right(range(among), number, key=lambda member: comb(member, size)) - 1
    return (*combination(number - comb(largest, size), size - 1, largest), largest)


def drawn_blocks(
    settings: Settings, key: str, founders: int, stages: Sequence[Stage]
) -> Iterator[Block]:
    """The founders' drawn tables, then those of each stage."""
    disciplines = settings.disciplines()
    steps = [list(steps_of(settings, at, founders, stages)) for at in range(len(disciplines))]
    draws = [draw_of(each.seats, key, own) for each, own in zip(disciplines, steps, strict=True)]
    drawn = [0] * len(draws)
    for turn in zip(*steps, strict=True):
        for at, step in enumerate(turn):
            tables = step.tables(disciplines[at].seats)
            yield drawn_block(disciplines[at], draws[at], tables, drawn[at])
            drawn[at] += tables


def steps_of(
    settings: Settings, at: int, founders: int, stages: Sequence[Stage]
) -> Iterator[Sweep | Welcome]:
    """What is drawn for one of the disciplines, stage by stage."""
    rounds, bots = first_rounds(settings, stages), founders
    yield Sweep(tuple(range(founders)), range(rounds))
    for stage in stages:
        if isinstance(stage, Extension):
            present = tuple(bot for bot in range(bots) if bot not in stage.absent)
            yield Sweep(present, range(rounds, stage.rounds))
            rounds = stage.rounds
        else:
            others = tuple(bot for bot in range(stage.bot) if bot not in stage.absent)
            yield Welcome(stage.bot, others, stage.tables[at], rounds)
            bots = max(bots, stage.bot + 1)


def drawn_block(discipline: Discipline, draw: Draw, tables: int, first: int) -> Block:
    """The tables of a draw from the given one on."""
    return Block(discipline, tables, lambda number: draw[first + number])
