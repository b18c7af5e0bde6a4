"""What a finished game is worth to each seat: its place, or the margin of points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from arena.errors import ArenaError, unknown

Reward = Callable[[Sequence[int], Sequence[int]], list[float]]
"""From the places and the scores of all seats to the reward of each."""


def by_place(places: Sequence[int], scores: Sequence[int]) -> list[float]:
    """1 for the first place and -1 for the last, evenly between; shared places share theirs."""
    steps = len(places) - 1
    return [1.0 - 2.0 * (place - 1 + (places.count(place) - 1) / 2) / steps for place in places]


def by_margin(places: Sequence[int], scores: Sequence[int]) -> list[float]:
    """The points that a seat is ahead of the best other seat, or behind it."""
    best, second = sorted(scores, reverse=True)[:2]
    return [float(score - (second if score == best else best)) for score in scores]


REWARDS: Final[dict[str, Reward]] = {"place": by_place, "margin": by_margin}
"""The rewards that an environment can give, by name."""


def reward_named(name: str) -> Reward:
    """The reward of this name."""
    if name not in REWARDS:
        raise ArenaError(unknown("reward", name, REWARDS))
    return REWARDS[name]
