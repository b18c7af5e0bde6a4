"""The Gymnasium environment: one seat is the agent's, given bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arena.errors import ArenaError
from arena.referee.actions import Action
from arena.referee.game import IllegalAction
from arena.referee.modules import rules_of
from arena.referee.rulesets import Ruleset, find_ruleset
from arena.rl.aec import MOST, SEEDS
from arena.rl.opponents import Opponent, seated, sources_of
from arena.rl.position import RefereePosition
from arena.rl.rendering import mode_named, modes, rendered
from arena.rl.rewards import reward_named
from arena.vocabulary import Seat


class AgainstBots(gymnasium.Env[NDArray[np.int16], int]):
    """A game against given bots, which run in this process: only bots that you trust.

    `info["action_mask"]` and `action_masks()` say which actions are legal. One that is not ends the
    game, and the agent is last, as a bot that fails is.
    """

    metadata = {"render_modes": list(modes()), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        ruleset: Ruleset | str = "usa",
        seats: int = 2,
        opponents: Sequence[str | Path] = (),
        seat: Seat | None = None,
        reward: str = "place",
        render_mode: str | None = None,
    ) -> None:
        from arena.planning.arrays import layout_of, numbering_of

        self.rules = rules_of(ruleset if isinstance(ruleset, Ruleset) else find_ruleset(ruleset))
        self.layout = layout_of(self.rules, seats)
        self.numbering = numbering_of(self.rules)
        if seat is not None and not 0 <= seat < seats:
            raise ArenaError(f"there is no seat {seat} among {seats}, they are numbered from 0")
        self.render_mode = mode_named(render_mode)
        self._given_seat = seat
        self._sources = sources_of(opponents, seats)
        self._reward = reward_named(reward)
        self.observation_space = spaces.Box(-1, MOST, (self.layout.size,), np.int16)
        self.action_space = spaces.Discrete(len(self.numbering))  # type: ignore[assignment]
        self._position: RefereePosition | None = None
        self._opponents: dict[Seat, Opponent] = {}
        self.seat: Seat = 0
        """The agent's seat in this game."""

    @property
    def position(self) -> RefereePosition:
        """The game that is being played."""
        if self._position is None:
            raise ArenaError("there is no game yet: call reset() first")
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Deal a game, and let the others play up to the agent's first question."""
        super().reset(seed=seed)
        seats = self.layout.seats
        game_seed = int(self.np_random.integers(SEEDS))
        drawn = int(self.np_random.integers(seats))
        self.seat = drawn if self._given_seat is None else self._given_seat
        self._position = RefereePosition(self.rules, seats, game_seed)
        others = [seat for seat in range(seats) if seat != self.seat]
        self._opponents = {
            seat: seated(source, self._position.game(), seat, game_seed)
            for seat, source in zip(others, self._sources, strict=True)
        }
        self._let_others_play()
        return self._seen()

    def step(self, action: int) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """Play an action, and let the others play up to the agent's next question."""
        position = self.position
        if position.over:
            raise ArenaError("the game is over: call reset()")
        try:
            position.play(int(action))
        except IllegalAction as refused:
            return self._put_out(str(refused))
        self._let_others_play()
        return self._seen()[0], self._won(), position.over, False, self._seen()[1]

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as libraries for masked policies ask for it."""
        return self._mask().astype(np.bool_)

    def action_of(self, number: int) -> Action:
        """The action that a number means now."""
        return self.position.action_of(number)

    def index_of(self, action: Action) -> int:
        """The number of an action."""
        return self.position.index_of(action)

    def render(self) -> Any:
        """The board as it is now: SVG as text, or an array of pixels."""
        return rendered(self.position.game(), self.render_mode)

    def _let_others_play(self) -> None:
        """Ask the opponents until the agent is asked or the game is over."""
        game = self.position.game()
        while not game.over and game.seat != self.seat:
            game.apply(self._opponents[game.seat].answer(game))

    def _mask(self) -> NDArray[np.int8]:
        """Which actions are legal for the agent."""
        if self.position.over:
            return np.zeros(len(self.numbering), np.int8)
        return self.position.mask()

    def _seen(self) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """What the agent observes, and which actions are legal."""
        return self.position.observation(self.seat), {"action_mask": self._mask()}

    def _won(self) -> float:
        """What the game has brought the agent: nothing before its end."""
        if not self.position.over:
            return 0.0
        seats = self.position.result().seats
        places, scores = [seat.place for seat in seats], [seat.score for seat in seats]
        return self._reward(places, scores)[self.seat]

    def _put_out(
        self, sentence: str
    ) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """The end of the game for an agent whose action was not legal: it is last."""
        seats, scores = self.layout.seats, list(self.position.game().scores)
        scores[self.seat] = min(scores)
        places = [seats if seat == self.seat else 1 for seat in range(seats)]
        observation, info = self._seen()
        reward = self._reward(places, scores)[self.seat]
        return observation, reward, True, False, {**info, "illegal": sentence}


against = AgainstBots
