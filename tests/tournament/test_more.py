"""A tournament that gets more rounds, more bots or several rulesets, as `arena run` plays it."""

import os
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace

from arena.match.source import Source
from arena.results import verify
from arena.results.manifest import ManifestError, results_of, write_manifest
from arena.results.stored_game import find_game
from arena.tournament import run as running
from arena.tournament.sittings import Extension, Joining
from arena.workers import games, workforce
from tests.tournament.tournaments import BOTS, GREEDY, InPlace, configuration, named, results

GREEDY_BOT = named("greedy", GREEDY)


@pytest.fixture(autouse=True)
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without workers, and on a disk that is believed to be quick."""
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(verify, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)
    monkeypatch.setattr(os, "fsync", lambda _: None)


def play(folder: Path, *bots: Source, **changes: Any) -> list[str]:
    """Play a tournament into a folder, or go on with it; returns what was said."""
    said: list[str] = []
    hire = workforce.on_this_machine(1)
    running.run(configuration(bots or BOTS, **changes), folder, hire, said.append)
    return said


def stored(folder: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table."""
    rows: list[dict[str, Any]] = pq.read_table(folder / table).to_pylist()
    return rows


def test_more_rounds_are_played_after_those_there_were(tmp_path: Path) -> None:
    play(tmp_path)
    before = stored(tmp_path, "moves")
    assert play(tmp_path, rounds=3) == []
    there = results_of(tmp_path)
    assert (there.settings.rounds, there.stages) == (3, (Extension(2, 3),))
    assert len(stored(tmp_path, "games")) == 18
    assert stored(tmp_path, "moves")[: len(before)] == before
    verdict = verify.verify(tmp_path, 1)
    assert (verdict.games, verdict.missing, verdict.differences) == (18, 0, [])


def test_fewer_rounds_than_it_has_grown_to_are_not_played_and_it_says_so(tmp_path: Path) -> None:
    play(tmp_path, rounds=2)
    before = results(tmp_path)
    (said,) = play(tmp_path, rounds=1)
    assert said == f"{tmp_path} has grown to 2 rounds: it goes on with those, not with 1"
    assert results(tmp_path) == before


def test_more_bots_in_the_file_join(tmp_path: Path) -> None:
    play(tmp_path, *BOTS[:2])
    play(tmp_path, GREEDY_BOT, *BOTS)  # in whatever order they are listed
    there = results_of(tmp_path)
    assert [bot.name for bot in there.bots] == ["hasty", "chancy", "greedy", "crashing"]
    assert there.stages == (Joining(2), Joining(3))
    assert len(stored(tmp_path, "games")) == 6 * 2 * 2
    assert verify.verify(tmp_path, 1).differences == []


def test_who_came_and_grew_bit_by_bit_goes_on_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (tmp_path / "whole", tmp_path / "stopped"):
        play(folder, *BOTS[:2])
    play(tmp_path / "whole", *BOTS, rounds=3)

    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(running.Tournament, "_keep", stop)
        with pytest.raises(KeyboardInterrupt):
            play(tmp_path / "stopped", *BOTS, rounds=3)
    play(tmp_path / "stopped", *BOTS, rounds=3)
    assert results(tmp_path / "whole") == results(tmp_path / "stopped")


def test_a_name_that_imitates_one_that_was_submitted_meanwhile_is_refused(tmp_path: Path) -> None:
    play(tmp_path)
    with pytest.raises(ManifestError, match="'Chancy' looks like chancy"):
        play(tmp_path, *BOTS, replace(GREEDY_BOT, name="Chancy"))
    assert len(results_of(tmp_path).bots) == 3


@pytest.mark.parametrize("changes", [{"rounds": 3}, {"bots": (*BOTS, GREEDY_BOT)}])
def test_once_its_secret_is_revealed_it_can_not_grow(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    play(tmp_path, seed=None)
    secret = (tmp_path / "secret").read_text().strip()
    write_manifest(tmp_path, replace(results_of(tmp_path), revealed=secret))
    before = results_of(tmp_path)
    with pytest.raises(ManifestError, match=r"has been revealed.*it can't grow"):
        play(tmp_path, *changes.get("bots", BOTS), seed=None, rounds=changes.get("rounds", 2))
    assert results_of(tmp_path) == before


def test_several_rulesets_are_played_side_by_side(tmp_path: Path) -> None:
    play(tmp_path, rulesets=("usa", "africa", "oldwest+alvin"), rounds=1)
    rows = stored(tmp_path, "games")
    assert [row["ruleset"] for row in rows].count("africa") == len(rows) / 3 == 6
    assert verify.verify(tmp_path, 1).differences == []
    for number in (0, 2, 4):
        told = find_game(tmp_path, number)
        assert told.record.ruleset == rows[number]["ruleset"] == told.sitting.ruleset
        assert list(told.story(None, 5))
