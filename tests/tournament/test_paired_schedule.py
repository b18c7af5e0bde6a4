"""The games of a comparison: every deal in all rotations, both bots in the same company."""

from collections import Counter
from itertools import groupby
from typing import Any

import pytest
from msgspec.structs import replace

from arena.tournament.paired_schedule import NEW, OLD, PairedSchedule
from arena.tournament.schedule import ScheduleError
from arena.tournament.settings import Discipline
from arena.tournament.sittings import Sitting
from tests.tournament.tournaments import settings

SWAP: dict[str, Any] = {"schedule": "swap", "duplicate": True}
TOGETHER: dict[str, Any] = {"schedule": "together", "duplicate": True}


def games(bots: int, **changes: Any) -> list[Sitting]:
    """All games of a comparison among so many bots."""
    schedule = PairedSchedule(settings(**changes), bots)
    assert sum(schedule.games().values()) == len(schedule)
    return [schedule[number] for number in range(len(schedule))]


def by_deal(sittings: list[Sitting]) -> list[list[Sitting]]:
    """The games of each deal, which follow each other."""
    return [list(some) for _, some in groupby(sittings, lambda sitting: sitting.deal)]


def test_two_bots_alone_have_every_deal_from_both_seats() -> None:
    assert [game.table for game in games(2, rounds=2, **TOGETHER)] == [(0, 1), (1, 0)] * 2
    assert [game.deal for game in games(2, rounds=3, **TOGETHER)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_swapped_bots_sit_in_the_same_seats_of_the_same_company(seats: int) -> None:
    for deal in by_deal(games(seats + 1, seats=(seats,), rounds=5, **SWAP)):
        new, old = deal[:seats], deal[seats:]
        assert {game.table.index(NEW) for game in new} == set(range(seats))
        swapped = [tuple(OLD if bot == NEW else bot for bot in game.table) for game in new]
        assert [game.table for game in old] == swapped


def test_bots_at_one_table_have_it_in_all_rotations() -> None:
    for deal in by_deal(games(4, seats=(4,), rounds=7, **TOGETHER)):
        assert len(deal) == 4
        for bot in range(4):
            assert {game.table.index(bot) for game in deal} == set(range(4))


def test_more_companions_than_seats_take_turns_and_sit_in_all_orders() -> None:
    sittings = games(6, seats=(3,), rounds=12, **SWAP)
    tables = Counter(frozenset(game.table) - {NEW, OLD} for game in sittings)
    assert len(tables) == 6
    assert set(tables.values()) == {12}
    assert len({game.table for game in sittings}) == 2 * 6 * 2 * 3


def test_a_round_has_one_deal_of_each_ruleset() -> None:
    sittings = games(2, rulesets=("usa", "africa"), rounds=3, **TOGETHER)
    assert [game.ruleset for game in sittings[:4]] == ["usa", "usa", "africa", "africa"]
    assert [game.round for game in sittings] == [0] * 4 + [1] * 4 + [2] * 4
    assert len({(game.ruleset, game.deal) for game in sittings}) == 6
    chosen = settings(rulesets=("usa", "africa"), rounds=3, **TOGETHER)
    assert PairedSchedule(chosen, 2).games() == {
        Discipline("usa", 2): 6,
        Discipline("africa", 2): 6,
    }


def test_more_rounds_change_no_game() -> None:
    few, many = (games(5, seats=(3,), rounds=rounds, **SWAP) for rounds in (2, 9))
    assert many[: len(few)] == few


def test_too_few_bots_for_a_table_are_refused() -> None:
    chosen = replace(settings(**SWAP), seats=(4,))
    with pytest.raises(ScheduleError, match="4 bots are too few to compare two of them at 4 seats"):
        PairedSchedule(chosen, 4)
