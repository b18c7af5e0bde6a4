"""Bots that take more time, memory or output than they have."""

import os
import re
import sys
import time


class Loops:
    """Never answers."""

    def choose(self, view, legal):
        while True:
            pass


class LoopsDeafly:
    """Never answers, whatever is raised in it."""

    def choose(self, view, legal):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                continue


class RaisesToPower:
    """Has Python work out a number that nobody lives to see."""

    def choose(self, view, legal):
        return 7 ** (10**8)


class MatchesForever:
    """Has a pattern tried in every way that there is."""

    def choose(self, view, legal):
        return re.match(r"(a+)+b", "a" * 60)


class Sleeps:
    """Sleeps when it is asked."""

    def choose(self, view, legal):
        time.sleep(60)
        return legal[0]


class SleepsAtStart:
    """Sleeps before the game."""

    def start(self, view):
        time.sleep(60)

    def choose(self, view, legal):
        return legal[0]


class SleepsInConstructor:
    """Sleeps when it is made."""

    def __init__(self):
        time.sleep(60)

    def choose(self, view, legal):
        return legal[0]


class SleepsALittle:
    """Sleeps a little at each question, to hold the game up."""

    def choose(self, view, legal):
        time.sleep(1)
        return legal[0]


class LoopsAtEnd:
    """Does not let go when the game is over."""

    def choose(self, view, legal):
        return legal[0]

    def end(self, result):
        while True:
            pass


class TurnsClocksBack:
    """Stops its own clocks, and thinks on."""

    def choose(self, view, legal):
        time.process_time = time.monotonic = time.perf_counter = lambda: 0.0
        view.cpu_clock = lambda: 1e9
        while view.cpu_left() > 0:
            pass


class HidesThinking:
    """Thinks after it has answered, while others have their turn."""

    def choose(self, view, legal):
        class Output:
            def flush(self):
                until = time.process_time() + 0.3
                while time.process_time() < until:
                    pass

        sys.stdout = Output()
        return legal[0]


class TakesEightGigabytes:
    """Takes eight gigabytes at once."""

    def choose(self, view, legal):
        return bytearray(8 << 30)


class TakesMegabytes:
    """Takes a megabyte after the other."""

    def choose(self, view, legal):
        held = []
        while True:
            held.append(bytearray(1 << 20))


class TakesCrumbs:
    """Takes memory in small pieces, until not the smallest is left."""

    def choose(self, view, legal):
        held = []
        while True:
            held.append(bytes(40))


class KeepsCrumbs:
    """Takes all memory, down to the last crumb, and keeps it when there is no more."""

    held = None

    def choose(self, view, legal):
        for size in (1 << 20, 1 << 16, 1 << 12, *range(480, 0, -16)):
            try:
                while True:
                    self.held = (self.held, bytes(size))
            except MemoryError:
                continue
        raise MemoryError


class MapsMemory:
    """Takes memory by another way than Python's own."""

    def choose(self, view, legal):
        import mmap

        held = []
        try:
            while True:
                held.append(mmap.mmap(-1, 64 << 20))
        except OSError:
            raise MemoryError(f"{64 * len(held)} MB") from None


class PrintsMuch:
    """Prints more than anybody will read."""

    def choose(self, view, legal):
        for _ in range(1000):
            print("x" * 1000, flush=True)
        return legal[0]


class PrintsOn:
    """Prints all it can at every question, and plays on."""

    def choose(self, view, legal):
        try:
            for output in (1, 2):
                for _ in range(100):
                    os.write(output, b"x" * 1000)
        except OSError:
            pass
        return legal[0]


class LeavesGapInOutput:
    """Makes its output look huge without printing much."""

    def choose(self, view, legal):
        os.lseek(1, 1 << 40, os.SEEK_SET)
        return os.write(1, b"x")


class OpensMuch:
    """Opens as many files as it can, and plays on."""

    def choose(self, view, legal):
        opened = 0
        try:
            while opened < 1000:
                os.dup(0)
                opened += 1
        except OSError:
            pass
        if opened > 100:
            raise RuntimeError(f"got through: {opened} files")
        return legal[0]


class Recurses:
    """Calls itself and calls itself."""

    def choose(self, view, legal):
        return self.choose(view, legal)


class RecursesInC:
    """Calls itself until the stack is full."""

    def choose(self, view, legal):
        sys.setrecursionlimit(1 << 30)
        one, other = [], []
        for _ in range(200_000):
            one, other = [one], [other]
        return one == other


class TakesTooMuch:
    """Takes more memory than it was given, once, and plays on if it gets it."""

    def start(self, view):
        self.held = bytearray(600 << 20)

    def choose(self, view, legal):
        return legal[0]
