"""The referee's end of the channel to a bot: it trusts nothing and waits no longer than it must."""

import os
from collections.abc import Callable, Iterator
from struct import pack
from threading import Thread
from time import monotonic, sleep

import pytest

from arena.match.faults import BotFault, FaultKind
from arena.sandbox.channel import LARGEST, BotEnd, RefereeEnd

SOON = 0.1
LONG = 120.0


class BarePipes:
    """The bare pipes of a bot, which sends what it likes."""

    def __init__(self, questions: int, answers: int) -> None:
        self.questions = questions
        self.answers = answers
        self._open = [questions, answers]

    def send(self, sent: bytes) -> None:
        """Send all of this, however long it takes."""
        while sent:
            sent = sent[os.write(self.answers, sent) :]

    def close(self) -> None:
        """Hang up."""
        while self._open:
            os.close(self._open.pop())


Ends = tuple[RefereeEnd, BarePipes]


@pytest.fixture
def ends() -> Iterator[Ends]:
    """The referee's end, and the bare pipes of a bot."""
    heard, questions = os.pipe()
    answers, told = os.pipe()
    referee, theirs = RefereeEnd(questions, answers), BarePipes(heard, told)
    yield referee, theirs
    referee.close()
    theirs.close()


def framed(body: bytes) -> bytes:
    """A frame as it goes over the wire."""
    return pack("<II", len(body), 0) + body


def within(seconds: float) -> Callable[[], None]:
    """The patience of a referee."""
    deadline = monotonic() + seconds

    def wait() -> None:
        if monotonic() > deadline:
            raise BotFault(FaultKind.TIMEOUT, "it took too long")

    return wait


def fault_of(act: Callable[[], object]) -> tuple[str, str]:
    """The kind and the sentence of the fault that this must be."""
    with pytest.raises(BotFault) as caught:
        act()
    return caught.value.kind, caught.value.sentence


def test_a_question_and_its_answer_cross_the_channel(ends: Ends) -> None:
    referee, theirs = ends
    bot = BotEnd(theirs.questions, theirs.answers)
    referee.send(b"what?", within(LONG))
    assert bot.receive() == b"what?"
    bot.send(b"that")
    assert referee.receive(within(LONG)) == b"that"


def test_an_empty_answer_is_an_answer(ends: Ends) -> None:
    referee, theirs = ends
    theirs.send(framed(b""))
    assert referee.receive(within(LONG)) == b""


def test_an_answer_may_come_in_pieces(ends: Ends) -> None:
    """Each byte is sent by itself, while the referee is reading."""
    referee, theirs = ends

    def dribble() -> None:
        for byte in framed(b"piece by piece"):
            theirs.send(bytes([byte]))
            sleep(0.001)

    writer = Thread(target=dribble)
    writer.start()
    assert referee.receive(within(LONG)) == b"piece by piece"
    writer.join()


def test_a_question_larger_than_the_pipe_goes_through_in_pieces(ends: Ends) -> None:
    referee, theirs = ends
    question = bytes(range(256)) * 8192
    heard: list[bytes | None] = []
    reader = Thread(target=lambda: heard.append(BotEnd(theirs.questions, theirs.answers).receive()))
    reader.start()
    referee.send(question, within(LONG))
    reader.join()
    assert heard == [question]


def test_the_largest_answer_is_read_whole(ends: Ends) -> None:
    """The cap counts the header's eight bytes too."""
    referee, theirs = ends
    body = b"x" * (LARGEST - 8)
    writer = Thread(target=theirs.send, args=[framed(body)])
    writer.start()
    assert referee.receive(within(LONG)) == body
    writer.join()


@pytest.mark.parametrize("number", [0, 2, (1 << 32) - 1])
def test_an_answer_has_the_number_of_its_question(ends: Ends, number: int) -> None:
    referee, theirs = ends
    referee.send(b"the first question", within(LONG))
    theirs.send(pack("<II", 0, number))
    kind, sentence = fault_of(lambda: referee.receive(within(LONG)))
    assert kind == "invalid"
    assert "another question" in sentence


@pytest.mark.parametrize("size", [LARGEST - 7, 1 << 31, (1 << 32) - 1])
def test_a_header_is_refused_before_its_answer_is_read(ends: Ends, size: int) -> None:
    referee, theirs = ends
    theirs.send(pack("<II", size, 0))
    kind, sentence = fault_of(lambda: referee.receive(within(LONG)))
    assert kind == "invalid"
    assert f"more than {LARGEST}" in sentence


@pytest.mark.parametrize("more", [b"x", framed(b"a second answer"), framed(b"") * 1000])
def test_what_comes_after_the_answer_is_a_fault(ends: Ends, more: bytes) -> None:
    referee, theirs = ends
    theirs.send(framed(b"an answer") + more)
    kind, sentence = fault_of(lambda: referee.receive(within(LONG)))
    assert (kind, sentence) == ("invalid", "the bot sent more than one answer")


def test_what_comes_unasked_is_a_fault_at_the_next_question(ends: Ends) -> None:
    referee, theirs = ends
    theirs.send(framed(b"an answer"))
    assert referee.receive(within(LONG)) == b"an answer"
    theirs.send(framed(b"and another thing"))
    referee.send(b"what?", within(LONG))
    kind, sentence = fault_of(lambda: referee.receive(within(LONG)))
    assert (kind, sentence) == ("invalid", "the bot sent an answer to another question")


def test_a_bot_that_hung_up_cannot_be_asked(ends: Ends) -> None:
    referee, theirs = ends
    theirs.close()
    assert fault_of(lambda: referee.send(b"what?", within(LONG)))[0] == "crash"


def test_a_bot_that_hung_up_with_the_question_unread_has_crashed(ends: Ends) -> None:
    referee, theirs = ends
    referee.send(b"what?", within(LONG))
    theirs.close()
    assert fault_of(lambda: referee.receive(within(LONG)))[0] == "crash"


def test_a_bot_that_hung_up_with_questions_unread_cannot_be_asked_again(ends: Ends) -> None:
    referee, theirs = ends
    referee.send(b"what?", within(LONG))
    theirs.close()
    assert fault_of(lambda: referee.send(b"and now?", within(LONG)))[0] == "crash"


@pytest.mark.parametrize("part", [b"", b"\x01", framed(b"half an answer")[:-4]])
def test_a_bot_that_hangs_up_in_mid_answer_has_crashed(ends: Ends, part: bytes) -> None:
    referee, theirs = ends
    theirs.send(part)
    theirs.close()
    assert fault_of(lambda: referee.receive(within(LONG)))[0] == "crash"


@pytest.mark.parametrize("part", [b"", b"\x01\x00", framed(b"half an answer")[:-4]])
def test_an_answer_that_never_ends_is_not_waited_for(ends: Ends, part: bytes) -> None:
    referee, theirs = ends
    theirs.send(part)
    kind, sentence = fault_of(lambda: referee.receive(within(SOON)))
    assert (kind, sentence) == ("timeout", "it took too long")


def test_an_answer_that_dribbles_does_not_put_off_the_deadline(ends: Ends) -> None:
    referee, theirs = ends
    theirs.send(pack("<II", 60_000, 0))
    stopped: list[bool] = []

    def dribble() -> None:
        while not stopped:
            theirs.send(b"x")
            sleep(0.005)

    writer = Thread(target=dribble)
    writer.start()
    kind, _ = fault_of(lambda: referee.receive(within(SOON)))
    stopped.append(True)
    writer.join()
    assert kind == "timeout"


def test_a_bot_that_does_not_read_is_not_waited_for(ends: Ends) -> None:
    referee, _ = ends
    kind, sentence = fault_of(lambda: referee.send(bytes(1 << 23), within(SOON)))
    assert (kind, sentence) == ("timeout", "it took too long")


def test_a_bot_that_hangs_up_while_it_is_asked_has_crashed(ends: Ends) -> None:
    """The referee is waiting for room in the pipe when the other end goes."""
    referee, theirs = ends
    closer = Thread(target=lambda: (os.read(theirs.questions, 1 << 16), theirs.close()))
    closer.start()
    kind, _ = fault_of(lambda: referee.send(bytes(1 << 23), within(LONG)))
    closer.join()
    assert kind == "crash"


def test_the_bots_end_tells_when_the_referee_has_hung_up() -> None:
    heard, questions = os.pipe()
    os.write(questions, framed(b"half a question")[:-4])
    os.close(questions)
    assert BotEnd(heard, -1).receive() is None
    os.close(heard)
