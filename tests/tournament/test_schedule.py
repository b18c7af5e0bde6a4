"""Which games there are: all that should be, each once, and none that a new bot would change."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings, strategies as st

from arena.errors import ArenaError
from arena.tournament.configuration import Settings
from arena.tournament.schedule import Fixture, Joining, Schedule

SCHEDULES = pytest.mark.parametrize("kind", ["all", "balanced"])


def schedule(
    *seats: int,
    bots: int,
    founders: int | None = None,
    deals: int = 4,
    seed: int | str = 7,
    kind: str = "all",
) -> Schedule:
    """The schedule of a tournament."""
    settings = Settings(name="x", ruleset="usa", seats=seats, deals=deals, seed=seed, schedule=kind)
    return grown_to(settings, bots if founders is None else founders, bots)


def grown_to(settings: Settings, founders: int, bots: int) -> Schedule:
    """A tournament that so many bots have joined one by one."""
    joinings: list[Joining] = []
    for newcomer in range(founders, bots):
        tables = Schedule(settings, founders, joinings).usual_tables(())
        joinings.append(Joining(newcomer, (), tables))
    return Schedule(settings, founders, joinings)


def games(chosen: Schedule) -> list[Fixture]:
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
        ruleset="usa",
        seats=tuple(seats),
        deals=draw(st.integers(1, 3)),
        seed=draw(st.integers(0, 2**63 - 1) | st.text(min_size=1)),
        schedule=draw(st.sampled_from(["all", "balanced"])),
    )
    grown = founders + draw(st.integers(1, 2))
    return [grown_to(chosen, founders, bots) for bots in range(founders, grown + 1)]


GROWING = given(growing())
SOME = settings(max_examples=40, deadline=None)


@SOME
@given(st.data())
def test_the_same_game_is_the_same_whenever_it_is_asked_for(data: st.DataObject) -> None:
    seed = data.draw(st.integers(0, 2**63 - 1) | st.text(min_size=1))
    kind = data.draw(st.sampled_from(["all", "balanced"]))
    one, other = (schedule(2, 3, bots=6, founders=4, seed=seed, kind=kind) for _ in range(2))
    order = data.draw(st.permutations(range(len(one))))
    found = {game: other[game] for game in order}
    assert games(one) == [found[game] for game in range(len(one))]


@SOME
@GROWING
def test_a_bot_that_joins_changes_no_game_there_was(grown: list[Schedule]) -> None:
    for before, after in pairwise(map(games, grown)):
        assert after[: len(before)] == before
        newcomer = 1 + max(max(fixture.table) for fixture in before)
        assert {max(fixture.table) for fixture in after[len(before) :]} == {newcomer}


@SOME
@GROWING
def test_every_table_is_played_in_every_rotation_with_one_deal(grown: list[Schedule]) -> None:
    found = games(grown[-1])
    assert [fixture.game for fixture in found] == list(range(len(found)))
    at = 0
    while at < len(found):
        first = found[at]
        together = found[at : at + len(first.table)]
        assert [fixture.table for fixture in together] == rotations(first.table)
        assert {(fixture.deal, fixture.seed) for fixture in together} == {(first.deal, first.seed)}
        assert len(set(first.table)) == len(first.table)
        at += len(first.table)


@SOME
@GROWING
def test_games_share_a_seed_if_deal_and_number_of_seats_are_the_same(
    grown: list[Schedule],
) -> None:
    found = games(grown[-1])
    seeds = {(len(fixture.table), fixture.deal): fixture.seed for fixture in found}
    assert all(seeds[len(one.table), one.deal] == one.seed for one in found)
    assert len(set(seeds.values())) == len(seeds)
    assert all(0 <= number < 2**63 for number in seeds.values())


@pytest.mark.parametrize("seats", [(2,), (3,), (2, 4), (2, 3, 5)])
@pytest.mark.parametrize("bots", [5, 7])
def test_all_means_every_combination_on_every_deal_in_every_rotation_once(
    seats: tuple[int, ...], bots: int
) -> None:
    found = Counter(
        (fixture.deal, frozenset(fixture.table), fixture.table[0])
        for fixture in games(schedule(*seats, bots=bots, deals=3))
    )
    assert found == Counter(
        (deal, frozenset(table), first)
        for deal in range(3)
        for number in seats
        for table in combinations(range(bots), number)
        for first in table
    )


def test_all_is_the_same_whether_bots_came_together_or_one_by_one() -> None:
    together = schedule(2, 3, bots=6)
    assert games(schedule(2, 3, bots=6, founders=3)) == games(together)


def test_neighbours_change_from_deal_to_deal() -> None:
    found = games(schedule(4, bots=4, deals=30))
    assert len({frozenset(rotations(fixture.table)) for fixture in found}) == 6


def test_seeds_do_not_follow_from_each_other() -> None:
    """Of neighbouring deals, seats and tournaments: half of all bits differ, all bits are used."""
    seeds = [
        fixture.seed
        for seed in (0, 1, "0", "1")
        for number in (2, 3)
        for fixture in games(schedule(number, bots=number, deals=50, seed=seed))[::number]
    ]
    assert len(set(seeds)) == len(seeds) == 400
    changed = [(one ^ other).bit_count() for one, other in pairwise(seeds)]
    assert 30 < sum(changed) / len(changed) < 33
    for bit in range(63):
        assert 140 < sum(seed >> bit & 1 for seed in seeds) < 260


def test_a_seed_means_the_same_for_ever() -> None:
    """A change here would change every tournament that is under way."""
    assert [fixture.seed for fixture in games(schedule(2, bots=2, deals=2))] == [
        *[3_903_181_942_690_806_414] * 2,
        *[3_299_601_972_253_183_617] * 2,
    ]
    assert schedule(2, bots=2, seed="Été \U0001fae8")[0].seed == 9_109_880_431_863_340_528


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", [5, 6, 7, 9, 10, 13])
def test_balanced_seats_everyone_once_a_deal_and_all_equally_often(seats: int, bots: int) -> None:
    found = games(schedule(seats, bots=bots, deals=60, kind="balanced"))
    tables = -(-bots // seats)
    assert len(found) == 60 * tables * seats
    sat = Counter((fixture.deal, fixture.table[0]) for fixture in found)
    assert sat.keys() == {(deal, bot) for deal in range(60) for bot in range(bots)}
    assert set(sat.values()) <= {1, 2}
    in_all = Counter(fixture.table[0] for fixture in found)
    assert max(in_all.values()) - min(in_all.values()) <= 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", [5, 6, 7, 9, 10, 13])
def test_balanced_lets_all_meet_equally_often(seats: int, bots: int) -> None:
    found = games(schedule(seats, bots=bots, deals=60, kind="balanced"))
    met = Counter(pair for one in found[::seats] for pair in combinations(sorted(one.table), 2))
    assert len(met) == bots * (bots - 1) // 2
    mean = sum(met.values()) / len(met)
    assert max(met.values()) - min(met.values()) <= 2 + mean / 6


@pytest.mark.parametrize("seats", [2, 4])
def test_balanced_gives_a_newcomer_as_many_tables_as_the_others_have(seats: int) -> None:
    after = games(schedule(seats, bots=8, founders=6, deals=30, kind="balanced"))
    for newcomer in (6, 7):
        before = [one for one in after if max(one.table) < newcomer]
        found = [one for one in after if max(one.table) == newcomer]
        others = Counter(bot for one in before for bot in one.table)
        tables = len(found) // seats
        assert tables == round(sum(others.values()) / len(others) / seats)
        assert [one.deal for one in found[::seats]] == [number % 30 for number in range(tables)]
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


def test_ten_million_deals_cost_nothing_until_they_are_played() -> None:
    large = schedule(2, 5, bots=30, deals=10_000_000)
    last = large[len(large) - 1]
    assert (last.deal, len(last.table), max(last.table)) == (9_999_999, 5, 29)
    assert len(large) == 10_000_000 * (435 * 2 + 142_506 * 5)
