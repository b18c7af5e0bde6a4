"""A bot's own words: kept by ply within bounds, whoever forges them, and heard by nobody else."""

from typing import Any

import pytest
from msgspec.msgpack import encode

from arena.boards import load_board
from arena.match.limits import Limits
from arena.match.match import Played
from arena.match.own_words import OwnWords, read_notes
from arena.notes import (
    LETTERS_OF_A_GAME,
    LONGEST_LABEL,
    LONGEST_TEXT,
    MARKS,
    NOTES_OF_A_GAME,
    NOTES_OF_A_QUESTION,
    Note,
    Notebook,
    NoteError,
    new_note,
)
from arena.sandbox.channel import RefereeEnd
from tests.match.tables import FIRST, SHORT, choosing, play, written

EVERYWHERE = pytest.mark.parametrize("isolation", ["none", "sandbox"])
USA = load_board("usa")


def printed(played: Played) -> list[OwnWords]:
    return [said for said in played.words if said.kind == "print"]


def notes(played: Played) -> list[OwnWords]:
    return [said for said in played.words if said.kind == "note"]


TALKING = """
import sys

class Bot:
    def start(self, view):
        print("start")

    def choose(self, view, legal):
        print(view.phase, view.turns)
        print("warned", file=sys.stderr)
        view.note("first", routes=[view.turns % 5, 7, 7], text="\\ud800")
        view.note("second", cities={3})
        return legal[0]

    def end(self, result):
        print("end")
"""


@EVERYWHERE
def test_words_are_those_of_the_ply_that_they_were_said_at(isolation: str) -> None:
    played = play(isolation, written(TALKING), FIRST)
    assert not played.faults
    own = [thought.ply for thought in played.thoughts if thought.seat == 0]
    rows = played.record.rows
    said = printed(played)
    assert [one.ply for one in said] == [*own, len(rows) - 1]
    assert sorted(said[0].text.splitlines()) == ["keep 0", "start", "warned"]
    for one in said[1:-1]:
        phase, warned = sorted(one.text.splitlines())  # errors need not wait for the output
        assert (phase.split()[0], warned) == (rows[one.ply].phase, "warned")
    assert said[-1].text == "end\n"
    first, second = notes(played)[:2]
    assert first == OwnWords(0, own[0], first.kind, "first", "\\ud800", (0, 7))
    assert second == OwnWords(0, own[0], second.kind, "second", "", (), second.cities)
    assert second.cities == (3,)
    assert [note.ply for note in notes(played)] == [ply for ply in own for _ in range(2)]


@EVERYWHERE
def test_a_silent_bot_has_no_words(isolation: str) -> None:
    assert play(isolation, FIRST, FIRST).words == ()


@EVERYWHERE
def test_what_was_said_before_a_fault_is_kept(isolation: str) -> None:
    bot = choosing("print('before')\nview.note('fears', cities=[1])\nraise ValueError")
    played = play(isolation, bot, FIRST)
    (fault,) = played.faults
    assert [(one.ply, one.label, one.text) for one in played.words] == [
        (fault.ply, "", "before\n"),
        (fault.ply, "fears", ""),
    ]
    assert fault.output == "before\n"


@EVERYWHERE
def test_words_change_nothing_in_the_game(isolation: str) -> None:
    silent, talking = (play(isolation, bot, FIRST) for bot in (FIRST, written(TALKING)))
    assert (silent.record, silent.places) == (talking.record, talking.places)


@EVERYWHERE
def test_of_long_prints_the_beginning_is_kept(isolation: str) -> None:
    limits = Limits(cpu=3.0, idle=4.0, output=2)
    flood = choosing("print('x' * (10_000 if view.turns else 1500))\nreturn legal[0]")
    played = play(isolation, flood, FIRST, limits=limits)
    assert sum(len(one.text) for one in printed(played)) == 2048
    letter_by_letter = choosing("print('x', end='')\nreturn legal[0]")
    played = play(isolation, letter_by_letter, FIRST, limits=limits)
    asked = [thought for thought in played.thoughts if thought.seat == 0]
    assert [one.text for one in printed(played)] == ["x"] * len(asked)


@EVERYWHERE
def test_no_more_is_kept_by_ply_than_64_kilobytes_whatever_may_be_printed(isolation: str) -> None:
    limits = Limits(cpu=3.0, idle=4.0, output=1024)
    flood = choosing("if not view.turns: print('x' * 70_000)\nreturn legal[0]")
    played = play(isolation, flood, FIRST, limits=limits)
    assert not played.faults
    (only,) = printed(played)
    assert only.text == "x" * (64 << 10)


def test_bytes_that_are_no_text_are_kept_as_far_as_they_are() -> None:
    body = "import os\nos.write(1, b'\\xff\\x1b[31m\\xe2\\x80\\xae\\x00')\nprint()\nreturn legal[0]"
    (first, *_) = printed(play("sandbox", choosing(body), FIRST))
    assert first.text == "\ufffd\x1b[31m\u202e\0\n"


def test_what_goes_past_pythons_streams_is_heard_at_the_end_at_the_latest() -> None:
    played = play("sandbox", choosing("import os\nos.write(1, b'x')\nreturn legal[0]"), FIRST)
    asked = sum(thought.seat == 0 for thought in played.thoughts)
    assert "".join(one.text for one in printed(played)) == "x" * asked


def test_output_that_is_cut_and_written_over_is_no_more_than_the_limit() -> None:
    body = "import os\nos.ftruncate(1, 0); os.lseek(1, 0, 0)\nprint('x' * 50_000)\nreturn legal[0]"
    played = play("process", choosing(body), FIRST)
    assert not played.faults
    assert sum(len(one.text) for one in printed(played)) <= 64 << 10


LATE = """
import os

class Bot:
    def choose(self, view, legal):
        from arena.sandbox import parent
        send = parent.BotEnd.send
        def late(channel, body):
            send(channel, body)
            os.write(1, b"late")
        parent.BotEnd.send = late
        self.choose = lambda view, legal: legal[0]
        return legal[0]
"""


def test_what_is_printed_after_an_answer_is_heard_later_and_harms_nobody() -> None:
    played = play("sandbox", written(LATE), FIRST)
    assert not played.faults
    asked = sum(thought.seat == 0 for thought in played.thoughts)
    assert "".join(one.text for one in printed(played)) in ("late" * asked, "late" * (asked - 1))


def forging(notes: str) -> Any:
    """A bot that sends these notes past its view."""
    return choosing(
        f"""
        from msgspec import Raw
        from msgspec.msgpack import encode
        from arena.sandbox import parent
        parent.packed = lambda _: {notes}
        return legal[0]
        """
    )


WHOLE = "['wants', 'x', [1], [2]]"
FORGED = {
    "no notes": ("Raw(encode('and more'))", 0),
    "no text": ("Raw(encode([['wants', 5, [], []]]))", 0),
    "half a text": ("Raw(bytes([0x91, 0x94, 0xa1, 0xff, 0xa0, 0x90, 0x90]))", 0),
    "an endless text": (f"Raw(encode([['wants', 'x' * {LONGEST_TEXT + 1}, [], []]]))", 0),
    "an endless label": (f"Raw(encode([['w' * {LONGEST_LABEL + 1}, '', [], []]]))", 0),
    "no label": ("Raw(encode([['', 'x', [], []]]))", 0),
    "many marks": (f"Raw(encode([['wants', 'x', [1] * {MARKS + 1}, []]]))", 0),
    "an unknown route": (f"Raw(encode([['wants', 'x', [100], []], {WHOLE}]))", 1),
    "an unknown city": (f"Raw(encode([['wants', 'x', [], [2 ** 63]], {WHOLE}]))", 1),
    "a negative route": ("Raw(encode([['wants', 'x', [-1], []]]))", 0),
    "more fields": ("Raw(encode([['wants', 'x', [], [], 'more']]))", 0),
    "ten thousand": ("Raw(encode([['w', '', [], []]] * 10_000))", NOTES_OF_A_QUESTION),
    "a depth": ("Raw(b'\\x91' * 500 + b'\\x90')", 0),
}


@pytest.mark.parametrize("what", FORGED)
def test_forged_notes_are_dropped_and_no_fault(what: str) -> None:
    sent, kept = FORGED[what]
    played = play("sandbox", forging(sent), FIRST)
    assert not played.faults
    first = min((note.ply for note in notes(played)), default=-1)
    assert sum(note.ply == first for note in notes(played)) == kept
    assert all(note.seat == 0 for note in played.words)


def test_a_flood_of_notes_ends_at_the_bounds_of_a_question_and_of_a_game() -> None:
    body = "for _ in range(50): view.note('w', text='x' * 1000)\nreturn legal[0]"
    for isolation in ("none", "sandbox"):
        played = play(isolation, choosing(body), FIRST)
        assert not played.faults
        letters = [len(note.label) + len(note.text) for note in notes(played)]
        assert max(letters) == 1 + LONGEST_TEXT
        assert LETTERS_OF_A_GAME - max(letters) < sum(letters) <= LETTERS_OF_A_GAME


def test_the_most_that_notes_may_hold_fits_an_answer_with_the_longest_fault() -> None:
    body = """
    train = "\\U0001f682" * 1000
    for _ in range(20):
        view.note(train, routes=range(100), cities=range(36), text=train)
    raise ValueError("\\U0001f682" * 100_000)
    """
    played = play("sandbox", choosing(body), FIRST)
    assert [fault.kind for fault in played.faults] == ["crash"]
    assert len(notes(played)) == NOTES_OF_A_QUESTION


def test_a_notebook_counts_the_notes_of_a_game() -> None:
    notebook = Notebook(USA)
    note = Note("w", "", (), ())
    kept = 0
    for _ in range(NOTES_OF_A_GAME):
        kept += len(read_notes(encode([note, note]), notebook))
    assert kept == NOTES_OF_A_GAME


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"routes": [100]}, "there is no route 100, they are numbered from 0 to 99"),
        ({"routes": [-1]}, "there is no route -1, they are numbered from 0 to 99"),
        ({"cities": [36]}, "there is no city 36, they are numbered from 0 to 35"),
        ({"cities": ["Denver"]}, "a note marks each city by its number, not ['Denver']"),
        ({"routes": 5}, "a note marks each route by its number, not 5"),
        ({"text": 5}, "the text of a note is a str, not 5"),
        ({"label": None}, "the label of a note is a str, not None"),
        ({"label": " "}, "a note has a label: a word for what it is about"),
    ],
)
def test_a_note_that_cannot_be_meant_is_refused_in_the_bots_own_process(
    wrong: dict[str, Any], sentence: str
) -> None:
    parts = {"label": "wants", "text": "", "routes": [], "cities": []} | wrong
    with pytest.raises(NoteError) as refused:
        new_note(USA, **parts)
    assert str(refused.value) == sentence


def test_a_note_on_an_earlier_view_or_a_copy_does_not_count() -> None:
    body = """
    import copy
    if not hasattr(self, "kept"):
        self.kept = copy.deepcopy(view)
    self.kept.note("on a copy")
    return legal[0]
    """
    played = play("sandbox", choosing(body), FIRST)
    assert (played.faults, played.words) == ((), ())


def test_nobody_else_is_sent_what_a_bot_says(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: dict[int, bytes] = {}
    send = RefereeEnd.send

    def recorded(channel: RefereeEnd, body: bytes, waited: Any) -> None:
        sent[id(channel)] = sent.get(id(channel), b"") + body
        send(channel, body, waited)

    monkeypatch.setattr(RefereeEnd, "send", recorded)
    body = (
        "w = ''.join(['sesa', 'me'])\nprint(w)\nview.note(w, text=w, cities=[1])\nreturn legal[0]"
    )
    played = play("sandbox", choosing(body), FIRST, limits=SHORT)
    assert any("sesame" in said.text for said in played.words)
    assert len(sent) >= 2  # each bot's, and those that its code was compiled by
    assert not any(b"sesame" in body for body in sent.values())
