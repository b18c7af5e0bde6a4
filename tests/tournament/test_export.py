"""Results that are handed on: what a copy holds, what it must not tell, and that it is whole."""

import re
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.match.source import Source
from arena.results.columns import COLUMNS, FILE as PAGE, words_for
from arena.results.manifest import results_of
from arena.results.store import EVERYTHING, GameStore
from arena.results.tables import SCHEMAS
from arena.tournament import export as exporting, run as running
from arena.workers import games, workforce
from tests.tournament.tournaments import (
    HASTY,
    InPlace,
    configuration,
    fixtures,
    named,
    played,
    rewrite,
)

TALKING = b"""
from arena.planning import Plan

class Talking:  # TELLTALE
    def __init__(self, depth):
        self.words = "whisper" + "ing-to-friends", "sesame" + f"-opens-{depth}"

    def choose(self, view, legal):
        print(self.words[0])
        view.note("note" + "worthy", text=self.words[1])
        if view.turns > 6:
            raise LookupError(self.words[1])
        return legal[-1]
"""
TELLING = (
    *("whispering-to-friends", "sesame-opens", "LookupError", "Traceback", "TELLTALE", "31337"),
    *("def choose", "talking.py", "arena/planning", "noteworthy"),
)
"""What sources, parameters, paths, tracebacks and printed words would be known by."""
BOTS = (named("hasty", HASTY), Source("talking", "talking.py", TALKING, {"depth": 31337}))
SECRET = configuration(BOTS, seed=None, isolation="process")


@pytest.fixture(autouse=True)
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A finished tournament with a secret, in which a bot fails and talks."""
    folder = tmp_path / "results"
    running.run(SECRET, folder, workforce.on_this_machine(1), print)
    return folder


def arena(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def all_text(folder: Path) -> str:
    """Everything that a folder says: all bytes of all files, and all values of all tables."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    said = [str(path.relative_to(folder)) for path in files]
    said += [path.read_bytes().decode("latin-1") for path in files]
    said += [str(pq.read_table(path).to_pylist()) for path in folder.rglob("*.parquet")]
    unfinished = GameStore(folder).read_unfinished(EVERYTHING) or {}
    said += [str(table.to_pylist()) for table in unfinished.values()]
    return "\n".join(said)


def test_a_public_copy_tells_nothing_that_teams_keep_from_each_other(
    results: Path, tmp_path: Path
) -> None:
    secret = (results / "secret").read_text().strip()
    whole = all_text(results)
    assert [word for word in (secret, *TELLING) if word not in whole] == []
    told = arena("export", results, tmp_path / "public", "--public")
    assert told.exit_code == 0, told.output
    public = all_text(tmp_path / "public")
    assert [word for word in (secret, *TELLING) if word in public] == []
    assert not {"secret", "bots", "lock", "words"} & {
        path.name for path in (tmp_path / "public").iterdir()
    }


def test_a_public_copy_of_games_that_are_being_played_tells_nothing_either(
    tmp_path: Path,
) -> None:
    out = tmp_path / "results"
    out.mkdir()
    running.begun(SECRET, out)
    known = fixtures(configuration(BOTS, seed=1))
    for chunk in ([known[0]], [known[2]]):
        (packed,) = played(SECRET, [chunk])
        GameStore(out).add(packed, [chunk[0].game], len(known))
    assert "sesame-opens" in all_text(out)
    assert arena("export", out, tmp_path / "public", "--public").exit_code == 0
    assert not any(word in all_text(tmp_path / "public") for word in TELLING)
    assert pd.read_parquet(tmp_path / "public" / "games")["game"].tolist() == [0]
    assert arena("replay", tmp_path / "public", 2).exit_code == 0
    assert "2 of 4 games" in arena("leaderboard", tmp_path / "public").output


def test_a_public_copy_keeps_who_failed_when_and_how(results: Path, tmp_path: Path) -> None:
    arena("export", results, tmp_path / "public", "--public")
    before, after = (pd.read_parquet(at / "faults") for at in (results, tmp_path / "public"))
    kept = ["game", "seat", "bot", "version", "ply", "fault"]
    assert len(before)
    pd.testing.assert_frame_equal(before[kept], after[kept])
    assert (after[["sentence", "traceback", "output"]] == "").all(axis=None)


def test_commands_that_read_results_read_a_public_copy(results: Path, tmp_path: Path) -> None:
    public = tmp_path / "public"
    arena("export", results, public, "--public")
    assert (public / "leaderboard.csv").read_bytes() == (results / "leaderboard.csv").read_bytes()
    assert "talking (" in arena("replay", public, 0).output
    assert "4 of 4 games" in arena("leaderboard", public).output
    verdict = arena("verify", public, "--workers", 1)
    assert verdict.exit_code == 0, verdict.output
    assert "bots are not in this public copy" in verdict.output
    assert "once that is revealed" in verdict.output


def test_verify_finds_what_was_changed_in_a_public_copy(results: Path, tmp_path: Path) -> None:
    public = tmp_path / "public"
    arena("export", results, public, "--public")
    rewrite(GameStore(public), "seats", 0, lambda rows: rows[0].update(score=999))
    verdict = arena("verify", public, "--workers", 1)
    assert verdict.exit_code == 1
    assert "score is 999 but the record gives" in verdict.output


def test_tickets_that_were_changed_are_told(results: Path) -> None:
    def lie(rows: list[dict[str, object]]) -> None:
        rows[0]["completed"] = not rows[0]["completed"]

    rewrite(GameStore(results), "tickets", 0, lie)
    verdict = arena("verify", results, "--workers", 1)
    assert verdict.exit_code == 1
    assert re.search(r"game 0, tickets: completed is .* \(E2\)", verdict.output)


def test_a_full_copy_has_all_but_the_secret(results: Path, tmp_path: Path) -> None:
    secret = (results / "secret").read_text().strip()
    full = tmp_path / "full"
    assert arena("export", results, full).exit_code == 0
    assert secret not in all_text(full)
    said = all_text(full)
    assert [word for word in TELLING if word not in said] == []
    assert results_of(full) == results_of(results)
    for path in results.rglob("*.parquet"):
        assert (full / path.relative_to(results)).read_bytes() == path.read_bytes()
    assert arena("verify", full, "--workers", 1).exit_code == 0


def test_duplicates_are_not_published_before_the_secret_is(tmp_path: Path) -> None:
    chosen, out = configuration(BOTS, seed=None, duplicate=True), tmp_path / "results"
    running.run(chosen, out, workforce.on_this_machine(1), print)
    refused = arena("export", out, tmp_path / "public", "--public")
    assert refused.exit_code == 2
    assert "the games of a round have the same piles" in refused.output
    assert arena("reveal", out).exit_code == 0
    assert arena("export", out, tmp_path / "public", "--public").exit_code == 0


def test_nothing_but_an_export_is_written_over(results: Path, tmp_path: Path) -> None:
    public = tmp_path / "public"
    assert arena("export", results, public, "--public").exit_code == 0
    again = arena("export", results, public, "--public")
    assert (again.exit_code, "say --force" in again.output) == (2, True)
    (public / "leaderboard.csv").write_text("old")
    assert arena("export", results, public, "--public", "--force").exit_code == 0
    assert (public / "leaderboard.csv").read_text() != "old"
    (public / "thesis.txt").write_text("mine")
    refused = arena("export", results, public, "--public", "--force")
    assert "is no exported folder: it holds thesis.txt" in refused.output
    assert (public / "thesis.txt").read_text() == "mine"
    for place in (results, results / "public"):
        assert "lies in the results" in arena("export", results, place, "--force").output


def test_an_export_that_fails_leaves_nothing(results: Path, tmp_path: Path) -> None:
    part = GameStore(results).path("moves", 0)
    part.write_bytes(part.read_bytes()[:-100])
    before = sorted(tmp_path.iterdir())
    refused = arena("export", results, tmp_path / "public", "--public")
    assert (refused.exit_code, "is damaged" in refused.output) == (2, True)
    assert sorted(tmp_path.iterdir()) == before


def test_games_that_have_gaps_stay_unfinished(results: Path, tmp_path: Path) -> None:
    (tables,) = GameStore(results).read_all(EVERYTHING)
    aside = GameStore(tmp_path / "aside")
    aside.folder.mkdir()
    exporting.write_games(aside, exporting.chosen(tables, [0, 1, 3]))
    assert aside.read(0, {"games": ["game"]})["games"]["game"].to_pylist() == [0, 1]
    left = aside.read_unfinished({"games": ["game"]})
    assert left is not None
    assert left["games"]["game"].to_pylist() == [3]


def test_the_page_explains_every_column_and_its_lines_run(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = tmp_path / "public"
    arena("export", results, public, "--public")
    page = (public / PAGE).read_text()
    columns = {name for schema in SCHEMAS.values() for name in schema.names}
    assert all(f"| `{name}` | {words_for(name)} |" in page for name in columns)
    assert COLUMNS.keys() <= columns
    (lines,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(public)
    *first, last = lines.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(first), names)
    claims = eval(last, names)
    assert len(claims)
    assert claims["city_a"].notna().all()
