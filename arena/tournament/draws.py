"""Drawing tables evenly, where all combinations of bots would be too many (`balanced`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from arena.seeds import tournament_number
from arena.tournament.neighbours import neighbours, orders
from arena.tournament.sittings import Joining, Table


class Draw:
    """The tables with one number of seats, by number, drawn only as far as they are asked for.

    In each round every bot sits once, with those it has met least. Where bots and seats don't come
    out even, those who have sat least sit twice. A bot that joins later sits in one round after the
    other, with those it has met least.
    """

    def __init__(
        self,
        seats: int,
        rounds: int,
        key: str,
        founders: int,
        joinings: Iterable[tuple[Joining, int]],
    ) -> None:
        """Draw for the founders, then for those that joined, with so many tables each.

        The key decides how ties are broken; everybody may know it.
        """
        self._seats = seats
        self._rounds = rounds
        self._key = key
        self._met = Meetings()
        self._drawn: list[tuple[int, Table]] = []
        self._rest = self._all(founders, joinings)

    def __getitem__(self, number: int) -> tuple[int, Table]:
        """The round of a table, and its bots in their order around it."""
        self._drawn += islice(self._rest, max(0, number + 1 - len(self._drawn)))
        return self._drawn[number]

    def _all(
        self, founders: int, joinings: Iterable[tuple[Joining, int]]
    ) -> Iterator[tuple[int, Table]]:
        for number in range(self._rounds):
            yield from self._founding(number, range(founders))
        for joining, tables in joinings:
            yield from self._joining(joining, tables)

    def _founding(self, number: int, bots: range) -> Iterator[tuple[int, Table]]:
        """The founders' tables of a round."""
        waiting = everybody = self._order(bots, number)
        while waiting:
            first = min(waiting, key=self._met.sat.__getitem__)
            table = self._met.seat(first, self._seats, waiting, everybody)
            waiting = tuple(bot for bot in waiting if bot not in table)
            yield number, table

    def _joining(self, joining: Joining, tables: int) -> Iterator[tuple[int, Table]]:
        """The tables of a bot that joined."""
        bots = [bot for bot in range(joining.bot) if bot not in joining.absent]
        first = self._met.sat[joining.bot]  # more tables go on with the next round
        for number in range(first, first + tables):
            table = self._met.welcome(joining.bot, self._seats, self._order(bots, number))
            yield number % self._rounds, table

    def _order(self, bots: Iterable[int], number: int) -> Table:
        """The bots in the order in which ties between them are broken."""
        words = (self._key, "draw", self._seats, number)
        return tuple(sorted(bots, key=lambda bot: tournament_number(*words, bot)))


class Meetings:
    """How often each bot has sat at a table, with each other bot, and right after it."""

    def __init__(self) -> None:
        self.sat: Counter[int] = Counter()
        self._met: Counter[tuple[int, int]] = Counter()
        self._beside: Counter[tuple[int, int]] = Counter()

    def seat(self, first: int, seats: int, waiting: Sequence[int], bots: Sequence[int]) -> Table:
        """A table for a bot with the waiting bots it has met least, then with any others."""
        table = [first]
        while len(table) < seats:
            free = [bot for bot in waiting if bot not in table]
            free = free or [bot for bot in bots if bot not in table]
            table.append(min(free, key=lambda bot: (self._times(bot, table), self.sat[bot])))
        return self._note(tuple(table))

    def welcome(self, newest: int, seats: int, bots: Sequence[int]) -> Table:
        """A table for a bot that joined: above all, it should meet all others equally often."""
        table = [newest]
        while len(table) < seats:
            free = [bot for bot in bots if bot not in table]
            met = {bot: (self._met[bot, newest], self._times(bot, table)) for bot in free}
            table.append(min(free, key=lambda bot: (*met[bot], self.sat[bot])))
        return self._note(tuple(table))

    def _note(self, table: Table) -> Table:
        """Put a table in the order whose neighbours were so least often, and remember it."""
        table = min(orders(table), key=self._familiarity)
        for bot in table:
            self.sat[bot] += 1
            for other in table:
                self._met[bot, other] += 1
        self._beside.update(neighbours(table))
        return table

    def _familiarity(self, order: Table) -> int:
        """How often the neighbours in this order have been neighbours before."""
        return sum(self._beside[pair] for pair in neighbours(order))

    def _times(self, bot: int, table: Iterable[int]) -> int:
        """How often a bot has met those at a table."""
        return sum(self._met[bot, other] for other in table)
