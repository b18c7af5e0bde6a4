"""`arena new` and `arena check`, as a bot author uses them."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import main

BROKEN = {
    "a syntax error": ("class Bot\n", "1. loads", "SyntaxError"),
    "no class": ("print('hello')\n", "1. loads", "has no class with a method choose"),
    "two classes": (
        "class A:\n    def choose(self, view, legal): return legal[0]\n"
        "class B:\n    def choose(self, view, legal): return legal[0]\n",
        "1. loads",
        "name one with BOT = A",
    ),
    "a crash": (
        "class Bot:\n    def choose(self, view, legal):\n        return legal[1000]\n",
        "1. loads",
        "line 3, in choose",
    ),
    "no action": (
        "class Bot:\n    def choose(self, view, legal): return 'take R'\n",
        "1. loads",
        "choose returned a str, which is no action",
    ),
    "an illegal action": (
        "from arena.bot import Claim\n"
        "class Bot:\n    def choose(self, view, legal):\n"
        "        return Claim(0, 0, 0) if view.phase == 'turn' else legal[0]\n",
        "2. plays",
        "illegal at ply",
    ),
    "chance of its own": (
        "import os\n"
        "class Bot:\n    def choose(self, view, legal):\n"
        "        return legal[int.from_bytes(os.urandom(2), 'big') % len(legal)]\n",
        "4. plays the same again",
        "use view.rng for all chance",
    ),
}


def arena(*words: str | Path) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(word) for word in words])


def failures(result: Result) -> list[str]:
    """The lines of the checks that failed."""
    return [line for line in result.output.splitlines() if "FAILED" in line]


def test_a_new_bot_passes_every_check(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    assert arena("new", file).exit_code == 0
    assert "class MyBot:" in file.read_text()
    result = arena("check", file, "--ruleset", "usa", "--ruleset", "oldwest+alvin+warehouses")
    assert result.exit_code == 0, result.output
    assert result.output.count(" passed") == 7
    assert "met an empty deck, an incomplete row, no claim to make, the last round" in result.output


@pytest.mark.parametrize("flaw", BROKEN)
def test_a_flaw_is_found_and_explained(flaw: str, tmp_path: Path) -> None:
    code, check, reason = BROKEN[flaw]
    file = tmp_path / "bot.py"
    file.write_text(code)
    result = arena("check", file, "--ruleset", "usa")
    assert result.exit_code == 1
    assert failures(result)[0].startswith(check)
    assert reason in result.output


@pytest.mark.parametrize("name", ["my-bot.py", "bot", "class.py", "1.py"])
def test_a_bots_file_is_named_like_a_module(name: str, tmp_path: Path) -> None:
    result = arena("new", tmp_path / name)
    assert result.exit_code == 2
    assert "named like a Python module" in result.output


def test_new_does_not_write_over_a_file_unless_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("mine")
    assert arena("new", file).exit_code == 2
    assert file.read_text() == "mine"
    assert arena("new", file, "--force").exit_code == 0
    assert "class Mine:" in file.read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("check", "nowhere.py"), "there is no bot file 'nowhere.py'"),
        (("new", "no/such/folder/bot.py"), "cannot be written"),
        (("check", __file__, "--isolation", "sandbx"), "there is no isolation 'sandbx'"),
        (("check", __file__, "--ruleset", "us"), "there is no ruleset 'us'; did you mean usa"),
    ],
)
def test_a_wrong_word_is_one_sentence_and_exit_code_2(words: tuple[str], sentence: str) -> None:
    result = arena(*words)
    assert result.exit_code == 2
    assert sentence in result.output
