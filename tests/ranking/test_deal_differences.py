"""Deals are counted in their order, whatever order games end in, and by the places of two bots."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings as with_settings, strategies as st
from msgspec.structs import replace

from arena.ranking.deal_differences import DealDifferences
from arena.results.manifest import Manifest
from arena.tournament.paired_schedule import NEW, OLD, PairedSchedule
from tests.tournament.mocks import manifest_of, tables_of


def comparison(bots: int, seats: int, schedule: str, rounds: int = 6) -> Manifest:
    """The manifest of a comparison of two bots among so many."""
    manifest = manifest_of(bots, seats=[seats], rounds=rounds, duplicate=True)
    return replace(manifest, settings=replace(manifest.settings, schedule=schedule))


def schedule_of(manifest: Manifest) -> PairedSchedule:
    return PairedSchedule(manifest.settings, len(manifest.bots))


def game(manifest: Manifest, number: int, places: Sequence[int]) -> dict[str, Any]:
    """One game with the places of the bots, by their numbers in the roster."""
    table = schedule_of(manifest)[number].table
    return tables_of(manifest, [number], [table], [[places[bot] for bot in table]])


def counted(found: DealDifferences) -> list[float]:
    """The differences of all rounds that are complete."""
    return list(iter(found.next, None))


DUEL = comparison(2, 2, "together")


def test_two_wins_a_win_and_a_loss_and_draws_make_the_difference_of_a_deal() -> None:
    found = DealDifferences(DUEL, schedule_of(DUEL))
    outcomes = [([1, 2], [1, 2]), ([1, 2], [2, 1]), ([1, 1], [1, 2]), ([2, 1], [1, 1])]
    for deal, both in enumerate(outcomes):
        for rotation, places in enumerate(both):
            found.add(game(DUEL, 2 * deal + rotation, places))
    assert counted(found) == [1.0, 0.0, 0.5, -0.5]
    assert found.rounds == 4
    assert found.share(NEW) == pytest.approx(1 - found.share(OLD)) == pytest.approx(0.625)


def test_a_deal_waits_for_all_games_of_all_deals_before_it() -> None:
    found = DealDifferences(DUEL, schedule_of(DUEL))
    for number in (1, 2, 3, 5, 4):
        found.add(game(DUEL, number, [1, 2]))
        assert found.next() is None
    found.add(game(DUEL, 0, [2, 1]))
    assert counted(found) == [0.0, 1.0, 1.0]


def test_swapped_bots_are_compared_by_what_they_beat_of_the_same_company() -> None:
    swap = comparison(5, 4, "swap")
    found = DealDifferences(swap, schedule_of(swap))
    for number in range(4):
        found.add(game(swap, number, [1, 0, 2, 3, 4]))  # the new bot beats all
    for number in range(4, 8):
        found.add(game(swap, number, [0, 3, 1, 2, 4]))  # the old one beats one of three
    assert counted(found) == [pytest.approx(2 / 3)]
    assert (found.share(NEW), found.share(OLD)) == (1, pytest.approx(1 / 3))


def test_who_is_level_beats_half() -> None:
    swap = comparison(4, 3, "swap")
    found = DealDifferences(swap, schedule_of(swap))
    for number in range(6):
        found.add(game(swap, number, [1, 3, 1, 1] if number < 3 else [1, 3, 1, 2]))
    assert counted(found) == [0.5]


@with_settings(max_examples=40)
@given(st.permutations(range(12)), st.lists(st.booleans(), min_size=12, max_size=12))
def test_no_order_of_games_changes_a_digit(order: list[int], wins: list[bool]) -> None:
    found = DealDifferences(DUEL, schedule_of(DUEL))
    told = []
    for number in order:
        found.add(game(DUEL, number, [1, 2] if wins[number] else [2, 1]))
        told += counted(found)
    pairs = zip(wins[::2], wins[1::2], strict=True)
    assert told == [float(one + other - 1) for one, other in pairs]
