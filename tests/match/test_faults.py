"""What counts as which fault, and what is kept of it."""

from collections.abc import Callable, Iterator

import pytest

from arena.match.faults import LONGEST, BotFault, Fault, clip
from arena.match.limits import Limits
from arena.match.match import Played
from arena.match.messages import Begin
from arena.match.source import Source
from arena.match.substitute import quietest
from arena.referee.events import Decided, Shuffled
from arena.referee.game import Game
from arena.referee.record import Record, positions, replay
from arena.referee.rulesets import find_ruleset
from arena.sandbox import process_bot
from arena.sandbox.company import Company
from arena.sandbox.venue import Venue
from tests.match.tables import FIRST, SHORT, USA, choosing, fault_against_first, play, written

FirstFault = Callable[[str, Source], Fault]

EVERYWHERE = pytest.mark.parametrize("isolation", ["sandbox", "process", "none"])
APART = pytest.mark.parametrize("isolation", ["sandbox", "process"])
MOST = LONGEST + len("[...]")
FIRST_QUESTION = 2
"""The ply of it in `usa`: before it the two decks are shuffled."""


@pytest.fixture(scope="module")
def first_fault() -> Iterator[FirstFault]:
    """Tells the fault of a bot at its first question, in an isolation; no game is played."""
    venues = {name: Venue(name, [USA], SHORT) for name in ("sandbox", "process", "none")}

    def ask(isolation: str, bot: Source) -> Fault:
        seat = venues[isolation].seat(Begin(USA, 2, 0, 1, SHORT.cpu, bot), Company())
        try:
            with pytest.raises(BotFault) as caught:
                seat.choose(Game(USA, 2, 1).seen_by(0))
            fault, output = caught.value, clip(seat.printed())
            return Fault(0, FIRST_QUESTION, fault.kind, fault.sentence, fault.traceback, output)
        finally:
            seat.close()

    yield ask
    for venue in venues.values():
        venue.close()


def failing(asked: int, how: str = "raise LookupError('no idea')") -> Source:
    """A bot that answers at random, until this happens at the so-many-th question."""
    code = f"""
        class Failing:
            asked = 0
            def choose(self, view, legal):
                self.asked += 1
                if self.asked == {asked}:
                    {how}
                return view.rng.choice(legal)
    """
    return written(code, "failing")


def questions(record: Record) -> Iterator[tuple[int, Game]]:
    """The game at each of its questions, with the ply of the answer."""
    ply, before = 0, None
    for game in positions(record):
        ply += sum(type(event) in (Decided, Shuffled) for event in game.events(before))
        before = game.log
        if not game.over:
            yield ply, game


def assert_substituted(played: Played, fault: Fault) -> None:
    """From the fault on the quietest answer is played for its seat, and the game ends by rules."""
    rows = played.record.rows
    answered = [
        (ply, quietest(game.rules, game.legal()).text(game.board))
        for ply, game in questions(played.record)
        if game.seat == fault.seat and ply >= fault.ply
    ]
    assert answered[0][0] == fault.ply
    assert [(ply, rows[ply].action) for ply, _ in answered] == answered
    assert all(thought.ply < fault.ply for thought in played.thoughts if thought.seat == fault.seat)
    assert replay(played.record).result() == played.result


KINDS = {
    "illegal": (
        "from arena.bot import Claim\nreturn Claim(0, 0, 0)",
        "Claim(route=0, color=0, locomotives=0) is illegal: ",
    ),
    "invalid": ("return 'take R'", "choose returned 'take R', a str, which is no action"),
    "crash": ("return legal[view.me] + 1", "TypeError: unsupported operand"),
    "memory": ("return bytearray(1 << 60)", "MemoryError"),
    "timeout": (
        "while view.cpu_left() > -0.1: pass\nreturn legal[0]",
        "the bot has used its 0.3 s of processor time",
    ),
}
"""By kind of fault, what a bot does for it and how the sentence begins."""


@EVERYWHERE
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_fault_has_its_ply_and_sentence(isolation: str, kind: str) -> None:
    body, sentence = KINDS[kind]
    limits = Limits(cpu=0.3 if kind == "timeout" else 10, idle=20)
    fault = fault_against_first(isolation, choosing(body), limits=limits)
    assert (fault.kind, fault.ply) == (kind, FIRST_QUESTION)
    assert fault.sentence.startswith(sentence)


@EVERYWHERE
def test_the_sentence_on_an_illegal_action_is_clipped(isolation: str) -> None:
    bot = choosing("""
        from arena.bot import Keep
        return Keep((1,) * 60_000)
    """)
    fault = fault_against_first(isolation, bot)
    assert fault.kind == "illegal"
    assert len(fault.sentence) <= MOST


@EVERYWHERE
def test_the_sentence_on_an_answer_that_is_no_action_is_clipped(
    first_fault: FirstFault, isolation: str
) -> None:
    fault = first_fault(isolation, choosing("return type('x' * 20_000, (), {})()"))
    assert fault.kind == "invalid"
    assert len(fault.sentence) <= MOST


@EVERYWHERE
def test_an_action_that_cannot_be_sent_is_explained(
    first_fault: FirstFault, isolation: str
) -> None:
    bot = choosing("""
        from arena.bot import Keep
        return Keep((object(),))
    """)
    fault = first_fault(isolation, bot)
    assert fault.kind in ("crash", "invalid")
    assert "type object" in fault.sentence


@pytest.mark.parametrize("number", [9, 34, 35, 64])
def test_any_signal_that_ends_a_bot_is_a_crash(number: int) -> None:
    """Without a sandbox a bot can send itself any signal, also those without a name."""
    bot = written(
        f"""
        import os
        class Killed:
            def choose(self, view, legal):
                os.kill(os.getpid(), {number})
        """
    )
    assert fault_against_first("process", bot).kind == "crash"


def test_a_bot_that_hangs_up_is_not_said_to_have_been_killed() -> None:
    fault = fault_against_first("sandbox", choosing("import os\nos.close(3)\nwhile True: pass"))
    assert fault.kind == "crash"
    assert "SIGKILL" not in fault.sentence


@EVERYWHERE
def test_a_bot_may_have_no_output(isolation: str) -> None:
    """What a bot does to its own output harms no one."""
    bot = choosing("import sys\nsys.stdout = None\nreturn legal[0]")
    assert not play(isolation, bot, FIRST).faults


@EVERYWHERE
def test_a_class_with_two_names_is_one_bot(isolation: str) -> None:
    bot = written(FIRST.code.decode() + "\nAlias = First\n")
    assert not play(isolation, bot, FIRST).faults


@EVERYWHERE
def test_a_bot_may_use_dataclasses_with_postponed_annotations(isolation: str) -> None:
    code = """
        from __future__ import annotations
        from dataclasses import dataclass
        @dataclass
        class Plan:
            length: int
        class Planner:
            def choose(self, view, legal):
                return legal[Plan(0).length]
    """
    assert not play(isolation, written(code), FIRST).faults


@EVERYWHERE
def test_the_traceback_is_the_bots_own_and_names_its_lines(
    first_fault: FirstFault, isolation: str
) -> None:
    code = """
        class Bot:
            def choose(self, view, legal):
                return self.best(legal)
            def best(self, legal):
                return min(legal, key=lambda action: action.price)
    """
    fault = first_fault(isolation, written(code, "pricey"))
    assert "has no attribute 'price'" in fault.sentence
    assert 'File "pricey.py", line 4, in choose' in fault.traceback
    assert 'File "pricey.py", line 6, in best\n    return min(legal, key=' in fault.traceback
    assert fault.traceback.count("File ") == fault.traceback.count('File "pricey.py"') == 3


@EVERYWHERE
def test_an_error_in_the_referees_code_called_by_a_bot_is_traced_to_the_bot(
    first_fault: FirstFault, isolation: str
) -> None:
    fault = first_fault(isolation, choosing("return view.distance(None, 3)"))
    assert 'File "choosing.py", line 3, in choose' in fault.traceback


@APART
def test_the_last_output_is_kept(first_fault: FirstFault, isolation: str) -> None:
    bot = choosing("""
        import sys
        print("one thing", view.phase)
        print("another", file=sys.stderr)
        raise LookupError
    """)
    assert sorted(first_fault(isolation, bot).output.splitlines()) == [
        "another",
        "one thing keep",
    ]


@APART
def test_only_the_end_of_a_long_output_is_kept(first_fault: FirstFault, isolation: str) -> None:
    bot = choosing("print('a' * 20_000 + 'the end')\nraise LookupError")
    output = first_fault(isolation, bot).output
    assert output.endswith("the end\n")
    assert len(output) <= MOST


@APART
def test_output_that_is_no_text_is_kept_as_well_as_can_be(
    first_fault: FirstFault, isolation: str
) -> None:
    bot = choosing("import os\nos.write(1, b'caf\\xe9 \\xff\\0 ok')\nraise LookupError")
    assert first_fault(isolation, bot).output == "caf\ufffd \ufffd\0 ok"


@EVERYWHERE
def test_sentence_and_traceback_of_an_exception_are_clipped(
    first_fault: FirstFault, isolation: str
) -> None:
    bot = choosing("""
        def deeper(n):
            if not n: raise LookupError("x" * 100_000 + " is too much")
            exec(compile(f"deeper({n - 1})", "f" * 1000, "exec"), {"deeper": deeper})
        deeper(40)
    """)
    fault = first_fault(isolation, bot)
    assert fault.kind == "crash"
    assert fault.sentence == "LookupError: ".ljust(1000, "x")
    assert len(fault.traceback) == MOST


@EVERYWHERE
def test_an_exception_may_have_no_text(first_fault: FirstFault, isolation: str) -> None:
    bot = written("""
        class Shy(Exception):
            def __str__(self): raise SystemExit
        class Bot:
            def choose(self, view, legal): raise Shy
    """)
    fault = first_fault(isolation, bot)
    assert fault.kind == "crash"
    assert "Shy" in fault.sentence


@EVERYWHERE
@pytest.mark.parametrize("raised", ["SystemExit", "GeneratorExit", "BaseException", "Exception"])
def test_whatever_a_bot_raises_is_a_crash(
    first_fault: FirstFault, isolation: str, raised: str
) -> None:
    fault = first_fault(isolation, choosing(f"raise {raised}('so')"))
    assert (fault.kind, fault.sentence) == ("crash", f"{raised}: so")


MANY_NAMES = "".join(
    f"class {'B' * 200}{n}:\n    def choose(self, view, legal): return legal[0]\n"
    for n in range(100)
)


@EVERYWHERE
def test_the_sentence_on_a_file_that_is_no_bot_is_clipped(
    first_fault: FirstFault, isolation: str
) -> None:
    fault = first_fault(isolation, written(MANY_NAMES))
    assert fault.kind == "invalid"
    assert "name one with BOT" in fault.sentence
    assert len(fault.sentence) <= MOST


@APART
def test_the_sentence_on_a_frame_that_is_no_answer_is_clipped(
    first_fault: FirstFault, isolation: str
) -> None:
    bot = choosing("""
        import os
        body = b"\\x92\\xda" + (60_000).to_bytes(2, "big") + b"A" * 60_000 + b"\\x01"
        os.write(3, len(body).to_bytes(4, "little") + (2).to_bytes(4, "little") + body)
        while True: pass
    """)
    fault = first_fault(isolation, bot)
    assert fault.kind == "invalid"
    assert len(fault.sentence) <= MOST


@EVERYWHERE
def test_an_exception_whose_text_cannot_be_sent_has_its_traceback(
    first_fault: FirstFault, isolation: str
) -> None:
    fault = first_fault(isolation, choosing("raise LookupError('\\ud800 is half a letter')"))
    assert fault.kind == "crash"
    assert "is half a letter" in fault.sentence
    assert "line 3, in choose" in fault.traceback
    assert fault.output == ""
    (fault.sentence + fault.traceback).encode()


@EVERYWHERE
@pytest.mark.parametrize("name", ["usa", "africa+warehouses", "oldwest+alvin+warehouses"])
def test_the_quietest_is_played_for_a_bot_from_its_fault_on(isolation: str, name: str) -> None:
    bots = [choosing("return view.rng.choice(legal)"), failing(20), FIRST]
    played = play(isolation, *bots, ruleset=find_ruleset(name))
    (fault,) = played.faults
    assert (fault.seat, fault.kind) == (1, "crash")
    assert played.places[1] == 3
    assert_substituted(played, fault)


@EVERYWHERE
def test_an_illegal_answer_is_not_in_the_record(isolation: str) -> None:
    how = "from arena.bot import Pass; return Pass()"
    played = play(isolation, FIRST, failing(6, how))
    (fault,) = played.faults
    assert (fault.seat, fault.kind) == (1, "illegal")
    assert "pass" not in [row.action for row in played.record.rows]
    assert_substituted(played, fault)


@EVERYWHERE
def test_of_two_faults_the_later_is_placed_before_the_earlier(isolation: str) -> None:
    played = play(isolation, failing(30), failing(3), FIRST)
    assert [fault.seat for fault in played.faults] == [0, 1]
    assert played.places == (2, 3, 1)
    for fault in played.faults:
        assert_substituted(played, fault)


@EVERYWHERE
def test_a_table_of_faulty_bots_is_played_to_its_end(isolation: str) -> None:
    played = play(isolation, failing(5), failing(1), failing(40), failing(1))
    assert len(played.faults) == 4
    assert played.places == (2, 4, 1, 3)
    for fault in played.faults:
        assert_substituted(played, fault)


@EVERYWHERE
def test_a_fault_changes_the_place_and_not_the_score(isolation: str) -> None:
    played = play(isolation, FIRST, failing(60), FIRST)
    assert played.places[1] == 3
    assert [seat.score for seat in played.result.seats] == [
        seat.score for seat in replay(played.record).result().seats
    ]


@EVERYWHERE
@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        pytest.param("raise LookupError('nothing here')\n", "LookupError: nothing here", id="file"),
        pytest.param("import arena_of_dreams\n", "arena_of_dreams", id="import"),
        pytest.param(
            "class Bot:\n    def __init__(self): raise LookupError('not made')\n"
            "    def choose(self, view, legal): return legal[0]\n",
            "LookupError: not made",
            id="constructor",
        ),
        pytest.param(
            "class Bot:\n    def start(self, view): raise LookupError(view.phase)\n"
            "    def choose(self, view, legal): return legal[0]\n",
            "LookupError: keep",
            id="start",
        ),
        pytest.param(
            "class Bot:\n    def choose(self): return 1\n",
            "TypeError: Bot.choose() takes 1 positional argument but 3 were given",
            id="choose",
        ),
    ],
)
def test_a_bot_can_fail_before_its_first_answer(
    first_fault: FirstFault, isolation: str, code: str, sentence: str
) -> None:
    fault = first_fault(isolation, written(code))
    assert (fault.kind, fault.ply) == ("crash", FIRST_QUESTION)
    assert sentence in fault.sentence


@EVERYWHERE
def test_parameters_that_a_bot_does_not_have_are_named(
    first_fault: FirstFault, isolation: str
) -> None:
    code = """
        class Bot:
            def __init__(self, depth): pass
            def choose(self, view, legal): return legal[0]
    """
    fault = first_fault(isolation, written(code, depth=1, dept=2))
    assert (fault.kind, fault.ply) == ("invalid", FIRST_QUESTION)
    assert "there is no parameter 'dept'; did you mean depth?" in fault.sentence
    missing = first_fault(isolation, written(code))
    assert "missing 1 required positional argument: 'depth'" in missing.sentence


def ending(body: str) -> Source:
    """A bot that plays well and does this at the end."""
    return written(FIRST.code.decode() + f"    def end(self, result):\n        {body}\n")


@EVERYWHERE
def test_an_end_that_raises_is_no_fault(isolation: str) -> None:
    played = play(isolation, ending("raise LookupError"), FIRST)
    assert not played.faults
    assert played.record == play("none", FIRST, FIRST).record


@APART
def test_an_end_that_exits_is_no_fault(isolation: str) -> None:
    assert not play(isolation, ending("import sys; sys.exit(1)"), FIRST).faults


def test_an_end_that_exits_is_no_fault_in_the_referees_process() -> None:
    assert not play("none", ending("import sys; sys.exit(1)"), FIRST).faults


@APART
@pytest.mark.parametrize(
    "body", ["while True: pass", "import time; time.sleep(600)", "import os; os._exit(3)"]
)
def test_an_end_that_hangs_does_not_hold_up_the_others(
    isolation: str, body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_bot, "FAREWELL", 0.1)
    played = play(isolation, ending(body), FIRST)
    assert not played.faults
    assert played.record == play("none", FIRST, FIRST).record


@APART
def test_an_answer_that_comes_too_late_is_a_timeout(isolation: str) -> None:
    bot = choosing("import time\ntime.sleep(0.6)\nreturn legal[0]")
    fault = fault_against_first(isolation, bot, limits=Limits(idle=0.3))
    assert (fault.kind, fault.ply) == ("timeout", FIRST_QUESTION)
    assert fault.sentence == "the bot has been idle for its 0.3 s"


@APART
def test_a_sleeper_is_stopped_by_the_idle_time_of_the_game(isolation: str) -> None:
    bot = choosing("import time\ntime.sleep(0.2)\nreturn legal[0]")
    played = play(isolation, bot, FIRST, limits=Limits(idle=2))
    (fault,) = played.faults
    assert fault.kind == "timeout"
    assert fault.sentence == "the bot has been idle for its 2 s"
    assert any(thought.seat == 0 for thought in played.thoughts)
    assert_substituted(played, fault)


def test_waiting_for_others_is_no_idleness() -> None:
    """Each bot sleeps for more than half of what both have."""
    sleepy = failing(1, "import time; time.sleep(0.8)")
    assert not play("process", sleepy, sleepy, limits=Limits(idle=1.4)).faults
