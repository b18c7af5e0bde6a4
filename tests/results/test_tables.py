"""The columns of the tables, and what is written into them."""

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.types as kinds
import pytest

from arena.boards import load_board
from arena.identity import engine
from arena.match.match import Played
from arena.match.source import Source
from arena.referee.rulesets import find_ruleset
from arena.results.store import GameStore
from arena.results.tables import SCHEMAS, Scribe, Tables, joined, pack, unpack
from arena.sandbox.venue import Venue
from arena.tournament.sittings import Fixture
from tests.match.tables import SHORT
from tests.tournament.tournaments import CHANCY, CRASHING, HASTY, named

COLUMNS = {
    "games": "game ruleset seats deal seed bonuses plies turns end engine",
    "seats": "game seat bot version score routes tickets_won tickets_lost longest_path_bonus"
    " globetrotter_bonus depots_bonus alvin_bonus stations_bonus tickets_kept tickets_completed"
    " longest_path"
    " trains_left place fault fault_ply",
    "moves": "game ply seat phase action substitute",
    "tickets": "game seat ticket city_a city_b points ply completed",
    "times": "game ply seat cpu_ms idle_ms wall_ms",
    "faults": "game seat bot version ply fault sentence traceback output",
    "words": "game ply seat kind label text marked_routes marked_cities",
}
TEXTS = (
    *("ruleset", "end", "engine", "bot", "version", "fault", "phase", "action"),
    *("sentence", "traceback", "output", "city_a", "city_b", "kind", "label", "text"),
)
FIXTURE = Fixture(7, "usa", 3, 12345, (1, 0), (5, 6))
BOTS = (named("hasty", HASTY), named("crashing", CRASHING))


def game(
    ruleset: str = "usa", bots: tuple[Source, ...] = BOTS, bonuses: tuple[str, ...] | None = None
) -> Played:
    """A game, the bots in order of their seats."""
    rules = find_ruleset(ruleset)
    rules = rules if bonuses is None else rules.with_bonuses(bonuses)
    with Venue("none", [rules], SHORT) as venue:
        return venue.play(rules, bots, FIXTURE.seed)


def tables_of(played: Played, bots: tuple[Source, ...] = BOTS) -> Tables:
    """The tables of one game."""
    scribe = Scribe(bots)
    scribe.write(FIXTURE, played)
    return scribe.hand_over()


def rows(tables: Tables, name: str) -> list[dict[str, Any]]:
    """The rows of a table."""
    return list(tables[name].to_pylist())


def test_the_columns_are_those_of_the_records() -> None:
    assert {name: " ".join(schema.names) for name, schema in SCHEMAS.items()} == COLUMNS


def test_columns_have_the_kinds_that_their_values_need() -> None:
    for schema in SCHEMAS.values():
        assert schema.field("game").type == pa.int64()
        for field in schema:
            if field.name in TEXTS:
                assert kinds.is_string(field.type)
            elif field.name in ("cpu_ms", "idle_ms", "wall_ms"):
                assert kinds.is_floating(field.type)
            elif field.name in ("substitute", "completed"):
                assert kinds.is_boolean(field.type)
            elif field.name == "bonuses":
                assert field.type == pa.list_(pa.string())
            elif field.name.startswith("marked_"):
                assert field.type == pa.list_(pa.int16())
            else:
                assert kinds.is_signed_integer(field.type)
    assert SCHEMAS["games"].field("seed").type == pa.int64()


def test_a_game_with_a_fault_is_written_down() -> None:
    played = game(bots=(BOTS[1], BOTS[0]))
    tables = tables_of(played)
    (row,) = rows(tables, "games")
    assert (row["game"], row["deal"], row["seed"]) == (7, 3, 12345)
    assert (row["ruleset"], row["seats"], row["engine"]) == ("usa", 2, engine())
    assert row["plies"] == len(played.record.rows) == len(tables["moves"])
    assert row["turns"] == played.result.turns
    assert row["end"] in ("trains", "stalemate")
    (fault,) = played.faults
    faulty, other = rows(tables, "seats")
    assert (faulty["seat"], faulty["bot"], other["bot"]) == (0, "crashing", "hasty")
    assert faulty["version"] == BOTS[1].version
    assert (faulty["fault"], faulty["fault_ply"]) == ("crash", fault.ply)
    assert (other["fault"], other["fault_ply"]) == (None, None)
    assert (faulty["place"], other["place"]) == (2, 1)
    (kept,) = rows(tables, "faults")
    assert (kept["game"], kept["seat"], kept["bot"], kept["ply"]) == (7, 0, "crashing", fault.ply)
    assert (kept["fault"], kept["sentence"]) == ("crash", "LookupError: lost")
    assert "raise LookupError" in kept["traceback"]


def test_substitutes_are_the_rows_of_a_faulty_seat_from_its_fault_on() -> None:
    played = game(bots=(BOTS[1], BOTS[0]))
    moves = rows(tables_of(played), "moves")
    (fault,) = played.faults
    assert [move["ply"] for move in moves] == list(range(len(moves)))
    assert moves[fault.ply]["substitute"]
    assert [move["substitute"] for move in moves] == [
        move["seat"] == 0 and move["ply"] >= fault.ply for move in moves
    ]
    assert [(move["seat"], move["phase"], move["action"]) for move in moves] == [
        (row.seat, row.phase, row.action) for row in played.record.rows
    ]


def test_tickets_are_those_that_the_moves_keep_also_for_a_faulty_seat() -> None:
    always = named("always", "raise LookupError('lost')")
    bots = (always, BOTS[0])
    tables = tables_of(game(bots=bots), bots)
    moves = rows(tables, "moves")
    kept = rows(tables, "tickets")
    assert {row["seat"] for row in kept} == {0, 1}
    for row in kept:
        move = moves[row["ply"]]
        assert (move["phase"], move["seat"]) == ("keep", row["seat"])
        assert str(row["ticket"]) in move["action"].split()[1:]
        assert move["substitute"] == (row["seat"] == 0)
        printed = load_board("usa").tickets[row["ticket"]]
        assert (row["city_a"], row["city_b"]) == (printed.city_a, printed.city_b)


def test_times_are_of_decisions_that_a_bot_answered() -> None:
    played = game(bots=(BOTS[1], BOTS[0]))
    tables = tables_of(played)
    moves = rows(tables, "moves")
    for time in rows(tables, "times"):
        assert moves[time["ply"]]["seat"] == time["seat"]
        assert not moves[time["ply"]]["substitute"]
        assert 0 <= time["wall_ms"] < 600_000


@pytest.mark.parametrize(
    ("ruleset", "bonuses", "expected"),
    [
        ("usa2004", None, ["longest_path"]),
        ("usa", (), []),
        ("usa", ("globetrotter", "longest_path"), ["globetrotter", "longest_path"]),
    ],
)
def test_the_bonuses_in_force_are_listed(
    ruleset: str, bonuses: tuple[str, ...] | None, expected: list[str]
) -> None:
    (row,) = rows(tables_of(game(ruleset, bonuses=bonuses)), "games")
    assert row["bonuses"] == expected


@pytest.mark.parametrize("ruleset", ["usa", "usa1910+warehouses", "oldwest+alvin", "africa"])
def test_scores_add_up(ruleset: str) -> None:
    chancy = named("chancy", CHANCY)
    for row in rows(tables_of(game(ruleset, (chancy, chancy))), "seats"):
        bonuses = sum(value for key, value in row.items() if key.endswith("_bonus"))
        tickets = row["tickets_won"] - row["tickets_lost"]
        assert row["score"] == row["routes"] + tickets + bonuses
        assert 0 <= row["tickets_completed"] <= row["tickets_kept"]


def test_a_bots_strange_words_are_kept() -> None:
    strange = named("strange", "raise ValueError('\\x1b[2J \\ud800')")
    tables = tables_of(game(bots=(strange, BOTS[0])), (strange, BOTS[0]))
    (fault,) = rows(tables, "faults")
    assert "ValueError" in fault["sentence"]


def test_packing_keeps_everything() -> None:
    tables = tables_of(game())
    again = unpack(pack(tables))
    assert again == tables
    assert {name: table.schema for name, table in again.items()} == SCHEMAS


@pytest.mark.parametrize("at", [0, 3, 50, -1])
def test_packed_tables_that_have_changed_are_refused(at: int) -> None:
    packed = bytearray(pack(tables_of(game())))
    packed[at] ^= 1
    for damaged in (bytes(packed), bytes(packed[:200]), b""):
        with pytest.raises(pa.ArrowInvalid):
            unpack(damaged)


def test_joined_tables_are_in_order_of_game_ply_and_seat() -> None:
    scribe = Scribe(BOTS)
    played = game()
    several = []
    for number in (9, 2, 5):
        scribe.write(Fixture(number, "usa", 0, 1, (0, 1), (5, 6)), played)
        several.append(scribe.hand_over())
    tables = joined(several)
    assert tables["games"]["game"].to_pylist() == [2, 5, 9]
    moves = [(row["game"], row["ply"]) for row in rows(tables, "moves")]
    assert moves == sorted(moves)
    assert [row["seat"] for row in rows(tables, "seats")] == [0, 1] * 3


def test_tables_load_in_one_line_of_pandas(tmp_path: Path) -> None:
    scribe = Scribe(BOTS)
    scribe.write(Fixture(0, "usa", 0, FIXTURE.seed, (0, 1), (5, 6)), game())
    store = GameStore(tmp_path)
    store.open(1)
    store.add(pack(scribe.hand_over()), [0], 1)
    for name, columns in COLUMNS.items():
        (tmp_path / name / ".unfinished-part-00001.parquet").write_bytes(b"half")
        assert list(pd.read_parquet(tmp_path / name).columns) == columns.split()
    moves = pd.read_parquet(tmp_path / "moves")
    assert moves["substitute"].dtype == bool
    assert moves["ply"].tolist() == list(range(len(moves)))
