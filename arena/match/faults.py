"""The kinds of fault that put a bot out of a game: illegal, invalid, crash, timeout, memory."""

from typing import Final

from msgspec import Struct

from arena.vocabulary import Ply, Seat
from arena.words import Word

LONGEST: Final = 8000
"""Characters kept of a traceback, and of a bot's last output."""


class FaultKind(Word):
    """The kinds of fault, by the words that results use."""

    ILLEGAL = "illegal"
    """An answer that the rules don't allow."""
    INVALID = "invalid"
    """An answer that is no action, or a file that is no bot."""
    CRASH = "crash"
    """An exception out of the bot's code, or the end of its process."""
    TIMEOUT = "timeout"
    """More time than the limits allow."""
    MEMORY = "memory"
    """More memory than the limits allow."""


class Fault(Struct, frozen=True):
    """The fault that took a bot out of a game."""

    seat: Seat
    ply: Ply
    """The first ply that the referee answered for the seat."""
    kind: FaultKind
    sentence: str
    traceback: str = ""
    output: str = ""
    """The end of what the bot printed."""


class BotFault(Exception):
    """A bot's failure to answer."""

    def __init__(
        self, kind: FaultKind, sentence: str, traceback: str = "", from_outside: bool = False
    ) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.traceback = traceback
        self.from_outside = from_outside
        """Whether the machine seems to be the cause: then the game should be played again."""


def clip(text: str) -> str:
    """The text or its end, with characters that UTF-8 can't encode written as escapes."""
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= LONGEST else f"[...]{text[-LONGEST:]}"
