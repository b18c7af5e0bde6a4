"""`arena run` and `arena leaderboard`, as an organiser uses them."""

import os
import pty
import re
import subprocess
import sys
import termios
import tracemalloc
from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.errors import ArenaError
from arena.match.limits import Limits
from arena.match.source import Source
from arena.results import store as storing, verify
from arena.results.manifest import Environment, results_of
from arena.results.seal import sealed_now
from arena.results.store import GameStore
from arena.results.tables import SCHEMAS
from arena.tournament import run as running
from arena.tournament.run import Pace
from arena.tournament.sittings import Fixture
from arena.workers import games, workforce
from arena.workers.games import GamesToPlay
from arena.workers.pool import Done
from tests.results.test_store import flip, truncate
from tests.tournament.tournaments import (
    BOTS,
    PROJECT,
    InPlace,
    configuration,
    fixtures,
    named,
    played,
    results,
    written,
)


@pytest.fixture
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without workers, and on a disk that is believed to be quick."""
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(verify, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)
    monkeypatch.setattr(os, "fsync", lambda _: None)


IN_PLACE = pytest.mark.usefixtures("in_place")


def arena(*words: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(word) for word in words])


def ran(*words: object) -> str:
    """What a run prints that goes well."""
    result = arena("run", *words)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*words: object) -> str:
    """The one sentence of a command that is refused."""
    result = arena(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    sentence = result.stderr.splitlines()[-1]
    assert sentence.startswith("Error: ")
    assert "Traceback" not in result.stderr
    return sentence.removeprefix("Error: ")


@IN_PLACE
def test_a_run_ends_with_the_table_and_where_the_files_are(tmp_path: Path) -> None:
    out = tmp_path / "results"
    lines = ran(written(tmp_path, configuration()), "--out", out).splitlines()
    assert lines[0] == "small: usa, 12 of 12 games, isolation: none"
    assert lines[1].split()[:4] == ["#", "bot", "rating", "places"]
    assert lines[2].split()[:2] == ["1", "hasty"]
    assert lines[-2:] == [f"Results: {out}", f"Hash: {sealed_now(out).hash}"]
    faults = [line for line in lines if "first fault" in line]
    assert re.match(r"crashing, version [0-9a-f]{6}: first fault in game 4, ply ", faults[0])
    assert faults[0].endswith(", crash: LookupError: lost")
    left = {path.name for path in out.iterdir()}
    csvs = {"leaderboard.csv", "head_to_head.csv", "seat_advantage.csv"}
    own = {"boards", "bots", "lock", "manifest.json", "seal.sha256", "unfinished"}
    assert left == {*SCHEMAS, *csvs, *own}
    assert not list((out / "unfinished").iterdir())


@IN_PLACE
def test_a_second_run_plays_nothing_and_prints_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (written(tmp_path, configuration()), "--out", tmp_path / "results")
    said = ran(*words)
    before = results(tmp_path / "results")
    monkeypatch.setattr(workforce, "WorkerPool", pytest.fail)
    assert ran(*words) == said
    assert results(tmp_path / "results") == before
    assert arena("leaderboard", tmp_path / "results").stdout == said


@IN_PLACE
def test_options_go_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = written(tmp_path, configuration(isolation="sandbox"))
    ran(file, "--rounds", "1", "--seed", "spring", "--trusted", "--workers", "3")
    manifest = results_of(tmp_path / "results" / "small")
    settings = manifest.settings
    assert (settings.rounds, settings.seed, settings.isolation) == (1, "spring", "none")
    assert [used.isolation for used in manifest.environments] == ["none"]
    assert len(pd.read_parquet(tmp_path / "results" / "small" / "games")) == 6


def failing(name: str, body: str) -> Source:
    """A bot that does this once it has kept its tickets: who fails before is not let in."""
    return named(name, f"if view.turns == 0:\n    return legal[0]\n{body}")


def test_workers_play_in_the_sandbox(tmp_path: Path) -> None:
    """The whole way, once, with bots that fail in every way: none of them stops the run."""
    folder = tmp_path / "results"
    bots = (
        *(BOTS[0], failing("no_python", "eval('1 +')")),
        *(failing("illegal", "from arena.bot import Claim\nreturn Claim(0, 0, 99)"),),
        *(failing("late", "import time\ntime.sleep(60)"), failing("invalid", "return 'pass'")),
        *(failing("greedy_of_memory", "bytearray(1 << 40)"), BOTS[2]),
        *(failing("gone", "import os\nos._exit(3)"),),
    )
    chosen = configuration(
        bots,
        isolation="sandbox",
        seats=(4,),
        rounds=1,
        schedule="balanced",
        limits=Limits(cpu=5.0, idle=0.5),
    )
    said = ran(written(tmp_path, chosen), "--out", folder, "--workers", "2")
    assert "8 of 8 games, isolation: sandbox" in said
    seats = pd.read_parquet(folder / "seats")
    kinds = seats.groupby("bot")["fault"].agg(lambda found: set(found.dropna())).to_dict()
    assert kinds == {
        "hasty": set(),
        "no_python": {"crash"},
        "illegal": {"illegal"},
        "late": {"timeout"},
        "invalid": {"invalid"},
        "greedy_of_memory": {"memory"},
        "crashing": {"crash"},
        "gone": {"crash"},
    }
    assert seats[seats["bot"] == "hasty"]["place"].eq(1).all()
    faults = pd.read_parquet(folder / "faults")
    assert len(faults) == seats["fault"].notna().sum()
    assert "SyntaxError" in faults[faults["bot"] == "no_python"]["sentence"].iloc[0]
    assert pd.read_csv(folder / "leaderboard.csv")["faults"].sum() == len(faults)
    assert arena("verify", folder, "--workers", "1").exit_code == 0


@IN_PLACE
def test_a_table_can_be_had_of_an_unfinished_run(tmp_path: Path) -> None:
    file, out = written(tmp_path, configuration()), tmp_path / "results"
    ran(file, "--out", out)
    for table in SCHEMAS:
        GameStore(out).path(table, 0).unlink()
    chosen = configuration()
    games = fixtures(chosen)
    (packed,) = played(chosen, [[games[game] for game in (0, 1, 2, 5)]])
    (out / "unfinished" / "game-000000000.arrow").write_bytes(packed)
    lines = arena("leaderboard", out).stdout.splitlines()
    assert lines[0] == "small: usa, 4 of 12 games, isolation: none"
    assert sum(int(line.split()[4]) for line in lines[2:5]) == 8
    assert list((out / "unfinished").iterdir())  # it only looks


@IN_PLACE
def test_a_table_of_nothing_is_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.Tournament, "play", lambda *_: sys.exit(9))
    arena("run", written(tmp_path, configuration()), "--out", tmp_path / "results")
    result = arena("leaderboard", tmp_path / "results")
    assert result.exit_code == 0
    assert result.stdout.startswith("small: usa, 0 of 12 games, isolation: not played\n")


@IN_PLACE
@pytest.mark.parametrize("table", ["seats", "moves"])
def test_a_damaged_part_is_named_and_played_again(table: str, tmp_path: Path) -> None:
    file, out = written(tmp_path, configuration()), tmp_path / "results"
    ran(file, "--out", out)
    before = results(out)
    path = GameStore(out).path(table, 0)
    flip(path)
    result = arena("run", file, "--out", out)
    assert f"{path} is damaged or missing: its games are played again" in result.stderr
    assert results(out) == before


@IN_PLACE
def test_games_that_are_lost_are_rated_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot with chance of its own plays them differently."""
    body = "import os\nreturn legal[os.urandom(1)[0] % len(legal)]"
    chosen = configuration((named("wild", body), named("wilder", body + "  # !")), rounds=4)
    monkeypatch.setattr(storing, "PART", 3)
    file, out = written(tmp_path, chosen), tmp_path / "results"
    ran(file, "--out", out)
    before = (out / "seats" / "part-00000.parquet").read_bytes()
    truncate(GameStore(out).path("games", 0))
    ran(file, "--out", out)
    assert (out / "seats" / "part-00000.parquet").read_bytes() != before
    assert arena("verify", out).exit_code == 0, arena("verify", out).output


class FirstChunk:
    """A workforce that stops the run when it has its first chunk of games."""

    workers = 2

    def __init__(self, assignment: GamesToPlay, missing: int) -> None:
        self.missing = missing
        self.chunk: list[Fixture] = []

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        self.chunk = next(chunks)
        raise KeyboardInterrupt
        yield

    def environments(self) -> list[Environment]:
        return []

    def close(self) -> None:
        """There is nothing to stop."""


@IN_PLACE
@pytest.mark.parametrize("schedule", ["all", "balanced"])
def test_a_tournament_of_a_hundred_bots_begins_at_once(schedule: str, tmp_path: Path) -> None:
    """Of 376 million games, or of a billion in a drawn one: they are counted, and not listed."""
    bots = [named(f"bot{number}", "return legal[0]", number=number) for number in range(100)]
    rounds, games = {"all": (1, 5 * comb(100, 5)), "balanced": (10**7, 10**9)}[schedule]
    chosen = configuration(bots, seats=(5,), rounds=rounds, schedule=schedule)
    hired: list[FirstChunk] = []

    def hire(assignment: GamesToPlay, missing: int) -> FirstChunk:
        hired.append(FirstChunk(assignment, missing))
        return hired[-1]

    tracemalloc.start()
    try:
        with pytest.raises(KeyboardInterrupt, match=f"Stopped after 0 of {games:,} games"):
            running.run(chosen, tmp_path / "results", hire, print)
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()
    assert [one.missing for one in hired] == [games]
    assert [fixture.game for fixture in hired[0].chunk] == [0]


def test_more_games_than_can_be_numbered_are_refused_before_they_begin(tmp_path: Path) -> None:
    bots = [named(f"bot{number}", "return legal[0]", number=number) for number in range(600)]
    chosen = configuration(bots, seats=(5,), rounds=10**7)
    with pytest.raises(ArenaError, match=r"games are more than can be numbered$"):
        running.run(chosen, tmp_path / "results", FirstChunk, print)
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["lock"]


def test_a_wrong_word_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    file, out = written(tmp_path, configuration()), tmp_path / "results"
    assert "there is no configuration" in refused("run", tmp_path / "smal.toml")
    assert "small.toml" in refused("run", tmp_path / "smal.toml")
    assert "workers" in refused("run", file, "--out", out, "--workers", "0")
    assert "rounds" in refused("run", file, "--out", out, "--rounds", "0")
    assert "--deals is now --rounds" in refused("run", file, "--out", out, "--deals", "3")
    assert "is a file" in refused("run", file, "--out", file)
    assert "holds no results" in refused("leaderboard", tmp_path / "nowhere")
    assert "holds no results" in refused("leaderboard", tmp_path)
    assert "No such option" in refused("run", file, "--trust")
    assert not out.exists()


@IN_PLACE
def test_a_tournament_that_can_not_be_opened_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.sandbox.venue.best_layers", tuple)
    file = written(tmp_path, configuration(isolation="sandbox"))
    sentence = refused("run", file, "--out", tmp_path / "results")
    assert sentence.startswith("this system has nothing to hold bots with")


def shown(*words: object, **options: Any) -> tuple[str, str]:
    """What a command writes to its output, and to a terminal beside it."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 100))
    code = "from arena.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    )
    os.close(theirs)
    said, _ = process.communicate()
    seen = b""
    try:
        while block := os.read(ours, 65536):
            seen += block
    except OSError:  # the other end is closed, and all is read
        os.close(ours)
    return said, seen.decode()


def test_on_a_terminal_there_is_a_bar_and_elsewhere_plain_text(tmp_path: Path) -> None:
    file = written(tmp_path, configuration())
    said, seen = shown("run", file, "--out", tmp_path / "seen", "--workers", "1")
    assert said.startswith("small: usa, 12 of 12 games")
    assert re.search(r"100%\|.*12/12", seen)
    assert "leads" in seen
    assert "\x1b" not in said
    assert "\r" not in said


@IN_PLACE
def test_elsewhere_nothing_but_plain_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.progress.PAUSE", 0.0)
    result = arena("run", written(tmp_path, configuration()), "--out", tmp_path / "results")
    assert not re.search("[\r\x1b|]", result.stderr)
    lines = result.stderr.splitlines()
    assert lines[0].startswith("12 games: usa (2 seats: 12); all tables; about ")
    assert re.fullmatch(r"\d+ of 12 games, [\d.]+/s, \d+ s left, \d faults, \w+ leads", lines[1])
    assert len(lines) <= 10


def test_help_is_quick() -> None:
    """Nothing heavy is imported for it."""
    code = (
        "import sys; from arena.cli import main; main(['--help'], standalone_mode=False);"
        "sys.exit(' '.join({'pandas', 'pyarrow', 'numpy', 'multiprocess'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert "leaderboard" in done.stdout


@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("missing", [1, 12, 5000])
def test_chunks_take_about_a_second_and_shrink_towards_the_end(missing: int, workers: int) -> None:
    pace, sizes = Pace(missing), []
    while sum(sizes) < missing:
        sizes.append(pace.next(workers))
        pace.learn(sizes[-1], sizes[-1] / 100)
    assert sum(sizes) == missing
    assert sizes[0] == sizes[-1] == 1
    assert max(sizes) <= 100
