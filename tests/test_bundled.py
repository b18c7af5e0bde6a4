"""What comes with arena is found by its name from anywhere; files of the user's come first."""

import re
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena import bundled
from arena.cli import main
from arena.tournament.configuration import read_configuration

PROJECT = Path(__file__).parents[1]
BOT = "class Bot:\n    def choose(self, view, legal): return legal[0]\n"
CONFIGURATION = """
name = "mine"
ruleset = "usa"
seats = 2
rounds = 1
seed = 1
bots = [{bots}]
"""

BOTS_COME = "planner and hoarder come with arena"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A current folder with nothing in it."""
    return tmp_path


def arena(here: Path, *words: str) -> Result:
    """Run a command in a folder."""
    with chdir(here):
        return CliRunner().invoke(main, words)


def write(here: Path, file: str, bots: str) -> None:
    """Write a configuration with these bots."""
    (here / file).write_text(CONFIGURATION.format(bots=bots))


@pytest.mark.parametrize("name", bundled.configurations())
def test_a_configuration_that_comes_along_names_bots_that_come_along(name: str, here: Path) -> None:
    with chdir(here):
        chosen = read_configuration(bundled.configurations()[name])
    assert [taken.name for taken in chosen.taken if not taken.comes] == []
    assert len(chosen.taken) == len(chosen.bots), "list bots by name: a wheel has no folder bots/"


def test_a_name_stands_for_what_comes_along_and_that_is_said(here: Path) -> None:
    result = arena(here, "run", "usa1910", "--dry-run")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "usa1910 comes with arena",
        "random_bot, longest_route, hoarder, ticket_follower and planner come with arena",
    ]
    assert "400 games" in result.stdout
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("file", ["usa1910", "usa1910.toml"])
def test_a_configuration_of_that_name_comes_first(file: str, here: Path) -> None:
    write(here, file, '"planner", "hoarder"')
    result = arena(here, "run", "usa1910", "--dry-run")
    assert "4 games" not in result.stdout
    assert "2 games" in result.stdout
    first = result.stderr.splitlines()[0]
    assert first == ("usa1910 is usa1910.toml" if file.endswith("l") else BOTS_COME)


def test_a_bot_of_that_name_comes_first_beside_the_configuration_and_here(here: Path) -> None:
    (here / "cups").mkdir()
    write(here, "cups/mine.toml", '"planner", "hoarder", "random_bot"')
    (here / "planner.py").write_text(BOT)
    (here / "cups/hoarder.py").write_text(f"{BOT}# mine\n")
    result = arena(here, "run", "cups/mine.toml", "--dry-run")
    assert result.stderr.splitlines()[0] == (
        "random_bot comes with arena; planner is planner.py; hoarder is cups/hoarder.py"
    )
    with chdir(here):
        chosen = read_configuration(Path("cups/mine.toml"))
    assert [bot.code.decode()[:9] == BOT[:9] for bot in chosen.bots] == [True, True, False]
    assert [bot.name for bot in chosen.bots] == ["planner", "hoarder", "random_bot"]


def test_names_of_files_are_taken_without_a_word(here: Path) -> None:
    (here / "one.py").write_text(BOT)
    (here / "two.py").write_text(f"{BOT}# two\n")
    write(here, "mine.toml", '"one.py", "two.py"')
    result = arena(here, "run", "mine.toml", "--dry-run")
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("run", "usa1911"), "there is no configuration 'usa1911'; did you mean usa1910"),
        (
            ("submit", "x.py", "usa1911"),
            "there is no configuration 'usa1911'; did you mean usa1910",
        ),
        (("compare", "plannr", "planner"), "there is no bot 'plannr'; did you mean planner"),
        (("play", "usa", "hoardr"), "there is no bot 'hoardr'; did you mean hoarder"),
        (
            ("run", "mine.toml"),
            "bots[0] = 'plannr': there is no bot file 'plannr'; did you mean pl",
        ),
        (("run", "x" * 5000), "cannot be read: File name too long"),
    ],
)
def test_a_name_that_nothing_has_is_told_with_those_near(
    words: tuple[str, ...], sentence: str, here: Path
) -> None:
    write(here, "mine.toml", '"plannr", "hoarder"')
    result = arena(here, *words)
    assert result.exit_code == 2
    assert sentence in result.stderr.replace("\n", " ")


def test_bots_are_files_and_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots" / "large").mkdir(parents=True)
    (tmp_path / "bots" / "large" / "bot.py").write_text(BOT)
    (tmp_path / "bots" / "small.py").write_text(BOT)
    (tmp_path / "bots" / "none").mkdir()
    monkeypatch.setattr(bundled, "HERE", tmp_path)
    assert bundled.bots() == {
        "small": tmp_path / "bots" / "small.py",
        "large": tmp_path / "bots" / "large",
    }


def test_what_a_name_was_taken_for_reads_as_a_sentence() -> None:
    comes = bundled.Taken("planner", Path("/x/planner.py"), True)
    own = bundled.Taken("mine", Path("bots/mine.py"), False)
    file = bundled.Taken("bots/mine.py", Path("there/bots/mine.py"), False)
    assert bundled.sentence([]) is None
    assert bundled.sentence([file]) is None
    assert bundled.sentence([comes, comes]) == "planner comes with arena"
    assert bundled.sentence([own, file]) == "mine is bots/mine.py"


def test_every_bot_at_the_top_can_be_named() -> None:
    shown = re.findall(r"^\| \[(\w+)[./\]]", (PROJECT / "bots/README.md").read_text(), re.MULTILINE)
    assert set(bundled.bots()) == set(shown)
