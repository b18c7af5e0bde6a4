"""A bot's timeout: when it has used more processor time, or been idle for longer, than it may."""

from __future__ import annotations

from arena.match.faults import BotFault, FaultKind
from arena.match.limits import Limits


class BotClock:
    """The processor time, idle time and wall time that one bot has used in a game."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.cpu = 0.0
        """Seconds of processor time, loading included."""
        self.idle = 0.0
        """Seconds between questions and answers in which it did not compute, and could have."""
        self.wall = 0.0
        """Seconds between questions and answers."""

    def charge(self, cpu: float) -> None:
        """Note how much processor time the bot has used so far; a timeout if that is too much."""
        self.cpu = cpu
        if cpu > self._limits.cpu:
            raise BotFault(
                FaultKind.TIMEOUT, f"the bot has used its {self._limits.cpu:g} s of processor time"
            )

    def is_overslept(self, doubtful: float = 0.0) -> bool:
        """Whether the bot has been idle for longer than it may, apart from some seconds."""
        return self.idle - doubtful > self._limits.idle

    def oversleep(self) -> BotFault:
        """The fault of a bot that has been idle for too long."""
        return BotFault(FaultKind.TIMEOUT, f"the bot has been idle for its {self._limits.idle:g} s")

    def check_wall(self, is_idleness_known: bool) -> None:
        """Give up a bot for which the referee has waited too long.

        If it was neither idle nor computing, the machine is to blame, and the game is played again.
        """
        if self.wall > self._limits.wall:
            raise BotFault(
                FaultKind.TIMEOUT,
                f"no more than {self._limits.wall:g} s in all for the answers of a game",
                from_outside=is_idleness_known,
            )
