"""Files that are written whole or not at all."""

import os
from pathlib import Path

import pytest

from arena.results.files import TEMPORARY, FilesError, sweep, write_whole


def test_a_file_is_written_with_the_folder_it_is_in(tmp_path: Path) -> None:
    path = tmp_path / "a" / "file"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(path.parent) == ["file"]  # noqa: PTH208 - hidden ones too


def test_a_folder_above_it_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(FilesError, match="cannot be written: No such file or directory"):
        write_whole(tmp_path / "removed" / "games" / "file", b"one")
    assert not list(tmp_path.iterdir())


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
