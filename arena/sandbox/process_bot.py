"""A seat whose bot has its own process: asking it, charging its time, explaining crashes."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Sequence
from contextlib import suppress

from arena.match.clocks import BotClock
from arena.match.faults import BotFault, FaultKind
from arena.match.limits import Limits
from arena.match.messages import NO_NOTES, Begin, Chose, action_in, encode, wire_of
from arena.match.own_words import most_printed, read_notes
from arena.notes import Note, Notebook
from arena.referee.actions import Action
from arena.referee.events import Event
from arena.referee.modules import rules_of
from arena.sandbox.accounts import Patience, Stopwatch, TooLong, keeps_accounts
from arena.sandbox.company import Company
from arena.sandbox.processes import FAREWELL, LOST, IsolationError, ParentProcess
from arena.sandbox.shared_files import SharedFiles
from arena.sandbox.stacks import stack_in, without_last_words


class ProcessBot:
    """A seated bot in a process of its own."""

    def __init__(
        self,
        parent: ParentProcess,
        layers: Iterable[str],
        begin: Begin,
        limits: Limits,
        company: Company,
        shared: SharedFiles | None = None,
    ) -> None:
        """Fork a process for the bot; its clock starts when it is told which bot to load."""
        rules = rules_of(begin.ruleset)
        self._wire = wire_of(rules)
        self._notebook = Notebook(rules.board)
        self._most = most_printed(limits)
        self._heard = 0
        """How many bytes of its output were read."""
        self._has_printed = True
        """Whether there may be output that was not read."""
        self._source = begin.source
        self._clock = BotClock(limits)
        self._company = company
        self.memory = 0
        self._process = parent.fork(layers, limits, shared)
        company.join(self._process)
        try:
            self._process.channel.receive(Patience(self._process.account, LOST).wait)
            self._watch = Stopwatch(self._process.account)
            self._process.channel.send(
                encode(begin.alone()), Patience(self._process.account, LOST).wait
            )
        except (BotFault, TooLong) as fault:
            complaint = self.printed().strip().splitlines()[-1:] or [str(fault)]
            self._process.close()
            raise IsolationError(f"no process for a bot could be had: {complaint[0]}") from fault
        self._process.at_rest = self._watch.reading

    @property
    def cpu(self) -> float:
        """Seconds of processor time that the bot has used."""
        return self._clock.cpu

    @property
    def idle(self) -> float:
        """Seconds in which it was asked, and neither computed nor waited for a core."""
        return self._clock.idle

    def choose(self, events: Sequence[Event]) -> Action:
        """The bot's answer to the question that the events end with."""
        self._process.let_go()
        self._has_printed = True  # unless it says otherwise
        self._watch.begin()
        try:
            self._process.channel.send(encode(events), self._wait)
            frame = self._process.channel.receive(self._wait)
        except BotFault as fault:
            raise self._explained(fault) from None
        self._charge()
        self._process.at_rest = self._watch.reading
        reply = self._wire.read_reply(frame)
        if reply.notes != NO_NOTES:
            read_notes(reply.notes, self._notebook)
        if isinstance(reply, Chose):
            self._has_printed = reply.printed
        return action_in(reply)

    def charge_late(self) -> None:
        """Note the processor time that it has used since its last answer."""
        with suppress(BotFault):  # it has given all its answers in time
            self._watch.look()
            self._clock.charge(self._watch.cpu)

    def end(self, events: Sequence[Event]) -> BotFault | None:
        """Tell the bot how the game came out; a fault at this point does not count."""
        self._process.let_go()
        self._has_printed = True
        patience = Patience(self._process.account, FAREWELL)
        try:
            self._process.channel.send(encode(events), patience.wait)
            frame = self._process.channel.receive(patience.wait)
        except (BotFault, TooLong):  # most have nothing to say, and end
            return None
        try:
            self._wire.read_answer(frame)
        except BotFault as fault:
            return fault
        return None

    def printed(self) -> str:
        """The end of what the bot printed."""
        return without_last_words(self._process.printed())

    def said(self) -> tuple[str, tuple[Note, ...]]:
        """What it printed since this was last asked, within its limit, and its latest notes."""
        printed = b""
        if self._has_printed:
            printed = self._process.output_from(self._heard, self._most - self._heard)
            self._heard += len(printed)
        notes = self._notebook.page
        if notes:
            self._notebook.turn_page()
        return without_last_words(printed.decode("utf-8", "replace")), notes

    def close(self) -> None:
        """End the bot's process."""
        self._process.close()
        self.memory = self._process.end().memory >> 10

    def _wait(self) -> None:
        """Charge the bot for a slice of time, and see that no other bot computes meanwhile."""
        self._charge()
        self._company.hold_others(self._process)

    def _charge(self) -> None:
        """Charge the time since the last look; too much of it raises a timeout."""
        watch, clock = self._watch, self._clock
        watch.lap()
        clock.wall, clock.idle = watch.wall, watch.idle
        clock.charge(watch.cpu)
        if self._has_overslept():
            raise clock.oversleep()
        clock.check_wall(keeps_accounts())

    def _has_overslept(self) -> bool:
        """Whether the bot has been idle for too long.

        A wait for a core that is not over yet looks like idleness. But it has not begun before the
        bot last computed: one that naps between our looks, and computes at each, is not excused.
        """
        if not self._clock.is_overslept():
            return False
        is_runnable = self._process.account.is_runnable()
        return not is_runnable or self._clock.is_overslept(self._watch.unmoved)

    def _explained(self, fault: BotFault) -> BotFault:
        """The fault, with how the process ended if it is a crash, and where the bot was then."""
        if fault.kind == FaultKind.TIMEOUT:
            stack = stack_in(self._process.last_words(), self._source, "when its time was up")
            return BotFault(fault.kind, fault.sentence, stack, fault.from_outside)
        if fault.kind != FaultKind.CRASH:
            return fault
        code = self._process.gone().code
        if self._process.is_killed:
            return BotFault(FaultKind.CRASH, "the bot hung up")
        if code == -signal.SIGKILL:
            sentence = "the bot's process was killed, as a system short of memory does"
            return BotFault(FaultKind.CRASH, sentence, from_outside=True)
        if code < 0:
            sentence = f"the bot's process was ended by signal {-code} ({signal.strsignal(-code)})"
            stack = stack_in(self._process.printed(), self._source, "when it ended")
            return BotFault(FaultKind.CRASH, sentence, stack)
        return BotFault(FaultKind.CRASH, f"the bot's process ended with exit code {code}")
