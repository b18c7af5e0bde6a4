"""The messages between the referee and a bot's process: typed, and never pickled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Final, Generic, TypeVar

from msgspec import Meta, MsgspecError, Raw, Struct
from msgspec.msgpack import Decoder, Encoder
from msgspec.structs import replace

from arena.match.compiled import Compiled
from arena.match.faults import LONGEST, BotFault, FaultKind, clip
from arena.match.source import Source
from arena.notes import Note
from arena.referee.actions import Action
from arena.referee.events import Event
from arena.referee.rules import Rules
from arena.referee.rulesets import Ruleset
from arena.vocabulary import Seat

TOLD: Final = (FaultKind.CRASH, FaultKind.MEMORY)
"""The faults that a bot's process may report of itself; any other report is invalid."""
NO_NOTES: Final = Raw(b"\x90")
"""An empty list of notes, as it is sent."""
Text = Annotated[str, Meta(max_length=LONGEST + 10)]


class Begin(Struct, frozen=True, array_like=True, tag=True):
    """All that a bot's process is told before the first question."""

    ruleset: Ruleset
    seats: int
    me: Seat
    seed: int
    """The seed of the bot's own generator; the game's seed would tell it every hidden card."""
    cpu: float
    source: Source
    compiled: Compiled = {}
    """Its modules that need not be compiled any more."""

    def alone(self) -> Begin:
        """The same without the files of the bot's folder, which a process gets another way."""
        return replace(self, source=self.source.alone())


class Compile(Struct, frozen=True, array_like=True, tag=True):
    """Compile these modules, by their names in tracebacks; nothing of them is run."""

    modules: dict[str, bytes]


A = TypeVar("A")


class Chose(Struct, Generic[A], frozen=True, array_like=True, tag=True, forbid_unknown_fields=True):
    """The bot's answer."""

    action: A
    notes: Raw = NO_NOTES
    """Its notes on the question: read apart, for whatever is wrong with them is no fault."""
    printed: bool = False
    """Whether it printed anything: else its output is not looked at now, which takes time."""


class Failed(Struct, frozen=True, array_like=True, tag=True, forbid_unknown_fields=True):
    """The bot failed to answer."""

    kind: Text
    sentence: Text
    traceback: Text
    notes: Raw = NO_NOTES
    """Its notes on the question, up to the failure."""


def any_of(kinds: Sequence[type]) -> Any:
    """The union of these types."""
    return reduce(or_, kinds)


class Wire:
    """How the events and answers of one ruleset are read; those of other rulesets are refused."""

    def __init__(self, rules: Rules) -> None:
        events, actions = any_of(rules.events), any_of(rules.actions)
        self.decode_events: Callable[[bytes], list[Event]] = Decoder(
            list[events]  # type: ignore[valid-type]
        ).decode
        self._decode_reply: Callable[[bytes], Chose[Action] | Failed] = Decoder(
            Chose[actions] | Failed  # type: ignore[valid-type]
        ).decode

    def read_reply(self, frame: bytes) -> Chose[Action] | Failed:
        """What a bot sends back, its answer or its failure; raises its fault if it is neither."""
        try:
            return self._decode_reply(frame)
        except (MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BotFault(FaultKind.INVALID, clip(f"the answer is no action: {error}")) from None

    def read_answer(self, frame: bytes) -> Action:
        """The action in a bot's answer; raises its fault if there is none."""
        return action_in(self.read_reply(frame))


def action_in(reply: Chose[Action] | Failed) -> Action:
    """The action in a reply; raises the bot's fault if it failed."""
    if isinstance(reply, Failed):
        kind = FaultKind(reply.kind) if reply.kind in TOLD else FaultKind.INVALID
        raise BotFault(kind, reply.sentence, reply.traceback)
    return reply.action


@cache
def wire_of(rules: Rules) -> Wire:
    """The wire of a ruleset, made once."""
    return Wire(rules)


encode: Final = Encoder().encode
decode_begin: Final = Decoder(Begin).decode
decode_first: Final = Decoder(Begin | Compile).decode
decode_compiled: Final = Decoder(Compiled).decode


def packed(notes: Sequence[Note]) -> Raw:
    """Notes as an answer carries them."""
    return Raw(encode(notes)) if notes else NO_NOTES
