"""The time that moves take: how often each length occurred, in steps of 2%, and their sums."""

from __future__ import annotations

from typing import Final

import numpy as np

from arena.report.sums.portion import Portion

SHORTEST: Final = 0.001
"""Milliseconds; times are stored to the microsecond, and 0 counts as half of one."""
STEP: Final = 0.02
"""How much longer each step of the scale is than the one before."""
STEPS: Final = 1200
"""Enough for six hours."""
KINDS: Final = ("cpu_ms", "idle_ms")


class ThinkingSums:
    """How often each bot's moves took how long; memory does not grow with the games."""

    def __init__(self, bots: int) -> None:
        self._times = {kind: np.zeros((bots, STEPS), np.int64) for kind in KINDS}
        self._totals = {kind: np.zeros(bots) for kind in KINDS}
        self._games = np.zeros(bots, np.int64)

    def add(self, portion: Portion) -> None:
        """Count the times of all answers."""
        seats, times = portion.tables["seats"], portion.tables["times"]
        # One number stands for a game and one of its at most 16 seats.
        keys = seats["game"].to_numpy() * 16 + seats["seat"].to_numpy()
        asked = times["game"].to_numpy() * 16 + times["seat"].to_numpy()
        bots = portion.bots[np.searchsorted(keys, asked)]
        self._games += np.bincount(portion.bots, minlength=len(self._games))
        for kind in KINDS:
            lengths = np.maximum(times[kind].to_numpy(), SHORTEST / 2)
            steps = np.rint(np.log(lengths / SHORTEST) / np.log1p(STEP)).astype(np.int64) + 1
            steps[lengths < SHORTEST] = 0
            flat = bots * STEPS + np.clip(steps, 0, STEPS - 1)
            found = np.bincount(flat, minlength=self._times[kind].size)
            self._times[kind] += found.reshape(self._times[kind].shape)
            self._totals[kind] += np.bincount(
                bots, weights=times[kind].to_numpy(), minlength=len(self._games)
            )

    def moves(self, bot: int) -> int:
        """How many answers a bot gave."""
        return int(self._times["cpu_ms"][bot].sum())

    def a_game(self, kind: str, bot: int) -> float:
        """The milliseconds that all answers of a game took together, in the mean."""
        return float(self._totals[kind][bot] / self._games[bot])

    def quantile(self, kind: str, bot: int, share: float) -> float:
        """The milliseconds that so many of a bot's moves don't exceed, to 1%."""
        below = np.cumsum(self._times[kind][bot])
        step = int(np.searchsorted(below, share * below[-1]))
        return 0.0 if step == 0 else float(SHORTEST * (1 + STEP) ** (step - 1))
