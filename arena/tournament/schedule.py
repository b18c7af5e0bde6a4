"""Which games a tournament has: a pure function of its settings and the number of its bots.

A tournament can grow. The games of a bot that joins come after all games there were, so that no
game's number ever changes: the table of ten bots that came one by one is that of ten who came
together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate, combinations

from msgspec import Struct

from arena.errors import ArenaError
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


class Block(Struct, frozen=True):
    """Games with one number of seats: on each deal the same number of tables, each in turn."""

    seats: int
    tables: int
    """How many there are on each deal."""
    draw: Callable[[int], Sequence[Table]]
    """The tables of a deal."""


class Schedule:
    """All games of a tournament, each made when it is asked for."""

    def __init__(self, settings: Settings, founders: int, bots: int) -> None:
        self._settings = settings
        self._deals = settings.deals
        draw = all_tables if settings.schedule == ALL else Draws(settings, founders).blocks
        self._blocks = list(draw(settings.seats, bots))
        sizes = (block.seats * block.tables * self._deals for block in self._blocks)
        self._ends = list(accumulate(sizes))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, game: int) -> Fixture:
        """A game by its number."""
        if not 0 <= game < len(self):
            raise ScheduleError(f"there is no game {game}, only 0 to {len(self) - 1}")
        place = bisect_right(self._ends, game)
        block = self._blocks[place]
        index = game - (self._ends[place - 1] if place else 0)
        index, rotation = divmod(index, block.seats)
        deal, number = divmod(index, block.tables)
        table = self._order(block.draw(deal)[number], deal)
        seed = seed_of(self._settings.seed, block.seats, deal)
        return Fixture(game, deal, seed, table[rotation:] + table[:rotation])

    def _order(self, table: Table, deal: int) -> Table:
        """The order that rotates: another one on each deal, so that neighbours change too."""
        return shuffled(table, (self._settings.seed, "order", len(table), deal))


class ScheduleError(ArenaError):
    """A game that the schedule does not have."""


def seed_of(seed: int | str, seats: int, deal: int) -> int:
    """The seed of a deal. All games on it have the same, and nobody finds it by trying."""
    return digest((seed, "deal", seats, deal))


def digest(words: Iterable[object]) -> int:
    """A number of 63 bits out of words: the same on every machine and every Python."""
    text = "\n".join(map(ascii, words))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) >> 1


def shuffled(bots: Iterable[int], words: tuple[object, ...]) -> Table:
    """The bots in an order that these words settle."""
    return tuple(sorted(bots, key=lambda bot: digest((*words, bot))))


def all_tables(seats: Sequence[int], bots: int) -> Iterator[Block]:
    """Every combination of bots, those with a bot after all those without it."""
    for newest in range(bots):
        for number in seats:
            if newest + 1 >= number:
                yield combined(number, newest)


def combined(seats: int, newest: int) -> Block:
    """All tables of a bot with those before it."""

    @lru_cache(1)
    def tables() -> list[Table]:
        return [(*others, newest) for others in combinations(range(newest), seats - 1)]

    return Block(seats, len(tables()), lambda _: tables())


class Draws:
    """Tables drawn evenly: on each deal every bot sits once, with those it has met least.

    Where bots and seats don't come out even, those who have sat least sit twice. A bot that joins
    later sits once on each deal, with those it has met least.
    """

    def __init__(self, settings: Settings, founders: int) -> None:
        self._settings = settings
        self._founders = founders

    def blocks(self, seats: Sequence[int], bots: int) -> Iterator[Block]:
        """The founders' games, then those of each bot that joined."""
        memories = {number: Meetings(bots) for number in seats}
        for number in seats:
            yield self._drawn(memories[number], number, range(self._founders), self._round)
        for newcomer in range(self._founders, bots):
            for number in seats:
                yield self._drawn(memories[number], number, range(newcomer + 1), self._joining)

    def _drawn(self, met: Meetings, seats: int, bots: range, draw: Draw) -> Block:
        """A block whose tables are drawn deal by deal."""
        tables = []
        for deal in range(self._settings.deals):
            words = (self._settings.seed, "draw", seats, deal, len(bots))
            tables.append(draw(met, seats, shuffled(bots, words)))
        return Block(seats, len(tables[0]), tables.__getitem__)

    def _round(self, met: Meetings, seats: int, bots: Table) -> list[Table]:
        """One deal of the founders."""
        waiting, tables = list(bots), []
        while waiting:
            first = min(waiting, key=met.sat.__getitem__)
            tables.append(met.seat(first, seats, waiting, bots))
            waiting = [bot for bot in waiting if bot not in tables[-1]]
        return tables

    def _joining(self, met: Meetings, seats: int, bots: Table) -> list[Table]:
        """One deal of a bot that joined: the newest there is.

        Only its own meetings count: others that joined have met few, and would always be chosen.
        """
        newcomer = max(bots)
        others = sorted(bots, key=lambda bot: (met.met[newcomer][bot], met.sat[bot]))
        others.remove(newcomer)
        return [met.seat(newcomer, seats, others[: seats - 1], bots)]


class Meetings:
    """Who has sat how often, and with whom."""

    def __init__(self, bots: int) -> None:
        self.sat = [0] * bots
        self.met = [[0] * bots for _ in range(bots)]

    def seat(self, first: int, seats: int, waiting: Sequence[int], bots: Sequence[int]) -> Table:
        """A table for a bot with those it has met least; once nobody waits, with anyone."""
        table = [first]
        while len(table) < seats:
            free = [bot for bot in waiting if bot not in table]
            free = free or [bot for bot in bots if bot not in table]
            table.append(min(free, key=lambda bot: (self._times(bot, table), self.sat[bot])))
        for bot in table:
            self.sat[bot] += 1
            for other in table:
                self.met[bot][other] += 1
        return tuple(table)

    def _times(self, bot: int, table: Iterable[int]) -> int:
        """How often a bot has met those at a table."""
        return sum(self.met[bot][other] for other in table)


Draw = Callable[[Meetings, int, Table], list[Table]]
