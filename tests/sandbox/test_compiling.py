"""A bot's modules are compiled once for a worker's games, apart from everything else."""

import marshal
from collections.abc import Iterator
from types import CodeType

import pytest

from arena.match.source import Source
from arena.sandbox import compiling
from arena.sandbox.compiling import compile_apart
from arena.sandbox.confinement import best_layers
from arena.sandbox.processes import ParentProcess
from tests.match.tables import FIRST, SHORT, USA, choosing, fault_against_first, play, written
from tests.sandbox.test_shared_files import folder_bot

COUNTING = (
    "from arena.match.compiled import code_of\nraise LookupError(code_of.cache_info().misses)"
)
"""Tells how much its process and the parent have compiled."""
PLAYING = b"class Bot:\n    def choose(self, view, legal):\n        return legal[0]\n"


@pytest.fixture(scope="module")
def parent() -> Iterator[ParentProcess]:
    """A parent process that knows a ruleset."""
    parent = ParentProcess()
    parent.prepare([USA], ())
    yield parent
    parent.close()


def compiled(parent: ParentProcess, source: Source) -> dict[str, CodeType]:
    """The modules of a bot, compiled apart."""
    found = compile_apart(parent, best_layers(), SHORT, source)
    return {file: marshal.loads(code) for file, code in found.items()}


def test_a_games_process_compiles_nothing() -> None:
    """But for a module with a warning, which its author is to see."""
    ready = fault_against_first("sandbox", choosing(COUNTING)).sentence
    warning = fault_against_first("sandbox", choosing(f"{COUNTING}\nif 1 is 1: pass")).sentence
    number = int(ready.removeprefix("LookupError: "))
    assert warning == f"LookupError: {number + 1}"


def test_the_warnings_of_a_bots_code_are_among_its_prints() -> None:
    played = play("sandbox", choosing("return legal[0] if view.me is 0 else legal[0]"), FIRST)
    assert not played.faults
    assert ['SyntaxWarning: "is" with' in said.text for said in played.words] == [True]


def test_nothing_is_run_while_it_is_compiled(parent: ParentProcess) -> None:
    bot = written("while True: pass", "endless")
    assert compiled(parent, bot)["endless.py"].co_filename == "endless.py"


def test_every_module_of_a_folder_is_compiled(parent: ParentProcess) -> None:
    bot = folder_bot(PLAYING, {"good.py": b"x = 1", "deep/more.py": b"y = 2", "bad.py": b"x ="})
    names = {file.rpartition("/")[2] for file in compiled(parent, bot)}
    assert names == {"bot.py", "good.py", "more.py"}


@pytest.mark.parametrize(
    "code",
    [
        b"x = " + b"(" * 100_000,
        b"x = " + b"-" * 500_000 + b"1",
        b"x = " + b"a." * 200_000 + b"a",
        b"if 1:\n" + b"".join(b" " * n + b"if 1:\n" for n in range(1, 400)),
        b"\xff\xfe",
    ],
    ids=["parentheses", "signs", "attributes", "blocks", "letters"],
)
def test_what_python_can_not_compile_is_the_fault_of_its_game(code: bytes) -> None:
    """Whatever becomes of the process that tries it first."""
    fault = fault_against_first("sandbox", Source("bad", "bad.py", code + PLAYING, {}))
    assert fault.kind in ("crash", "memory")


def test_a_process_that_can_not_compile_leaves_it_to_the_game(
    parent: ParentProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Source("large", "large.py", PLAYING, {})
    assert compiled(parent, bot)
    monkeypatch.setattr(compiling, "LARGEST_COMPILED", 64)
    assert compiled(parent, bot) == {}


def test_a_bot_whose_code_is_too_large_when_compiled_plays() -> None:
    dense = b"def never():\n" + b"    a" + b".a" * 400 + b"\n"
    source = Source("dense", "dense.py", PLAYING + dense * 1150, {})
    assert len(source.code) < 1 << 20
    assert not play("sandbox", source, FIRST).faults
