"""A seat whose bot has its own process: asking it, charging processor time, explaining crashes."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

from arena.match.clocks import BotClock, patience
from arena.match.faults import BotFault, FaultKind
from arena.match.limits import Limits
from arena.match.messages import Begin, encode, wire_of
from arena.referee.actions import Action
from arena.referee.events import Event
from arena.referee.modules import rules_of
from arena.sandbox.processes import FAREWELL, START, IsolationError, ParentProcess


class ProcessBot:
    """A seated bot in a process of its own."""

    def __init__(
        self, parent: ParentProcess, layers: Iterable[str], begin: Begin, limits: Limits
    ) -> None:
        """Fork a process for the bot; its clock starts when it is told which bot to load."""
        self._limits = limits
        self._wire = wire_of(rules_of(begin.ruleset))
        self._clock = BotClock(limits)
        self.memory = 0
        self._process = parent.fork(layers, limits)
        try:
            self._process.channel.receive(patience(START, "it is not ready in time"))
            self._start = self._process.cpu()
            self._process.channel.send(encode(begin), START)
        except BotFault as fault:
            complaint = self.printed().strip().splitlines()[-1:] or [fault.sentence]
            self._process.close()
            raise IsolationError(f"no process for a bot could be had: {complaint[0]}") from fault

    @property
    def cpu(self) -> float:
        """Seconds of processor time that the bot has used."""
        return self._clock.cpu

    def choose(self, events: Sequence[Event]) -> Action:
        """The bot's answer to the question that the events end with."""
        start = time.monotonic()
        try:
            self._process.channel.send(encode(events), self._limits.move)
            frame = self._process.channel.receive(self._clock.patience(self._charge))
        except BotFault as fault:
            raise self._explained(fault) from None
        self._clock.wall += time.monotonic() - start
        self._charge()
        return self._wire.read_answer(frame)

    def end(self, events: Sequence[Event]) -> None:
        """Tell the bot how the game came out; a fault at this point does not count."""
        with suppress(BotFault):
            self._process.channel.send(encode(events), FAREWELL)
            self._process.channel.receive(patience(FAREWELL, "the bot does not say goodbye"))

    def printed(self) -> str:
        """The end of what the bot printed."""
        return self._process.printed()

    def close(self) -> None:
        """End the bot's process."""
        self._process.close()
        self.memory = self._process.end().memory >> 10

    def _charge(self) -> None:
        """Charge the processor time on the kernel's clock; too much of it raises a timeout."""
        self._clock.charge(self._process.cpu() - self._start)

    def _explained(self, fault: BotFault) -> BotFault:
        """The fault, with how the process ended if it is a crash."""
        if fault.kind != FaultKind.CRASH:
            return fault
        code = self._process.gone().code
        if code == -signal.SIGKILL:
            return BotFault(FaultKind.CRASH, "the bot hung up, or was killed")
        if code < 0:
            name = signal.strsignal(-code)
            return BotFault(
                FaultKind.CRASH, f"the bot's process was ended by signal {-code} ({name})"
            )
        return BotFault(FaultKind.CRASH, f"the bot's process ended with exit code {code}")
