"""`arena new` and `arena check`, as a bot author uses them."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.authoring.check import Checks
from arena.cli import main
from arena.referee.rulesets import NAMES, Ruleset

BROKEN = {
    "a syntax error": ("class Bot\n", "1. loads", "SyntaxError"),
    "an illegal action": (
        "from arena.bot import Claim\n"
        "class Bot:\n    def choose(self, view, legal):\n"
        "        return Claim(0, 0, 0) if view.phase == 'turn' else legal[0]\n",
        "2. plays",
        "fault: illegal",
    ),
}
"""By flaw: the file, the check that fails and some words; tests/authoring has a gallery of them."""


def arena(*words: str | Path) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(word) for word in words])


def failures(result: Result) -> list[str]:
    """The lines of the checks that failed, each with the line below it, the reason."""
    lines = result.output.splitlines()
    return [f"{line}{lines[n + 1]}" for n, line in enumerate(lines) if "FAILED" in line]


def test_a_new_bot_passes_every_check(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    assert arena("new", file).exit_code == 0
    assert "class MyBot:" in file.read_text()
    names = ("--ruleset", "usa", "--ruleset", "oldwest+alvin+warehouses")
    result = arena("check", file, *names, "--trusted", "--seed", 3)
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


def test_a_check_that_could_not_run_says_so_and_is_not_passed(tmp_path: Path) -> None:
    """A bot that fails in every game has used no time that could be told, and repeats nothing."""
    file = tmp_path / "bot.py"
    file.write_text(
        "class Bot:\n    def choose(self, view, legal):\n"
        "        return legal[0] if view.phase == 'keep' else None\n"
    )
    result = arena("check", file, "--ruleset", "usa")
    assert result.exit_code == 1
    verdicts = re.findall(r"^\d\. .{56} (passed|FAILED|NOT RUN)", result.output, re.MULTILINE)
    assert verdicts == ["passed", "FAILED", "FAILED", "NOT RUN", "NOT RUN"]
    assert result.output.count("the same game again") == 1
    assert "as in check 2: choose returned None" in result.output
    assert "it finished no game without a fault" in result.output


def test_a_bot_that_does_not_load_is_told_that_nothing_else_was_tried(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("x = 1\n")
    output = arena("check", file, "--ruleset", "usa").output
    assert output.endswith("Fix the first failure and check again. Checks 2 to 5 were not run.\n")


def test_a_check_can_have_other_limits(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("class Bot:\n    def choose(self, view, legal):\n        while True: pass\n")
    result = arena("check", file, "--ruleset", "usa", "--limits", "cpu = 0.2")
    assert "bot.py, line 3: the bot has used its 0.2 s of processor time" in result.output
    wrong = arena("check", file, "--limits", "cpus = 0.2")
    assert (wrong.exit_code, "did you mean cpu?" in wrong.output) == (2, True)


def test_a_few_games_against_others_have_a_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.py"
    checked: list[Ruleset] = []
    monkeypatch.setattr(Checks, "short", lambda checks: checked.extend(checks.rulesets) or [])
    assert arena("new", file).exit_code == 0
    words = ("check", file, "--games", "3", "--against", "planner", "--against", file)
    result = arena(*words, "--seed", "5")
    assert result.exit_code == 0, result.output
    assert [ruleset.name for ruleset in checked] == [*NAMES]
    head, *rows = result.output.partition("usa with 3 seats, in turns:\n")[2].splitlines()
    assert head.split() == ["bot", "won", "points", "faults", "time"]
    names, won = [row.split()[0] for row in rows[:3]], [float(row.split()[1]) for row in rows[:3]]
    assert names == ["mine", "planner", "mine"]
    assert sum(won) == 3
    assert won[1] > 1
    assert all(re.search(r" 0  [\d.]+ ms a move, [\d.]+ s idle$", row) for row in rows[:3])


def test_a_fault_against_others_is_explained_and_fails(tmp_path: Path) -> None:
    """No bot of the checks takes as many tickets as this rival."""
    file, rival = tmp_path / "mine.py", tmp_path / "rival.py"
    head = "class Bot:\n    def choose(self, view, legal):\n"
    file.write_text(
        f"{head}        many = view.turns < 30 and max(view.ticket_counts) > 15\n"
        "        return legal[1000 if many else 0]\n"
    )
    rival.write_text(f"{head}        return max(legal, key=lambda action: action.word)\n")
    words = ("check", file, "--ruleset", "usa", "--games", "2", "--against", rival, "--seed", "5")
    result = arena(*words)
    assert result.exit_code == 1
    assert "All checks passed" in result.output
    assert "mine.py, line 4: IndexError" in result.output
    assert "The same games again: --seed 5" in result.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--against", "plannr"), "there is no bot 'plannr'; did you mean planner?"),
        (("--against", "nowhere.py"), "there is no bot file 'nowhere.py'"),
        (("--against", "planner") * 5, "usa is for 2 to 5 seats, not 6"),
    ],
)
def test_opponents_that_there_are_not_are_refused(words: tuple[str], sentence: str) -> None:
    result = arena("check", __file__, *words)
    assert result.exit_code == 2
    assert sentence in result.output


SPY = """
from pathlib import Path
try:
    Path({marker!r}).touch()
except OSError:
    pass
class Spy:
    def choose(self, view, legal):
        return legal[0]
"""


def test_a_file_is_never_run_unconfined_unless_it_is_trusted(tmp_path: Path) -> None:
    marker, file = tmp_path / "marker", tmp_path / "spy.py"
    file.write_text(SPY.format(marker=str(marker)))
    words = ("check", file, "--ruleset", "usa")
    result = arena(*words)
    assert result.exit_code == 0, result.output
    assert "outside the sandbox" not in result.output
    for isolation in ("process", "none"):
        refused = arena(*words, "--isolation", isolation)
        assert refused.exit_code == 2
        assert refused.output == (
            f"Error: the isolation '{isolation}' runs the bot with all your rights: say --trusted"
            " if it is your own\n"
        )
    assert not marker.exists()
    assert "6. plays the same outside the sandbox" in arena(*words, "--trusted").output
    assert marker.exists()


def test_no_check_follows_a_link(tmp_path: Path) -> None:
    assert arena("new", tmp_path / "mine.py").exit_code == 0
    (tmp_path / "link.py").symlink_to("mine.py")
    result = arena("check", tmp_path / "link.py")
    assert result.exit_code == 2
    assert "link.py is a symbolic link: name the file itself" in result.output


DICEY = """
class Dicey:
    def choose(self, view, legal):
        if view.turns > 5 and view.rng.random() < 0.02:
            raise LookupError(view.rng.random())
        return view.rng.choice(legal)
"""


def test_a_check_draws_its_seed_and_a_failure_can_be_had_again(tmp_path: Path) -> None:
    file = tmp_path / "dicey.py"
    file.write_text(DICEY)
    first, other = (arena("check", file, "--ruleset", "usa") for _ in range(2))
    seeds = [re.findall(r", seed (\d+), in: ", result.output)[0] for result in (first, other)]
    assert seeds[0] != seeds[1]
    assert failures(first) != failures(other)
    assert f"the same game again: arena check --ruleset usa --seed {seeds[0]}" in first.output
    again = arena("check", file, "--ruleset", "usa", "--seed", seeds[0])
    assert failures(again) == failures(first) != []


def test_a_failure_tells_what_else_its_very_game_needs(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Bot:\n    def __init__(self, depth):\n        pass\n")
    file.write_text(file.read_text() + "    def choose(self, view, legal):\n        return depth\n")
    words = ("check", file, "--ruleset", "usa", "--seed", "5", "--parameters", "depth = 2")
    assert "--seed 5, with this file and the same --parameters\n" in arena(*words).output
    limited = arena(*words, "--limits", "cpu = 9")
    assert "with this file and the same --limits and the same --parameters\n" in limited.output


def test_the_games_of_a_ruleset_do_not_depend_on_the_others_checked(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "class Bot:\n    def choose(self, view, legal):\n"
        "        if view.rules.ruleset.name == 'usa1910' and view.seats == 3:\n"
        "            raise LookupError(view.rng.random())\n"
        "        return legal[0]\n"
    )
    names = ("--ruleset", "usa", "--ruleset", "usa1910")
    both = arena("check", file, "--seed", "7", *names)
    alone = arena("check", file, "--seed", "7", *names[2:])
    assert "of usa1910 with 3 seats, fault: crash" in both.output
    assert "LookupError: 0." in both.output
    assert failures(both) == failures(alone)


def test_a_bot_is_checked_with_its_parameters(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "class Bot:\n    def __init__(self, depth): self.depth = depth\n"
        "    def choose(self, view, legal): return legal[self.depth]\n"
    )
    words = ("check", file, "--ruleset", "usa")
    assert "missing 1 required positional argument: 'depth'" in arena(*words).output
    assert arena(*words, "--parameters", "depth = 0").exit_code == 0


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
