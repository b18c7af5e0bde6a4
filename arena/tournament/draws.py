"""Drawing tables evenly, where all combinations of bots would be too many (`balanced`)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.seeds import tournament_numbers
from arena.tournament.neighbours import walk
from arena.tournament.sittings import Table

Counts = NDArray[Any]
"""How often something happened, by bot or by pair of bots."""
Tables = NDArray[np.int64]
"""Some tables of the same size, a row each: the bots by seat."""

KEPT: Final = 8
"""How many draws are remembered, so that one command draws each table once."""


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


Step = Sweep | Welcome
"""A part of a draw: its tables come after those of all steps before it."""


class Draw:
    """The tables of one number of seats, by number, drawn only as far as they are asked for.

    In each round every bot sits once, with those it has met least. Where bots and seats don't come
    out even, those who have sat least sit twice. A bot that joins later sits in one round after the
    other, with those it has met least.
    """

    def __init__(self, seats: int, key: str) -> None:
        """The key decides how ties are broken; everybody may know it."""
        self.seats = seats
        self.steps: list[Step] = []
        self._key = key
        self._met = Meetings(seats)
        self._rounds = array("q")
        self._seated = array("q")
        self._rest = self._all()

    def goes_on_with(self, steps: Sequence[Step]) -> bool:
        """Whether its steps are the first of these, or these are the first of its own."""
        return all(own == other for own, other in zip(self.steps, steps, strict=False))

    def extend(self, steps: Sequence[Step]) -> None:
        """Add those of the steps that come after its own."""
        self.steps += steps[len(self.steps) :]

    def __getitem__(self, number: int) -> tuple[int, Table]:
        """The round of a table, and its bots in their order around it."""
        while len(self._rounds) <= number:
            chosen, tables = next(self._rest)
            self._rounds.extend([chosen] * len(tables))
            self._seated.frombytes(tables.tobytes())
        first = number * self.seats
        return self._rounds[number], tuple(self._seated[first : first + self.seats])

    def _all(self) -> Iterator[tuple[int, Tables]]:
        """The tables of each round of each step; steps may still be added meanwhile."""
        for step in self.steps:
            if isinstance(step, Welcome):
                yield from self._welcome(step)
            elif step.tables(self.seats):
                for number in step.rounds:
                    order = self._order(step.bots, number)
                    yield number, self._met.sweep(order)

    def _welcome(self, step: Welcome) -> Iterator[tuple[int, Tables]]:
        """The tables of a bot that joined."""
        first = self._met.times_sat(step.bot)  # more tables go on with the next round
        for number in range(first, first + step.number):
            order = self._order(step.others, number)
            yield number % step.rounds, self._met.welcome(step.bot, order)

    def _order(self, bots: Table, number: int) -> Tables:
        """The bots in the order in which ties between them are broken."""
        numbers = tournament_numbers((self._key, "draw", self.seats, number), bots)
        return np.array([bot for _, bot in sorted(zip(numbers, bots, strict=True))], np.int64)


@lru_cache(maxsize=KEPT)
def kept_draws(seats: int, key: str) -> list[Draw]:
    """The draw of this key that was asked for last, if there was one."""
    return []


def draw_of(seats: int, key: str, steps: Sequence[Step]) -> Draw:
    """The draw with these steps; one that was begun is gone on with.

    A tournament that grows only gets more steps, and these change no table that there was.
    """
    kept = kept_draws(seats, key)
    if not kept or not kept[0].goes_on_with(steps):
        kept[:] = [Draw(seats, key)]
    kept[0].extend(steps)
    return kept[0]


class Meetings:
    """How often each bot has sat at a table, with each other bot, and right after it.

    Counts are arrays and rounds are worked out in one go: with 300 bots and 1,000 rounds, counting
    pair by pair takes minutes.
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._orders = np.array(walk(seats), np.int64)
        self._sat: Counts = np.zeros(0, np.int64)
        self._met: Counts = np.zeros((0, 0), np.float64)
        """Infinite on the diagonal: so nobody is ever seated beside itself."""
        self._beside: Counts = np.zeros((0, 0), np.int32)

    def times_sat(self, bot: int) -> int:
        """At how many tables a bot has sat."""
        return int(self._sat[bot]) if bot < len(self._sat) else 0

    def sweep(self, order: Tables) -> Tables:
        """The tables of a round for these bots, given in the order in which ties are broken."""
        self._make_room(int(order.max()) + 1)
        tie, met = self._tie_breaks(order), list(self._met)
        waiting = iter(order[np.argsort(self._sat[order], kind="stable")].tolist())
        tables: list[list[int]] = []
        taken: set[int] = set()
        for _ in range(len(order) // self._seats):
            first = next(bot for bot in waiting if bot not in taken)
            table = seated([first], self._seats, tie, met)
            tables.append(table)
            taken.update(table)
            for bot in table:
                tie[bot] = np.inf
        full = self._note(np.array(tables, np.int64))
        left = [bot for bot in waiting if bot not in taken]
        if not left:
            return full
        table = seated(left[:1], len(left), tie, met)
        # The last table is filled up with bots that sit twice in this round.
        seated(table, self._seats, self._tie_breaks(order), met)
        return np.concatenate([full, self._note(np.array([table], np.int64))])

    def welcome(self, newest: int, order: Tables) -> Tables:
        """A table for a bot that joined: above all, it should meet all others equally often."""
        self._make_room(max(newest, int(order.max(initial=0))) + 1)
        table, tie = [newest], self._tie_breaks(order)
        while len(table) < self._seats:
            free = order[~np.isin(order, table)]
            met = self._met[newest, free]
            fewest = free[met == met.min()]
            times = self._met[table][:, fewest].sum(axis=0) + tie[fewest]
            table.append(int(fewest[times.argmin()]))
        return self._note(np.array([table], np.int64))

    def _make_room(self, bots: int) -> None:
        """Have counts for this number of bots."""
        more = bots - len(self._sat)
        if more > 0:
            self._sat = np.pad(self._sat, (0, more))
            self._met = np.pad(self._met, (0, more))
            self._beside = np.pad(self._beside, (0, more))
            np.fill_diagonal(self._met, np.inf)

    def _tie_breaks(self, order: Tables) -> NDArray[np.float64]:
        """For each bot a number below 1: the least for who has sat least, then by the order.

        Added to how often bots have met, which are whole numbers, it decides between equals. Bots
        that are not in the order have an infinite one.
        """
        sat = self._sat[order]
        ranks = (sat - sat.min(initial=0)) * len(order) + np.arange(len(order))
        tie = np.full(len(self._sat), np.inf)
        # Halving is exact: a division could make two of them the same.
        tie[order] = np.ldexp(ranks.astype(np.float64), -int(ranks.max(initial=0)).bit_length())
        return tie

    def _note(self, tables: Tables) -> Tables:
        """Tables in the order whose neighbours were so least often; they are remembered.

        Nobody sits at two of them.
        """
        ordered = tables[:, self._orders]
        before = np.roll(ordered, 1, axis=2)
        best = self._beside[before, ordered].sum(axis=2).argmin(axis=1)
        rows = np.arange(len(tables))
        self._beside[before[rows, best], ordered[rows, best]] += 1
        self._sat[tables] += 1
        self._met[tables[:, :, None], tables[:, None, :]] += 1
        seated_so: Tables = ordered[rows, best]
        return seated_so


def seated(
    table: list[int], size: int, tie: NDArray[np.float64], met: Sequence[NDArray[np.float64]]
) -> list[int]:
    """Add bots to a table, each time the one that those at it have met least."""
    times = tie
    for at in range(1, size):
        times = times + met[table[at - 1]]
        if at == len(table):
            table.append(int(times.argmin()))
    return table
