"""Which games a tournament has: a pure function of its settings and of who joined when.

A tournament can grow. The games of a bot that joins come after all games there were, so that no
game's number ever changes: the table of ten bots that came one by one is that of ten who came
together. Games are counted, not listed: a game is made when it is asked for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import Final

from msgspec import Struct

from arena.errors import ArenaError
from arena.tournament.configuration import ALL, Settings
from arena.tournament.draws import Draw
from arena.tournament.neighbours import order_at
from arena.tournament.sittings import Joining, Sitting, Table

MOST_GAMES: Final = (1 << 63) - 1
"""The most games whose numbers fit a column of the results."""


class Block(Struct, frozen=True):
    """Some tables with one number of seats; each is played in every rotation."""

    seats: int
    tables: int
    sitting: Callable[[int], tuple[int, Table]]
    """The round of a table by its number, and its bots in their order around it."""


class Schedule:
    """All games of a tournament, each made when it is asked for."""

    def __init__(
        self, settings: Settings, key: str, founders: int, joinings: Sequence[Joining] = ()
    ) -> None:
        """The key decides how ties are broken when tables are drawn; everybody may know it."""
        self._settings = settings
        self._founders = founders
        self._joinings = joinings
        if settings.schedule == ALL:
            self._blocks = list(all_blocks(settings, founders, joinings))
        else:
            self._blocks = list(drawn_blocks(settings, key, founders, joinings))
        self._ends = list(accumulate(block.seats * block.tables for block in self._blocks))
        if self._ends and self._ends[-1] > MOST_GAMES:
            raise ScheduleError(f"{self._ends[-1]:,} games are more than can be numbered")

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, game: int) -> Sitting:
        """A game by its number."""
        self.check(game)
        place = bisect_right(self._ends, game)
        block = self._blocks[place]
        number, rotation = divmod(game - (self._ends[place - 1] if place else 0), block.seats)
        chosen, order = block.sitting(number)
        deal = chosen if self._settings.duplicate else game
        return Sitting(game, chosen, deal, order[rotation:] + order[:rotation])

    def check(self, game: int) -> None:
        """Refuse the number of a game that there is not."""
        if not 0 <= game < len(self):
            raise ScheduleError(f"there is no game {game}, only 0 to {len(self) - 1}")

    def usual_tables(self, absent: Collection[int]) -> tuple[int, ...]:
        """The average number of tables of a bot, by number of seats; empty if none are drawn.

        It is 0 where too few bots are left for a table.
        """
        if self._settings.schedule == ALL:
            return ()
        return tuple(self._usual(at, absent) for at in range(len(self._settings.seats)))

    def _usual(self, at: int, absent: Collection[int]) -> int:
        seats, joined = self._settings.seats[at], {one.bot for one in self._joinings}
        if self._founders + len(joined) - len(absent) < seats - 1:
            return 0
        sat = self._founders + len({one.bot for one in self._joinings if one.tables[at]})
        tables = sum(block.tables for block in self._blocks if block.seats == seats)
        return round(tables * seats / sat)


class ScheduleError(ArenaError):
    """A game that the schedule does not have, or more games than a schedule can have."""


def all_blocks(settings: Settings, founders: int, joinings: Iterable[Joining]) -> Iterator[Block]:
    """Every combination of bots; those with a newer bot come after all those without it."""
    for newest in (*map(Joining, range(founders)), *joinings):
        others = [bot for bot in range(newest.bot) if bot not in newest.absent]
        for seats in settings.seats:
            if len(others) >= seats - 1:
                yield combinations_block(settings.rounds, seats, others, newest.bot)


def combinations_block(rounds: int, seats: int, others: Sequence[int], newest: int) -> Block:
    """All tables of a bot with those before it, round by round."""
    tables = comb(len(others), seats - 1)
    before = comb(newest, seats)

    def sitting(number: int) -> tuple[int, Table]:
        chosen, table = divmod(number, tables)
        bots = (*(others[place] for place in combination(table, seats - 1, len(others))), newest)
        # Each round has the next order, and each table begins elsewhere, a few steps from the last:
        # measured, this evens neighbours out over all tables better than any hash.
        return chosen, order_at(bots, chosen + (seats - 2) * (before + table))

    return Block(seats, rounds * tables, sitting)


def combination(number: int, size: int, among: int) -> Table:
    """The combination of this number: so many places among so many, in order of the largest."""
    if not size:
        return ()
    # Those with smaller members alone come first: comb(largest, size) of them.
    largest = bisect_right(range(among), number, key=lambda member: comb(member, size)) - 1
    return (*combination(number - comb(largest, size), size - 1, largest), largest)


def drawn_blocks(
    settings: Settings, key: str, founders: int, joinings: Sequence[Joining]
) -> Iterator[Block]:
    """The founders' drawn tables, then those of each bot that joined."""
    draws = [
        Draw(seats, settings.rounds, key, founders, [(one, one.tables[at]) for one in joinings])
        for at, seats in enumerate(settings.seats)
    ]
    drawn = [0] * len(draws)
    founding = [settings.rounds * -(-founders // seats) for seats in settings.seats]
    for tables in (founding, *(joining.tables for joining in joinings)):
        for at, seats in enumerate(settings.seats):
            yield drawn_block(seats, tables[at], draws[at], drawn[at])
            drawn[at] += tables[at]


def drawn_block(seats: int, tables: int, draw: Draw, first: int) -> Block:
    """The tables of a draw from the given one on."""
    return Block(seats, tables, lambda number: draw[first + number])
