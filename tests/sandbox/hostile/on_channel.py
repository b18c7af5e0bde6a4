"""Bots that say on their channel what no honest bot would."""

import gc
import os
import pickle
import time

import msgspec

from arena.sandbox.channel import BotEnd

CHANNEL = 3
encode = msgspec.msgpack.encode


def frame(body):
    """A message as the referee expects it: its length, the question's number, then the bytes."""
    number = next(item.number for item in gc.get_objects() if type(item) is BotEnd)
    return len(body).to_bytes(4, "little") + number.to_bytes(4, "little") + body


def say(body):
    """Send bytes, and wait for what comes of it."""
    while body:
        body = body[os.write(CHANNEL, body) :]
    time.sleep(10)


class Closes:
    """Closes the channel and goes on."""

    def choose(self, view, legal):
        os.close(CHANNEL)
        return legal[0]


class ClosesAndLoops:
    """Closes the channel and never ends."""

    def choose(self, view, legal):
        os.close(CHANNEL)
        while True:
            pass


class Floods:
    """Sends a megabyte of nothing."""

    def choose(self, view, legal):
        say(bytes(1 << 20))


class AnswersTwice:
    """Sends an answer of its own before the one that it returns."""

    def choose(self, view, legal):
        body = frame(encode(["Chose", legal[0]]))
        os.write(CHANNEL, body)
        return legal[0]


class AnswersBeforeQuestion:
    """Has answered before it is asked, so as to take no time."""

    def choose(self, view, legal):
        early = frame(encode(["Chose", legal[0]]))
        receive = BotEnd.receive

        def hasty(channel):
            os.write(CHANNEL, early)
            return receive(channel)

        BotEnd.receive = hasty
        return legal[0]


class AnswersLate:
    """Answers when it is too late, and once more."""

    def choose(self, view, legal):
        time.sleep(3)
        os.write(CHANNEL, frame(encode(["Chose", legal[0]])))
        return legal[0]


class AnswersByBytes:
    """Sends its answer a byte at a time, slowly."""

    def choose(self, view, legal):
        for byte in frame(bytes(1000)):
            os.write(CHANNEL, bytes([byte]))
            time.sleep(0.1)


class ClaimsFourGigabytes:
    """Says that its answer is as long as can be said."""

    def choose(self, view, legal):
        say(b"\xff\xff\xff\xff" + frame(b"")[4:])


class SendsMuch:
    """Sends an answer that is longer than any."""

    def choose(self, view, legal):
        say(frame(bytes(70_000)))


class SendsNothing:
    """Sends an answer of no bytes."""

    def choose(self, view, legal):
        say(frame(b""))


class BreaksOff:
    """Sends less than it said, and waits."""

    def choose(self, view, legal):
        say(frame(bytes(100))[:50])


class BreaksOffAndEnds:
    """Sends less than it said, and ends."""

    def choose(self, view, legal):
        os.write(CHANNEL, frame(bytes(100))[:50])
        os._exit(0)


class Nests:
    """Sends a list in a list in a list, sixty thousand deep."""

    def choose(self, view, legal):
        say(frame(b"\x91" * 60_000))


class NestsInAction:
    """Nests lists where an action should be."""

    def choose(self, view, legal):
        say(frame(b"\x92\xa5Chose" + b"\x91" * 60_000))


class Pickles:
    """Sends a pickle that would run a command."""

    def choose(self, view, legal):
        class Command:
            def __reduce__(self):
                return os.system, ("true",)

        say(frame(pickle.dumps(Command())))


class SendsJson:
    """Answers in another format."""

    def choose(self, view, legal):
        say(frame(b'["Chose", ["Pass"]]'))


class SendsEvent:
    """Sends an event as if it were the referee."""

    def choose(self, view, legal):
        say(frame(encode(["Ended", []])))


class UnknownTag:
    """Sends an action that there is not, with a long and colourful name."""

    def choose(self, view, legal):
        say(frame(encode(["Chose", ["\x1b[31m" * 10_000]])))


class ExtraFields:
    """Sends an answer with more in it than belongs there."""

    def choose(self, view, legal):
        say(frame(encode(["Chose", legal[0], [], "and more"])))


class TextForNumber:
    """Sends a text where a number belongs."""

    def choose(self, view, legal):
        say(frame(encode(["Chose", ["Take", "1"]])))


class FractionForNumber:
    """Sends a number that only equals a whole one."""

    def choose(self, view, legal):
        say(frame(encode(["Chose", ["Take", 1.5]])))


class TruthForNumber:
    """Sends a truth value where a number belongs."""

    def choose(self, view, legal):
        say(frame(encode(["Chose", ["Keep", [True]]])))


class NoNumber:
    """Sends what is not a number."""

    def choose(self, view, legal):
        say(frame(encode(["Chose", ["Take", float("nan")]])))


class HugeNumber:
    """Sends the largest number that can be sent."""

    def choose(self, view, legal):
        say(frame(encode(["Chose", ["Keep", [2**64 - 1]]])))


class SmallNumber:
    """Sends a number from the other end."""

    def choose(self, view, legal):
        say(frame(encode(["Chose", ["Keep", [-1, -2]]])))


class ManyNumbers:
    """Keeps as many tickets as fit in an answer."""

    def choose(self, view, legal):
        say(frame(encode(["Chose", ["Keep", [1] * 60_000]])))


class NoText:
    """Sends a tag that is no text."""

    def choose(self, view, legal):
        say(frame(b"\x92\xa5\xff\xfe\xfd\xfc\xfb\x90"))


class OtherType:
    """Sends a type that only its sender knows."""

    def choose(self, view, legal):
        say(frame(encode(msgspec.msgpack.Ext(5, b"x" * 100))))


class FailsColourfully:
    """Reports a failure that would paint the terminal of whoever reads it."""

    def choose(self, view, legal):
        say(frame(encode(["Failed", "crash", "\x1b[2J\x1b]0;owned\x07\r\x00gone", "\x1b[2J"])))


class FailsLongWindedly:
    """Reports a failure at length."""

    def choose(self, view, legal):
        say(frame(encode(["Failed", "crash", "x" * 30_000, ""])))


class FailsInOwnWay:
    """Reports a failure of a kind that it made up."""

    def choose(self, view, legal):
        say(frame(encode(["Failed", "the opponent", "the opponent crashed", ""])))


class DoesNotRead:
    """Answers without reading its questions."""

    def choose(self, view, legal):
        answer = frame(encode(["Chose", legal[0]]))
        os.write(CHANNEL, answer)
        time.sleep(10)


class SendsGarbage:
    """Sends bytes that mean nothing, differently each time."""

    def choose(self, view, legal):
        say(frame(view.rng.randbytes(1000)))
