"""Long runs in lockstep go on where they stopped, and stop at a difference."""

from pathlib import Path

import msgspec
import pytest

from arena.kernel import Table
from tests.kernel import long_lockstep
from tests.kernel.lockstep import CASES, Difference
from tests.kernel.long_lockstep import EVERYTHING, main

FIRST = len(CASES) * EVERYTHING - 3
"""The last three games before one that is compared at every decision, and so on."""


def play(monkeypatch: pytest.MonkeyPatch, file: Path, games: int) -> dict[str, object]:
    """Play until the file tells of this number of games; returns what it tells."""
    monkeypatch.setattr("sys.argv", ["long_lockstep", str(file), str(games), str(FIRST)])
    main()
    told: dict[str, object] = msgspec.json.decode(file.read_bytes())
    assert float(str(told.pop("seconds"))) > 0
    return told


def test_pieces_come_to_what_one_run_comes_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_lockstep, "TOGETHER", 2)
    whole = play(monkeypatch, tmp_path / "whole", 5)
    play(monkeypatch, tmp_path / "pieces", 3)
    assert play(monkeypatch, tmp_path / "pieces", 5) == whole
    assert whole["games"] == 5


def test_everything_is_compared_at_some_decisions_or_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = (play(monkeypatch, tmp_path / "file", games) for games in (3, 4))
    some, all_of_them = int(str(before["compared"])), int(str(before["decisions"]))
    assert 0 < some < all_of_them / 5
    further = int(str(after["decisions"])) - all_of_them
    assert int(str(after["compared"])) - some == further > 0


def test_games_of_another_engine_are_not_added_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, tmp_path / "file", 1)
    monkeypatch.setattr(long_lockstep, "engine", lambda: "another")
    with pytest.raises(SystemExit, match="tells of games of another engine"):
        play(monkeypatch, tmp_path / "file", 2)


def test_a_difference_ends_the_run_and_names_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "result", lambda table: None)
    with pytest.raises(Difference, match=f"seed {FIRST}, {CASES[FIRST % len(CASES)][2]}.*result"):
        play(monkeypatch, tmp_path / "file", 1)
    assert not (tmp_path / "file").exists()
