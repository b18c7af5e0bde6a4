"""Bots in processes of their own, as the referee sees them."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec.msgpack import Decoder, encode

from arena.errors import ArenaError
from arena.match import zygote
from arena.match.channel import RefereeEnd
from arena.match.faults import CRASH, LONGEST, TIMEOUT, BotFault
from arena.match.limits import Limits
from arena.match.messages import Begin, read_answer
from arena.match.messages import encode as encode_message
from arena.referee.actions import Action
from arena.referee.events import Event
from arena.referee.rulesets import Ruleset

START: Final = 10.0
"""Seconds that a process of ours may take to be ready."""
FAREWELL: Final = 1.0
"""Seconds that a bot may take to hear how the game came out."""

ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Settings that keep numerical libraries from starting threads, which a bot may not have."""

decode_pid: Final = Decoder(int).decode


class IsolationError(ArenaError):
    """The processes that bots need can't be had."""


class Nursery:
    """A clean parent process, and the bots' processes that it forks."""

    def __init__(self) -> None:
        """Start the parent."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        root = str(Path(__file__).resolve().parents[2])
        code = f"import sys; sys.path.insert(0, {root!r})\n"
        code += f"from arena.match.zygote import main; main({theirs.fileno()})"
        self._process = subprocess.Popen(
            [sys.executable, "-s", "-P", "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={"PYTHONHASHSEED": "0"} | dict.fromkeys(ONE_THREAD, "1"),
            pass_fds=(theirs.fileno(),),
        )
        theirs.close()
        self._control = ours
        self._control.settimeout(START)
        self._rulesets: set[Ruleset] = set()
        self._modules: set[str] = set()
        self._lost = False
        """Whether an answer was missed: none that comes later can be trusted."""
        self._expect(b"ready")

    def prepare(self, rulesets: Iterable[Ruleset], modules: Iterable[str]) -> None:
        """Have these rulesets and modules at hand for all children to come.

        Each is an order of its own: a busy machine needs more than a moment for all rulesets.
        """
        for ruleset in set(rulesets) - self._rulesets:
            self._ask(encode(zygote.Prepare([ruleset], [])))
            self._rulesets.add(ruleset)
        more = set(modules) - self._modules
        if more:
            self._ask(encode(zygote.Prepare([], sorted(more))))
            self._modules |= more

    def spawn(self, layers: Iterable[str], limits: Limits) -> Child:
        """A new process for a bot, with these layers around it."""
        ours, theirs = socket.socketpair()
        output = os.memfd_create("output")
        order = zygote.Spawn(list(layers), limits.memory, limits.output)
        try:
            answer, handles = self._ask(encode(order), [theirs.fileno(), output])
        except BaseException:  # Ctrl-C too
            ours.close()
            os.close(output)
            raise
        finally:
            theirs.close()
        return Child(self, decode_pid(answer), handles[0], ours, output)

    def bury(self, pid: int) -> zygote.Buried:
        """Wait for a process that has ended or been killed."""
        answer, _ = self._ask(encode(zygote.Bury(pid)))
        return zygote.decode_buried(answer)

    def close(self) -> None:
        """End the parent, and so all its children."""
        self._control.close()
        self._process.kill()
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()

    def _ask(self, order: bytes, descriptors: Sequence[int] = ()) -> tuple[bytes, list[int]]:
        """The parent's answer to an order, and the handle that may come with it."""
        answer = b""
        handles: list[int] = []
        if not self._lost:
            self._lost = True
            with suppress(OSError):
                socket.send_fds(self._control, [order], descriptors)
                answer, handles, _, _ = socket.recv_fds(self._control, 64, 1)
        if not answer:
            raise self._failure("the process that bots come from has ended, or does not answer")
        self._lost = False
        return answer, handles

    def _expect(self, word: bytes) -> None:
        try:
            heard = self._control.recv(64)
        except OSError:
            heard = b""
        if heard != word:
            raise self._failure("no process for bots could be started")

    def _failure(self, sentence: str) -> IsolationError:
        """An error with the last words of the parent, which is of no use any more."""
        self._process.kill()
        pipe = self._process.stderr
        complaint = b"" if pipe is None or pipe.closed else self._process.communicate()[1]
        last = complaint.decode("utf-8", "replace").strip().splitlines()[-1:]
        return IsolationError(": ".join([sentence, *last]))


class Child:
    """One bot's process."""

    def __init__(
        self, nursery: Nursery, pid: int, handle: int, channel: socket.socket, output: int
    ) -> None:
        self._nursery = nursery
        self._pid = pid
        self._handle = handle
        self._socket = channel
        self._output = output
        self._buried: zygote.Buried | None = None
        self.channel = RefereeEnd(channel.fileno())

    def cpu(self) -> float:
        """Seconds of processor time that the process has used, by the kernel's clock."""
        return time.clock_gettime((~self._pid << 3) | 2)

    def end(self) -> zygote.Buried:
        """How the process ended; it is killed if it has not."""
        if self._buried is None:
            self._buried = zygote.Buried(-signal.SIGKILL, 0)  # unless its parent knows better
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            os.close(self._handle)
            self._socket.close()
            self._buried = self._nursery.bury(self._pid)
        return self._buried

    def gone(self) -> zygote.Buried:
        """How the process ended, once it has hung up: it is given a moment to do so by itself."""
        select.select([self._handle], [], [], FAREWELL)
        return self.end()

    def printed(self) -> str:
        """The last that the process printed."""
        size = os.fstat(self._output).st_size
        last = os.pread(self._output, LONGEST, max(0, size - LONGEST))
        return last.decode("utf-8", "replace")

    def close(self) -> None:
        """End the process and forget it; a second time changes nothing."""
        with suppress(IsolationError):  # its parent took it along
            self.end()
        if self._output >= 0:
            os.close(self._output)
            self._output = -1


class ProcessSeat:
    """A bot in a process of its own."""

    def __init__(
        self, nursery: Nursery, layers: Iterable[str], begin: Begin, limits: Limits
    ) -> None:
        """Have a process ready for the bot; its clock starts when it learns which bot it is."""
        self._limits = limits
        self.cpu = 0.0
        self.memory = 0
        self._wall = 0.0
        self._child = nursery.spawn(layers, limits)
        try:
            self._child.channel.receive(patience(START, "it is not ready in time"))
            self._start = self._child.cpu()
            self._child.channel.send(encode_message(begin), START)
        except BotFault as fault:
            complaint = self.printed().strip().splitlines()[-1:] or [fault.sentence]
            self._child.close()
            raise IsolationError(f"no process for a bot could be had: {complaint[0]}") from fault

    def choose(self, events: Sequence[Event]) -> Action:
        """The bot's answer to the question that the events end with."""
        start = time.monotonic()
        try:
            self._child.channel.send(encode_message(events), self._limits.move)
            frame = self._child.channel.receive(self._patience())
        except BotFault as fault:
            raise self._explained(fault) from None
        self._wall += time.monotonic() - start
        self._charge()
        return read_answer(frame)

    def end(self, events: Sequence[Event]) -> None:
        """Let the bot know how the game came out, if it cares to listen."""
        with suppress(BotFault):
            self._child.channel.send(encode_message(events), FAREWELL)
            self._child.channel.receive(patience(FAREWELL, "the bot does not say goodbye"))

    def printed(self) -> str:
        """The last that the bot printed."""
        return self._child.printed()

    def close(self) -> None:
        """End the bot's process."""
        self._child.close()
        self.memory = self._child.end().memory >> 10

    def _charge(self) -> None:
        self.cpu = self._child.cpu() - self._start
        if self.cpu > self._limits.cpu:
            sentence = f"the bot has used its {self._limits.cpu:g} s of processor time"
            raise BotFault(TIMEOUT, sentence)

    def _patience(self) -> Callable[[], float]:
        """How long to wait on: while there is processor time left, and wall time for this move."""
        limits = self._limits
        left = limits.wall - self._wall
        wall = (
            patience(limits.move, f"no answer within {limits.move:g} s")
            if limits.move < left
            else patience(left, f"no more than {limits.wall:g} s in all for the answers of a game")
        )

        def wait() -> float:
            if waited:
                self._charge()
            waited.append(True)
            return min(wall(), limits.cpu - self.cpu + 0.01)

        waited: list[bool] = []  # while nobody has waited, the last charge still holds
        return wait

    def _explained(self, fault: BotFault) -> BotFault:
        """A fault with what is known of how the process ended."""
        if fault.kind != CRASH:
            return fault
        code = self._child.gone().code
        if code == -signal.SIGKILL:
            return BotFault(CRASH, "the bot hung up, or was killed")
        if code < 0:
            name = signal.strsignal(-code)
            return BotFault(CRASH, f"the bot's process was ended by signal {-code} ({name})")
        return BotFault(CRASH, f"the bot's process ended with exit code {code}")


def patience(seconds: float, sentence: str) -> Callable[[], float]:
    """How long to wait on for something; a timeout when it has taken too long."""
    deadline = time.monotonic() + seconds

    def wait() -> float:
        left = deadline - time.monotonic()
        if left <= 0:
            raise BotFault(TIMEOUT, sentence)
        return left

    return wait
