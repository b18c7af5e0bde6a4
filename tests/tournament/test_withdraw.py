"""`arena withdraw`: a bot leaves the table, its games stay, and it may come back."""

import shutil
from pathlib import Path

import pytest

from arena.results.lock import locked
from arena.results.manifest import begin, results_of, schedule_of
from arena.tournament.configuration import read_configuration
from arena.tournament.growth import with_bot, with_withdrawn
from arena.tournament.secret import Secret
from arena.tournament.submit import read_bot
from tests.tournament.submitting import (
    ANY,
    DEADLINE,
    FIRST,
    LAST,
    MOST,
    arena,
    column,
    configured,
    done,
    leaning,
    parts,
    picture,
    read_csv,
    started,
    wait_for,
    written,
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tournament of three that has been played, two of one name; to be copied."""
    home = tmp_path_factory.mktemp("played")
    file = configured(home, {"any": ANY, "first": FIRST, "last": LAST})
    twins = '"any.py", {file = "last.py", name = "any"}, '
    file.write_text(file.read_text().replace('"any.py", ', twins).replace(', "last.py"', ""))
    done("run", file, "--out", home / "results", "--workers", 1)
    return home


@pytest.fixture
def home(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(played, tmp_path / "home"))


def refused(*words: object) -> str:
    """The one sentence of a command that fails."""
    result = arena(*words)
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    return result.output.removeprefix("Error: ").rstrip()


def test_a_withdrawn_bot_is_in_no_table_and_its_games_stay(home: Path) -> None:
    results = home / "results"
    before, board = picture(results), read_csv(results)
    output = done("withdraw", results, "first")
    changed = {name for name, content in picture(results).items() if before[name] != content}
    csvs = {"leaderboard.csv", "head_to_head.csv", "seat_advantage.csv"}
    assert changed == {"manifest.json", *csvs, "seal.sha256"}
    assert " first " not in output
    rated = ("bot", "version", "rating", "mu", "sigma")
    assert [[row[name] for name in rated] for row in read_csv(results)] == [
        [row[name] for name in rated] for row in board if row["bot"] != "first"
    ]
    assert column(board, "games") == ["4"] * 3
    assert column(read_csv(results), "games") == ["2"] * 2  # those among the two that are left
    assert column(read_csv(results), "place") == ["1", "2"]
    assert "first" not in (results / "head_to_head.csv").read_text()
    assert done("leaderboard", results) == output
    assert "every score is right" in done("verify", results, "--workers", 1)


def test_who_is_disqualified_has_never_played_for_the_table(home: Path) -> None:
    results = home / "results"
    before = picture(results)
    withdrawn = done("withdraw", results, "first")
    rated = {row["version"]: row["mu"] for row in read_csv(results)}
    output = done("disqualify", results, "first")
    assert " first " not in output
    assert output != withdrawn
    left = read_csv(results)
    assert column(left, "games") == ["2", "2"]  # those that the other two had with each other
    assert {row["version"]: row["mu"] for row in left} != rated
    assert "every score is right" in done("verify", results, "--workers", 1)
    done("disqualify", results, "first", "--undo")
    words = ("submit", home / "first.py", home / "small.toml", "--out", results)
    done(*words)  # it was withdrawn too
    assert picture(results) == before


def test_who_is_disqualified_can_not_come_back_by_being_submitted(home: Path) -> None:
    results = home / "results"
    done("disqualify", results, "first")
    before = picture(results)
    words = ("submit", home / "first.py", home / "small.toml", "--out", results)
    assert "has been disqualified from" in arena(*words).output
    assert picture(results) == before
    assert "there is no bot 'first'" in refused("disqualify", results, "first")
    assert "there is no bot 'last'" in refused("disqualify", results, "last", "--undo")


def test_to_submit_it_again_puts_it_back(home: Path) -> None:
    results = home / "results"
    before = picture(results)
    done("withdraw", results, "first")
    words = ("submit", home / "first.py", home / "small.toml", "--out", results)
    assert "this bot is in the tournament already, as first" in done(*words)
    assert picture(results) == before


def test_a_run_goes_on_without_it(home: Path) -> None:
    results = home / "results"
    done("withdraw", results, "first")
    before = picture(results)
    done("run", home / "small.toml", "--out", results, "--workers", 1)
    assert picture(results) == before


@pytest.mark.parametrize("schedule", ["all", "balanced"])
def test_bots_that_join_later_do_not_meet_it(schedule: str, tmp_path: Path) -> None:
    bots = {"any": ANY, "first": FIRST, "last": LAST}
    chosen = read_configuration(configured(tmp_path, bots, schedule=schedule, rounds=3))
    there = begin(chosen, Secret(3))
    there = with_withdrawn(there, 1, True)
    games = len(schedule_of(there))
    for power in (2, 3):
        file = written(tmp_path, "new.py", leaning(power))
        there = with_bot(there, read_bot(file, None, MOST, {}))
    there = with_withdrawn(there, 1, False)
    there = with_bot(there, read_bot(written(tmp_path, "new.py", leaning(4)), None, MOST, {}))
    grown = schedule_of(there)
    met = {frozenset(grown[game].table) for game in range(games, len(grown))}
    assert not met & {frozenset((1, 3)), frozenset((1, 4))}
    assert frozenset((1, 5)) in met


def test_of_several_with_one_name_the_version_tells(home: Path) -> None:
    results = home / "results"
    one, other = (bot.version for bot in results_of(results).bots if bot.name == "any")
    before = picture(results)
    said = f"{results} has several bots any: say which, any@{one} or any@{other}"
    assert refused("withdraw", results, "any") == said
    assert picture(results) == before
    done("withdraw", results, other)
    left = column(read_csv(results), "version")
    assert one in left
    assert other not in left
    done("withdraw", results, "any")
    assert column(read_csv(results), "bot") == ["first"]


def test_a_bot_that_is_not_there_is_named(home: Path) -> None:
    results = home / "results"
    said = f"in {results} there is no bot 'fist'; did you mean first?"
    assert refused("withdraw", results, "fist") == said
    done("withdraw", results, "first")
    before = parts(results)
    assert "there is no bot 'first'" in refused("withdraw", results, "first")
    assert r"there is no bot '\x1b[31m'" in refused("withdraw", results, "\x1b[31m")
    assert parts(results) == before


def test_a_folder_without_results_is_named_and_stays_as_it_is(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert refused("withdraw", folder, "any") == (
            f"{folder} holds no results: it has no manifest.json"
        )
    assert not list(tmp_path.iterdir())


def test_a_table_may_be_left_by_all(home: Path) -> None:
    results = home / "results"
    before = parts(results)
    for bot in results_of(results).bots:
        done("withdraw", results, bot.version)
    assert read_csv(results) == []
    assert parts(results) == before
    assert "6 of 6 games" in done("leaderboard", results)


def test_it_waits_while_another_command_writes(home: Path) -> None:
    results = home / "results"
    log = home / "log"
    with log.open("w") as said, locked(results, print):
        before = picture(results)
        process = started("withdraw", results, "first", stdout=said, stderr=said)
        wait_for(lambda: "waiting for its end" in log.read_text(), process)
        assert picture(results) == before
    assert process.wait(DEADLINE) == 0
    assert "first" not in column(read_csv(results), "bot")
