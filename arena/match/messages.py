"""What the referee and a bot's process say to each other: typed, and never pickled."""

from __future__ import annotations

from typing import Annotated, Any, Final, Union

from msgspec import Meta, MsgspecError, Struct
from msgspec.msgpack import Decoder, Encoder

from arena.match.faults import LONGEST, BotFault, FaultKind, clip
from arena.match.source import Source
from arena.referee.actions import Action
from arena.referee.events import Decided, Event
from arena.referee.rulebook import rules_of  # noqa: F401 - the modules' actions and events are there
from arena.referee.rulesets import Ruleset

TOLD: Final = (FaultKind.CRASH, FaultKind.MEMORY)
"""The faults that a bot's process may report of itself; any other report is invalid."""
Text = Annotated[str, Meta(max_length=LONGEST + 10)]


class Begin(Struct, frozen=True, array_like=True):
    """All that a bot's process is told before the first question."""

    ruleset: Ruleset
    seats: int
    me: int
    seed: int
    """Of the bot's own generator; the game's would tell it every hidden card."""
    cpu: float
    source: Source


def every(base: type[Any]) -> tuple[type[Any], ...]:
    """All kinds of a struct that there are."""
    return tuple(
        sorted(
            (kind for sub in base.__subclasses__() for kind in (every(sub) or (sub,))),
            key=lambda kind: kind.__name__,
        )
    )


AnyAction: Final = Union[every(Action)]  # noqa: UP007 - the kinds are known only here
AnyEvent: Final = Union[  # noqa: UP007
    tuple(kind for kind in every(Event) if kind is not Decided)
]


class Chose(Struct, frozen=True, array_like=True, tag=True, forbid_unknown_fields=True):
    """The bot's answer."""

    action: AnyAction  # type: ignore[valid-type]


class Failed(Struct, frozen=True, array_like=True, tag=True, forbid_unknown_fields=True):
    """The bot has none."""

    kind: Text
    sentence: Text
    traceback: Text


def read_answer(frame: bytes) -> Action:
    """The action that a bot's answer holds; its fault if it holds none."""
    try:
        reply = decode_reply(frame)
    except (MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BotFault(FaultKind.INVALID, clip(f"the answer is no action: {error}")) from None
    if isinstance(reply, Failed):
        kind = FaultKind(reply.kind) if reply.kind in TOLD else FaultKind.INVALID
        raise BotFault(kind, reply.sentence, reply.traceback)
    action: Action = reply.action
    return action


encode: Final = Encoder().encode
decode_begin: Final = Decoder(Begin).decode
decode_events: Final = Decoder(list[AnyEvent]).decode  # type: ignore[valid-type]
decode_reply: Final = Decoder(Chose | Failed).decode
