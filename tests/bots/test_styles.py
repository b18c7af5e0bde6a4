"""The bundled bots: each plays every ruleset without a fault, and the same again."""

from pathlib import Path

import pytest

from arena.match.limits import Limits
from arena.match.match import Played
from arena.match.reading import read_source
from arena.referee.rulesets import NAMES, find_ruleset
from arena.sandbox.venue import Venue

BOTS = Path(__file__).parents[2] / "bots"
STYLES = ("random_bot", "longest_route", "hoarder", "ticket_follower")
EVERY_STYLE = pytest.mark.parametrize("style", STYLES)


def play(name: str, styles: list[str], seed: int = 1) -> Played:
    """One game of these bots."""
    ruleset = find_ruleset(name)
    with Venue("none", [ruleset], Limits()) as venue:
        return venue.play(ruleset, [read_source(BOTS / f"{style}.py") for style in styles], seed)


@EVERY_STYLE
@pytest.mark.parametrize("name", NAMES)
def test_a_style_plays_every_ruleset_at_the_smallest_and_largest_table(
    name: str, style: str
) -> None:
    for seats in (2, find_ruleset(name).most_seats):
        assert play(name, [style] * seats).faults == ()


@EVERY_STYLE
@pytest.mark.parametrize("name", ["usa", "africa+warehouses", "oldwest+alvin+warehouses"])
def test_a_style_plays_the_same_under_the_same_seed(name: str, style: str) -> None:
    first, second = (play(name, [style] * 3) for _ in range(2))
    assert first.record == second.record


@pytest.mark.parametrize("style", STYLES[1:])
@pytest.mark.parametrize("name", ["usa", "africa", "oldwest"])
def test_a_style_beats_chance(name: str, style: str) -> None:
    wins = sum(play(name, [style, "random_bot"], seed).places == (1, 2) for seed in range(5))
    assert wins >= 4
