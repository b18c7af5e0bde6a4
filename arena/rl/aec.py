"""The PettingZoo environment (AEC): every seat of a game is an agent, asked one after the other."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from arena.errors import ArenaError
from arena.planning.arrays import layout_of, numbering_of
from arena.referee.actions import Action
from arena.referee.modules import rules_of
from arena.referee.rulesets import Ruleset, find_ruleset
from arena.rl.position import Position, deal
from arena.rl.rendering import mode_named, modes, rendered
from arena.rl.rewards import reward_named
from arena.rl.versions import VERSION, name_of

MOST: Final = int(np.iinfo(np.int16).max)
SEEDS: Final = 1 << 62
"""Seeds of games are drawn below this."""


class GameEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game of one ruleset and number of seats; the agents are `seat_0`, `seat_1`, …

    An agent observes what its seat's view tells, and `action_mask` says which actions are legal:
    none for an agent that is not asked. Rewards are given at the end of the game.
    """

    def __init__(
        self,
        ruleset: Ruleset | str,
        seats: int = 2,
        reward: str = "place",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = rules_of(ruleset if isinstance(ruleset, Ruleset) else find_ruleset(ruleset))
        self.layout = layout_of(self.rules, seats)
        self.numbering = numbering_of(self.rules)
        self.render_mode = mode_named(render_mode)
        self.metadata = {
            "name": name_of(self.rules.ruleset),
            "render_modes": list(modes()),
            "is_parallelizable": False,
            "render_fps": 2,
            "version": VERSION,
        }
        self._reward = reward_named(reward)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1, MOST, (self.layout.size,), np.int16),
                "action_mask": spaces.Box(0, 1, (len(self.numbering),), np.int8),
            }
        )
        self._action_spaces = {
            agent: spaces.Discrete(len(self.numbering)) for agent in self.possible_agents
        }
        self._nothing = np.zeros(len(self.numbering), np.int8)
        self._generator, _ = seeding.np_random()
        self._position: Position | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes: its array, and which actions are legal."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of the ruleset, by number."""
        return self._action_spaces[agent]

    @property
    def position(self) -> Position:
        """The game that is being played."""
        if self._position is None:
            raise ArenaError("there is no game yet: call reset() first")
        return self._position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. A seed decides this deal and those of later resets without one."""
        if seed is not None:
            self._generator, _ = seeding.np_random(seed)
        game_seed = int(self._generator.integers(SEEDS))
        self._position = deal(self.rules, self.layout.seats, game_seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._position.seat]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent observes now."""
        position, seat = self.position, self._seat_of[agent]
        asked = seat == position.seat and not position.over
        legal = position.mask() if asked else self._nothing.copy()
        return {"observation": position.observation(seat), "action_mask": legal}

    def step(self, action: int | None) -> None:
        """Play the action of the asked agent; one that is not legal is refused with its rule."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ArenaError(f"{agent} is asked, so it can't play None")
        position = self.position
        position.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        if position.over:
            self._finish(position)
        else:
            self.agent_selection = self.possible_agents[position.seat]

    def action_of(self, number: int) -> Action:
        """The action that a number means for the asked seat."""
        return self.position.action_of(number)

    def index_of(self, action: Action) -> int:
        """The number of an action of the asked seat."""
        return self.position.index_of(action)

    def render(self) -> Any:
        """The board as it is now: SVG as text, or an array of pixels."""
        return rendered(self.position.game(), self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""

    def _finish(self, position: Position) -> None:
        """Give all agents their rewards at the end of the game."""
        seats = position.result().seats
        rewards = self._reward([seat.place for seat in seats], [seat.score for seat in seats])
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()


raw_env = env = GameEnv
