"""The channel between referee and bot: how messages are framed, and which answers are refused.

It is two pipes, one for questions and one for answers: they pass a message in half the time that a
socket takes. A frame in them is the length of its body and the number of a question, four bytes
each, then the body. The referee's end trusts nothing: lengths are capped before anything is read,
both directions are waited for in slices of time, an answer has the number of its question, and
whatever comes beyond the one answer is a fault.
"""

from __future__ import annotations

import os
import select
import socket
from collections.abc import Callable
from struct import Struct, pack
from typing import Final

from arena.match.faults import BotFault, FaultKind
from arena.sandbox.accounts import SLICE

Waited = Callable[[], None]
"""Called whenever a slice of time has passed without the whole message; raises to stop waiting."""

HEADER: Final = Struct("<II")
LARGEST: Final = 1 << 16
"""The most bytes of a bot's answer, header included."""
MILLISECONDS: Final = round(SLICE * 1e3)
"""A slice of time, as `poll` counts it."""


class BotEnd:
    """The end in the bot's process: it waits as long as it takes, and believes the referee."""

    def __init__(self, questions: int, answers: int) -> None:
        """Hear and answer by these descriptors."""
        self.questions = questions
        self.answers = answers
        self.number = 0
        """The number of the question last heard; 0 before the first."""
        self._waiting = b""

    def send(self, body: bytes) -> None:
        """Send a frame, in answer to the question last heard."""
        rest = memoryview(HEADER.pack(len(body), self.number) + body)
        while rest:
            rest = rest[os.write(self.answers, rest) :]

    def receive(self) -> bytes | None:
        """The next frame; None when there are no more."""
        if not self._has(HEADER.size):
            return None
        body, self.number = HEADER.unpack_from(self._waiting)
        size = HEADER.size + body
        if not self._has(size):
            return None
        frame, self._waiting = self._waiting[HEADER.size : size], self._waiting[size:]
        return frame

    def _has(self, size: int) -> bool:
        """Wait for this number of bytes; returns whether they came before the stream ended."""
        while len(self._waiting) < size:
            part = os.read(self.questions, LARGEST)
            if not part:
                return False
            self._waiting += part
        return True


class RefereeEnd:
    """The end in the referee's process: it waits in slices, and says so after each of them."""

    def __init__(self, questions: int, answers: int) -> None:
        """Ask and listen by these descriptors, which are this object's to close."""
        self.questions = questions
        self.answers = answers
        self.number = 0
        """The number of the question last asked."""
        os.set_blocking(questions, False)
        self._room, self._news = select.poll(), select.poll()
        self._room.register(questions, select.POLLOUT)
        self._news.register(answers, select.POLLIN)

    def close(self) -> None:
        """Hang up."""
        os.close(self.questions)
        os.close(self.answers)

    def send(self, body: bytes, waited: Waited) -> None:
        """Send a frame."""
        # Drawn, so that a bot can't answer ahead, before it has read the question.
        self.number = int.from_bytes(os.urandom(4), "little")
        frame = HEADER.pack(len(body), self.number) + body
        sent = self._write(frame)
        while sent < len(frame):
            if self._room.poll(MILLISECONDS):
                sent += self._write(memoryview(frame)[sent:])
            waited()

    def receive(self, waited: Waited, most: int = LARGEST) -> bytes:
        """The body of the one frame that answers."""
        found = b""
        size = -1
        while True:
            if self._news.poll(MILLISECONDS):
                found += self._read()
                if size < 0 and len(found) >= HEADER.size:
                    size = self._size(found, most)
                if 0 <= size <= len(found):
                    if size < len(found):
                        raise BotFault(FaultKind.INVALID, "the bot sent more than one answer")
                    return found[HEADER.size :]
            waited()

    def _size(self, found: bytes, most: int) -> int:
        """The size of the answer that begins with these bytes; raises a fault if it is none."""
        body, number = HEADER.unpack_from(found)
        size = int(body) + HEADER.size
        if number != self.number:
            raise BotFault(FaultKind.INVALID, "the bot sent an answer to another question")
        if size > most:
            raise BotFault(FaultKind.INVALID, f"the answer has {size} bytes, more than {most}")
        return size

    def _write(self, part: bytes | memoryview) -> int:
        """Write as much as there is room for; returns how many bytes that were."""
        try:
            return os.write(self.questions, part)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise BotFault(FaultKind.CRASH, "the bot's process ended") from None

    def _read(self) -> bytes:
        part = os.read(self.answers, LARGEST)
        if not part:
            raise BotFault(FaultKind.CRASH, "the bot's process ended without an answer")
        return part


def wait_in_slices(channel: socket.socket) -> None:
    """Have calls on a socket block for a slice of time at most; to poll before them costs more."""
    slice_of_time = pack("@ll", 0, int(SLICE * 1e6))
    for direction in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        channel.setsockopt(socket.SOL_SOCKET, direction, slice_of_time)
