"""The ways to seat a bot: confined, in a process of its own, or in the referee's process."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from arena.match.clocks import BotClock
from arena.match.faults import BotFault
from arena.match.limits import Limits
from arena.match.messages import Begin, Chose, decode_begin, encode, wire_of
from arena.match.own_words import most_printed
from arena.match.player import Player, fault_of
from arena.match.prints import Prints
from arena.notes import Note
from arena.referee.actions import Action
from arena.referee.events import Event
from arena.words import Word


class Isolation(Word):
    """How a bot is isolated while it plays, by the words that configurations use."""

    SANDBOX = "sandbox"
    """In a process of its own that can reach nothing: for strangers' bots."""
    PROCESS = "process"
    """In a process of its own, with its limits of time and memory, but trusted otherwise."""
    NONE = "none"
    """In the referee's own process: trusted with everything."""


class SeatedBot(Protocol):
    """A bot at a seat, wherever it runs. What it does wrong raises a `BotFault`."""

    @property
    def cpu(self) -> float:
        """Seconds of processor time that it has used."""

    @property
    def idle(self) -> float:
        """Seconds in which it was asked, and neither computed nor waited for a core."""

    memory: int
    """Once it is closed: the most memory that its process had, in megabytes."""

    def choose(self, events: Sequence[Event]) -> Action:
        """The bot's answer to the question that the events end with."""

    def charge_late(self) -> None:
        """Note the processor time that it has used since its last answer."""

    def end(self, events: Sequence[Event]) -> BotFault | None:
        """Let the bot know how the game came out; what it does wrong then does not count."""

    def printed(self) -> str:
        """The end of what the bot printed."""

    def said(self) -> tuple[str, tuple[Note, ...]]:
        """What it printed since this was last asked, within its limit, and its latest notes."""

    def close(self) -> None:
        """Be done with the bot."""


class TrustedBot:
    """A bot in the referee's own process: fast, and to be trusted with everything."""

    def __init__(self, begin: Begin, limits: Limits) -> None:
        self._begin = decode_begin(encode(begin.alone()))  # as a process would get it
        self._files = begin.source.folder.files
        self._limits = limits
        self._clock = BotClock(limits)
        self._player: Player | None = None
        self._prints = Prints(most_printed(limits))
        self._notes: tuple[Note, ...] = ()
        self.memory = 0
        self._since = 0.0

    @property
    def cpu(self) -> float:
        """Seconds of processor time that the bot has used."""
        return self._clock.cpu

    @property
    def idle(self) -> float:
        """Nothing: what a trusted bot does between question and answer is not looked at."""
        return 0.0

    def choose(self, events: Sequence[Event]) -> Action:
        """The bot's answer to the question that the events end with."""
        self._since = time.process_time()
        try:
            with self._prints:
                if self._player is None:
                    self._player = Player(self._begin, self._cpu_left, self._files)
                answer = encode(Chose(self._player.choose(events)))
        except KeyboardInterrupt:  # the user's, most likely
            raise
        except BaseException as error:  # a bot's code ran: whatever it raises is its fault
            raise fault_of(error) from error
        finally:
            self._notes = () if self._player is None else self._player.notes
        self._clock.charge(self._clock.cpu + time.process_time() - self._since)
        return wire_of(self._player.view.rules).read_answer(answer)

    def charge_late(self) -> None:
        """Nothing: a trusted bot computes only when it is asked."""

    def end(self, events: Sequence[Event]) -> BotFault | None:
        """Let the bot know how the game came out; what it does wrong then does not count."""
        if self._player is not None:
            try:
                with self._prints:
                    self._player.end(events)
            except KeyboardInterrupt:  # the user's, most likely
                raise
            except BaseException as error:  # a bot's code ran, and nobody waits for an answer
                return fault_of(error)
        return None

    def printed(self) -> str:
        """The end of what the bot printed, which also went where the referee prints."""
        return self._prints.last

    def said(self) -> tuple[str, tuple[Note, ...]]:
        """What it printed since this was last asked, within its limit, and its latest notes."""
        notes, self._notes = self._notes, ()
        return self._prints.take(), notes

    def close(self) -> None:
        """Be done with the bot."""
        self._player = None

    def _cpu_left(self) -> float:
        return self._limits.cpu - self.cpu - (time.process_time() - self._since)
