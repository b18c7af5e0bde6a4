"""On macOS and Windows everything works but the sandbox, which says so in a sentence."""

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
import multiprocess.sharedctypes, multiprocessing.connection, multiprocessing.sharedctypes
import click, getpass, http.server, msgspec, numpy, pandas, pdb, pyarrow.parquet, subprocess, tqdm
import trueskill, webbrowser, xml.sax.saxutils

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
    for name in ("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK"):
        delattr(os, name)
    for name in ("memfd_create", "pidfd_open"):
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
def test_what_trusted_bots_need_works(system: str, results: Path, tmp_path: Path) -> None:
    """The command itself runs as if on that system; a worker that it starts runs as here."""
    config, out = results.parent / "small.toml", tmp_path / "out"
    bot, other = results.parent / "any.py", tmp_path / "other.py"
    other.write_text(f"{ANY}# other\n")
    for words, shown in (
        (("run", config, "--trusted", "--out", out, "--workers", 1), "2 of 2 games"),
        (("submit", other, config, "--trusted", "--out", out, "--workers", 1), "other came in"),
        (("check", bot, "--trusted", "--ruleset", "usa"), "All checks passed"),
        (("report", out, "--games", 1, "--out", tmp_path / "pages"), "index.html"),
        (("games", out), "arena replay"),
        (("replay", out, 0, "--html", "-"), "<!DOCTYPE html>"),
        (("bench", "usa", "--seconds", 0.01), "random games, usa, 2 seats"),
        (("docs", "sandbox"), "# What the sandbox guarantees"),
    ):
        finished = arena(system, *words)
        assert (finished.returncode, "Traceback" in finished.stderr) == (0, False), finished.stderr
        assert shown in finished.stdout


@everywhere
def test_comparisons_of_trusted_bots_and_games_with_people_work(
    system: str, results: Path, tmp_path: Path
) -> None:
    bot, other = results.parent / "any.py", tmp_path / "other.py"
    other.write_text(f"{ANY}# other\n")
    compared = arena(
        *(system, "compare", bot, other, "--trusted", "--rounds", 2, "--workers", 1),
        *("--out", tmp_path / "compared"),
    )
    assert (compared.returncode, "2 deals, both seats" in compared.stdout) == (3, True)
    left = arena(system, "play", "usa", bot, "--trusted", "--text")
    assert (left.returncode, "keep " in left.stdout) == (130, True)
    assert "You have left the game" in left.stderr


@everywhere
def test_what_needs_linux_says_so_in_a_sentence(system: str, results: Path, tmp_path: Path) -> None:
    bot, config, out = results.parent / "any.py", results.parent / "small.toml", tmp_path / "out"
    for words in (
        ("run", config, "--out", out),
        ("submit", bot, config, "--out", out, "--name", "other"),
        ("check", bot),
        ("check", bot, "--trusted", "--isolation", "process"),
        ("compare", bot, bot, "--out", out),
        ("play", "usa", bot, "--text"),
        ("verify", results, "--ask", 1),
    ):
        finished = arena(system, *words)
        assert finished.returncode == 2, finished.stderr
        assert finished.stderr == (
            f"Error: bots are confined by the kernel of Linux, and this is {system}: only bots"
            " that you trust play here, with --trusted\n"
        )
        assert not out.exists()


@everywhere
def test_every_file_of_arena_can_be_imported(system: str) -> None:
    """But those that run only below the sandbox, or on a cluster's workers, all of them Linux."""
    names = sorted(
        path.relative_to(PROJECT).with_suffix("").as_posix().replace("/", ".")
        for path in (PROJECT / "arena").rglob("*.py")
        if path.name != "__main__.py"
    )
    pretending = PRETENDING.format(platform=SYSTEMS[system], system=system)
    pretending = pretending.partition("from arena.cli")[0]
    importing = f"import importlib\nfor name in {names}:\n    importlib.import_module(name)\n"
    done = subprocess.run(
        [sys.executable, "-c", f"import distributed\n{pretending}{importing}"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@everywhere
def test_a_bot_that_is_a_folder_works(system: str, results: Path, tmp_path: Path) -> None:
    bot = tmp_path / "large"
    (bot / "more").mkdir(parents=True)
    (bot / "bot.py").write_text(f"from bot.more import helps\n{ANY}")
    (bot / "more" / "helps.py").write_text("HELP = 1\n")
    finished = arena(system, "check", bot, "--trusted", "--ruleset", "usa")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    (bot / "more" / "link.py").symlink_to(results.parent / "any.py")
    refused = arena(system, "check", bot, "--trusted", "--ruleset", "usa")
    assert (refused.returncode, "link.py is a symbolic link" in refused.stderr) == (2, True)


def test_no_check_follows_a_link_on_windows(results: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.py"
    link.symlink_to(results.parent / "any.py")
    finished = arena("Windows", "check", link, "--trusted", "--ruleset", "usa")
    assert finished.returncode == 2
    assert "is a symbolic link: name the file itself" in finished.stderr


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
