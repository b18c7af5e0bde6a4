"""What a bot did wrong."""

from typing import Final

from msgspec import Struct

ILLEGAL: Final = "illegal"
INVALID: Final = "invalid"
CRASH: Final = "crash"
TIMEOUT: Final = "timeout"
MEMORY: Final = "memory"

LONGEST: Final = 8000
"""Characters kept of a traceback, and of a bot's last output."""


class Fault(Struct, frozen=True):
    """The fault that took a bot out of a game."""

    seat: int
    ply: int
    """The first ply answered for the seat."""
    kind: str
    sentence: str
    traceback: str = ""
    output: str = ""
    """The last that the bot printed."""


class BotFault(Exception):
    """A bot's failure to answer."""

    def __init__(self, kind: str, sentence: str, traceback: str = "") -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.traceback = traceback


def clip(text: str) -> str:
    """A text that can be kept: all of it or its end, halves of letters spelled out."""
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= LONGEST else f"[...]{text[-LONGEST:]}"
