"""The names by which Gymnasium makes environments: `gymnasium.make("arena/usa-v0")`."""

from __future__ import annotations

import gymnasium

from arena.referee.rulesets import RULESETS
from arena.rl.versions import gymnasium_name


def register_all() -> None:
    """Register an environment against bots for every ruleset."""
    for name, ruleset in RULESETS.items():
        gymnasium.register(
            gymnasium_name(ruleset),
            entry_point="arena.rl.single:AgainstBots",
            kwargs={"ruleset": name},
        )
