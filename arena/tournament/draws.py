"""Drawing tables evenly, where all combinations of bots would be too many (`balanced`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from arena.seeds import tournament_number
from arena.tournament.neighbours import neighbours, orders
from arena.tournament.settings import Discipline
from arena.tournament.sittings import Table


class Sweep(NamedTuple):
    """Rounds in each of which every one of these bots sits once."""

    bots: Table
    rounds: range

    def tables(self, seats: int) -> int:
        """How many tables that makes; none if the bots don't fill one."""
        return len(self.rounds) * -(-len(self.bots) // seats) if len(self.bots) >= seats else 0


class Welcome(NamedTuple):
    """Tables of a bot that joined, with these others."""

    bot: int
    others: Table
    number: int
    """How many tables it gets."""
    rounds: int
    """How many rounds the tournament has by then."""

    def tables(self, seats: int) -> int:
        """How many tables that makes."""
        return self.number


class Draw:
    """The tables of one discipline, by number, drawn only as far as they are asked for.

    In each round every bot sits once, with those it has met least. Where bots and seats don't come
    out even, those who have sat least sit twice. A bot that joins later sits in one round after the
    other, with those it has met least.
    """

    def __init__(self, discipline: Discipline, key: str, steps: Iterable[Sweep | Welcome]) -> None:
        """The key decides how ties are broken; everybody may know it."""
        self.discipline = discipline
        self._key = key
        self._met = Meetings()
        self._drawn: list[tuple[int, Table]] = []
        self._rest = self._all(steps)

    def __getitem__(self, number: int) -> tuple[int, Table]:
        """The round of a table, and its bots in their order around it."""
        self._drawn += islice(self._rest, max(0, number + 1 - len(self._drawn)))
        return self._drawn[number]

    def _all(self, steps: Iterable[Sweep | Welcome]) -> Iterator[tuple[int, Table]]:
        for step in steps:
            if isinstance(step, Welcome):
                yield from self._welcome(step)
            elif step.tables(self.discipline.seats):
                for number in step.rounds:
                    yield from self._sweep(number, step.bots)

    def _sweep(self, number: int, bots: Table) -> Iterator[tuple[int, Table]]:
        """The tables of a round."""
        waiting = everybody = self._order(bots, number)
        while waiting:
            first = min(waiting, key=self._met.sat.__getitem__)
            table = self._met.seat(first, self.discipline.seats, waiting, everybody)
            waiting = tuple(bot for bot in waiting if bot not in table)
            yield number, table

    def _welcome(self, step: Welcome) -> Iterator[tuple[int, Table]]:
        """The tables of a bot that joined."""
        first = self._met.sat[step.bot]  # more tables go on with the next round
        for number in range(first, first + step.number):
            order = self._order(step.others, number)
            yield number % step.rounds, self._met.welcome(step.bot, self.discipline.seats, order)

    def _order(self, bots: Iterable[int], number: int) -> Table:
        """The bots in the order in which ties between them are broken."""
        words = (self._key, "draw", self.discipline.seats, number)
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
