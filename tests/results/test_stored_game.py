"""`arena replay`: a stored game is told, wherever it is stored, with its faults."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from arena.referee.modules import rules_of
from arena.referee.rulesets import find_ruleset
from arena.results.manifest import results_of, schedule_of, write_manifest
from arena.results.store import EVERYTHING, GameStore, parquet
from arena.results.stored_game import find_game
from arena.results.tables import SCHEMAS, Tables, pack
from arena.tournament.growth import with_withdrawn
from tests.tournament.submitting import (
    ANY,
    FIRST,
    arena,
    choosing,
    configured,
    done,
    picture,
    started,
)
from tests.tournament.tournaments import rewrite

COLOURFUL = choosing(
    """
    print("\\x1b[31mred\\nand \\u202egreen")
    if view.turns > 5:
        raise ValueError("\\x1b[2Jgone\\x07\\nand away")
    return legal[0]
    """
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of a small tournament of which one bot fails colourfully; to be copied."""
    home = tmp_path_factory.mktemp("played")
    config = configured(home, {"any": ANY, "first": FIRST, "colourful": COLOURFUL})
    done("run", config, "--out", home / "results", "--workers", 1)
    return home / "results"


@pytest.fixture
def results(played: Path, tmp_path: Path) -> Path:
    """A copy of them, to be changed."""
    return Path(shutil.copytree(played, tmp_path / "results"))


def stories(results: Path) -> list[str]:
    """All six games, told."""
    return [done("replay", results, game) for game in range(6)]


def some(tables: Tables, first: int, last: int) -> Tables:
    """Some games out of tables."""
    return {
        name: table.filter([first <= game <= last for game in table["game"].to_pylist()])
        for name, table in tables.items()
    }


def keep(results: Path, tables: Tables, stored: int) -> None:
    """GameStore so many games in a part, and the others as a run that was killed left them."""
    for name in SCHEMAS:
        shutil.rmtree(results / name)
        if stored:
            part = results / name / "part-00000.parquet"
            part.parent.mkdir()
            part.write_bytes(parquet(some(tables, 0, stored - 1)[name]))
    (results / "unfinished").mkdir(exist_ok=True)
    for first, last in ((stored, 3), (4, 5)):
        file = results / "unfinished" / f"game-{first:09}.arrow"
        file.write_bytes(pack(some(tables, first, last)))


@pytest.mark.parametrize("stored", [0, 2])
def test_games_are_told_from_parts_and_from_unfinished_files(
    stored: int, played: Path, results: Path
) -> None:
    told = stories(played)
    assert len(set(told)) == 6
    keep(results, GameStore(results).read(0, EVERYTHING), stored)
    before = picture(results)
    assert stories(results) == told
    assert picture(results) == before


def test_a_page_is_written_printed_and_written_over(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text("old")
    assert done("replay", played, 2, "--html", file) == ""
    page = file.read_text("utf-8")
    assert done("replay", played, 2, "--html", "-") == page
    assert "<title>game 2 of small, round 0</title>" in page
    assert done("replay", played, 3, "--html", "-") != page
    assert [path.name for path in tmp_path.iterdir()] == ["game.html"]


def test_a_page_is_opened_in_the_browser(played: Path, tmp_path: Path) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    places = {"BROWSER": str(browser), "TMPDIR": str(tmp_path)}
    with started("replay", played, 2, "--open", env=os.environ | places) as command:
        output, errors = command.communicate()
    assert (command.returncode, errors) == (0, "")
    file = Path(output.strip())
    assert file.read_text("utf-8") == done("replay", played, 2, "--html", "-")
    assert seen.read_text().strip() == file.as_uri()


def test_a_page_tells_colourful_faults_harmlessly(played: Path) -> None:
    pages = [done("replay", played, game, "--html", "-") for game in range(6)]
    faulty = [page for page in pages if "and away" in page]
    assert faulty
    assert all("\x1b" not in page and "\u202e" not in page for page in pages)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--html", "nowhere/game.html"], "there is no folder nowhere to write game.html to"),
        (["--html", "-", "--open"], "--open needs a page in a file"),
        (["--html", "-", "--seat", 7], "there is no seat 7 among 2"),
        (["--html", "-", "--to", 100_000], "there is no ply 100000 among"),
    ],
)
def test_a_page_that_cannot_be_made_is_refused(
    options: list[object], sentence: str, played: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    result = arena("replay", played, 2, *options)
    assert (result.exit_code, sentence in result.output) == (2, True), result.output
    assert list(tmp_path.iterdir()) == []


def test_a_story_begins_with_the_game_and_ends_with_its_result(played: Path) -> None:
    for game in range(6):
        stored = find_game(played, game)
        head, *lines = done("replay", played, game).splitlines()
        title = lines[len(stored.faults)]
        assert all("is at fault: from ply" in line for line in lines[: len(stored.faults)])
        assert head == f"game {game} of small, round 0"
        assert title == f"usa: {stored.names[0]} (0), {stored.names[1]} (1)"
        scores = [row["score"] for row in stored.seats]
        assert all(str(score) in done("replay", played, game) for score in scores)


def test_a_withdrawn_bots_games_are_told_like_others(played: Path, results: Path) -> None:
    told = stories(played)
    write_manifest(results, with_withdrawn(results_of(results), 0, True))
    assert stories(results) == told


def faulty(played: Path) -> tuple[int, int]:
    """A game of the bot that fails, and its seat."""
    for game in range(6):
        for fault in find_game(played, game).faults:
            return game, fault.seat
    raise AssertionError("nobody failed")


def test_a_fault_is_told_with_ply_question_sentence_traceback_and_output(played: Path) -> None:
    game, seat = faulty(played)
    stored = find_game(played, game)
    (fault,) = stored.faults
    output = done("replay", played, game)
    story = output[output.index("fault of ") :].splitlines()
    row = stored.record.rows[fault.ply]
    assert story[:6] == [
        f"fault of colourful (seat {seat}): crash",
        f"  at ply {fault.ply}, asked for: {row.phase}",
        r"  ValueError: \x1b[2Jgone\x07",
        "  and away",
        f"  played for it: {row.action}, and so on to the end",
        "  traceback:",
    ]
    assert any(
        line.startswith('      File "colourful.py", line ') and line.endswith("in choose")
        for line in story
    )
    printed = story[story.index("  printed:") + 1 : -1]
    assert set(printed) == {r"    \x1b[31mred", r"    and \u202egreen"}
    rival = 1 - seat
    places = ", ".join(f"{name} {1 if at == rival else 2}" for at, name in enumerate(stored.names))
    assert story[-1] == f"places, with seats at fault last: {places}"
    assert all(sign.isprintable() or sign == "\n" for sign in output)


def test_a_game_without_faults_says_nothing_of_them(played: Path) -> None:
    clean = [game for game in range(6) if not find_game(played, game).faults]
    assert len(clean) == 2
    for game in clean:
        assert "fault" not in done("replay", played, game)


def test_a_seat_hears_only_what_it_saw(played: Path) -> None:
    game, seat = faulty(played)
    whole = done("replay", played, game)
    own, rivals = (done("replay", played, game, "--seat", at) for at in (seat, 1 - seat))
    assert f"turn by turn as colourful ({seat}) saw it" in own
    assert "fault of colourful" in own
    assert "fault of colourful" not in rivals
    assert "traceback" not in rivals
    assert len({whole, own, rivals}) == 3


def test_a_story_stops_where_it_is_told_to(played: Path) -> None:
    game, _ = faulty(played)
    stored = find_game(played, game)
    whole = done("replay", played, game).splitlines()
    early = done("replay", played, game, "--to", 10).splitlines()
    assert "position after ply 10:" in "\n".join(early)
    assert "fault" not in "\n".join(early)
    assert [early[0], *early[1:8]] == [whole[0], *whole[2:9]]
    last = len(stored.record.rows) - 1
    assert "fault of colourful" in done("replay", played, game, "--to", last)


def refused(result: Result) -> str:
    """The one sentence of a command that fails."""
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    return result.output.removeprefix("Error: ").rstrip()


def test_what_is_not_there_is_one_sentence(played: Path, tmp_path: Path) -> None:
    plies = len(find_game(played, 0).record.rows)
    for words, sentence in {
        (6,): "there is no game 6, only 0 to 5",
        ("--", -1): "there is no game -1, only 0 to 5",
        (0, "--seat", 2): "there is no seat 2 among 2, they are numbered from 0",
        (0, "--seat", -1): "there is no seat -1 among 2, they are numbered from 0",
        (0, "--to", plies): f"there is no ply {plies} among {plies}, they are numbered from 0",
        (0, "--to", -1): f"there is no ply -1 among {plies}, they are numbered from 0",
    }.items():
        assert refused(arena("replay", played, *words)) == sentence
    empty = f"{tmp_path} holds no results: it has no manifest.json"
    assert refused(arena("replay", tmp_path, 0)) == empty
    assert not list(tmp_path.iterdir())


def test_a_game_that_was_not_played_yet_is_one_sentence(results: Path) -> None:
    keep(results, GameStore(results).read(0, EVERYTHING), 2)
    (results / "unfinished" / "game-000000004.arrow").write_bytes(b"torn")
    said = refused(arena("replay", results, 4))
    assert said == f"game 4 has not been played yet in {results}"
    assert "game 3 of small" in done("replay", results, 3)


def test_a_damaged_part_is_one_sentence(results: Path) -> None:
    part = results / "moves" / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:-5])
    assert refused(arena("replay", results, 0)) == f"{part} is damaged or missing"


def test_words_that_were_tampered_with_are_told_as_far_as_they_can_be(
    played: Path, results: Path
) -> None:
    marks = {"marked_routes": [None, -1, 1000, 1], "marked_cities": None}
    nonsense = [{"seat": 9}, {"ply": -1}, {"ply": 1 << 20}, {"text": None, "label": None}]
    nonsense += [{"kind": "shout"}, {"kind": "note", "label": "wants", "text": "", **marks}]

    def tamper(rows: list[dict[str, Any]]) -> None:
        rows[:] = [{**row, **wrong} for row in rows for wrong in nonsense]

    game = next(game for game in range(6) if find_game(played, game).words)
    rewrite(GameStore(results), "words", 0, tamper)
    told = done("replay", results, game)
    assert f"notes wants: {rules_of(find_ruleset('usa')).board.route_name(1)}\n" in told
    assert done("replay", results, game, "--html", "-")


def test_without_a_number_the_last_game_is_told(results: Path) -> None:
    last = len(schedule_of(results_of(results))) - 1
    assert done("replay", results) == done("replay", results, last)
    assert done("replay", results).startswith(f"game {last} of small")


def test_the_last_game_may_be_in_no_part_yet(results: Path) -> None:
    store = GameStore(results)
    tables = store.read(0, EVERYTHING)
    (results / "unfinished").mkdir(exist_ok=True)
    (results / "unfinished" / "game-000000000.arrow").write_bytes(pack(tables))
    for name in SCHEMAS:
        store.path(name, 0).unlink()
    assert store.last() == len(schedule_of(results_of(results))) - 1
    (results / "unfinished" / "game-000000000.arrow").unlink()
    result = arena("replay", results)
    assert result.exit_code == 2
    assert result.output == f"Error: no game has been played yet in {results}\n"
