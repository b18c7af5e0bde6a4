"""Files that are written whole or not at all, and by one process at a time."""

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from arena.results.files import TEMPORARY, FilesError, locked, sweep, write_whole
from tests.tournament.tournaments import PROJECT


def test_a_file_is_written_with_the_folders_above_it(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(path.parent) == ["file"]  # noqa: PTH208 - hidden ones too


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, OSError(28, "No space left on device")])
@pytest.mark.parametrize("moment", ["fsync", "replace"])
def test_what_goes_wrong_leaves_the_old_file_alone(
    moment: str,
    trouble: BaseException | type[BaseException],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")

    def fail(*_: object) -> None:
        raise trouble

    monkeypatch.setattr(*((os, "fsync", fail) if moment == "fsync" else (Path, "replace", fail)))
    expected = KeyboardInterrupt if trouble is KeyboardInterrupt else FilesError
    with pytest.raises(expected) as raised:
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    if expected is FilesError:
        assert str(raised.value) == f"{path} cannot be written: No space left on device"


def test_a_file_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Contents, name, folder: so a power cut leaves the old file or the new one."""
    steps: list[str] = []
    replace, fsync = Path.replace, os.fsync

    def replaced(old: Path, new: Path) -> Path:
        steps.append(f"name {new.name}")
        return replace(old, new)

    def synced(handle: int) -> None:
        target = Path(f"/proc/self/fd/{handle}").readlink()
        steps.append(f"{'folder' if target.is_dir() else 'contents'} {target.stat().st_size > 0}")
        fsync(handle)

    monkeypatch.setattr(Path, "replace", replaced)
    monkeypatch.setattr(os, "fsync", synced)
    write_whole(tmp_path / "file", b"new")
    assert steps == ["contents True", "name file", "folder True"]


def test_what_was_half_written_is_swept_at_any_depth(tmp_path: Path) -> None:
    (tmp_path / "deep" / "down").mkdir(parents=True)
    for name in (f"{TEMPORARY}a", f"deep/{TEMPORARY}b", f"deep/down/{TEMPORARY}c", "deep/kept"):
        (tmp_path / name).touch()
    sweep(tmp_path)
    left = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert left == ["kept"]


def test_pandas_and_pyarrow_pass_unfinished_files_over() -> None:
    """They take what begins with a dot or an underscore for hidden."""
    assert TEMPORARY.startswith(".")


HOLDER = """
import sys
from pathlib import Path
from arena.results.files import locked

with locked(Path(sys.argv[1]), lambda: print("waiting", flush=True)):
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


def test_a_lock_is_waited_for_and_freed_by_death(tmp_path: Path) -> None:
    said: list[str] = []
    other = holder(tmp_path)
    assert other.stdout is not None
    assert other.stdout.readline() == "mine\n"
    third = holder(tmp_path)
    assert third.stdout is not None
    assert third.stdout.readline() == "waiting\n"
    assert not select.select([third.stdout], [], [], 0.2)[0]
    other.kill()
    other.communicate()
    assert third.stdout.readline() == "mine\n"
    third.communicate()
    with locked(tmp_path, lambda: said.append("waiting")):
        assert not said


def test_a_lock_is_freed_by_an_error(tmp_path: Path) -> None:
    with pytest.raises(LookupError), locked(tmp_path, list):
        raise LookupError
    with locked(tmp_path, pytest.fail):
        assert (tmp_path / "lock").exists()
