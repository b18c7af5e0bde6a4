"""On macOS and Windows what only reads works, and what needs Linux says so in a sentence."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.workers import pool
from arena.workers.pool import Heartbeat, keep_beating
from tests.tournament.submitting import ANY, configured, done

CRASHING = """
class Bot:
    def choose(self, view, legal):
        if view.turns > 1:
            raise LookupError("lost")
        return legal[0]
"""
PROJECT = Path(__file__).parents[1]
PRETENDING = """
import os, platform, signal, sys, types
import multiprocess.connection, multiprocess.popen_spawn_posix  # as they are here
import multiprocess.sharedctypes
import click, getpass, msgspec, numpy, pandas, pdb, pyarrow.parquet, subprocess, tqdm, trueskill

def locking(handle, mode, size):
    locked.append(handle)

locked = []
sys.platform = {platform!r}
platform.system = lambda: {system!r}
if sys.platform == "win32":
    for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty"):
        sys.modules[name] = None
    sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
    for name in ("fchmod", "geteuid", "getuid", "sched_getaffinity", "sched_setaffinity", "uname"):
        delattr(os, name)
    for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "memfd_create", "pidfd_open"):
        delattr(os, name)
    for name in ("SIGALRM", "setitimer", "pidfd_send_signal"):
        delattr(signal, name)
from arena.cli import main
sys.argv[0] = "arena"
main()
"""
SYSTEMS = {"Darwin": "darwin", "Windows": "win32"}
"""Their names, and what Python calls them."""
everywhere = pytest.mark.parametrize("system", SYSTEMS)


def arena(system: str, *words: object) -> subprocess.CompletedProcess[str]:
    """Run a command as if on another system: without what that one does not have."""
    program = PRETENDING.format(platform=SYSTEMS[system], system=system)
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a small tournament."""
    home = tmp_path_factory.mktemp("home")
    file = configured(home, {"any": ANY, "crashing": CRASHING})
    done("run", file, "--out", home / "results", "--workers", 1)
    return home / "results"


@everywhere
def test_what_only_reads_works(system: str, results: Path, tmp_path: Path) -> None:
    for words, shown in (
        (("leaderboard", results), "2 of 2 games"),
        (("replay", results, 0), "is at fault"),
        (("repro", results, 0, "--trusted"), "crash: LookupError: lost"),
        (("verify", results, "--workers", 1), "every score is right"),
        (("rules", "T5"), "Three locomotives"),
        (("rulesets",), "usa1910"),
        (("boards",), "africa"),
        (("new", tmp_path / "mine.py"), "is a bot that plays"),
        (("withdraw", shutil.copytree(results, tmp_path / "copy"), "any"), "Results: "),
    ):
        finished = arena(system, *words)
        assert (finished.returncode, "Traceback" in finished.stderr) == (0, False), finished.stderr
        assert shown in finished.stdout


@everywhere
def test_what_needs_linux_says_so_in_a_sentence(system: str, results: Path, tmp_path: Path) -> None:
    bot, config, out = results.parent / "any.py", results.parent / "small.toml", tmp_path / "out"
    trusted = ", and bots of your own play with run --trusted" if system == "Darwin" else ""
    for words in (
        ("run", config, "--out", out),
        ("submit", bot, config, "--out", out, "--name", "other"),
        ("check", bot) if system == "Darwin" else ("check", bot, "--trusted"),
        ("bench", "usa"),
        ("verify", results, "--ask", 1),
    ):
        finished = arena(system, *words)
        assert finished.returncode == 2, finished.stderr
        assert finished.stderr == (
            f"Error: bots are confined by the kernel of Linux, and this is {system}: results can be"
            f" read here{trusted}\n"
        )
        assert not out.exists()


def test_on_windows_a_trusted_run_says_so_too(results: Path, tmp_path: Path) -> None:
    config = results.parent / "small.toml"
    finished = arena("Windows", "run", config, "--trusted", "--out", tmp_path / "out")
    assert finished.returncode == 2
    assert finished.stderr.startswith("Error: bots are confined by the kernel of Linux")


def test_a_worker_without_timers_shows_that_it_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LOOK", 0.01)
    monkeypatch.setattr(sys, "platform", "win32")
    heartbeat = Heartbeat()
    heartbeat._shown[0] = 0.0
    keep_beating(heartbeat)
    deadline = time.monotonic() + 60
    while not heartbeat._shown[0]:
        assert time.monotonic() < deadline
        time.sleep(0.01)
