"""A bot's timeout: when it has used more processor time or wall time than its limits allow."""

from __future__ import annotations

import time
from collections.abc import Callable

from arena.match.faults import BotFault, FaultKind
from arena.match.limits import Limits

Patience = Callable[[], float]
"""Tells for how many seconds to wait on; raises a timeout when the waiting is over."""


class BotClock:
    """The processor time and the wall time that one bot has used in a game."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.cpu = 0.0
        """Seconds of processor time, loading included."""
        self.wall = 0.0
        """Seconds of wall time between questions and answers."""

    def charge(self, cpu: float) -> None:
        """Note how much processor time the bot has used so far; a timeout if that is too much."""
        self.cpu = cpu
        if cpu > self._limits.cpu:
            raise BotFault(
                FaultKind.TIMEOUT, f"the bot has used its {self._limits.cpu:g} s of processor time"
            )

    def patience(self, charge: Callable[[], None]) -> Patience:
        """How long to wait for an answer; `charge` looks at the bot's processor time."""
        limits = self._limits
        left = limits.wall - self.wall
        deadline = (
            patience(limits.move, f"no answer within {limits.move:g} s")
            if limits.move < left
            else patience(left, f"no more than {limits.wall:g} s in all for the answers of a game")
        )

        def wait() -> float:
            if waited:
                charge()
            waited.append(True)
            return min(deadline(), limits.cpu - self.cpu + 0.01)

        waited: list[bool] = []  # before the first wait, the last charge still holds
        return wait


def patience(seconds: float, sentence: str) -> Patience:
    """Wait for this many seconds at most; then there is a timeout with this sentence."""
    deadline = time.monotonic() + seconds

    def wait() -> float:
        left = deadline - time.monotonic()
        if left <= 0:
            raise BotFault(FaultKind.TIMEOUT, sentence)
        return left

    return wait
