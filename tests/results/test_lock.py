"""A results folder is written by one process at a time, and only while it is the same folder."""

import fcntl
import os
import select
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.results import files, lock
from arena.results.files import FilesError, write_whole
from arena.results.lock import LockError, locked
from tests.tournament.submitting import ANY, FIRST, configured, started, wait_for, written
from tests.tournament.tournaments import PROJECT

NOBODY = 65534
HOLDER = """
import sys
from pathlib import Path
from arena.results.lock import locked

with locked(Path(sys.argv[1]), lambda who: print("waiting for", who, flush=True)):
    print("mine", flush=True)
    sys.stdin.read()
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    """Another process that wants the lock of a folder, and keeps it while its input is open."""
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, folder],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def heard(process: subprocess.Popen[str]) -> str:
    """The next line that a process prints."""
    assert process.stdout is not None
    return process.stdout.readline().rstrip()


def test_a_lock_is_waited_for_and_freed_by_death(tmp_path: Path) -> None:
    other = holder(tmp_path)
    assert heard(other) == "mine"
    third = holder(tmp_path)
    assert heard(third).startswith(f"waiting for process {other.pid} of {lock.own_name()} since 2")
    assert third.stdout is not None
    assert not select.select([third.stdout], [], [], 0.3)[0]
    other.kill()
    other.communicate()
    assert heard(third) == "mine"
    third.communicate()
    with locked(tmp_path, pytest.fail):
        pass


def test_a_lock_is_freed_by_an_error_and_names_nobody_then(tmp_path: Path) -> None:
    with locked(tmp_path, pytest.fail):
        assert (tmp_path / "lock").read_text().startswith(f"process {os.getpid()} of ")
    with pytest.raises(LookupError), locked(tmp_path, pytest.fail):
        raise LookupError
    assert (tmp_path / "lock").read_text() == ""
    with locked(tmp_path, pytest.fail):
        pass


@contextmanager
def stranger(folder: Path) -> Iterator[int]:
    """Another process that holds the lock without a word in the file; yields its number."""
    script = "import fcntl, sys; fcntl.flock(0, fcntl.LOCK_EX); print('mine', flush=True)"
    script += "\nsys.stdout.close(); import time; time.sleep(1000)"
    with (folder / "lock").open("a+") as file:
        process = subprocess.Popen(
            [sys.executable, "-c", script], stdin=file, stdout=subprocess.PIPE, text=True
        )
    try:
        assert heard(process) == "mine"
        yield process.pid
    finally:
        process.kill()
        process.communicate()


def test_who_holds_a_lock_is_known_even_if_he_does_not_say(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("process 1 of \x1b[31mroot since ever")
    said: list[str] = []

    def waiting(who: str) -> None:
        said.append(who)
        raise KeyboardInterrupt

    with stranger(tmp_path) as pid, pytest.raises(KeyboardInterrupt), locked(tmp_path, waiting):
        pass
    assert said == [f"process {pid} of {lock.user_name(os.getuid())}"]


def test_where_the_kernel_does_not_tell_the_file_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "KERNELS_LOCKS", tmp_path / "nowhere")
    (tmp_path / "lock").write_text("process 7 of \x1b[31mann since ever")
    handle = os.open(tmp_path / "lock", os.O_RDWR)
    assert lock.holder_of(handle) == "process 7 of \\x1b[31mann since ever"
    os.truncate(handle, 0)
    assert lock.holder_of(handle) == "a process that is not known here"
    os.close(handle)


def test_a_waiting_command_says_so_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "AGAIN", 0.0)
    said: list[str] = []

    def waiting(who: str) -> None:
        said.append(who)
        if len(said) == 3:
            raise KeyboardInterrupt

    with stranger(tmp_path), pytest.raises(KeyboardInterrupt), locked(tmp_path, waiting):
        pass
    assert len(said) == 3


def test_a_lock_can_be_opened_by_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "lock").touch()
    (tmp_path / "lock").chmod(0o666)
    for folder in (tmp_path, tmp_path / "new"):
        with locked(folder, pytest.fail):
            assert stat.S_IMODE((folder / "lock").stat().st_mode) == 0o600


def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "lock").symlink_to("precious")
    with (
        pytest.raises(FilesError, match="cannot be written"),
        locked(tmp_path, pytest.fail),
    ):
        pass
    assert (tmp_path / "precious").read_text() == "mine"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_another_users_lock_is_refused_with_his_name() -> None:
    script = HOLDER.replace("\nwith", f"\nimport os; os.setuid({NOBODY})\nwith")
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        with locked(folder, pytest.fail):
            pass
        done = subprocess.run(
            [sys.executable, "-c", script, name], cwd=PROJECT, capture_output=True, text=True
        )
    owner = lock.user_name(0)
    assert done.stderr.endswith(f"{folder}/lock belongs to {owner}, who alone can write there\n")


@pytest.mark.parametrize("how", ["removed", "renamed", "replaced"])
def test_nothing_is_written_into_a_folder_that_is_another(how: str, tmp_path: Path) -> None:
    folder, aside = tmp_path / "results", tmp_path / "aside"
    with locked(folder, pytest.fail):
        write_whole(folder / "games" / "one", b"1")
        if how == "removed":
            shutil.rmtree(folder)
        else:
            folder.rename(aside)
        if how == "replaced":
            somebody = holder(folder)
            assert heard(somebody) == "mine"
            somebody.communicate()
            (folder / "games").mkdir()
        with pytest.raises(LockError) as refused:
            write_whole(folder / "games" / "two", b"2")
    sentence = "was removed, renamed or replaced during the run: nothing more is written"
    assert str(refused.value) == f"{folder} {sentence}"
    assert not list(tmp_path.rglob("two"))
    assert folder.exists() == (how == "replaced")


def test_a_folder_that_is_removed_while_it_is_waited_for_is_locked_anew(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    first = holder(folder)
    assert heard(first) == "mine"
    second = holder(folder)
    assert heard(second).startswith("waiting for ")
    shutil.rmtree(folder)
    first.communicate()
    assert heard(second) == "mine"
    assert (folder / "lock").read_text().startswith(f"process {second.pid} ")
    second.communicate()


@pytest.mark.parametrize("how", ["removed", "renamed"])
def test_a_run_whose_folder_goes_away_ends_with_a_sentence(how: str, tmp_path: Path) -> None:
    file = configured(tmp_path, {"any": ANY, "first": FIRST}, rounds=400)
    folder = tmp_path / "results"
    process = started("run", file, "--out", folder, "--workers", 1)
    wait_for(lambda: list(folder.glob("unfinished/game-*")), process)
    folder.rename(tmp_path / "aside")
    if how == "removed":
        shutil.rmtree(tmp_path / "aside")
    _, said = process.communicate(timeout=300)
    assert process.returncode == 2
    sentence = "was removed, renamed or replaced during the run: nothing more is written"
    assert said.splitlines()[-1] == f"Error: {folder} {sentence}"
    assert not folder.exists()


def test_a_folder_that_goes_away_just_before_a_file_is_written_is_named_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "results"
    look = files.ask_guards

    def look_and_rename(path: Path) -> None:
        look(path)
        folder.rename(tmp_path / "aside")

    with locked(folder, print):
        monkeypatch.setattr(files, "ask_guards", look_and_rename)
        with pytest.raises(LockError, match="was removed, renamed or replaced during the run"):
            write_whole(folder / "unfinished" / "game", b"")


@pytest.mark.parametrize("command", ["run", "submit", "withdraw"])
def test_waiting_can_be_given_up(command: str, tmp_path: Path) -> None:
    file = configured(tmp_path, {"any": ANY, "first": FIRST})
    folder = tmp_path / "results"
    assert started("run", file, "--out", folder, "--workers", 1).wait(300) == 0
    words = {
        "run": ("run", file, "--out", folder),
        "submit": ("submit", written(tmp_path, "any.py", ANY), file, "--out", folder),
        "withdraw": ("withdraw", folder, "any"),
    }[command]
    log = tmp_path / "log"
    with stranger(folder) as pid, log.open("w") as said:
        process = started(*words, stdout=said, stderr=said)
        wait_for(lambda: "(Ctrl-C gives up)" in log.read_text(), process)
        process.send_signal(signal.SIGINT)
        assert process.wait(300) == 128 + signal.SIGINT
    *_, waiting, stopped = log.read_text().splitlines()
    assert waiting.startswith(f"another run writes into {folder}, process {pid} of ")
    assert stopped.startswith(f"Stopped. Go on with: arena {command} ")


def test_the_lock_is_the_systems(tmp_path: Path) -> None:
    """Whoever locks the same file by other means is kept out too."""
    blocked = pytest.raises(BlockingIOError)
    with locked(tmp_path, pytest.fail), (tmp_path / "lock").open() as file, blocked:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
