"""`arena submit`: a bot is checked, let in, plays everybody on deals of its own, and is shown."""

import shutil
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest

from arena.match.source import Source
from arena.results.manifest import begin, results_of, write_manifest
from arena.tournament.configuration import read_configuration
from arena.tournament.secret import Secret
from arena.tournament.submit import Submission, as_played, read_bot, warnings
from tests.tournament.submitting import (
    ANY,
    FIRST,
    LAST,
    MOST,
    arena,
    choosing,
    column,
    configured,
    done,
    leaning,
    manifest,
    names,
    parts,
    picture,
    read_csv,
    written,
)

SPY = """
    from pathlib import Path
    MARKER, SECRET = {marker!r}, {secret!r}
    FOUND = "nothing"
    try:
        Path(MARKER).touch()
    except OSError:
        pass
    try:
        FOUND = Path(SECRET).read_text()
    except OSError:
        pass
    print(FOUND)
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small tournament that has been played, to be copied."""
    home = tmp_path_factory.mktemp("played")
    file = configured(home, {"any": ANY, "first": FIRST}, rounds=2)
    done("run", file, "--out", home / "results", "--workers", 1)
    return home


@pytest.fixture(scope="module")
def joined(played: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A copy of it that a bot was submitted to, and what was printed then."""
    home = Path(shutil.copytree(played, tmp_path_factory.mktemp("joined") / "home"))
    return home, submit(home, written(home, "last.py", LAST))


@pytest.fixture
def home(joined: tuple[Path, str], tmp_path: Path) -> Path:
    """A copy of the tournament with the submitted bot, to be changed."""
    return Path(shutil.copytree(joined[0], tmp_path / "home"))


def submit(home: Path, file: Path, *words: object) -> str:
    """What is printed when a bot is submitted and let in."""
    out = ("--out", home / "results", "--workers", 1)
    return done("submit", file, home / "small.toml", *out, *words)


def rows(home: Path, table: str) -> list[dict[str, Any]]:
    """The rows of a table."""
    return pq.read_table(home / "results" / table / "part-00000.parquet").to_pylist()


def test_a_bot_meets_everybody_in_every_seat_on_new_deals(
    played: Path, joined: tuple[Path, str]
) -> None:
    home, _ = joined
    for table in ("games", "seats", "moves"):
        old = rows(played, table)
        assert rows(home, table)[: len(old)] == old
    old = rows(played, "games")
    new = rows(home, "games")[len(old) :]
    seated: dict[int, list[str]] = {row["game"]: [] for row in new}
    for row in rows(home, "seats"):
        if row["game"] in seated:
            seated[row["game"]].append(row["bot"])
    wanted = [[*pair] for rival in ("any", "first") for pair in permutations((rival, "last"))]
    assert sorted(seated.values()) == sorted(2 * wanted)
    for column_of in ("deal", "seed"):
        assert len({row[column_of] for row in [*old, *new]}) == len(old) + len(new)


def test_a_bot_is_checked_and_shown_where_it_came_in(joined: tuple[Path, str]) -> None:
    home, output = joined
    assert output.count(" passed") == 5
    assert "last came in at place 3 of 3\n" in output
    board = read_csv(home / "results")
    shown = [line.split()[1] for line in output.split("#  bot")[1].splitlines()[1:4]]
    assert shown == column(board, "bot") == ["first", "any", "last"]
    assert column(board, "games") == ["8", "8", "8"]
    met = [row["opponent"] for row in read_csv(home / "results", "head_to_head.csv")
           if row["bot"] == "last"]  # fmt: skip
    assert sorted(met) == ["any", "first"]


def test_its_file_is_stored_under_its_hash(joined: tuple[Path, str]) -> None:
    home, _ = joined
    entry = manifest(home / "results")["bots"][-1]
    assert (entry["name"], entry["file"]) == ("last", "last.py")
    assert entry["version"] == Source("", "", LAST.encode(), {}).version
    stored = home / "results" / "bots" / f"{entry['version']}.py"
    assert stored.read_bytes() == LAST.encode()
    assert "every score is right" in done("verify", home / "results", "--workers", 1)


def test_the_same_content_twice_says_so_and_plays_nothing(home: Path) -> None:
    before = picture(home / "results")
    again = {"last.py": LAST, "other.py": LAST, "copy.py": ANY}
    known = {"last.py": "last", "other.py": "last", "copy.py": "any"}
    for file, code in again.items():
        output = submit(home, written(home, file, code))
        assert f"this bot is in the tournament already, as {known[file]}, version " in output
        assert f"\n{known[file]} came in at place " in output
        assert " passed" not in output
        assert picture(home / "results") == before


TUNED = """
class Bot:
    def __init__(self, nth, name, path):
        assert (nth, name, path) == (-1, "x", [1.5, True])
    def choose(self, view, legal):
        return legal[-1]
"""


def test_a_changed_bot_is_a_new_version_beside_the_old(home: Path) -> None:
    """This one has the old one's name because it was told to, and parameters."""
    old = rows(home, "moves")
    given = 'nth = -1, name = "x", path = [1.5, true]'
    file = written(home, "tuned.py", TUNED)
    assert "last came in at " in submit(home, file, "--name", "last", "--parameters", given)
    printed = done("leaderboard", home / "results")
    *_, first, second = manifest(home / "results")["bots"]
    assert (first["name"], second["name"], second["file"]) == ("last", "last", "tuned.py")
    assert second["parameters"] == {"nth": -1, "name": "x", "path": [1.5, True]}
    assert first["version"] != second["version"]
    for bot, code in ((first, LAST), (second, TUNED)):
        assert bot["version"] in column(read_csv(home / "results"), "version")
        assert f"last ({bot['version'][:6]})" in printed
        assert (home / "results" / "bots" / f"{bot['version']}.py").read_text() == code
    assert rows(home, "moves")[: len(old)] == old


def test_who_submits_need_not_know_rounds_and_seed(tmp_path: Path) -> None:
    ours = read_configuration(configured(tmp_path, {"any": ANY, "first": FIRST}))
    played = ours.changed(77, "hard to guess", False)
    write_manifest(tmp_path, begin(played, Secret("hard to guess")))
    assert as_played(ours, tmp_path) == played
    assert as_played(ours, tmp_path / "nowhere") == ours


def test_an_organiser_is_told_what_strangers_could_know(tmp_path: Path) -> None:
    """With a public seed or duplicate deals; with a secret there is nothing to tell."""
    ours = read_configuration(configured(tmp_path, {"any": ANY, "first": FIRST})).settings
    (public,) = warnings(ours)
    assert public.startswith("seed = 3 is public: whoever knows it can find out every hidden card;")
    assert list(warnings(msgspec.structs.replace(ours, seed=None))) == []
    _, twice = warnings(msgspec.structs.replace(ours, duplicate=True))
    assert twice.startswith("duplicate = true: the games of a round have the same piles, so that")


def test_the_warnings_are_printed(joined: tuple[Path, str]) -> None:
    _, output = joined
    assert "seed = 3 is public" in output


def test_another_tournaments_folder_is_refused(home: Path) -> None:
    before = picture(home / "results")
    changed = (home / "small.toml").read_text().replace('"usa"', '"usa1910"')
    (home / "small.toml").write_text(changed)
    file = written(home, "mine.py", leaning(2))
    result = arena("submit", file, home / "small.toml", "--out", home / "results")
    assert result.exit_code == 2
    assert 'ruleset is "usa" there and "usa1910" here' in result.output
    assert result.output.count("\n") == 1
    assert picture(home / "results") == before


def test_a_bot_without_opponents_waits_for_others(home: Path) -> None:
    for name in ("any", "first", "last"):
        done("withdraw", home / "results", name)
    before = parts(home / "results")
    output = submit(home, written(home, "mine.py", leaning(2)))
    assert "mine is in, and plays once bots join that it can sit with" in output
    assert parts(home / "results") == before
    assert names(home / "results")[3:] == ["mine"]
    assert "12 of 12 games" in done("leaderboard", home / "results")


def test_of_two_names_of_one_bot_the_given_one_comes_back(tmp_path: Path) -> None:
    """A tournament may begin with the same file under two names."""
    config = configured(tmp_path, {"any": ANY, "first": FIRST})
    twice = 'bots = ["any.py", {file = "any.py", name = "twin"}]'
    config.write_text(config.read_text().replace('bots = ["any.py", "first.py"]', twice))
    results = tmp_path / "results"
    write_manifest(results, begin(read_configuration(config), Secret(3)))
    done("withdraw", results, "twin")
    bot = read_bot(tmp_path / "any.py", "twin", MOST, {})
    submission = Submission(read_configuration(config), results, bot)
    assert submission.known()
    there = submission._let_in(results_of(results), lambda sentence: None)
    assert [entry.withdrawn for entry in there.bots] == [False, False]


def spy(home: Path) -> tuple[Path, Path, str]:
    """A bot that marks a place and looks for a secret wherever it is loaded, and plays on."""
    marker, secret = home / "marker", home / "secret"
    secret.write_text("the organiser's secret")
    code = choosing("return legal[0]", SPY.format(marker=str(marker), secret=str(secret)))
    return written(home, "spy.py", code), marker, secret.read_text()


def test_a_submitted_bot_never_runs_unconfined(home: Path) -> None:
    file, marker, secret = spy(home)
    results = home / "results"
    outputs = [
        submit(home, file),
        done("leaderboard", results),
        done("replay", results, 12),
        done("replay", results, 13, "--seat", 0),
        done("verify", results, "--workers", 1),
        done("withdraw", results, "spy"),
        submit(home, file),
        done("run", home / "small.toml", "--out", results, "--workers", 1),
        arena("repro", results, 12, "--seat", 0, "--ply", 0).output,
        arena("repro", results, 12, "--seat", 1, "--ply", 0, "--pdb", answers="y\n").output,
    ]
    assert names(results)[-1] == "spy"
    assert not marker.exists()
    assert not any(secret in output for output in outputs)
    stored = [content for content in picture(results).values() if content is not None]
    assert not any(secret.encode() in content for content in stored)
    assert [output.count("say --trusted if you trust it") for output in outputs[-2:]] == [1, 1]


@pytest.mark.parametrize("isolation", ["process", "none"])
def test_without_a_sandbox_a_bot_is_refused(isolation: str, tmp_path: Path) -> None:
    config = configured(tmp_path, {"any": ANY, "first": FIRST}, isolation=isolation)
    file, marker, _ = spy(tmp_path)
    result = arena("submit", file, config, "--out", tmp_path / "results")
    assert result.exit_code == 2
    assert result.output == (
        f"Error: this tournament's isolation is '{isolation}': a submitted bot runs there only"
        " with --trusted\n"
    )
    assert not (tmp_path / "results").exists()
    assert not marker.exists()


def test_a_trusted_bot_runs_unconfined(tmp_path: Path) -> None:
    """And leaves its marker: it would have done so in the tests above, had it run."""
    config = configured(tmp_path, {"any": ANY, "first": FIRST})
    file, marker, _ = spy(tmp_path)
    out = ("--out", tmp_path / "results", "--workers", 1)
    done("submit", file, config, *out, "--trusted")
    assert marker.exists()
    assert manifest(tmp_path / "results")["settings"]["isolation"] == "none"


def test_trust_lets_a_bot_into_a_tournament_in_plain_processes(tmp_path: Path) -> None:
    config = configured(tmp_path, {"any": ANY, "first": FIRST}, isolation="process")
    ours = read_configuration(config)
    write_manifest(tmp_path, begin(ours, Secret(3)))
    assert as_played(ours.changed(None, None, True), tmp_path) == ours


def test_trust_does_not_take_a_tournament_out_of_its_sandbox(home: Path) -> None:
    file, marker, _ = spy(home)
    before = picture(home / "results")
    words = ("submit", file, home / "small.toml", "--out", home / "results")
    result = arena(*words, "--trusted")
    assert result.exit_code == 2
    assert 'isolation is "sandbox" there and "none" here' in result.output
    assert picture(home / "results") == before
    assert not marker.exists()
