"""Bots that attack the referee, the machine or each other: none gets through, and games go on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.match.faults import LONGEST
from arena.match.limits import Limits
from arena.match.source import Source
from arena.referee.record import replay
from arena.sandbox import process_bot, processes
from arena.sandbox.venue import Venue
from tests.match.tables import (
    FIRST,
    USA,
    World,
    attacking,
    attacks_of,
    bots_of,
    fault_at,
    hostile,
    one_of,
    watched_world,
)

REFUSED = "PermissionError: "
NOTHING = "RuntimeError: nothing gained"
ATTACKS = (
    *("on_files", "on_memory", "on_network", "on_processes", "on_kernel", "on_names"),
    *("on_neighbours", "on_imports"),
)
OTHERWISE = {
    "start_threads": "RuntimeError: can't start new thread",
    "fork_many": NOTHING,
    "run_shell": NOTHING,
    "raise_memory_limit": "ValueError: not allowed to raise maximum limit",
    "raise_file_limit": "ValueError: not allowed to raise maximum limit",
    "set_timer": "signal.itimer_error: [Errno 1] Operation not permitted",
    "set_alarm": NOTHING,
    "run_with_multiprocessing": "ImportError: a bot can import most of the standard library",
    "call_by_number": NOTHING,
    "call_by_other_numbers": "the bot's process was ended by signal 31",
    "call_as_old_machine": "the bot's process was ended by signal",
    "import_other_package": "ImportError: a bot can import most of the standard library",
    "import_tests": "ImportError: a bot can import most of the standard library",
    "import_results": "ImportError: a bot can import most of the standard library",
    "import_venue": "ImportError: a bot can import most of the standard library",
    "ask_load": "OSError: Load averages are unobtainable",
    "import_without_guard": "ModuleNotFoundError: No module named 'wave'",
    "import_past_guard": NOTHING,
    "load_library": "OSError: libutil.so.1: cannot open shared object file",
    "load_library_by_path": "OSError: /",
    "reload_module": "ImportError: os can't be loaded during a game",
    **dict.fromkeys(
        (
            *("import_late", "import_by_builtin", "import_in_text", "import_frozen"),
            *("import_built_in", "run_module", "run_path", "change_path"),
        ),
        "ImportError: a bot can import most of the standard library",
    ),
}
"""How an attack ends that is not simply refused."""
FATAL = ("call_by_other_numbers", "call_as_old_machine")
"""Attacks that the kernel answers by ending the process."""
SLOW = ("set_alarm",)

FAULTS = {
    "on_channel": {
        "Closes": ("crash", "exit code 1"),
        "ClosesAndLoops": ("crash", "hung up"),
        "Floods": ("invalid", "another question"),
        "AnswersTwice": ("invalid", "the bot sent"),
        "AnswersBeforeQuestion": ("invalid", "the bot sent"),
        "AnswersLate": ("timeout", "has been idle"),
        "AnswersByBytes": ("timeout", "has been idle"),
        "ClaimsFourGigabytes": ("invalid", "more than 65536"),
        "SendsMuch": ("invalid", "more than 65536"),
        "SendsNothing": ("invalid", "the answer is no action"),
        "BreaksOff": ("timeout", "has been idle"),
        "BreaksOffAndEnds": ("crash", "exit code 0"),
        "Nests": ("invalid", "the answer is no action"),
        "NestsInAction": ("invalid", "the answer is no action"),
        "Pickles": ("invalid", "the answer is no action"),
        "SendsJson": ("invalid", "the answer is no action"),
        "SendsEvent": ("invalid", "the answer is no action"),
        "UnknownTag": ("invalid", "at `$[1][0]`"),
        "ExtraFields": ("invalid", "the answer is no action"),
        "TextForNumber": ("invalid", "the answer is no action"),
        "FractionForNumber": ("invalid", "the answer is no action"),
        "TruthForNumber": ("invalid", "the answer is no action"),
        "NoNumber": ("invalid", "the answer is no action"),
        "HugeNumber": ("illegal", "is illegal"),
        "SmallNumber": ("illegal", "is illegal"),
        "ManyNumbers": ("illegal", "(G5)"),
        "NoText": ("invalid", "the answer is no action"),
        "OtherType": ("invalid", "the answer is no action"),
        "FailsColourfully": ("crash", "gone"),
        "FailsLongWindedly": ("invalid", "the answer is no action"),
        "FailsInOwnWay": ("invalid", "the opponent crashed"),
        "DoesNotRead": ("timeout", "has been idle"),
        "SendsGarbage": ("invalid", "the answer is no action"),
    },
    "on_patience": {
        "Loops": ("timeout", "processor time"),
        "LoopsDeafly": ("timeout", "processor time"),
        "RaisesToPower": ("timeout", "processor time"),
        "MatchesForever": ("timeout", "processor time"),
        "Sleeps": ("timeout", "has been idle"),
        "SleepsAtStart": ("timeout", "has been idle"),
        "SleepsInConstructor": ("timeout", "has been idle"),
        "SleepsALittle": ("timeout", "has been idle"),
        "LoopsAtEnd": None,
        "TurnsClocksBack": ("timeout", "processor time"),
        "HidesThinking": ("timeout", "processor time"),
        "TakesEightGigabytes": ("memory", "MemoryError"),
        "TakesMegabytes": ("memory", "MemoryError"),
        "TakesCrumbs": ("memory", "MemoryError"),
        "KeepsCrumbs": ("memory", "MemoryError"),
        "MapsMemory": ("memory", "MemoryError"),
        "PrintsMuch": ("crash", "File too large"),
        "PrintsOn": None,
        "LeavesGapInOutput": ("crash", "File too large"),
        "OpensMuch": None,
        "Recurses": ("crash", "RecursionError"),
        "RecursesInC": ("crash", ""),
        "TakesTooMuch": ("memory", "MemoryError"),
    },
    "on_itself": {
        "Exits": ("crash", "exit code 0"),
        "ExitsPolitely": ("crash", "SystemExit: goodbye"),
        "Aborts": ("crash", "signal"),
        "ReadsNowhere": ("crash", "signal 11"),
        "RaisesInConstructor": ("crash", "ValueError: no bot for you"),
        "RaisesAtStart": ("crash", "ValueError: no game for you"),
        "Raises": ("crash", "ValueError: no answer for you"),
        "RaisesAtEnd": None,
        "RaisesUnprintable": ("crash", "Unprintable"),
        "RaisesEndless": ("timeout", "processor time"),
        "RaisesLong": ("crash", "xxx"),
        "RaisesHalfCharacters": ("crash", ""),
        "RaisesBase": ("crash", "Unusual: not an Exception"),
        "RaisesGeneratorExit": ("crash", "GeneratorExit"),
        "RaisesStopIteration": ("crash", "StopIteration"),
        "Interrupts": ("crash", "KeyboardInterrupt"),
        "RaisesGroup": ("crash", ""),
        "RaisesOwnFault": ("invalid", "the referee was slow"),
        "RaisesBotError": ("invalid", ""),
        "RaisesEmptyFault": ("crash", "exit code 1"),
        "FailsToFlush": ("crash", "exit code 1"),
        "AnswersNothing": ("invalid", "choose returned None"),
        "AnswersText": ("invalid", "choose returned 'pass', a str"),
        "AnswersList": ("invalid", "choose returned a Legal"),
        "AnswersClass": ("invalid", "choose returned the class Pass"),
        "AnswersPretender": ("invalid", "which is no action"),
        "AnswersHeir": ("invalid", "returned an Everything, which is no action"),
        "AnswersNamesake": ("invalid", "which is no action"),
        "AnswersStrangeNumbers": ("crash", "Number"),
        "HasNoChoose": ("invalid", "no class with a method choose"),
        "IsAsync": ("invalid", "choose returned a coroutine"),
        "LosesModules": ("crash", ""),
    },
    "on_hooks": {
        "First": None,
        "Once": None,
        "SpinsInConstructor": ("timeout", "processor time"),
        "SpinsAtStart": ("timeout", "processor time"),
        "SpinsAfterAnswer": ("timeout", "processor time"),
        "SleepsAfterAnswer": ("timeout", "has been idle"),
        "NapsAfterAnswer": ("timeout", ""),
        "NapsShortly": ("timeout", ""),
        "NapsBetweenLooks": ("timeout", "has been idle"),
        "FloodsAtStart": ("invalid", "another question"),
        "FloodsAfterAnswer": ("invalid", "the bot sent"),
        "FillsChannelAfterAnswer": ("invalid", "the bot sent"),
        "AnswersAhead": ("invalid", "the bot sent"),
        "SpinsWhenDropped": ("timeout", "processor time"),
        "SpinsInCollector": ("timeout", "processor time"),
        "SpinsInTrace": ("timeout", "processor time"),
        "SpinsInAudit": ("timeout", "processor time"),
        "SpinsInComparison": ("timeout", "processor time"),
        "SpinsWhileLegalIsListed": ("timeout", "processor time"),
        "SpinsDeafToAllSignals": ("timeout", "processor time"),
        "SleepsDeafToAllSignals": ("timeout", "has been idle"),
        "SleepsOnPoll": ("timeout", "has been idle"),
        "SleepsOnSelect": ("timeout", "has been idle"),
        "SleepsOnLock": ("timeout", "has been idle"),
        "SleepsOnChannel": ("timeout", "has been idle"),
        "SleepsUntilTomorrow": ("timeout", "has been idle"),
        "SpinsInKernel": ("timeout", "processor time"),
        "MapsAndUnmaps": ("timeout", "processor time"),
        "AnswersByBytesWithNaps": ("timeout", ""),
        "OverflowsStack": ("crash", "signal 11"),
        "StopsItself": ("crash", "PermissionError"),
        "DividesByNothing": ("crash", "signal"),
        "RunsNoInstruction": ("crash", "signal"),
        "UnmapsItself": ("crash", "signal"),
        "ExitsAfterAnswer": ("crash", "exit code 7"),
        "ExitsAsIfKilled": ("crash", "exit code 137"),
        "ClosesAfterAnswer": ("crash", ""),
        "SpinsInAtexit": None,
        "SleepsAtEnd": None,
        "NapsAtEnd": None,
        "FloodsAtEnd": None,
        "ExitsAtEnd": None,
        "TakesAllAtEnd": None,
        "StaysDeafAtEnd": None,
    },
    "on_rules": {
        "RewritesLegal": ("illegal", "is illegal"),
        "RewritesHand": ("illegal", "is illegal"),
        "RewritesRules": ("illegal", "is illegal"),
        "RewritesSending": ("illegal", "is illegal"),
        "PassesAlways": ("illegal", "is illegal"),
        "KeepsNothing": ("illegal", "is illegal"),
        "KeepsTwice": ("illegal", "is illegal"),
        "PlaysOtherGame": ("invalid", "returned a MoveAlvin, which is no action of usa"),
        "RepeatsItself": ("illegal", "is illegal"),
        "TakesAgain": ("illegal", "is illegal"),
        "LooksForGame": None,
        "LooksAtCallers": None,
    },
}
"""For each bot its fault and words of the sentence on it; None for those that do no harm."""


@pytest.fixture(scope="module")
def venue() -> Iterator[Venue]:
    """A venue with time for all, and little memory."""
    with Venue("sandbox", [USA], Limits(cpu=20, idle=30, memory=128)) as venue:
        yield venue


@pytest.fixture(scope="module")
def hasty_venue() -> Iterator[Venue]:
    """A venue where bots soon run out of time."""
    with Venue("sandbox", [USA], Limits(cpu=0.2, idle=0.5, memory=256)) as venue:
        yield venue


@pytest.fixture(scope="module", autouse=True)
def brief_farewell() -> Iterator[None]:
    """Bots that do not let go of a game are waited for less long: what comes of it is the same."""
    with pytest.MonkeyPatch.context() as patch:
        for room in (processes, process_bot):
            patch.setattr(room, "FAREWELL", 0.2)
        yield


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with watched_world() as world:
        yield world


def in_fours(names: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Names by four, as many as there are seats beside an honest bot."""
    return [names[start : start + 4] for start in range(0, len(names), 4)]


ALL = [(file, attack) for file in ATTACKS for attack in attacks_of(file)]


@pytest.mark.parametrize(("file", "attack"), ALL)
def test_an_attack_does_not_get_through(venue: Venue, world: World, file: str, attack: str) -> None:
    fault = fault_at(venue, attacking(file, attack, world.target))
    assert fault.kind == "crash"
    assert fault.sentence.startswith(OTHERWISE.get(attack, REFUSED))
    assert world.secret not in fault.output + fault.sentence + fault.traceback
    world.assert_untouched()


@pytest.mark.parametrize(
    "some", in_fours([pair for pair in ALL if pair[1] not in (*FATAL, *SLOW)]), ids=repr
)
def test_bots_whose_attacks_are_refused_can_play_on(
    venue: Venue, world: World, some: list[tuple[str, str]]
) -> None:
    bots = [attacking(file, attack, world.target, stubborn=True) for file, attack in some]
    played = venue.play(USA, [*bots, FIRST], 1)
    assert played.faults == ()
    assert replay(played.record).result() == played.result
    world.assert_untouched()


@pytest.mark.parametrize(
    ("file", "name"),
    [(file, name) for file, bots in FAULTS.items() for name, fault in bots.items() if fault],
)
def test_a_hostile_bot_ends_by_the_right_fault(
    venue: Venue, hasty_venue: Venue, file: str, name: str
) -> None:
    kind, words = FAULTS[file][name]
    fault = fault_at(hasty_venue if kind == "timeout" else venue, one_of(file, name))
    assert (fault.kind, words in fault.sentence) == (kind, True), fault.sentence[:200]
    for text in (fault.sentence, fault.traceback, fault.output):
        assert len(text) <= LONGEST + len("[...]")


@pytest.mark.parametrize(
    ("file", "name"),
    [(file, name) for file, bots in FAULTS.items() for name, fault in bots.items() if not fault],
)
def test_a_bot_that_harms_no_one_plays_on(venue: Venue, file: str, name: str) -> None:
    played = venue.play(USA, [one_of(file, name), FIRST], 1)
    assert played.faults == ()
    assert replay(played.record).result() == played.result


@pytest.mark.parametrize(
    ("bot", "kind"), [(hostile("sleeper"), "timeout"), (hostile("raiser"), "crash")]
)
def test_a_file_that_is_hostile_before_it_is_a_bot(
    hasty_venue: Venue, bot: Source, kind: str
) -> None:
    assert fault_at(hasty_venue, bot).kind == kind


@pytest.mark.parametrize("file", FAULTS)
def test_every_bot_of_a_file_is_in_the_table(file: str) -> None:
    assert bots_of(file) == list(FAULTS[file])


def test_a_table_of_hostile_bots_leaves_the_honest_one_first(venue: Venue, world: World) -> None:
    some = ["Exits", "AnswersNothing", "ReadsNowhere", "RaisesBase"]
    played = venue.play(USA, [*(one_of("on_itself", name) for name in some), FIRST], 1)
    assert [fault.seat for fault in played.faults] == [0, 1, 2, 3]
    assert played.places[4] == 1
    assert replay(played.record).result() == played.result
    world.assert_untouched()


def test_the_venue_is_as_good_as_new_after_all_of_them(venue: Venue) -> None:
    played = venue.play(USA, [FIRST, FIRST], 1)
    assert played.faults == ()


def test_what_a_bot_says_does_not_paint_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "painter.py"
    file.write_bytes(one_of("on_channel", "FailsColourfully").code)
    report = CliRunner().invoke(main, ["check", str(file), "--ruleset", "usa"]).output
    assert "crash" in report
    assert not set(report) & {"\x00", "\x07", "\x1b", "\r"}
