"""Which games there are: all that should be, each once, and none that a new bot would change."""

import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise
from math import comb

import pytest
from hypothesis import given, settings, strategies as st

from arena.errors import ArenaError
from arena.tournament.schedule import Schedule
from arena.tournament.settings import Settings
from arena.tournament.sittings import Joining, Sitting

SCHEDULES = pytest.mark.parametrize("kind", ["all", "balanced"])


def schedule(
    *seats: int,
    bots: int,
    founders: int | None = None,
    rounds: int = 4,
    duplicate: bool = False,
    key: str = "a key",
    kind: str = "all",
) -> Schedule:
    """The schedule of a tournament."""
    settings = Settings(
        name="x", rulesets=("usa",), seats=seats, rounds=rounds, duplicate=duplicate, schedule=kind
    )
    return grown_to(settings, key, bots if founders is None else founders, bots)


def grown_to(settings: Settings, key: str, founders: int, bots: int) -> Schedule:
    """A tournament that so many bots have joined one by one."""
    joinings: list[Joining] = []
    for newcomer in range(founders, bots):
        tables = Schedule(settings, key, founders, joinings).usual_tables(())
        joinings.append(Joining(newcomer, (), tables))
    return Schedule(settings, key, founders, joinings)


def games(chosen: Schedule) -> list[Sitting]:
    """All games of a schedule."""
    return [chosen[game] for game in range(len(chosen))]


def rotations(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A table with everybody in every seat, neighbours staying neighbours."""
    return [table[first:] + table[:first] for first in range(len(table))]


@st.composite
def growing(draw: st.DrawFn) -> list[Schedule]:
    """A tournament as it begins, and after each bot that joined."""
    seats = sorted(draw(st.sets(st.integers(2, 5), min_size=1, max_size=3)))
    founders = seats[-1] + draw(st.integers(0, 2))
    chosen = Settings(
        name="x",
        rulesets=("usa",),
        seats=tuple(seats),
        rounds=draw(st.integers(1, 3)),
        duplicate=draw(st.booleans()),
        schedule=draw(st.sampled_from(["all", "balanced"])),
    )
    grown, key = founders + draw(st.integers(1, 2)), draw(st.text())
    return [grown_to(chosen, key, founders, bots) for bots in range(founders, grown + 1)]


GROWING = given(growing())
SOME = settings(max_examples=40, deadline=None)


@SOME
@given(st.data())
def test_the_same_game_is_the_same_whenever_it_is_asked_for(data: st.DataObject) -> None:
    key = data.draw(st.text())
    kind = data.draw(st.sampled_from(["all", "balanced"]))
    one, other = (schedule(2, 3, bots=6, founders=4, key=key, kind=kind) for _ in range(2))
    order = data.draw(st.permutations(range(len(one))))
    found = {game: other[game] for game in order}
    assert games(one) == [found[game] for game in range(len(one))]


@SOME
@GROWING
def test_a_bot_that_joins_changes_no_game_there_was(grown: list[Schedule]) -> None:
    for before, after in pairwise(map(games, grown)):
        assert after[: len(before)] == before
        newcomer = 1 + max(max(one.table) for one in before)
        assert {max(one.table) for one in after[len(before) :]} == {newcomer}


@SOME
@GROWING
def test_every_table_is_played_in_every_rotation(grown: list[Schedule]) -> None:
    found = games(grown[-1])
    assert [one.game for one in found] == list(range(len(found)))
    at = 0
    while at < len(found):
        first = found[at]
        together = found[at : at + len(first.table)]
        assert [one.table for one in together] == rotations(first.table)
        assert {one.round for one in together} == {first.round}
        assert len(set(first.table)) == len(first.table)
        at += len(first.table)


@SCHEDULES
def test_every_game_has_a_deal_of_its_own_unless_a_round_shares_one(kind: str) -> None:
    alone = games(schedule(2, 3, bots=6, founders=4, kind=kind))
    assert [one.deal for one in alone] == [one.game for one in alone]
    shared = games(schedule(2, 3, bots=6, founders=4, duplicate=True, kind=kind))
    assert [one.deal for one in shared] == [one.round for one in alone]
    assert [one.table for one in shared] == [one.table for one in alone]


@pytest.mark.parametrize("duplicate", [False, True])
def test_newcomers_play_new_deals_unless_a_round_shares_one(duplicate: bool) -> None:
    before = games(schedule(2, bots=3, duplicate=duplicate))
    after = games(schedule(2, bots=4, founders=3, duplicate=duplicate))[len(before) :]
    again = {one.deal for one in before} & {one.deal for one in after}
    assert again == (set(range(4)) if duplicate else set())


@pytest.mark.parametrize("seats", [(2,), (3,), (2, 4), (2, 3, 5)])
@pytest.mark.parametrize("bots", [5, 7])
def test_all_means_every_combination_in_every_round_and_rotation_once(
    seats: tuple[int, ...], bots: int
) -> None:
    found = Counter(
        (one.round, frozenset(one.table), one.table[0])
        for one in games(schedule(*seats, bots=bots, rounds=3))
    )
    assert found == Counter(
        (chosen, frozenset(table), first)
        for chosen in range(3)
        for number in seats
        for table in combinations(range(bots), number)
        for first in table
    )


def test_all_is_the_same_whether_bots_came_together_or_one_by_one() -> None:
    together = schedule(2, 3, bots=6)
    assert games(schedule(2, 3, bots=6, founders=3)) == games(together)


def neighbours(found: list[Sitting], bots: int) -> list[int]:
    """For each two bots, in how many games the one played right after the other."""
    met = Counter((one.table[seat - 1], bot) for one in found for seat, bot in enumerate(one.table))
    return [met[one, other] for one in range(bots) for other in range(bots) if one != other]


@pytest.mark.parametrize(
    ("seats", "bots", "rounds", "least", "most"),
    [
        (2, 5, 10, 20, 20),
        (3, 5, 10, 45, 45),
        (3, 8, 3, 24, 30),
        (4, 4, 6, 8, 8),
        (4, 5, 10, 36, 44),
        (4, 8, 10, 188, 208),
        (5, 5, 8, 10, 10),
        (5, 6, 10, 40, 65),
        (5, 8, 10, 230, 275),
        (6, 6, 24, 24, 36),
    ],
)
def test_all_play_after_each_other_about_equally_often(
    seats: int, bots: int, rounds: int, least: int, most: int
) -> None:
    met = neighbours(games(schedule(seats, bots=bots, rounds=rounds)), bots)
    assert least <= min(met) <= max(met) <= most


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("bots", [5, 7, 10, 13])
def test_balanced_lets_all_play_after_each_other_about_equally_often(seats: int, bots: int) -> None:
    met = neighbours(games(schedule(seats, bots=bots, rounds=60, kind="balanced")), bots)
    mean = sum(met) / len(met)
    assert mean - 2 * seats <= min(met) <= max(met) <= mean + 2 * seats


@SCHEDULES
def test_every_bot_has_every_seat_exactly_equally_often(kind: str) -> None:
    found = games(schedule(3, 4, bots=8, founders=6, rounds=7, kind=kind))
    sat = Counter(
        (len(one.table), bot, seat) for one in found for seat, bot in enumerate(one.table)
    )
    for seats in (3, 4):
        for bot in range(8):
            assert len({sat[seats, bot, seat] for seat in range(seats)}) == 1


def test_drawn_tables_depend_on_the_key_alone() -> None:
    one, same, other = (schedule(3, bots=9, key=key, kind="balanced") for key in ("a", "a", "b"))
    assert games(one) == games(same) != games(other)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", [5, 6, 7, 9, 10, 13])
def test_balanced_seats_everyone_once_a_round_and_all_equally_often(seats: int, bots: int) -> None:
    found = games(schedule(seats, bots=bots, rounds=60, kind="balanced"))
    tables = -(-bots // seats)
    assert len(found) == 60 * tables * seats
    sat = Counter((one.round, one.table[0]) for one in found)
    assert sat.keys() == {(chosen, bot) for chosen in range(60) for bot in range(bots)}
    assert set(sat.values()) <= {1, 2}
    in_all = Counter(one.table[0] for one in found)
    assert max(in_all.values()) - min(in_all.values()) <= 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", [5, 6, 7, 9, 10, 13])
def test_balanced_lets_all_meet_equally_often(seats: int, bots: int) -> None:
    found = games(schedule(seats, bots=bots, rounds=60, kind="balanced"))
    met = Counter(pair for one in found[::seats] for pair in combinations(sorted(one.table), 2))
    assert len(met) == bots * (bots - 1) // 2
    mean = sum(met.values()) / len(met)
    assert max(met.values()) - min(met.values()) <= 2 + mean / 6


@pytest.mark.parametrize("seats", [2, 4])
def test_balanced_gives_a_newcomer_as_many_tables_as_the_others_have(seats: int) -> None:
    after = games(schedule(seats, bots=8, founders=6, rounds=30, kind="balanced"))
    for newcomer in (6, 7):
        before = [one for one in after if max(one.table) < newcomer]
        found = [one for one in after if max(one.table) == newcomer]
        others = Counter(bot for one in before for bot in one.table)
        tables = len(found) // seats
        assert tables == round(sum(others.values()) / len(others) / seats)
        assert [one.round for one in found[::seats]] == [number % 30 for number in range(tables)]
        assert all(newcomer in one.table for one in found)
        met = Counter(bot for one in found for bot in one.table if bot != newcomer)
        assert met.keys() == set(range(newcomer))
        assert max(met.values()) - min(met.values()) <= seats


def test_balanced_needs_fewer_games() -> None:
    assert len(schedule(3, bots=12, kind="balanced")) == 4 * 4 * 3
    assert len(schedule(3, bots=12)) == 220 * 4 * 3


@SCHEDULES
@pytest.mark.parametrize("beyond", [-1, 0, 10**30])
def test_a_game_that_there_is_not_is_refused(kind: str, beyond: int) -> None:
    chosen = schedule(2, bots=3, kind=kind)
    number = beyond if beyond < 0 else len(chosen) + beyond
    with pytest.raises(
        ArenaError, match=f"^there is no game {number}, only 0 to {len(chosen) - 1}$"
    ):
        chosen[number]


@contextmanager
def little_memory() -> Iterator[None]:
    """See that no more than a few megabytes are used within."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_a_hundred_bots_at_tables_of_five_are_counted_and_not_listed() -> None:
    with little_memory():
        large = schedule(5, bots=100, rounds=1)
        some = [large[game] for game in range(0, len(large), len(large) // 1000)]
    assert len(large) == 5 * comb(100, 5)
    assert all(len(set(one.table)) == 5 for one in some)


@SCHEDULES
def test_ten_million_rounds_cost_nothing_until_they_are_played(kind: str) -> None:
    with little_memory():
        large = schedule(2, 5, bots=31, founders=30, rounds=10_000_000, kind=kind)
        assert large[999].round < 999


def test_the_last_game_of_ten_million_rounds_is_there_at_once() -> None:
    large = schedule(2, 5, bots=30, rounds=10_000_000)
    last = large[len(large) - 1]
    assert (last.round, len(last.table), max(last.table)) == (9_999_999, 5, 29)
    assert len(large) == 10_000_000 * (435 * 2 + 142_506 * 5)


@SCHEDULES
def test_more_games_than_can_be_numbered_are_refused(kind: str) -> None:
    settings = Settings(name="x", rulesets=("usa",), seats=(5,), rounds=10_000_000, schedule=kind)
    joinings = [Joining(1000, (), (2**61,))] if kind == "balanced" else []
    with pytest.raises(ArenaError, match=r"^[\d,]{25,} games are more than can be numbered$"):
        Schedule(settings, "a key", 1000, joinings)
