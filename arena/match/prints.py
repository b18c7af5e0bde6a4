"""What a bot prints in this process: standard output and errors are copied while it computes."""

from __future__ import annotations

import sys
from typing import Any, TextIO, cast

from arena.match.faults import LONGEST


class Copied:
    """A stream that passes on what is written to it, and has it copied; else it is as before."""

    def __init__(self, stream: TextIO, prints: Prints) -> None:
        self._stream = stream
        self._prints = prints

    def write(self, text: str) -> int:
        """Write a text."""
        written = self._prints.pass_on(self._stream, text)
        self._prints.add(text)
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class Prints:
    """What a bot has printed in a game: the beginning of it ply by ply, and its end.

    `with` these prints, standard output and standard error are copied.
    """

    def __init__(self, most: int) -> None:
        self._left = most
        self._before = (sys.stdout, sys.stderr)
        self._copied = self._copies()
        self._new: list[str] = []
        """What is kept and was not taken yet."""
        self.last = ""
        """The end of all that was printed."""

    def pass_on(self, stream: TextIO, text: str) -> int:
        """Let the text go where it would have gone."""
        return stream.write(text)

    def add(self, text: str) -> None:
        """Keep a copy of a text, as long as there is room."""
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
        self.last = (self.last + text)[-LONGEST:]
        if self._left > 0:
            self._new.append(text[: self._left])
            self._left -= len(text)

    def take(self) -> str:
        """What was printed since this was last asked."""
        if not self._new:
            return ""
        new = "".join(self._new)
        self._new.clear()
        return new

    def _copies(self) -> list[TextIO]:
        """Streams in the place of those that there are, with all that these have."""
        return [cast(TextIO, Copied(stream, self)) for stream in self._before]

    def __enter__(self) -> None:
        streams = (sys.stdout, sys.stderr)
        if streams != self._before:
            self._before = streams
            self._copied = self._copies()
        sys.stdout, sys.stderr = self._copied

    def __exit__(self, *_: object) -> None:
        sys.stdout, sys.stderr = self._before


class HeldPrints(Prints):
    """Prints that are shown later, and not when they are printed."""

    def pass_on(self, stream: TextIO, text: str) -> int:
        """Hold the text back, if it is one."""
        if not isinstance(text, str):
            return stream.write(text)  # which says what is wrong with it
        return len(text)
