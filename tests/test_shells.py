"""Shells complete words, summaries are whole, and colour is where a terminal has it alone."""

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete, ShellComplete, get_completion_class
from click.testing import CliRunner

from arena import bundled
from arena.cli import main
from arena.referee.rulesets import NAMES
from tests.tournament.submitting import ANY, configured, done

PROGRAM = Path(sys.executable).parent / "arena"
FLAWED = """
class Flaw:
    def choose(self, view, legal):
        return view.turns < 1 and legal[0]
"""
SHELLS = ("bash", "zsh", "fish")


def offered(*words: str) -> list[str]:
    """What a shell offers for the last of these words."""
    completing = ShellComplete(main, {}, "arena", "_ARENA_COMPLETE")
    return [item.value for item in completing.get_completions(list(words[:-1]), words[-1])]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of a small tournament in it."""
    home = tmp_path_factory.mktemp("home")
    file = configured(home, {"anna": ANY, "bob": f"{ANY}# bob\n"}, rounds=6)
    done("run", file, "--out", home / "results" / "cup", "--workers", 1)
    return home


@pytest.fixture
def there(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder has those results."""
    monkeypatch.chdir(results)


def test_commands_and_options_are_completed() -> None:
    assert offered("re") == ["replay", "report", "repro", "reveal"]
    assert "--rounds" in offered("run", "--r")


def test_rulesets_are_completed() -> None:
    assert offered("rulesets", "") == list(NAMES)
    for words in (("play",), ("bench",), ("check", "--ruleset"), ("games", "x", "--ruleset")):
        assert offered(*words, "oldwest+a") == ["oldwest+alvin", "oldwest+alvin+warehouses"]


def test_rules_are_completed_as_they_are_typed() -> None:
    assert offered("rules", "T")[:3] == ["T1", "T2", "T3"]
    assert offered("rules", "t1") == ["t1"]
    assert len(offered("rules", "")) > 60


def test_boards_and_folders_are_completed() -> None:
    assert offered("boards", "af") == ["africa"]
    assert offered("boards", "my/") == ["my/"]


@pytest.mark.usefixtures("there")
def test_results_and_their_bots_are_completed() -> None:
    assert offered("leaderboard", "") == ["results/cup"]
    assert offered("withdraw", "results/cup", "") == ["anna", "bob"]
    assert offered("games", "results/cup", "--bot", "b") == ["bob"]
    assert offered("games", "results/cup", "--against", "a") == ["anna"]


@pytest.mark.usefixtures("there")
def test_numbers_of_games_are_completed() -> None:
    assert offered("replay", "results/cup", "") == [str(number) for number in range(12)]
    assert offered("repro", "results/cup", "1") == ["1", "10", "11"]


@pytest.mark.parametrize("folder", ["nowhere", "\0", "x" * 5000])
def test_where_there_are_no_results_nothing_is_offered(folder: str) -> None:
    assert offered("replay", folder, "") == []
    assert offered("withdraw", folder, "") == []


def test_what_comes_along_and_files_here_are_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("planet.py").touch()
    Path("usable.toml").touch()
    assert offered("compare", "plan") == ["planet.py", "planner"]
    assert offered("compare", "planner", "h") == ["hoarder"]
    assert offered("play", "usa", "planner", "hoarder", "plann") == ["planner"]
    assert offered("run", "usa")[:2] == ["usable.toml", "usa"]
    assert offered("submit", "mine.py", "usa1910")[0] == "usa1910"
    assert offered("docs", "sand") == ["sandbox"]
    assert capsys.readouterr().err == "", "names are taken without a word while one is typing"


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (("new", "--style", ""), ["plain", "plan", "search"]),
        (("check", "--isolation", "p"), ["process"]),
        (("games", "x", "--sort", ""), ["newest", "oldest", "closest", "widest"]),
        (("completion", ""), list(SHELLS)),
    ],
)
def test_words_of_a_few_are_completed(words: tuple[str, ...], values: list[str]) -> None:
    assert offered(*words) == values


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_for_a_shell_is_for_both_names(shell: str) -> None:
    result = CliRunner().invoke(main, ["completion", shell])
    kind = get_completion_class(shell)
    assert kind is not None
    for name in ("arena", "railarena"):
        script = kind(main, {}, name, f"_{name.upper()}_COMPLETE").source()
        assert script in result.stdout


def test_an_unknown_shell_is_told_with_the_nearest() -> None:
    result = CliRunner().invoke(main, ["completion", "zhs"])
    assert (result.exit_code, result.stderr) == (
        2,
        "Error: there is no shell 'zhs'; did you mean zsh?\n",
    )


def test_bash_completes_by_the_script(results: Path) -> None:
    """The script is read by bash itself, and asked as bash asks it on the tab key."""
    bash = shutil.which("bash")
    assert bash is not None, "this test needs bash"
    asked = (
        'source <(arena completion bash) && COMP_WORDS=(arena withdraw results/cup "a")'
        f" COMP_CWORD=3 && {BashComplete(main, {}, 'arena', 'X').func_name} arena"
        ' && echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        [bash, "--norc", "-c", asked],
        cwd=results,
        env={**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "anna\n", done.stderr


def test_summaries_of_commands_are_whole_sentences() -> None:
    listing = " ".join(CliRunner().invoke(main, ["--help"]).stdout.split())
    assert "..." not in listing.partition("Commands:")[2]
    for name, command in main.commands.items():
        if not command.hidden:
            first = " ".join(str(command.help).split("\n\n")[0].split()).partition(". ")[0]
            assert f"{name} {first}" in listing


def printed(*words: str, **variables: str) -> str:
    """What a command prints in a terminal, its errors with it."""
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    done = subprocess.Popen(
        [PROGRAM, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environment | variables
    )
    os.close(theirs)
    parts = []
    try:
        while part := os.read(ours, 1 << 16):
            parts.append(part)
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    done.wait()
    return b"".join(parts).decode()


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("boards",), "\x1b[1mboard"),
        (("rules", "T5"), "\x1b[1mT: Taking cards\x1b[0m"),
        (("--help",), "\x1b[1mCommands\x1b[0m:"),
        (("rulsets",), "\x1b[31m\x1b[1mError:\x1b[0m there is no command"),
        (("boards", "nowhere"), "\x1b[31m\x1b[1mError:\x1b[0m there is no board"),
        (("run", "--roundz"), "\x1b[31m\x1b[1mError:\x1b[0m "),
    ],
)
def test_a_terminal_shows_colour_unless_it_is_not_wanted(
    words: tuple[str, ...], shown: str
) -> None:
    assert shown in printed(*words)
    plain = printed(*words, NO_COLOR="1")
    assert "\x1b" not in plain
    assert len(plain) > 20


def test_checks_and_tables_of_bots_show_colour(results: Path) -> None:
    table = printed("leaderboard", str(results / "results" / "cup"))
    assert "\x1b[1m#  bot" in table
    assert "\x1b[32m" in printed("verify", str(results / "results" / "cup"))
    file = results / "flaw.py"
    file.write_text(FLAWED)
    checks = printed("check", str(file), "--ruleset", "usa")
    assert "\x1b[32mpassed\x1b[0m" in checks
    assert "\x1b[31mFAILED\x1b[0m" in checks


@pytest.mark.parametrize("words", [("boards",), ("rules", "T5"), ("--help",)])
def test_a_pipe_gets_plain_text(words: tuple[str, ...]) -> None:
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    assert "\x1b" not in done.stdout


def test_pages_are_listed_and_printed() -> None:
    listing = CliRunner().invoke(main, ["docs"]).stdout
    assert [line.split()[0] for line in listing.splitlines()[1:]] == list(bundled.pages())
    assert "For people who write bots." in listing
    assert "](" not in listing
    for name, file in bundled.pages().items():
        assert CliRunner().invoke(main, ["docs", name]).stdout.strip() == file.read_text().strip()
    result = CliRunner().invoke(main, ["docs", "sandbx"])
    assert (result.exit_code, result.stderr) == (
        2,
        "Error: there is no page 'sandbx'; did you mean sandbox?\n",
    )
