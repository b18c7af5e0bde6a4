"""The checks themselves: what a check says when a bot comes too near to a limit."""

import pytest
from msgspec.structs import replace

from arena.authoring.check import Checks
from arena.authoring.check_result import CheckFailed, CheckNotRun
from arena.match.limits import Limits
from arena.match.match import Thought
from arena.sandbox.venue import Venue
from tests.match.tables import FIRST, USA

THRIFTY = Thought(3, 0, 100.0, 100.0, 200.0)


def modest(**costs: float) -> str:
    """What the check of time and memory says of a bot with one game that has cost so much."""
    with Venue("none", [USA], Limits(cpu=20.0, idle=5.0, memory=512)) as venue:
        checks = Checks(FIRST, venue, 7, [USA])
        if costs:
            memory = int(costs.pop("memory", 20))
            played = venue.play(USA, [FIRST, FIRST], 1)
            thought = replace(THRIFTY, **costs)
            checks.played.append(replace(played, thoughts=(thought,), memory=(memory,)))
        return checks.is_modest()


@pytest.mark.parametrize(
    ("costs", "sentence"),
    [
        ({"cpu_ms": 17e3}, r"^17 s of processor time a game is too near to the limit of 20 \("),
        ({"idle_ms": 4.5e3}, r"^4\.5 s idle a game is too near to the limit of 5 \("),
        ({"memory": 500}, r"^500 MB a game is too near to the limit of 512 \("),
    ],
)
def test_a_bot_too_near_to_a_limit_is_told_which_and_how_it_is_set(
    costs: dict[str, float], sentence: str
) -> None:
    with pytest.raises(CheckFailed, match=sentence) as caught:
        modest(**costs)
    assert "under [limits] in a tournament's file" in caught.value.failure.advice


def test_a_bot_within_its_limits_is_told_what_it_uses() -> None:
    assert (
        modest(cpu_ms=1e3)
        == "1000.0 ms a move, 1000 ms the slowest, 1.0 s a game, 0.1 s idle, 20 MB"
    )


def test_time_and_memory_of_no_game_are_not_known() -> None:
    with pytest.raises(CheckNotRun, match="it finished no game without a fault"):
        modest()
