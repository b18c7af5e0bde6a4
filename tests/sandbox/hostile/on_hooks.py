"""Bots that stall wherever their code is called, or make it be called where it should not."""

import atexit
import ctypes
import gc
import mmap
import os
import select
import signal
import sys
import threading
import time

from arena.match.player import Legal
from arena.sandbox.channel import BotEnd

CHANNEL, QUESTIONS = 3, 4
LIBC = ctypes.CDLL(None, use_errno=True)


def spin():
    """Compute forever."""
    while True:
        pass


def flood():
    """Send forever."""
    while True:
        os.write(CHANNEL, bytes(1 << 16))


def channel():
    """The bot's own end of the channel."""
    return next(item for item in gc.get_objects() if type(item) is BotEnd)


def after_answer(act):
    """Have this done when the answer has been sent, before the next question is read."""
    receive = BotEnd.receive

    def hooked(end):
        act()
        return receive(end)

    BotEnd.receive = hooked


class First:
    """Plays the first legal action."""

    def choose(self, view, legal):
        return legal[0]


class Once(First):
    """Does something once, at its first question, and answers."""

    def act(self):
        """Do nothing, unless an heir has something to do."""

    def choose(self, view, legal):
        if not view.turns:
            self.act()
        return legal[0]


class SpinsInConstructor(First):
    """Computes forever when it is made."""

    def __init__(self):
        spin()


class SpinsAtStart(First):
    """Computes forever before the game."""

    def start(self, view):
        spin()


class SpinsAfterAnswer(Once):
    """Computes forever when it has answered, while others are asked."""

    def act(self):
        after_answer(spin)


class SleepsAfterAnswer(Once):
    """Sleeps when it has answered, also when it is asked again."""

    def act(self):
        after_answer(lambda: time.sleep(600))


class NapsAfterAnswer(Once):
    """Takes nap after nap when it has answered."""

    def act(self):
        def nap():
            while True:
                time.sleep(0.0001)

        after_answer(nap)


class NapsShortly(First):
    """Takes naps of a tenth of a millisecond instead of one long one."""

    def choose(self, view, legal):
        while True:
            time.sleep(0.0001)


class NapsBetweenLooks(First):
    """Sleeps, but computes whenever it has sent a byte, which makes the referee look at it."""

    def choose(self, view, legal):
        os.write(CHANNEL, (1 << 15).to_bytes(4, "little") + channel().number.to_bytes(4, "little"))
        while True:
            os.write(CHANNEL, b"\0")
            until = time.perf_counter() + 0.0005
            while time.perf_counter() < until:
                pass
            time.sleep(0.015)


class FloodsAtStart(First):
    """Sends forever before the game."""

    def start(self, view):
        flood()


class FloodsAfterAnswer(Once):
    """Sends forever when it has answered."""

    def act(self):
        after_answer(flood)


class FillsChannelAfterAnswer(Once):
    """Sends single bytes when it has answered, as many as there is room for, and plays on."""

    def act(self):
        after_answer(lambda: [os.write(CHANNEL, b"\0") for _ in range(100)])


class AnswersAhead(First):
    """Has answered the next question before it is asked, by its number."""

    def choose(self, view, legal):
        number = channel().number + 1
        body = b"\x92\xa5Chose\x92\xa5Taken\xff"
        ahead = len(body).to_bytes(4, "little") + (number & 0xFFFFFFFF).to_bytes(4, "little") + body
        after_answer(lambda: (time.sleep(0.1), os.write(CHANNEL, ahead), time.sleep(5)))
        return legal[0]


class SpinsWhenDropped(First):
    """Has an object that computes forever when nobody needs it any more."""

    def choose(self, view, legal):
        class Dropped:
            def __del__(self):
                spin()

        Dropped()
        return legal[0]


class SpinsInCollector(First):
    """Computes forever when Python looks for garbage."""

    def choose(self, view, legal):
        gc.callbacks.append(lambda *_: spin())
        gc.collect()
        return legal[0]


class SpinsInTrace(First):
    """Computes forever when the next function is called, whoever calls it."""

    def choose(self, view, legal):
        sys.setprofile(lambda *_: spin())
        return legal[0]


class SpinsInAudit(First):
    """Computes forever when Python reports what it is about to do."""

    def choose(self, view, legal):
        sys.addaudithook(lambda *_: spin())
        return legal[0]


class SpinsInComparison(First):
    """Returns an answer whose kind computes forever when it is looked at."""

    def choose(self, view, legal):
        class Kind(type):
            def __hash__(cls, other=None):
                spin()

            __eq__ = __hash__

        class Answer(metaclass=Kind):
            pass

        return Answer()


class SpinsWhileLegalIsListed(First):
    """Has the list of legal actions compute forever."""

    def choose(self, view, legal):
        Legal.__getitem__ = lambda *_: spin()
        return legal[0]


class SpinsDeafToAllSignals(First):
    """Hears no signal and computes forever."""

    def choose(self, view, legal):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        spin()


class SleepsDeafToAllSignals(First):
    """Hears no signal and sleeps."""

    def choose(self, view, legal):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        time.sleep(600)


class SleepsOnPoll(First):
    """Waits for what never comes."""

    def choose(self, view, legal):
        select.poll().poll()


class SleepsOnSelect(First):
    """Waits in another way for what never comes."""

    def choose(self, view, legal):
        select.select([], [], [], 600)


class SleepsOnLock(First):
    """Waits for itself."""

    def choose(self, view, legal):
        lock = threading.Lock()
        lock.acquire()
        lock.acquire()


class SleepsOnChannel(First):
    """Waits for a question while one is waiting for its answer."""

    def choose(self, view, legal):
        os.read(QUESTIONS, 1)


class SleepsUntilTomorrow(First):
    """Sleeps until a time of day."""

    def choose(self, view, legal):
        when = (ctypes.c_long * 2)(int(time.time()) + 86400, 0)
        LIBC.clock_nanosleep(0, 1, ctypes.byref(when), None)


class SpinsInKernel(First):
    """Has the kernel compute for it."""

    def choose(self, view, legal):
        while True:
            os.getrandom(1 << 20)


class MapsAndUnmaps(First):
    """Has the kernel clear memory for it, again and again."""

    def choose(self, view, legal):
        while True:
            room = mmap.mmap(-1, 32 << 20)
            room[:: mmap.PAGESIZE] = bytes(len(room) // mmap.PAGESIZE)
            room.close()


class AnswersByBytesWithNaps(First):
    """Begins a long answer, and sends a byte of it now and then."""

    def choose(self, view, legal):
        os.write(CHANNEL, (1 << 15).to_bytes(4, "little") + channel().number.to_bytes(4, "little"))
        while True:
            os.write(CHANNEL, b"\0")
            time.sleep(0.002)


class OverflowsStack(First):
    """Calls itself in machine code until the stack is full."""

    def choose(self, view, legal):
        code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        code.write(b"\xe8\xfb\xff\xff\xff")  # call itself
        ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()


class StopsItself(First):
    """Stops its process, so that somebody has to wait for it."""

    def choose(self, view, legal):
        signal.raise_signal(signal.SIGSTOP)


class DividesByNothing(First):
    """Has the processor refuse to go on."""

    def choose(self, view, legal):
        code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        code.write(b"\x31\xc9\x31\xd2\xf7\xf1")  # divide by zero
        ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()


class RunsNoInstruction(First):
    """Has the processor run what is no instruction."""

    def choose(self, view, legal):
        code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        code.write(b"\x0f\x0b")
        ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()


class UnmapsItself(First):
    """Takes the C library away from under its process."""

    def choose(self, view, legal):
        LIBC.munmap(ctypes.c_void_p(ctypes.cast(LIBC.munmap, ctypes.c_void_p).value & -4096), 4096)


class ExitsAfterAnswer(Once):
    """Ends its process when it has answered."""

    def act(self):
        after_answer(lambda: os._exit(7))


class ExitsAsIfKilled(First):
    """Ends as a shell tells of a process that was killed, to have the game played again."""

    def choose(self, view, legal):
        os._exit(128 + signal.SIGKILL)


class ClosesAfterAnswer(Once):
    """Closes the channel when it has answered."""

    def act(self):
        after_answer(lambda: os.close(CHANNEL))


class SpinsInAtexit(First):
    """Computes forever when Python ends."""

    def choose(self, view, legal):
        atexit.register(spin)
        return legal[0]


class SleepsAtEnd(First):
    """Sleeps when the game is over."""

    def end(self, result):
        time.sleep(600)


class NapsAtEnd(First):
    """Takes nap after nap when the game is over."""

    def end(self, result):
        while True:
            time.sleep(0.0001)


class FloodsAtEnd(First):
    """Sends forever when the game is over."""

    def end(self, result):
        flood()


class ExitsAtEnd(First):
    """Ends its process when the game is over."""

    def end(self, result):
        os._exit(9)


class TakesAllAtEnd(First):
    """Takes all memory when the game is over."""

    def end(self, result):
        held = []
        while True:
            held.append(bytearray(1 << 20))


class StaysDeafAtEnd(First):
    """Hears no signal and computes forever when the game is over."""

    def end(self, result):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        spin()
