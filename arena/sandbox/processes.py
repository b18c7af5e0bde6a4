"""The referee's handles on the parent process and on bots' processes: fork, clock, kill, reap."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec.msgpack import Decoder, encode

from arena.errors import ArenaError
from arena.match.faults import LONGEST
from arena.match.limits import Limits
from arena.referee.rulesets import Ruleset
from arena.sandbox.accounts import SLICE, Account, Patience, TooLong
from arena.sandbox.channel import RefereeEnd, wait_in_slices
from arena.sandbox.orders import Fork, Prepare, Reap, Reaped, read_reaped
from arena.sandbox.shared_files import SharedFiles

LOST: Final = 10.0
"""Seconds for which a process may be idle, or compute, instead of being ready or answering."""
FAREWELL: Final = 1.0
"""Seconds for which a bot may be idle, or compute, while it is told how the game came out."""
LAST_WORDS: Final = 0.1
"""Seconds for which a bot may be idle, or compute, once it is asked where it is in its code."""
MOST_WORDS: Final = 1 << 16
"""Bytes that are read of what it says then: the innermost frame comes first."""
STRAY: Final = 0.002
"""Seconds of processor time that a bot needs at most to go back to waiting for a question."""

ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Settings that keep numerical libraries from starting threads, which a bot may not have."""

SIP: Final = 512
"""Bytes of output that are asked for at first: most bots print less, or nothing, at a question."""
LARGEST: Final = 256
"""More bytes than any answer of the parent has."""

decode_pid: Final = Decoder(int).decode


class IsolationError(ArenaError):
    """The processes that bots need can't be started or confined, or were lost."""


class ParentProcess:
    """A clean parent process, and the bots' processes that it forks."""

    def __init__(self) -> None:
        """Start the parent."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        root = str(Path(__file__).resolve().parents[2])
        code = f"import sys; sys.path.insert(0, {root!r})\n"
        code += f"from arena.sandbox.parent import main; main({theirs.fileno()})"
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
        self._account = Account(self._process.pid)
        wait_in_slices(self._control)
        self._rulesets: set[Ruleset] = set()
        self._modules: set[str] = set()
        self._lost = False
        """Whether an answer was missed: a later one might answer the order before."""
        self._expect(b"ready")

    def prepare(self, rulesets: Iterable[Ruleset], modules: Iterable[str]) -> None:
        """Have the parent load these rulesets and modules, for all later forks."""
        for ruleset in set(rulesets) - self._rulesets:
            self._ask(encode(Prepare([ruleset], [])))
            self._rulesets.add(ruleset)
        more = set(modules) - self._modules
        if more:
            self._ask(encode(Prepare([], sorted(more))))
            self._modules |= more

    def fork(
        self, layers: Iterable[str], limits: Limits, shared: SharedFiles | None = None
    ) -> BotProcess:
        """A new process for a bot, with these layers around it and the files of its folder."""
        heard, questions = os.pipe()
        answers, told = os.pipe()
        output = os.memfd_create("output")
        descriptors = [heard, told, output, *(shared.descriptors if shared else ())]
        order = Fork(list(layers), limits.memory, limits.output)
        channel = RefereeEnd(questions, answers)
        try:
            answer, handles = self._ask(encode(order), descriptors)
        except BaseException:  # Ctrl-C too
            channel.close()
            os.close(output)
            raise
        finally:
            os.close(heard)
            os.close(told)
        return BotProcess(self, decode_pid(answer), handles[0], channel, output)

    def reap(self, pid: int) -> Reaped:
        """Wait for a process that has ended or been killed."""
        answer, _ = self._ask(encode(Reap(pid)))
        return read_reaped(answer)

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
            self._lost = True  # and stays so if it is given up, or Ctrl-C comes before the answer
            with suppress(OSError):
                socket.send_fds(self._control, [order], descriptors)
                answer, handles = self._hear()
        if not answer:
            raise self._failure("the process that bots come from has ended, or does not answer")
        self._lost = False
        return answer, handles

    def _hear(self) -> tuple[bytes, list[int]]:
        """The next message of the parent; nothing if it has ended, or is waited for in vain."""
        patience = Patience(self._account, LOST)
        while True:
            with suppress(BlockingIOError):
                answer, handles, _, _ = socket.recv_fds(self._control, LARGEST, 1)
                return answer, handles
            try:
                patience.wait()
            except TooLong:
                return b"", []

    def _expect(self, word: bytes) -> None:
        try:
            heard, _ = self._hear()
        except OSError:
            heard = b""
        if heard != word:
            raise self._failure("no process for bots could be started")

    def _failure(self, sentence: str) -> IsolationError:
        """The error with the last line that the parent wrote; the parent is killed."""
        self._process.kill()
        pipe = self._process.stderr
        complaint = b"" if pipe is None or pipe.closed else self._process.communicate()[1]
        last = complaint.decode("utf-8", "replace").strip().splitlines()[-1:]
        return IsolationError(": ".join([sentence, *last]))


class BotProcess:
    """One bot's process."""

    def __init__(
        self, parent: ParentProcess, pid: int, handle: int, channel: RefereeEnd, output: int
    ) -> None:
        self._parent = parent
        self._pid = pid
        self._handle = handle
        self._output = output
        self._reaped: Reaped | None = None
        self._is_held = False
        self.at_rest = 0.0
        """The seconds of processor time that it had used when it last answered."""
        self.is_killed = False
        """Whether it was killed by the referee, before it ended by itself."""
        self._printed: str | None = None
        """What it had printed before it was asked for its last words."""
        self.account = Account(pid)
        self.channel = channel

    def hold_if_busy(self) -> None:
        """Stop the process until it is let go, if it has computed since it last answered."""
        is_free = self._reaped is None and not self._is_held
        if is_free and self.account.cpu() > self.at_rest + STRAY:
            self._is_held = True
            signal.pidfd_send_signal(self._handle, signal.SIGSTOP)

    def let_go(self) -> None:
        """Let the process compute again."""
        if self._is_held:
            self._is_held = False
            signal.pidfd_send_signal(self._handle, signal.SIGCONT)

    def end(self) -> Reaped:
        """How the process ended; it is killed if it has not."""
        if self._reaped is None:
            self._reaped = Reaped(-signal.SIGKILL, 0)  # unless its parent knows better
            self.is_killed = not self._has_ended(0)
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            os.close(self._handle)
            self.channel.close()
            self._reaped = self._parent.reap(self._pid)
        return self._reaped

    def gone(self) -> Reaped:
        """How the process ended, once it has hung up: it is given a moment to do so by itself."""
        patience = Patience(self.account, FAREWELL)
        with suppress(TooLong):
            while not self._has_ended(SLICE):
                patience.wait()
        return self.end()

    def _has_ended(self, seconds: float) -> bool:
        """Whether the process ends within this time."""
        return bool(select.select([self._handle], [], [], seconds)[0])

    def last_words(self) -> str:
        """Where the process is in its code, as it tells itself: for one that is killed next.

        Python prints the stack at this signal, even in the middle of a function written in C. What
        the bot has made of that is not known: what comes is a text of the bot's, and it has hardly
        any time for it.
        """
        self._printed = self.printed()
        os.ftruncate(self._output, 0)
        os.lseek(self._output, 0, os.SEEK_SET)  # for the bot too, however much it has printed
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, signal.SIGABRT)
        patience, before = Patience(self.account, LAST_WORDS), ""
        with suppress(TooLong):
            while not self._has_ended(SLICE) and not (before and before == self._output_end()):
                before = self._output_end()
                patience.wait()
        return os.pread(self._output, MOST_WORDS, 0).decode("utf-8", "replace")

    def printed(self) -> str:
        """The end of what the process printed, without its last words."""
        return self._output_end() if self._printed is None else self._printed

    def _output_end(self) -> str:
        """The end of what is in the process's output file."""
        size = os.fstat(self._output).st_size
        last = os.pread(self._output, LONGEST, max(0, size - LONGEST))
        return last.decode("utf-8", "replace")

    def output_from(self, start: int, most: int) -> bytes:
        """What the process has printed after some bytes, as far as it is within a limit.

        A read at once costs less than a look whether there is anything to read.
        """
        found = os.pread(self._output, min(most, SIP), start)
        if len(found) == SIP:
            found += os.pread(self._output, most - SIP, start + SIP)
        return found

    def close(self) -> None:
        """End the process and forget it; a second time changes nothing."""
        with suppress(IsolationError):  # its parent took it along
            self.end()
        if self._output >= 0:
            os.close(self._output)
            self._output = -1
