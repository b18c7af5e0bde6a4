"""The model behind all ratings: TrueSkill's environment, and a bot's skill as two plain numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

from trueskill import TrueSkill, calc_draw_margin

# Bots don't learn, so tau is 0. Without draws to be expected, a tie would make a rating less
# certain.
SKILL: Final = TrueSkill(tau=0, draw_probability=0.02)
PRIOR: Final = float(SKILL.sigma**-2)
"""The precision of a skill before any game."""
NOISE: Final = float(SKILL.beta**2)
"""The variance of a performance around a skill."""
MARGIN: Final = float(calc_draw_margin(SKILL.draw_probability, 2, SKILL))
"""Two performances that differ by no more than this are a tie."""


class Skill(NamedTuple):
    """What is known of a bot's skill: its mean, and how certain that is."""

    mu: float
    sigma: float


UNKNOWN: Final = Skill(SKILL.mu, SKILL.sigma)
"""The skill of a bot that has met nobody."""


def exposed(skill: Skill) -> float:
    """The rating that orders the leaderboard: a bot is almost certainly at least this strong."""
    return float(SKILL.expose(skill))
