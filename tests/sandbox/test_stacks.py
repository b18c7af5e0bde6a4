"""A bot whose time is up tells where it was, and gains nothing by what it makes of that."""

import pytest

from arena.match.faults import LONGEST, Fault
from arena.match.limits import Limits
from arena.sandbox.stacks import frames_in, stack_in
from tests.match.tables import FIRST, choosing, fault_against_first, play, written

BRIEF = Limits(cpu=0.15, idle=0.3)
HEAD = "Where it was when its time was up (most recent call last):\n"


def fault_of(body: str, isolation: str = "sandbox") -> Fault:
    """The fault of a bot with little time, whose `choose` has this body from line 3 on."""
    return fault_against_first(isolation, choosing(body), BRIEF)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("while True: pass", id="a loop"),
        pytest.param("sum(range(10**15))", id="a loop in C"),
        pytest.param("pow(7, 10**90000, 10**4000 + 1)", id="one long operation"),
        pytest.param("__import__('time').sleep(600)", id="a nap"),
    ],
)
def test_the_line_at_which_its_time_was_up_is_told(body: str) -> None:
    fault = fault_of(body)
    assert fault.kind == "timeout"
    assert fault.traceback == f'{HEAD}  File "choosing.py", line 3, in choose\n    {body}\n'


def test_without_a_sandbox_it_is_told_too() -> None:
    assert "line 3, in choose" in fault_of("while True: pass", "process").traceback


def test_the_whole_way_to_the_line_is_told_and_no_frame_of_ours() -> None:
    code = """
        class Bot:
            def choose(self, view, legal):
                return self.spin(view)
            def spin(self, view):
                while True: view.refusal(None)
    """
    stack = fault_against_first("sandbox", written(code, "bött"), BRIEF).traceback
    assert '  File "bött.py", line 4, in choose\n    return self.spin(view)\n' in stack
    assert '  File "bött.py", line 6, in spin\n    while True: view.refusal(None)\n' in stack
    assert "player.py" not in stack
    assert "<module>" not in stack


def test_what_it_printed_before_is_kept_and_its_stack_is_not_among_it() -> None:
    fault = fault_of("print('a clue', flush=True)\nwhile True: pass")
    assert fault.output == "a clue\n"
    assert "line 4, in choose" in fault.traceback


def test_a_full_output_does_not_hide_the_line() -> None:
    body = """
        try:
            while True: print("x" * 1000, flush=True)
        except OSError:
            while True: pass
    """
    assert "line 6, in choose\n    while True: pass" in fault_of(body).traceback


def test_a_crash_in_a_library_is_traced_to_the_bots_line() -> None:
    fault = fault_of("import ctypes\nctypes.string_at(0)")
    assert fault.sentence == "the bot's process was ended by signal 11 (Segmentation fault)"
    assert '  File "choosing.py", line 4, in choose\n    ctypes.string_at(0)\n' in fault.traceback
    assert fault.output == ""


TRICKS = {
    "it ignores the signal": "import signal\nsignal.signal(signal.SIGABRT, signal.SIG_IGN)",
    "it blocks the signal": "import signal\nsignal.pthread_sigmask(0, {signal.SIGABRT})",
    "it goes on in a handler": "import signal\nsignal.signal(6, lambda *_: max(iter(int, 1)))",
    "it exits in a handler": "import os, signal\nsignal.signal(6, lambda *_: os._exit(0))",
    "it answers in a handler": (
        "import os, signal\nfrom arena.match.messages import Chose, encode\n"
        "body = encode(Chose(legal[0]))\n"
        "frame = len(body).to_bytes(4, 'little') + bytes(4) + body\n"
        "signal.signal(6, lambda *_: os.write(3, frame))"
    ),
    "it has no output": "import os\nos.close(1); os.close(2)",
    "its output is the channel": "import os\nos.close(1); os.close(2); os.dup(3); os.dup(3)",
    "it lies": (
        "import os, signal\n"
        "lie = b'  File \"choosing.py\", line 99999 in \\x1b[31m' + b'x' * 400 + b'\\n'\n"
        "signal.signal(6, lambda *_: os.write(2, b'Fatal Python error: ' + lie * 100))"
    ),
}  # fmt: skip
"""What hostile bots do before they loop for ever."""


@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_with_its_last_words_changes_nothing_for_others(trick: str) -> None:
    fault = fault_of(f"{TRICKS[trick]}\nwhile True: pass")
    assert fault.kind == "timeout"
    assert fault.sentence == "the bot has used its 0.15 s of processor time"
    assert len(fault.traceback) <= LONGEST + len("[...]")
    assert play("sandbox", FIRST, FIRST, limits=BRIEF).faults == ()


def test_only_frames_are_taken_from_last_words_and_lines_from_the_file() -> None:
    words = """Fatal Python error: Aborted
        anything
  File "choosing.py", line 3 in choose
  File "choosing.py", line 700 in choose
  File "secret", line 3
"""
    bot = choosing("return legal[0]")
    assert [(f.lineno, f.line) for f in frames_in(words, bot)] == [
        (700, ""),
        (3, "return legal[0]"),
    ]
    assert stack_in("no frames at all", bot, "then") == ""
    assert stack_in('  File "other.py", line 3 in choose\n', bot, "then") == ""
