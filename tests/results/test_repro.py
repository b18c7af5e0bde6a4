"""`arena repro`: the same question again, with the same view and generator, if the user trusts."""

import os
import pty
import re
import shutil
import subprocess
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace

from arena.referee.modules import rules_of
from arena.results.repro import Repro, ReproError, questions
from arena.results.stored_game import StoredGame, find_game
from tests.tournament.submitting import (
    ANY,
    DEADLINE,
    arena,
    choosing,
    configured,
    done,
    started,
    wait_for,
)

FICKLE = """
class Fickle:
    def __init__(self, salt):
        self.told = salt
        self.begun = False

    def start(self, view):
        self.begun = True
        self.told += str(view.rng.random())

    def choose(self, view, legal):
        print(len(self.told))
        view.note("told", cities=[1], text=self.told[:5])
        seen = (view.hand, view.row, view.turns, view.scores, view.my_tickets, view.cpu_left() > 0)
        self.told += f"{seen} {view.rng.random()}"
        return legal[sum(self.told.encode()) % len(legal)]
"""
"""A bot whose answers depend on all that it was given, and on all that it was asked before."""
LATE = "if view.turns < 12: return view.rng.choice(legal)\n"
FAULTY = {
    "crash": (LATE + "return {}['\\x1b[31m']", "crash", r"KeyError: '\x1b[31m'"),
    "illegal": (
        f"from arena.bot import Claim\n{LATE}return Claim(0, 0, 40)",
        "illegal",
        "it answers Claim(route=0, color=0, locomotives=40), which is illegal: ",
    ),
    "invalid": (LATE + "return 'take R'", "invalid", "choose returned 'take R', a str"),
    "misfit": (
        f"from arena.bot import Claim\n{LATE}return Claim('a', 0, 0)",
        "invalid",
        "invalid: the answer is no action: ",
    ),
    "memory": (LATE + "return bytearray(1 << 60)", "memory", "memory: MemoryError"),
    "leaves": (LATE + "raise SystemExit('goodbye')", "crash", "crash: SystemExit: goodbye"),
    "dreamer": (
        f"from arena.bot import Claim\n{LATE}view.sample(view.rng).apply(Claim(0, 0, 40))",
        "crash",
        "IllegalAction: ",
    ),
    "slow": (
        f"import time\n{LATE}start = time.process_time()\n"
        "while time.process_time() < start + 0.8: pass\nreturn legal[0]",
        "timeout",
        ", which is legal",
    ),
}
"""Bots that fail from some turn on: how, and what comes of asking them again."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of bots with all kinds of faults, and one that marks a place if it can."""
    home = tmp_path_factory.mktemp("faulty")
    marks = f"try:\n    open({str(home / 'marker')!r}, 'w').close()\nexcept OSError:\n    pass"
    bots = {"fickle": FICKLE, "any": ANY, "none": "x = 1\n"}
    bots["marks"] = choosing("return legal[0]", marks)
    bots |= {name: choosing(body) for name, (body, _, _) in FAULTY.items()}
    config = configured(home, bots, schedule="balanced", rounds=1, limits={"cpu": 0.6})
    config.write_text(
        config.read_text().replace('"fickle.py"', '{file = "fickle.py", salt = "grain"}')
    )
    with pytest.MonkeyPatch.context() as patch:
        # A file without a bot is not let in; in older results it may have been.
        patch.setattr("arena.tournament.outlook.try_bots", lambda *_: None)
        done("run", config, "--out", home / "results", "--workers", 1)
    return home / "results"


def game_of(results: Path, bot: str) -> tuple[StoredGame, int]:
    """A game that a bot had, and its seat there."""
    for row in pq.read_table(results / "seats" / "part-00000.parquet").to_pylist():
        if row["bot"] == bot:
            return find_game(results, row["game"]), row["seat"]
    raise AssertionError(bot)


def again(results: Path, game: StoredGame, seat: int | None, ply: int) -> list[str]:
    """What is said when a question is asked again."""
    said: list[str] = []
    Repro(results, game, seat, ply).run(said.append, debug=False)
    return said


def test_a_bot_answers_again_as_it_did_in_the_game(results: Path) -> None:
    game, seat = game_of(results, "fickle")
    rules = rules_of(game.manifest.settings.rules("usa"))
    asked = [ply for ply, row in enumerate(game.record.rows) if row.seat == seat]
    assert not [fault for fault in game.faults if fault.seat == seat]
    answered = []
    for ply in [*asked[:3], *asked[3:-1:9], asked[-1]]:
        row = game.record.rows[ply]
        *remarks, question, printed, noted, answer = again(results, game, seat, ply)
        if remarks:
            assert "it was the only answer there was, which the referee gave: " in remarks[0]
            continue
        assert question == f"ply {ply}, asked for: {row.phase}"
        assert answer == f"it answers {rules.parse(row.action)!r}, which is legal"
        assert printed.startswith("then and now it prints: ")
        assert noted.startswith("then and now it notes told: grain; ")
        answered.append(ply)
    assert len(answered) > 5


def test_what_a_bot_said_then_stands_beside_what_it_says_now(results: Path) -> None:
    game, seat = game_of(results, "fickle")
    ply = next(said.ply for said in game.words if said.seat == seat)
    words = [replace(said, text="\x1b[31mold") for said in game.words if said.kind == "print"]
    _, then, *now, _ = again(results, replace(game, words=words), seat, ply)
    assert then == r"then it prints: \x1b[31mold"
    assert [line.split(":")[0] for line in now] == ["now it prints", "now it notes told"]


def test_a_ply_of_somebody_else_is_said_and_leads_to_the_nearest_question(results: Path) -> None:
    game, seat = game_of(results, "fickle")
    rows, own = game.record.rows, [ply for ply, _ in questions(game.record, seat)]
    theirs = next(n for n, row in enumerate(rows) if row.seat == 1 - seat and row.phase == "turn")
    for wrong, whose in ((0, "chance"), (theirs, f"one to seat {1 - seat}")):
        near = min(own, key=lambda asked: abs(asked - wrong))
        remark, question, *_ = again(results, game, seat, wrong)
        said = f"ply {wrong} was no question to seat {seat}, it was {whose}"
        assert remark == f"{said}: asking the nearest, ply {near}"
        assert question == f"ply {near}, asked for: {rows[near].phase}"


@pytest.mark.parametrize("bot", FAULTY)
def test_a_fault_of_any_kind_is_seen_again(bot: str, results: Path) -> None:
    _, kind, reason = FAULTY[bot]
    game, seat = game_of(results, bot)
    (fault,) = [fault for fault in game.faults if fault.seat == seat]
    assert fault.kind == kind
    words = (game.sitting.game, "--seat", seat, "--trusted")
    output = done("repro", results, *words)
    first, *more = output.splitlines()
    assert first == f"ply {fault.ply}, asked for: {game.record.rows[fault.ply].phase}"
    assert reason in "\n".join(more)
    assert "\x1b" not in output
    assert "in choose" in fault.traceback or kind in ("illegal", "invalid")
    if fault.traceback.startswith("Traceback"):
        assert "in choose" in output
        assert f"{results / 'bots'}" in output


def test_a_file_without_a_bot_is_told_of_again(results: Path) -> None:
    game, seat = game_of(results, "none")
    output = done("repro", results, game.sitting.game, "--seat", seat, "--trusted")
    assert "invalid: " in output
    assert "has no class with a method choose(view, legal)" in output


def test_the_first_fault_of_a_game_is_looked_at_unless_a_seat_is_named(results: Path) -> None:
    game, _ = game_of(results, "crash")
    first = min(game.faults, key=lambda fault: fault.ply)
    output = done("repro", results, game.sitting.game, "--trusted")
    assert output.startswith(f"ply {first.ply}, asked for: ")


def debugged(commands: str, *words: object) -> str:
    """What is printed when the user says this to the debugger."""
    process = started("repro", *words, "--trusted", "--pdb", stdin=subprocess.PIPE)
    output, said = process.communicate(commands, timeout=DEADLINE)
    assert (process.returncode, said) == (0, "")
    return output


def test_the_debugger_stops_at_the_first_line_of_choose(results: Path) -> None:
    game, seat = game_of(results, "crash")
    (fault,) = [fault for fault in game.faults if fault.seat == seat]
    words = (results, game.sitting.game, "--seat", seat)
    output = debugged("p ('at', view.me, view.phase)\nq\n", *words)
    assert f"ply {fault.ply}, asked for: turn\n" in output
    assert f"{game.manifest.bots[game.sitting.table[seat]].version}.py(4)choose()\n" in output
    assert "-> if view.turns < 12: return view.rng.choice(legal)\n" in output
    assert f"('at', {seat}, 'turn')\n" in output
    assert output.endswith("the debugger was left before there was an answer\n")


def test_under_the_debugger_a_bot_starts_and_ends_as_in_the_game(results: Path) -> None:
    game, seat = game_of(results, "fickle")
    words = (results, game.sitting.game, "--seat", seat, "--ply", 0)
    plain = done("repro", *words, "--trusted")
    assert ", which is legal\n" in plain
    output = debugged("p ('begun', self.begun)\nc\n", *words)
    assert "('begun', True)\n" in output
    last = output.splitlines()[-1]
    assert last.removeprefix("(Pdb) ") == plain.splitlines()[-1]


WRONG = [
    (("any", "--seat", "2", "--ply", "0"), "there is no seat 2 among 2"),
    (("any", "--seat", "-1", "--ply", "0"), "there is no seat -1 among 2"),
    (("fickle",), "seat {seat} had no fault in that game: name a ply with --ply"),
    (("fickle", "--ply", "9999"), "there is no ply 9999, only 0 to {last}"),
    (("fickle", "--ply", "-1"), "there is no ply -1, they are numbered from 0"),
    (("crash", "--ply", "9999"), "seat {seat} was asked nothing after its fault at ply {ply}"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG)
def test_a_wrong_question_is_one_sentence(
    words: tuple[str, ...], sentence: str, results: Path
) -> None:
    bot, *options = words
    game, seat = game_of(results, bot)
    if "--seat" not in options:
        options += ["--seat", str(seat)]
    ply = next((fault.ply for fault in game.faults if fault.seat == seat), None)
    result = arena("repro", results, game.sitting.game, *options, "--trusted")
    assert result.exit_code == 2
    assert (
        result.output
        == f"Error: {sentence.format(seat=seat, ply=ply, last=len(game.record.rows) - 1)}\n"
    )


def test_where_no_bot_failed_the_ply_tells_whose_question_it_was(results: Path) -> None:
    game, seat = game_of(results, "fickle")
    game = replace(game, faults=[])
    turns = (n for n, row in enumerate(game.record.rows) if row.phase == "turn")
    ply = next(turn for turn in turns if game.record.rows[turn].seat == seat)
    assert Repro(results, game, None, ply).bot.startswith("fickle, version ")
    assert again(results, game, None, ply)[0] == f"ply {ply}, asked for: turn"
    for wrong, sentence in (
        (0, "ply 0 was chance: name a ply at which somebody decided"),
        (9999, f"there is no ply 9999, only 0 to {len(game.record.rows) - 1}"),
        (None, "no bot had a fault in that game: name a ply"),
    ):
        with pytest.raises(ReproError, match=re.escape(sentence)):
            Repro(results, game, None, wrong)


@pytest.mark.parametrize("game", ["-1", "9999"])
def test_a_game_that_is_not_there_is_one_sentence(game: str, results: Path) -> None:
    result = arena("repro", "--trusted", "--", results, game)
    assert result.exit_code == 2
    assert result.output == f"Error: there is no game {game}, only 0 to 11\n"


def test_it_asks_on_a_terminal_and_refuses_elsewhere(results: Path) -> None:
    marker = results.parent / "marker"
    game, seat = game_of(results, "marks")
    words = ("repro", results, game.sitting.game, "--seat", seat, "--ply", 0)
    result = arena(*words, answers="y\n")
    assert result.exit_code == 2
    assert "runs unguarded, with all your rights: say --trusted if you trust it" in result.output
    assert result.output.count("\n") == 1
    assert on_terminal(words, "n") == (1, "")
    assert not marker.exists()
    code, output = on_terminal(words, "y")
    assert (code, output.count("it answers")) == (0, 1)
    assert marker.exists()


def on_terminal(words: tuple[object, ...], reply: str) -> tuple[int, str]:
    """The exit code and output of a command whose question was answered on a terminal."""
    ours, theirs = pty.openpty()
    process = started(*words, stdin=theirs, stderr=theirs)
    os.close(theirs)
    asked = b""

    def is_asked() -> bool:
        nonlocal asked
        asked += os.read(ours, 1000)
        return b"Go on? [y/N]" in asked

    wait_for(is_asked, process)
    os.write(ours, f"{reply}\n".encode())
    output, _ = process.communicate(timeout=DEADLINE)
    os.close(ours)
    return process.returncode, output


def test_a_stored_bot_that_was_changed_is_not_run(results: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(results, tmp_path / "results"))
    game, seat = game_of(copy, "fickle")
    words = ("repro", copy, game.sitting.game, "--seat", seat, "--ply", 0, "--trusted")
    for stored in (copy / "bots").iterdir():
        stored.write_text("raise SystemExit('it was run')\n")
    result = arena(*words)
    assert result.exit_code == 2
    assert "is not the bot that played: its version is " in result.output
    shutil.rmtree(copy / "bots")
    assert "cannot be read: No such file or directory" in arena(*words).output
