"""`arena games`: the games that are looked for, in the order asked for, each leading to replay."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from arena.cli import main
from arena.results.files import write_whole
from arena.results.game_search import GameOrder, GameSearch, find_games
from arena.results.manifest import Entry, Manifest, write_manifest
from arena.results.store import GameStore, parquet
from arena.results.tables import SCHEMAS
from arena.terminal import width
from tests.tournament.mocks import manifest_of

ROWS: list[tuple[int, str, list[tuple[int, int, int, str | None]]]] = [
    # Game, ruleset, and by seat: bot, score, place, fault.
    (0, "usa", [(0, 90, 1, None), (1, 80, 2, None)]),
    (1, "usa", [(1, 70, 1, None), (0, 69, 2, None)]),
    (2, "africa", [(0, 50, 2, "crash"), (2, 10, 1, None)]),
    (3, "africa", [(2, 66, 1, None), (0, 66, 1, None)]),
    (4, "usa", [(1, 40, 2, None), (2, 95, 1, None), (0, 30, 3, None)]),
    (5, "usa", [(1, 12, 3, "timeout"), (2, 33, 2, None), (3, 34, 1, None)]),
]
WIDE = "賢者"


def written(folder: Path, manifest: Manifest) -> Path:
    """A results folder with these games, in one part."""
    games = [{"game": game, "ruleset": name, "seats": len(seats)} for game, name, seats in ROWS]
    seats = [
        {
            "game": game,
            "seat": seat,
            "bot": manifest.bots[bot].name,
            "version": manifest.bots[bot].version,
            "score": score,
            "place": place,
            "fault": fault,
        }
        for game, _, table in ROWS
        for seat, (bot, score, place, fault) in enumerate(table)
    ]
    folder.mkdir()
    write_manifest(folder, manifest)
    for name, rows in {"games": games, "seats": seats}.items():
        table = pa.Table.from_pylist([full(name, row) for row in rows], SCHEMAS[name])
        write_whole(GameStore(folder).path(name, 0), parquet(table))
    return folder


def full(name: str, row: dict[str, Any]) -> dict[str, Any]:
    """A row with something in every column."""
    usual = {"fault": None, "fault_ply": None, "bonuses": [], "end": "trains", "engine": "x"}
    return {**{field.name: usual.get(field.name, 0) for field in SCHEMAS[name]}, **row}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six games of four bots, of which two have the same name."""
    manifest = manifest_of(["alpha", "beta", WIDE, "alpha"], seats=(2, 3))
    settings = replace(manifest.settings, rulesets=("usa", "africa"))
    return written(tmp_path_factory.mktemp("found") / "r", replace(manifest, settings=settings))


def numbers(folder: Path, order: GameOrder = GameOrder.OLDEST, **search: Any) -> list[int]:
    """The games that are found."""
    return [found.game for found in find_games(folder, GameSearch(**search), order).games]


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ({}, [0, 1, 2, 3, 4, 5]),
        ({"bot": "beta"}, [0, 1, 4, 5]),
        ({"bot": "beta", "won": True}, [1]),
        ({"bot": "beta", "lost": True}, [0, 4, 5]),
        ({"bot": "alpha"}, [0, 1, 2, 3, 4, 5]),
        ({"bot": "alpha@0000000000000000"}, [0, 1, 2, 3, 4]),
        ({"bot": "alpha@0000000000000000", "won": True}, [0, 3]),
        ({"faulty": True}, [2, 5]),
        ({"bot": "beta", "faulty": True}, [5]),
        ({"bot": "beta", "against": (WIDE,)}, [4, 5]),
        ({"bot": "beta", "against": (WIDE, "alpha")}, [4, 5]),
        ({"against": ("beta",)}, [0, 4, 5]),
        ({"ruleset": "africa"}, [2, 3]),
        ({"seats": 3}, [4, 5]),
        ({"margin": 1}, [1, 3, 5]),
        ({"bot": "beta", "margin": 10}, [0, 1]),
        ({"bot": "beta", "won": True, "ruleset": "africa"}, []),
    ],
    ids=str,
)
def test_games_are_found(search: dict[str, Any], expected: list[int], results: Path) -> None:
    assert numbers(results, **search) == expected


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (GameOrder.NEWEST, [5, 4, 1, 0]),
        (GameOrder.OLDEST, [0, 1, 4, 5]),
        (GameOrder.CLOSEST, [1, 0, 5, 4]),
        (GameOrder.WIDEST, [4, 5, 0, 1]),
    ],
)
def test_games_come_in_the_order_asked_for(
    order: GameOrder, expected: list[int], results: Path
) -> None:
    assert numbers(results, order, bot="beta") == expected
    few = find_games(results, GameSearch(bot="beta"), order, 2)
    assert [found.game for found in few.games] == expected[:2]
    assert few.total == 4


def test_a_game_is_told_of_its_bot_with_the_others_by_place(results: Path) -> None:
    (found,) = find_games(results, GameSearch(bot="beta", seats=3, margin=60)).games[1:]
    assert (found.game, found.own.seat, found.own.place, found.margin) == (4, 0, 2, -55)
    assert [other.bot for other in found.others] == [WIDE, "alpha"]


def arena(*words: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(word) for word in words])


def test_the_list_ends_with_the_command_that_shows_its_first_game(results: Path) -> None:
    result = arena("games", results, "--bot", "beta", "--sort", "closest", "--limit", 2)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "game  ruleset  seats  seat  place  score  margin  others",
        "   1  usa          2     0      1     70      +1  alpha 69",
        "   0  usa          2     1      2     80     -10  alpha 90",
        "4 games, the 2 closest are shown. Watch one with:",
        f"  arena replay {results} 1 --seat 0",
    ]


def test_without_a_bot_the_winner_is_told(results: Path) -> None:
    lines = arena("games", results, "--seats", 3).stdout.splitlines()
    assert lines[:3] == [
        "game  ruleset  seats  bot    version  seat  place  score  margin  others",
        f"   5  usa          3  alpha  000000      2      1     34      +1  {WIDE} 33, beta…",
        f"   4  usa          3  {WIDE}               1      1     95     +55  beta 40, alph…",
    ]
    assert max(map(width, lines[:-1])) <= 80


def test_the_same_as_csv_and_as_json(results: Path) -> None:
    words = ("games", results, "--bot", "beta", "--seats", 3, "--limit", 0)
    rows = list(csv.DictReader(io.StringIO(arena(*words, "--csv").stdout)))
    assert [row["game"] for row in rows] == ["5", "4"]
    assert rows[0]["fault"] == "timeout"
    assert rows[0]["others"] == f"alpha 34; {WIDE} 33"
    told = json.loads(arena(*words, "--json").stdout)
    assert [game["game"] for game in told] == [5, 4]
    assert told[1]["others"][0]["score"] == 95


def test_no_game_is_said_in_a_sentence(results: Path) -> None:
    result = arena("games", results, "--bot", "beta", "--won", "--ruleset", "africa")
    assert (result.exit_code, result.stdout) == (0, "No game is like that.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--bot", "bet"), "there is no bot 'bet'; did you mean beta?"),
        (("--against", "bet"), "there is no bot 'bet'; did you mean beta?"),
        (("--won",), "won or lost by whom? Say --bot with a bot's name"),
        (("--bot", "beta", "--won", "--lost"), "no game is both --won and --lost"),
        (("--ruleset", "afrika"), "there is no ruleset 'afrika'; did you mean africa?"),
        (("--seats", "5"), "no game has 5 seats, only 2 or 3"),
        (("--sort", "close"), "there is no order 'close'; did you mean closest?"),
        (("--csv", "--json"), "--csv or --json, not both"),
    ],
)
def test_a_search_that_can_t_be_is_one_sentence(
    words: tuple[str, ...], sentence: str, results: Path
) -> None:
    result = arena("games", results, *words)
    assert result.exit_code == 2
    assert result.output == f"Error: {sentence}\n"


def test_names_in_the_tables_can_t_steer_the_terminal(tmp_path: Path) -> None:
    manifest = manifest_of(["alpha", "beta", "c", "d"], seats=(2, 3))
    evil = Entry("b\x1b[31m", manifest.bots[1].version, "b.py", {})
    folder = written(
        tmp_path / "r", replace(manifest, bots=(manifest.bots[0], evil, *manifest.bots[2:]))
    )
    write_manifest(folder, manifest)
    result = arena("games", folder)
    assert result.exit_code == 2
    assert r"a game names b\x1b[31m, version 0000000000000001, who is no bot here" in result.output


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    result = arena("games", tmp_path)
    assert result.exit_code == 2
    assert "holds no results" in result.output
