"""Environments for learning: PettingZoo, Gymnasium, and thousands of games as arrays.

`env` is a PettingZoo environment in which every seat is played, `against` a Gymnasium environment
against given bots, and `vector` plays many games side by side on the compiled kernel.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from arena.rl.rewards import REWARDS as REWARDS
from arena.rl.versions import VERSION as VERSION

if TYPE_CHECKING:
    from arena.rl.aec import GameEnv as GameEnv, env as env, raw_env as raw_env
    from arena.rl.game_vector import GameVector as GameVector, vector as vector
    from arena.rl.single import AgainstBots as AgainstBots, against as against

NEEDED = {
    "GameEnv": ("arena.rl.aec", "pettingzoo"),
    "env": ("arena.rl.aec", "pettingzoo"),
    "raw_env": ("arena.rl.aec", "pettingzoo"),
    "AgainstBots": ("arena.rl.single", "gymnasium"),
    "against": ("arena.rl.single", "gymnasium"),
    "GameVector": ("arena.rl.game_vector", "numpy"),
    "vector": ("arena.rl.game_vector", "numpy"),
}
"""What there is here, where it is, and the library that it needs."""


def __getattr__(name: str) -> object:
    """Load an environment when it is first named, so that each needs its own library only."""
    from importlib import import_module

    if name not in NEEDED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, library = NEEDED[name]
    if find_spec(library) is None:
        raise ArenaError(f"arena.rl.{name} needs {library}: pip install 'railarena[rl]'")
    return getattr(import_module(module), name)


if find_spec("gymnasium") is not None:
    from arena.rl.registration import register_all

    register_all()
