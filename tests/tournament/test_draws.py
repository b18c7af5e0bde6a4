"""Drawn tables are those of a plain greedy draw, pair by pair, and each is drawn once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pytest
from hypothesis import given, settings, strategies as st

from arena.seeds import tournament_number
from arena.tournament import draws
from arena.tournament.draws import Draw, Step, Sweep, Welcome, draw_of
from arena.tournament.neighbours import neighbours, orders
from arena.tournament.sittings import Table

Drawn = tuple[int, Table]


class PlainDraw:
    """The same rules without arrays: what `Draw` must do, only quicker."""

    def __init__(self, seats: int, key: str) -> None:
        self.seats, self.key = seats, key
        self.sat: Counter[int] = Counter()
        self.met: Counter[tuple[int, int]] = Counter()
        self.beside: Counter[tuple[int, int]] = Counter()

    def all(self, steps: Iterable[Step]) -> Iterator[Drawn]:
        for step in steps:
            if isinstance(step, Welcome):
                first = self.sat[step.bot]
                for number in range(first, first + step.number):
                    yield number % step.rounds, self.welcome(step, self.order(step.others, number))
            elif step.tables(self.seats):
                for number in step.rounds:
                    yield from ((number, table) for table in self.sweep(step.bots, number))

    def sweep(self, bots: Table, number: int) -> Iterator[Table]:
        waiting = everybody = self.order(bots, number)
        while waiting:
            table = [min(waiting, key=self.sat.__getitem__)]
            while len(table) < self.seats:
                free = [bot for bot in waiting if bot not in table]
                free = free or [bot for bot in everybody if bot not in table]
                table.append(min(free, key=lambda bot: (self.times(bot, table), self.sat[bot])))
            waiting = [bot for bot in waiting if bot not in table]
            yield self.note(table)

    def welcome(self, step: Welcome, others: list[int]) -> Table:
        table = [step.bot]
        while len(table) < self.seats:
            free = [bot for bot in others if bot not in table]
            keys = {
                bot: (self.met[bot, step.bot], self.times(bot, table), self.sat[bot])
                for bot in free
            }
            table.append(min(free, key=keys.__getitem__))
        return self.note(table)

    def order(self, bots: Iterable[int], number: int) -> list[int]:
        words = (self.key, "draw", self.seats, number)
        return sorted(bots, key=lambda bot: tournament_number(*words, bot))

    def times(self, bot: int, table: Sequence[int]) -> int:
        return sum(self.met[bot, other] for other in table)

    def note(self, table: list[int]) -> Table:
        best = min(orders(tuple(table)), key=lambda o: sum(self.beside[p] for p in neighbours(o)))
        self.sat.update(best)
        self.met.update((bot, other) for bot in best for other in best)
        self.beside.update(neighbours(best))
        return best


@st.composite
def growths(draw: st.DrawFn) -> tuple[int, list[Step]]:
    """A number of seats, and the steps of a tournament that grows."""
    seats = draw(st.integers(2, 6))
    bots, rounds = seats + draw(st.integers(0, 8)), draw(st.integers(1, 8))
    steps: list[Step] = [Sweep(tuple(range(bots)), range(rounds))]
    for _ in range(draw(st.integers(0, 3))):
        gone = draw(st.sampled_from([*range(bots), -1])) if bots > seats else -1
        present = tuple(bot for bot in range(bots) if bot != gone)
        if draw(st.booleans()):
            more = draw(st.integers(1, 3))
            steps.append(Sweep(present, range(rounds, rounds + more)))
            rounds += more
        else:
            steps.append(Welcome(bots, present, draw(st.integers(0, 8)), rounds))
            bots += 1
    return seats, steps


def number_of_tables(seats: int, steps: Iterable[Step]) -> int:
    """How many tables these steps have."""
    return sum(step.tables(seats) for step in steps)


@settings(deadline=None, max_examples=60)
@given(growths(), st.text())
def test_tables_are_those_of_the_plain_draw(growth: tuple[int, list[Step]], key: str) -> None:
    seats, steps = growth
    draw = Draw(seats, key)
    draw.extend(steps)
    found = [draw[number] for number in range(number_of_tables(seats, steps))]
    assert found == list(PlainDraw(seats, key).all(steps))


@settings(deadline=None, max_examples=30)
@given(growths(), st.text(), st.data())
def test_a_draw_goes_on_where_the_tournament_grows(
    growth: tuple[int, list[Step]], key: str, data: st.DataObject
) -> None:
    seats, steps = growth
    before = steps[: data.draw(st.integers(1, len(steps)))]
    draws.kept_draws.cache_clear()
    early = draw_of(seats, key, before)
    there = [early[number] for number in range(number_of_tables(seats, before))]
    late = draw_of(seats, key, steps)
    assert late is early
    found = [late[number] for number in range(number_of_tables(seats, steps))]
    assert found == list(PlainDraw(seats, key).all(steps))
    assert found[: len(there)] == there


def test_another_tournament_of_the_same_key_has_its_own_draw() -> None:
    four, five = ([Sweep(tuple(range(bots)), range(3))] for bots in (4, 5))
    first = draw_of(2, "key", four)
    other = draw_of(2, "key", five)
    assert [other[number] for number in range(9)] == list(PlainDraw(2, "key").all(five))
    assert [first[number] for number in range(6)] == list(PlainDraw(2, "key").all(four))


def test_a_table_is_drawn_once_however_often_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []
    sweep = draws.Meetings.sweep

    def counted(self: draws.Meetings, order: draws.Tables) -> draws.Tables:
        drawn.append(len(order))
        return sweep(self, order)

    monkeypatch.setattr(draws.Meetings, "sweep", counted)
    steps = [Sweep(tuple(range(7)), range(5))]
    for _ in range(3):
        draw = draw_of(3, "asked for three times", steps)
        assert len({draw[number] for number in range(number_of_tables(3, steps))}) == 15
    assert drawn == [7] * 5
