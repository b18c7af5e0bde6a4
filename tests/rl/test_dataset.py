"""`arena dataset`: what bots saw and did in stored games, as arrays, no more and no less."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.planning.arrays import Ways, layout_of, mask, numbering_of, observation, ways
from arena.referee.modules import rules_of
from arena.referee.record import plies_in, positions
from arena.referee.rulesets import find_ruleset
from arena.results.stored_game import find_game
from arena.rl.dataset import shards
from arena.rl.decisions import Decisions, WantedDecisions
from arena.tournament import run as running
from arena.tournament.configuration import Configuration
from arena.workers import games, workforce
from tests.tournament.tournaments import InPlace, configuration

RULES = rules_of(find_ruleset("usa"))


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve games of three bots, of which `crashing` fails in each of its own."""
    folder = tmp_path_factory.mktemp("dataset") / "small"
    with pytest.MonkeyPatch.context() as patch:
        play(patch, configuration(), folder)
    return folder


def play(patch: pytest.MonkeyPatch, chosen: Configuration, folder: Path) -> None:
    """Play a tournament in this process."""
    patch.setattr(workforce, "WorkerPool", InPlace)
    patch.setattr(games, "silence", lambda: None)
    running.run(chosen, folder, workforce.on_this_machine(1), print)


def dataset(*words: object) -> Result:
    """What the command prints."""
    return CliRunner().invoke(main, ["dataset", *map(str, words)])


def arrays(folder: Path) -> dict[str, np.ndarray]:
    """All rows of a dataset."""
    parts = [np.load(path) for path in sorted(folder.glob("part-*.npz"))]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def test_every_decision_is_there_as_its_seat_saw_it(results: Path, tmp_path: Path) -> None:
    told = dataset(results, "--ways", "--out", tmp_path / "all")
    assert told.exit_code == 0, told.output
    found = arrays(tmp_path / "all")
    at = 0
    for number in range(12):
        stored = find_game(results, number)
        faults = {row["seat"]: row["fault_ply"] for row in stored.seats}
        ply, log = 0, None
        for game in positions(stored.record):
            ply, log = ply + plies_in(game.events(log)), game.log
            end = None if game.over else faults[game.seat]
            if game.over or (end is not None and ply >= end):
                continue
            view = game.view(game.seat)
            assert (found["observations"][at] == observation(view)).all()
            assert (found["action_masks"][at] == mask(view)).all()
            assert (found["ways"][at] == ways(view)).all()
            action = numbering_of(RULES).action_of(int(found["actions"][at]), view)
            assert action.text(game.board) == stored.record.rows[ply].action
            row = stored.seats[game.seat]
            assert [found[n][at] for n in ("games", "plies", "seats")] == [number, ply, game.seat]
            assert [found[n][at] for n in ("bots", "places", "scores")] == [
                *(row[n] for n in ("bot", "place", "score")),
            ]
            assert found["rewards"][at] == (1.0 if row["place"] == 1 else -1.0)
            at += 1
    assert at == len(found["actions"]) > 500


def test_what_was_played_for_a_faulty_bot_is_not_its_decision(results: Path) -> None:
    rows = list(Decisions(results, WantedDecisions(bots=("crashing",))))
    faults = {
        (number, row["seat"]): row["fault_ply"]
        for number in range(12)
        for row in find_game(results, number).seats
        if row["bot"] == "crashing"
    }
    assert rows
    for game in rows:
        key = int(game["games"][0]), int(game["seats"][0])
        assert game["plies"].max() < faults[key]


@pytest.mark.parametrize(
    ("words", "is_kept"),
    [
        (["--bot", "hasty"], lambda row: row["bots"] == "hasty"),
        (["--bot", "hasty", "--bot", "chancy"], lambda row: row["bots"] != "crashing"),
        (["--seat", "1"], lambda row: row["seats"] == 1),
        (["--won"], lambda row: row["places"] == 1),
        (["--games", "3"], lambda row: row["games"] < 3),
        (["--bot", "chancy", "--seat", "0"], lambda r: (r["bots"] == "chancy") & (r["seats"] == 0)),
    ],
)
def test_chosen_decisions_are_those_of_all(
    results: Path, tmp_path: Path, words: list[str], is_kept: Any
) -> None:
    dataset(results, "--out", tmp_path / "all")
    dataset(results, "--out", tmp_path / "some", "--rows", 100, *words)
    everything, some = arrays(tmp_path / "all"), arrays(tmp_path / "some")
    kept = is_kept(everything)
    assert 0 < kept.sum() < len(kept)
    for name, column in some.items():
        assert (column == everything[name][kept]).all()


def test_parquet_tells_the_same(results: Path, tmp_path: Path) -> None:
    dataset(results, "--out", tmp_path / "npz", "--ways")
    dataset(results, "--out", tmp_path / "parquet", "--ways", "--format", "parquet")
    expected = arrays(tmp_path / "npz")
    table = pq.read_table(tmp_path / "parquet" / "part-00000.parquet")
    assert set(table.column_names) == set(expected)
    for name, column in expected.items():
        assert (np.array(table[name].to_pylist()) == column).all()


def test_the_description_says_what_is_where(results: Path, tmp_path: Path) -> None:
    told = dataset(results, "--out", tmp_path / "all", "--rows", 300, "--ways")
    description = json.loads((tmp_path / "all" / "dataset.json").read_text())
    found = arrays(tmp_path / "all")
    assert description["decisions"] == len(found["actions"])
    assert description["games"] == 12
    assert description["bots"] == {
        str(bot): int((found["bots"] == bot).sum()) for bot in np.unique(found["bots"])
    }
    assert len(description["files"]) == len(list((tmp_path / "all").glob("part-*"))) > 1
    layout = layout_of(RULES, 2)
    trains = description["observation"]["trains"]
    assert slice(trains["start"], trains["stop"]) == layout["trains"]
    assert description["ways"]["planned"]["stop"] == Ways(RULES).planned.stop
    numbering = numbering_of(RULES)
    assert description["actions"] == [numbering.text(number) for number in range(len(numbering))]
    assert f"{len(found['actions']):,} decisions of 12 games, usa with 2 seats" in told.output


def test_files_hold_whole_games_and_no_more_rows_than_needed(results: Path) -> None:
    sizes = [len(game["actions"]) for game in Decisions(results, WantedDecisions())]
    parts = list(shards(Decisions(results, WantedDecisions()), 200))
    assert sum(len(part["actions"]) for part in parts) == sum(sizes)
    games = [set(part["games"].tolist()) for part in parts]
    assert sum(map(len, games)) == len(set().union(*games)) == 12
    assert all(200 <= len(part["actions"]) < 200 + max(sizes) for part in parts[:-1])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bot", "hasti"], "there is no bot 'hasti'; did you mean hasty"),
        (["--seat", "2"], "there is no seat 2 among 2, from 0"),
        (["--ruleset", "mega"], "there is no ruleset 'mega', only usa"),
        (["--players", "3"], "no game has 3 seats, only 2"),
        (["--format", "parket"], "there is no format 'parket'; did you mean parquet"),
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(
    results: Path, tmp_path: Path, words: list[str], sentence: str
) -> None:
    told = dataset(results, "--out", tmp_path / "none", *words)
    assert told.exit_code == 2
    assert sentence in told.output
    assert not (tmp_path / "none").exists()


def test_a_folder_that_is_there_stays_as_it_is(results: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    told = dataset(results, "--out", tmp_path)
    assert told.exit_code == 2
    assert "is there already: remove it, or say --out" in told.output
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_results_of_several_tables_ask_which_is_meant(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        several = configuration(rulesets=("usa", "mega"), seats=(2, 3), rounds=1)
        play(patch, several, tmp_path / "both")
    asked = dataset(tmp_path / "both", "--out", tmp_path / "out")
    assert "of which ruleset? Say --ruleset: usa, mega" in asked.output
    asked = dataset(tmp_path / "both", "--ruleset", "mega", "--out", tmp_path / "out")
    assert "games of how many seats? Say --players: 2, 3" in asked.output
    words = ("--ruleset", "mega", "--players", 3, "--out", tmp_path / "out")
    assert dataset(tmp_path / "both", *words).exit_code == 0
    assert (
        arrays(tmp_path / "out")["observations"].shape[1]
        == layout_of(rules_of(find_ruleset("mega")), 3).size
    )
