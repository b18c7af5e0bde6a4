"""Whatever ends a run, and however often: what it leaves is gone on with, to the same bytes."""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from arena.results.tables import unpack
from arena.workers.games import GamePlayer, GamesToPlay
from arena.workers.pool import Heartbeat
from tests.sandbox.test_leftovers import adopted, descendants, wait_for
from tests.tournament.tournaments import (
    CRASHING,
    GREEDY,
    HASTY,
    PROJECT,
    SLOW,
    arena,
    configuration,
    eventually,
    fixtures,
    named,
    names_in,
    nurseries_of,
    results,
    signal_to,
    workers_of,
    written,
)

__all__ = ["adopted"]

PART = 5
SAME = ("games", "seats", "moves", "faults")
NOBODY = 65534
BOTS = (
    named("hasty", SLOW + HASTY.strip()),
    named("greedy", GREEDY),
    named("crashing", SLOW + CRASHING.strip()),
)
SMALL = configuration(BOTS, isolation="process")
"""Twelve games in three parts; bots that take their time make for many moments to be killed at."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tournament's file."""
    return written(tmp_path_factory.mktemp("small"), SMALL)


@pytest.fixture(scope="module")
def undisturbed(file: Path) -> dict[str, bytes]:
    """What an undisturbed run leaves."""
    folder = file.with_name("undisturbed")
    finish(file, folder, 2)
    return results(folder)


def start(file: Path, folder: Path, workers: int, **options: object) -> subprocess.Popen[str]:
    """A run in a process group of its own."""
    words = ("run", file, "--out", folder, "--workers", workers)
    return arena(*words, part=PART, **options)


def finish(file: Path, folder: Path, workers: int) -> str:
    """Run to the end, and tell what is printed."""
    process = start(file, folder, workers)
    said, complaint = process.communicate()
    assert process.returncode == 0, complaint
    return said


def under_way(process: subprocess.Popen[str], folder: Path) -> None:
    """Wait until a run has stored something that was not there before, or has ended."""
    before = names_in(folder)
    eventually("game", lambda: names_in(folder) - before or process.poll() is not None)


@pytest.mark.usefixtures("adopted")
@pytest.mark.parametrize(("workers", "times"), [(1, 2), (4, 1)])
def test_killed_again_and_again(
    workers: int, times: int, file: Path, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    """A worker, a parent of bots and then the run itself, each at any moment."""
    rng = Random(workers)
    for left in reversed(range(times + 1)):
        process = start(file, tmp_path, workers)
        under_way(process, tmp_path)
        for find in (workers_of, nurseries_of):
            time.sleep(rng.uniform(0, 0.2))  # any moment will do
            if victims := find(process.pid):
                signal_to(rng.choice(victims), signal.SIGKILL)
        if left:
            time.sleep(rng.uniform(0, 0.4))
            process.kill()
        _, complaint = process.communicate()
        assert process.returncode == (-signal.SIGKILL if left else 0), complaint
        wait_for(0, os.getpid())
    finish(file, tmp_path, workers)
    assert results(tmp_path) == undisturbed


def test_a_game_whose_bots_lost_their_parent_is_played_again() -> None:
    games = fixtures(SMALL)[:2]
    before = descendants(os.getpid())
    with GamePlayer(GamesToPlay(SMALL.settings, SMALL.bots)) as table:
        first = unpack(table.play(games, Heartbeat()))
        (parent,) = descendants(os.getpid()) - before
        os.kill(parent, signal.SIGKILL)
        again = unpack(table.play(games, Heartbeat()))
    assert descendants(os.getpid()) == before
    assert [again[name] for name in SAME] == [first[name] for name in SAME]


def test_killed_at_its_very_beginning(
    file: Path, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    """With the lock, the bots or the manifest there, whole or half written."""
    rng = Random(1)
    for name in ("lock", "bots", "manifest.json"):
        process = start(file, tmp_path, 1)
        eventually(name, (tmp_path / name).exists)
        time.sleep(rng.uniform(0, 0.01))
        process.kill()
        process.communicate()
    assert not (tmp_path / "games").exists()
    (tmp_path / "manifest.json").rename(tmp_path / ".unfinished-manifest.json")
    finish(file, tmp_path, 2)
    assert results(tmp_path) == undisturbed
    assert not list(tmp_path.rglob(".*"))


STOPS = (([signal.SIGINT], 130), ([signal.SIGINT, signal.SIGTERM], 130), ([signal.SIGTERM], 143))


@pytest.mark.usefixtures("adopted")
def test_a_run_that_is_stopped_says_how_to_go_on(
    file: Path, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    """Ctrl-C goes to all processes of the terminal, and may be pressed again and again."""
    for signals, code in STOPS:
        process = start(file, tmp_path, 2)
        under_way(process, tmp_path)
        (os.killpg if signals[0] == signal.SIGINT else signal_to)(process.pid, signals[0])
        while len(signals) > 1 and process.poll() is None:
            os.killpg(process.pid, signals[0])
            signal_to(process.pid, signals[1])
            time.sleep(0.01)
        said, complaint = process.communicate()
        assert process.returncode == code
        assert said == ""
        games, line = complaint.splitlines()
        assert games.startswith("12 games: ") or " games that are left of 12: " in games
        assert line.startswith("Stopped after ")
        assert " of 12 games, which are kept. " in line
        assert line.endswith(f"Go on with: arena run {file} --out {tmp_path} --workers 2")
        assert not list(tmp_path.rglob(".unfinished-*"))
        wait_for(0, os.getpid())
    finish(file, tmp_path, 2)
    assert results(tmp_path) == undisturbed


def test_a_full_disk_is_told_in_a_sentence(
    file: Path, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    """At a bot, at the manifest, at an unfinished file or at a part: none is written by half."""
    folder = tmp_path / "results"
    for room in (100, 600, 5_000):

        def no_room(room: int = room) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))

        process = start(file, folder, 2, preexec_fn=no_room)
        _, complaint = process.communicate()
        assert process.returncode == 2
        assert complaint.splitlines()[-1].endswith("cannot be written: File too large")
        assert "Traceback" not in complaint
        assert not list(folder.rglob(".unfinished-*"))
    finish(file, folder, 2)
    assert results(folder) == undisturbed


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A folder that everybody can look into."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


AS_NOBODY = f"""
import encodings.utf_8_sig, os, sys
import arena.tournament.outlook
from arena.cli import main
from arena.workers import workforce
if os.getuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
main()
"""


@pytest.mark.parametrize("begun", [False, True])
def test_a_read_only_folder_is_told_in_a_sentence(begun: bool, open_to_all: Path) -> None:
    """Root may write anywhere, so it is nobody who tries."""
    file, folder = written(open_to_all, SMALL), open_to_all / "results"
    folder.mkdir()
    if begun:
        (folder / "lock").touch()
        (folder / "lock").chmod(0o666)
        (folder / "bots").mkdir()
        (folder / ".unfinished-manifest.json").touch()
    folder.chmod(0o555)
    run = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, "run", file, "--out", folder, "--trusted"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
    )
    folder.chmod(0o755)
    assert run.returncode == 2, run.stderr
    assert "cannot be written: Permission denied" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_file_where_a_folder_should_be_is_told_in_a_sentence(file: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    process = start(file, tmp_path / "taken" / "results", 1)
    _, complaint = process.communicate()
    assert process.returncode == 2
    assert complaint.endswith(
        f"{tmp_path}/taken/results/manifest.json cannot be read: Not a directory\n"
    )
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "lock").mkdir()
    process = start(file, folder, 1)
    _, complaint = process.communicate()
    assert process.returncode == 2
    assert complaint.endswith("cannot be written: Is a directory\n")


def test_of_two_runs_into_one_folder_one_waits(
    file: Path, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    first = start(file, tmp_path, 1)
    eventually("lock", (tmp_path / "manifest.json").exists)
    second = start(file, tmp_path, 1)
    told, complaint = zip(*(process.communicate() for process in (first, second)), strict=True)
    assert [first.returncode, second.returncode] == [0, 0]
    assert "waiting" not in complaint[0]
    _, waiting = complaint[1].splitlines()  # after the number of games
    assert waiting.startswith(f"another run writes into {tmp_path}, process {first.pid} of ")
    assert waiting.endswith(": waiting for its end (Ctrl-C gives up)")
    assert told[0] == told[1]
    assert results(tmp_path) == undisturbed
