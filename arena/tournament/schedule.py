"""Which games a tournament has: a pure function of its settings and of who joined when.

A tournament can grow. The games of a bot that joins come after all games there were, so that no
game's number ever changes: the table of ten bots that came one by one is that of ten who came
together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate, combinations
from statistics import mean

from msgspec import Struct

from arena.errors import ArenaError
from arena.seeds import deal_seed, tournament_number
from arena.tournament.configuration import ALL, Settings

Table = tuple[int, ...]
"""The bots at a table, by their number in the roster."""


class Fixture(Struct, frozen=True):
    """A game to be played."""

    game: int
    deal: int
    seed: int
    table: Table
    """The bots by seat."""


class Joining(Struct, frozen=True):
    """A bot that joined later, or more tables for it until its rating is as certain as others'."""

    bot: int
    absent: tuple[int, ...] = ()
    """The bots that had been withdrawn by then."""
    tables: tuple[int, ...] = ()
    """How many tables it gets, for each number of seats; empty if tables are not drawn."""


class Block(Struct, frozen=True):
    """Some tables with one number of seats; each is played in every rotation."""

    seats: int
    tables: int
    sitting: Callable[[int], tuple[int, Table]]
    """The deal and the bots of a table by its number."""


class Schedule:
    """All games of a tournament, each made when it is asked for."""

    def __init__(self, settings: Settings, founders: int, joinings: Sequence[Joining] = ()) -> None:
        self._settings = settings
        self._draws = Draws(settings)
        if settings.schedule == ALL:
            self._blocks = list(all_blocks(settings, founders, joinings))
        else:
            self._blocks = list(self._draws.blocks(founders, joinings))
        self._ends = list(accumulate(block.seats * block.tables for block in self._blocks))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, game: int) -> Fixture:
        """A game by its number."""
        if not 0 <= game < len(self):
            raise ScheduleError(f"there is no game {game}, only 0 to {len(self) - 1}")
        place = bisect_right(self._ends, game)
        block = self._blocks[place]
        number, rotation = divmod(game - (self._ends[place - 1] if place else 0), block.seats)
        deal, bots = block.sitting(number)
        # Another order on each deal, so that neighbours change too.
        table = shuffled(bots, (self._settings.seed, "order", block.seats, deal))
        seed = deal_seed(self._settings.seed, block.seats, deal)
        return Fixture(game, deal, seed, table[rotation:] + table[:rotation])

    def usual_tables(self, absent: Collection[int]) -> tuple[int, ...]:
        """The average number of tables of a bot, by number of seats; empty if none are drawn."""
        return () if self._settings.schedule == ALL else self._draws.usual(absent)


class ScheduleError(ArenaError):
    """A game that the schedule does not have."""


def shuffled(bots: Iterable[int], words: tuple[object, ...]) -> Table:
    """The bots in a shuffled order that depends on these words alone."""
    return tuple(sorted(bots, key=lambda bot: tournament_number(*words, bot)))


def all_blocks(settings: Settings, founders: int, joinings: Iterable[Joining]) -> Iterator[Block]:
    """Every combination of bots; those with a newer bot come after all those without it."""
    for newest in (*map(Joining, range(founders)), *joinings):
        others = [bot for bot in range(newest.bot) if bot not in newest.absent]
        for seats in settings.seats:
            if len(others) >= seats - 1:
                yield combinations_block(settings.deals, seats, others, newest.bot)


def combinations_block(deals: int, seats: int, others: Sequence[int], newest: int) -> Block:
    """All tables of a bot with those before it, deal by deal."""
    tables = [(*chosen, newest) for chosen in combinations(others, seats - 1)]

    def sitting(number: int) -> tuple[int, Table]:
        deal, table = divmod(number, len(tables))
        return deal, tables[table]

    return Block(seats, deals * len(tables), sitting)


class Draws:
    """Tables drawn evenly: on each deal every bot sits once, with those it has met least.

    Where bots and seats don't come out even, those who have sat least sit twice. A bot that joins
    later sits on one deal after the other, with those it has met least.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._memories = {seats: Meetings() for seats in settings.seats}

    def blocks(self, founders: int, joinings: Iterable[Joining]) -> Iterator[Block]:
        """The founders' games, then those of each bot that joined."""
        for seats in self._settings.seats:
            yield drawn_block(seats, list(self._founding(seats, range(founders))))
        for joining in joinings:
            for seats, tables in zip(self._settings.seats, joining.tables, strict=True):
                yield drawn_block(seats, list(self._joining(seats, joining, tables)))

    def usual(self, absent: Collection[int]) -> tuple[int, ...]:
        """The average number of tables of a bot, by number of seats; 0 if too few bots are left."""
        return tuple(
            round(mean(sat)) if len(sat) >= seats - 1 else 0
            for seats, memory in self._memories.items()
            for sat in [[sat for bot, sat in memory.sat.items() if bot not in absent]]
        )

    def _founding(self, seats: int, bots: range) -> Iterator[tuple[int, Table]]:
        """The founders' tables on each deal."""
        met = self._memories[seats]
        for deal in range(self._settings.deals):
            waiting = everybody = self._order(bots, seats, deal)
            while waiting:
                first = min(waiting, key=met.sat.__getitem__)
                table = met.seat(first, seats, waiting, everybody)
                waiting = tuple(bot for bot in waiting if bot not in table)
                yield deal, table

    def _joining(self, seats: int, joining: Joining, tables: int) -> Iterator[tuple[int, Table]]:
        """The tables of a bot that joined."""
        bots = [bot for bot in range(joining.bot) if bot not in joining.absent]
        met = self._memories[seats]
        first = met.sat[joining.bot]  # more tables go on with the next deal
        for number in range(first, first + tables):
            table = met.welcome(joining.bot, seats, self._order(bots, seats, number))
            yield number % self._settings.deals, table

    def _order(self, bots: Iterable[int], seats: int, deal: int) -> Table:
        """The bots in the order in which ties between them are broken."""
        return shuffled(bots, (self._settings.seed, "draw", seats, deal))


class Meetings:
    """How often each bot has sat at a table, and how often with each other bot."""

    def __init__(self) -> None:
        self.sat: Counter[int] = Counter()
        self._met: Counter[tuple[int, int]] = Counter()

    def seat(self, first: int, seats: int, waiting: Sequence[int], bots: Sequence[int]) -> Table:
        """A table for a bot with the waiting bots it has met least, then with any others."""
        table = [first]
        while len(table) < seats:
            free = [bot for bot in waiting if bot not in table]
            free = free or [bot for bot in bots if bot not in table]
            table.append(min(free, key=lambda bot: (self._times(bot, table), self.sat[bot])))
        return self._note(table)

    def welcome(self, newest: int, seats: int, bots: Sequence[int]) -> Table:
        """A table for a bot that joined: above all, it should meet all others equally often."""
        table = [newest]
        while len(table) < seats:
            free = [bot for bot in bots if bot not in table]
            met = {bot: (self._met[bot, newest], self._times(bot, table)) for bot in free}
            table.append(min(free, key=lambda bot: (*met[bot], self.sat[bot])))
        return self._note(table)

    def _note(self, table: Sequence[int]) -> Table:
        """Remember who sat together."""
        for bot in table:
            self.sat[bot] += 1
            for other in table:
                self._met[bot, other] += 1
        return tuple(table)

    def _times(self, bot: int, table: Iterable[int]) -> int:
        """How often a bot has met those at a table."""
        return sum(self._met[bot, other] for other in table)


def drawn_block(seats: int, sittings: Sequence[tuple[int, Table]]) -> Block:
    """The block of tables that were drawn."""
    return Block(seats, len(sittings), sittings.__getitem__)
