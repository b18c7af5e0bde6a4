"""Part files: written whole, in the same bytes whatever happened before, and named when damaged."""

import os
import shutil
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings, strategies as st

from arena.results import store as storing, tables as packing
from arena.results.files import TEMPORARY, write_whole
from arena.results.store import EVERYTHING, GameStore
from arena.results.tables import SCHEMAS, joined, pack, unpack
from tests.tournament.tournaments import configuration, fixtures, played, rewrite

PART = 5
GAMES = 12
TABLES = tuple(SCHEMAS)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of five games, on a disk that is believed to be quick."""
    monkeypatch.setattr(storing, "PART", PART)
    monkeypatch.setattr(os, "fsync", lambda _: None)


@cache
def games() -> list[bytes]:
    """Twelve games, each packed."""
    chosen = configuration()
    return played(chosen, [[fixture] for fixture in fixtures(chosen)])


def chunk(numbers: list[int]) -> bytes:
    """These games together, as a worker sends them."""
    return pack(joined(unpack(games()[number]) for number in numbers))


def opened(folder: Path, number: int = GAMES) -> GameStore:
    """The store of a folder."""
    store = GameStore(folder)
    store.open(number)
    return store


def fill(folder: Path, number: int = GAMES) -> GameStore:
    """A store with all games that were missing in it."""
    store = opened(folder, number)
    for game in list(store.missing(number)):
        store.add(games()[game], [game], number)
    return store


def contents(folder: Path) -> dict[str, bytes]:
    """Every file."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def restored(folder: Path) -> GameStore:
    """A store with all games, as it was left."""
    for name, content in whole().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return GameStore(folder)


@cache
def whole(number: int = GAMES) -> dict[str, bytes]:
    """The files of a store whose games came one by one, in order."""
    with TemporaryDirectory() as folder:
        fill(Path(folder), number)
        return contents(Path(folder))


def numbers_in(folder: Path) -> list[int]:
    """The games that can be read."""
    found = [
        tables["games"]["game"].to_pylist() for tables in GameStore(folder).read_all(EVERYTHING)
    ]
    return [number for part in found for number in part]


def test_a_store_is_a_part_file_for_each_table_and_range_of_games() -> None:
    parts = [f"{table}/part-0000{part}.parquet" for table in sorted(TABLES) for part in range(3)]
    assert list(whole()) == parts


def test_a_part_is_written_once_all_its_games_are_there(tmp_path: Path) -> None:
    store = opened(tmp_path)
    for game in (4, 2, 0, 1, 9):
        assert not store.add(games()[game], [game], GAMES)
        assert not list(store.parts())
    assert list(store.missing(GAMES)) == [3, 5, 6, 7, 8, 10, 11]
    assert store.count_missing(GAMES) == 7
    assert store.add(games()[3], [3], GAMES)
    assert list(store.parts()) == [0]
    assert [path.name for path in (tmp_path / "unfinished").iterdir()] == ["game-000000009.arrow"]


@pytest.mark.parametrize("fewer", [0, 1, 3, 5, 12])
def test_games_that_are_missing_are_counted_as_they_are_listed(fewer: int, tmp_path: Path) -> None:
    """Also while a part grows, with games in no part, and when there are more than needed."""
    fill(tmp_path, GAMES - fewer)
    store = opened(tmp_path)
    assert store.count_missing(GAMES) == len(list(store.missing(GAMES))) == fewer
    if fewer:
        store.add(games()[GAMES - 1], [GAMES - 1], GAMES)
        assert store.count_missing(GAMES) == len(list(store.missing(GAMES))) == fewer - 1
    for needed in (1, 5, 6, 9):
        store = opened(tmp_path, needed)
        assert store.count_missing(needed) == len(list(store.missing(needed)))


def test_games_that_are_not_there_take_no_memory(tmp_path: Path) -> None:
    many = 10**12
    store = restored(tmp_path)
    tracemalloc.start()
    try:
        store.open(many)
        assert next(store.missing(many)) == GAMES
        assert store.count_missing(many) == many - GAMES
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_the_last_part_is_complete_with_fewer_games(tmp_path: Path) -> None:
    store = opened(tmp_path)
    assert not store.add(games()[11], [11], GAMES)
    assert store.add(games()[10], [10], GAMES)
    assert list(store.parts()) == [2]


@given(st.randoms(use_true_random=False), st.integers(1, GAMES), st.sampled_from([0.0, 0.3]))
@settings(max_examples=20, deadline=None)
def test_the_bytes_do_not_depend_on_chunks_arrival_or_restarts(
    rng: Random, chunks: int, restarts: float
) -> None:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr(storing, "PART", PART)
        cuts = sorted(rng.sample(range(1, GAMES), chunks - 1))
        waiting = [list(range(*pair)) for pair in pairwise([0, *cuts, GAMES])]
        rng.shuffle(waiting)
        store = opened(Path(folder))
        for numbers in waiting:
            store.add(chunk(numbers), numbers, GAMES)
            if rng.random() < restarts:
                store = opened(Path(folder))
        assert not list(store.missing(GAMES))
        assert contents(Path(folder)) == whole()


def test_a_restart_after_a_chunk_that_reaches_into_the_next_part(tmp_path: Path) -> None:
    """Its first games are stored already and must not be stored twice."""
    store = opened(tmp_path)
    for numbers in ([0, 1, 2], [3, 4, 5, 6]):
        store.add(chunk(numbers), numbers, GAMES)
    assert list(store.parts()) == [0]
    for _ in range(2):
        again = opened(tmp_path)
        assert list(again.missing(GAMES)) == [7, 8, 9, 10, 11]
        assert numbers_in(tmp_path) == [0, 1, 2, 3, 4, 5, 6]
    fill(tmp_path)
    assert contents(tmp_path) == whole()


def test_what_is_unfinished_is_read_too(tmp_path: Path) -> None:
    store = opened(tmp_path)
    for game in (0, 1, 2, 3, 4, 11, 7):
        store.add(games()[game], [game], GAMES)
    assert numbers_in(tmp_path) == [0, 1, 2, 3, 4, 7, 11]
    columns = {"games": ["game"], "seats": ["game", "place"]}
    tables = joined_columns(GameStore(tmp_path), columns)
    assert tables == {"games": ["game"], "seats": ["game", "place"]}


def joined_columns(store: GameStore, columns: dict[str, list[str] | None]) -> dict[str, list[str]]:
    """The columns that are read, which are the same for every part."""
    found = [
        {name: table.column_names for name, table in tables.items()}
        for tables in store.read_all(columns)
    ]
    assert all(each == found[0] for each in found)
    return found[0]


@pytest.mark.parametrize("before", [1, 4, 5, 7, 10])
def test_a_store_that_grows_becomes_that_of_games_that_came_together(
    before: int, tmp_path: Path
) -> None:
    fill(tmp_path, before)
    assert contents(tmp_path) == whole(before)
    store = opened(tmp_path)
    assert list(store.missing(GAMES)) == list(range(before, GAMES))
    fill(tmp_path)
    assert contents(tmp_path) == whole()


@pytest.mark.parametrize("tables", range(len(TABLES)))
def test_killed_between_the_tables_of_a_growing_part(tables: int, tmp_path: Path) -> None:
    """`games` is written last, so the part still holds the games that it did."""
    fill(tmp_path, 7)
    store = opened(tmp_path)
    for game in (7, 8):
        store.add(games()[game], [game], GAMES)
    shutil.copytree(tmp_path, tmp_path / "copy")
    killed = tmp_path / "copy"
    (killed / "unfinished" / "game-000000009.arrow").write_bytes(games()[9])
    for table in list(reversed(TABLES))[:tables]:
        name = f"{table}/part-00001.parquet"
        (killed / name).write_bytes(whole()[name])
    assert numbers_in(killed) == list(range(10))
    again = opened(killed)
    assert not again.damaged
    assert list(again.missing(GAMES)) == [10, 11]
    fill(killed)
    assert contents(killed) == whole()


@pytest.mark.parametrize("tables", range(len(TABLES)))
def test_killed_between_the_tables_of_a_new_part(tables: int, tmp_path: Path) -> None:
    store = opened(tmp_path)
    for game in range(4):
        store.add(games()[game], [game], GAMES)
    (tmp_path / "unfinished" / "game-000000004.arrow").write_bytes(games()[4])
    for table in list(reversed(TABLES))[:tables]:
        name = f"{table}/part-00000.parquet"
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(whole()[name])
    assert numbers_in(tmp_path) == [0, 1, 2, 3, 4]
    fill(tmp_path)
    assert contents(tmp_path) == whole()


@pytest.mark.parametrize("before", [0, 3])
@pytest.mark.parametrize("writes", range(len(TABLES) + 1))
def test_interrupted_after_some_writes_of_a_part(
    writes: int, before: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No reader ever sees a part that is new in one table and old in another."""
    fill(tmp_path, before)
    store = opened(tmp_path)
    for game in range(before, 4):
        store.add(games()[game], [game], GAMES)
    done: list[Path] = []

    def write(path: Path, contents: bytes) -> None:
        if len(done) > writes:  # the first is the unfinished file
            raise KeyboardInterrupt
        done.append(path)
        write_whole(path, contents)

    monkeypatch.setattr(storing, "write_whole", write)
    with suppress(KeyboardInterrupt):
        store.add(games()[4], [4], GAMES)
    monkeypatch.undo()
    monkeypatch.setattr(storing, "PART", PART)
    assert numbers_in(tmp_path) == [0, 1, 2, 3, 4]
    again = fill(tmp_path)
    assert not again.damaged
    assert contents(tmp_path) == whole()


def test_killed_before_unfinished_files_were_removed(tmp_path: Path) -> None:
    restored(tmp_path)
    (tmp_path / "unfinished").mkdir()
    (tmp_path / "unfinished" / "game-000000003.arrow").write_bytes(chunk([3, 4, 5]))
    assert numbers_in(tmp_path) == list(range(GAMES))
    store = opened(tmp_path)
    assert not store.damaged
    assert contents(tmp_path) == whole()


def test_what_is_half_written_is_swept_away(tmp_path: Path) -> None:
    restored(tmp_path)
    (tmp_path / "unfinished").mkdir()
    for name in ("moves/part-00000.parquet", "unfinished/game-000000003.arrow", "leaderboard.csv"):
        path = tmp_path / name
        path.with_name(f"{TEMPORARY}{path.name}").write_bytes(b"half")
    opened(tmp_path)
    assert contents(tmp_path) == whole()


def test_an_unfinished_file_that_is_damaged_is_named_and_its_games_are_played_again(
    tmp_path: Path,
) -> None:
    store = opened(tmp_path)
    for game in (0, 1, 2):
        store.add(games()[game], [game], GAMES)
    path = tmp_path / "unfinished" / "game-000000001.arrow"
    path.write_bytes(path.read_bytes()[:-100])
    store = opened(tmp_path)
    assert store.damaged == [f"{path} is damaged or missing"]
    assert 1 in store.missing(GAMES)
    fill(tmp_path)
    assert contents(tmp_path) == whole()


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    """A bit of a page: the last byte of the first column, which is no part of any header."""
    column = pq.read_metadata(path).row_group(0).column(0)
    start = column.dictionary_page_offset or column.data_page_offset
    old = bytearray(path.read_bytes())
    old[start + column.total_compressed_size - 1] ^= 1
    path.write_bytes(old)


def flip_footer(path: Path) -> None:
    """The length of the footer, and so all of it."""
    old = bytearray(path.read_bytes())
    old[-7] ^= 255
    path.write_bytes(old)


def swap(path: Path) -> None:
    """The file of another part."""
    other = path.with_name("part-00001.parquet")
    first, second = path.read_bytes(), other.read_bytes()
    path.write_bytes(second)
    other.write_bytes(first)


def swap_table(path: Path) -> None:
    """The file of another table."""
    other = path.parents[1] / ("seats" if path.parent.name != "seats" else "moves") / path.name
    path.write_bytes(other.read_bytes())


def empty(path: Path) -> None:
    path.write_bytes(b"")


DAMAGES = (truncate, flip, flip_footer, empty, Path.unlink, swap, swap_table)
DAMAGED = [
    (damage, table)
    for damage in DAMAGES
    for table in TABLES
    if (damage, table) != (Path.unlink, "words")
]


@pytest.mark.parametrize(("damage", "table"), DAMAGED)
def test_a_damaged_part_is_named_and_played_again(
    table: str, damage: Callable[[Path], None], tmp_path: Path
) -> None:
    path = restored(tmp_path).path(table, 0)
    damage(path)
    store = opened(tmp_path)
    lost = [0] if damage is not swap else [0, 1]
    if damage is Path.unlink and table == "games":
        assert not store.damaged  # as if the part had never been written
    else:
        assert any(str(path) in sentence or "part 0 " in sentence for sentence in store.damaged)
    assert list(store.missing(GAMES)) == [n for n in range(GAMES) if n // PART in lost]
    fill(tmp_path)
    assert contents(tmp_path) == whole()


def test_results_without_words_as_older_ones_are_lack_nothing(tmp_path: Path) -> None:
    told = [tables["words"].num_rows for tables in restored(tmp_path).read_all(EVERYTHING)]
    assert all(told)
    shutil.rmtree(tmp_path / "words")
    store = opened(tmp_path)
    assert (store.damaged, list(store.missing(GAMES))) == ([], [])
    silent = [tables["words"] for tables in store.read_all(EVERYTHING)]
    assert [table.num_rows for table in silent] == [0, 0, 0]
    assert {table.schema for table in silent} == {SCHEMAS["words"]}


def test_unfinished_games_without_words_as_older_ones_are_read() -> None:
    told = unpack(chunk([0, 1, 2, 3, 4]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "NAMES", packing.NAMES[:-1])
        older = pack(told)
    read = unpack(older)
    assert read["moves"] == told["moves"]
    assert (told["words"].num_rows > 0, read["words"].num_rows) == (True, 0)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("damage", [truncate, flip, flip_footer, empty])
def test_good_parts_are_read_beside_a_damaged_one(
    table: str, damage: Callable[[Path], None], tmp_path: Path
) -> None:
    path = restored(tmp_path).path(table, 0)
    damage(path)
    store = GameStore(tmp_path)
    found = [tables["games"]["game"].to_pylist() for tables in store.read_all(EVERYTHING)]
    assert found == [[5, 6, 7, 8, 9], [10, 11]]
    assert store.damaged == [f"{path} is damaged or missing"]


def test_a_part_that_was_swapped_in_all_tables_is_no_part(tmp_path: Path) -> None:
    store = restored(tmp_path)
    for table in TABLES:
        swap(store.path(table, 0))
    assert list(opened(tmp_path).missing(GAMES)) == list(range(10))
    fill(tmp_path)
    assert contents(tmp_path) == whole()


@pytest.mark.parametrize("table", ["games", "seats", "moves"])
def test_a_part_that_lacks_a_game_in_its_middle_is_no_part(table: str, tmp_path: Path) -> None:
    store = restored(tmp_path)

    def remove(rows: list[dict[str, object]]) -> None:
        rows[:] = [row for row in rows if row["game"] != 2]

    rewrite(store, table, 0, remove)
    assert list(opened(tmp_path).missing(GAMES)) == list(range(5))
    fill(tmp_path)
    assert contents(tmp_path) == whole()


def test_any_flipped_bit_is_found_or_harmless(tmp_path: Path) -> None:
    """Footers have no checksum: what is read from a part with another one is what was written."""
    store = restored(tmp_path)
    rng = Random(1)
    right = {table: store.read(0, {"games": None, table: None}) for table in TABLES}
    for table in TABLES:
        path = store.path(table, 0)
        good = path.read_bytes()
        for _ in range(60):
            bad = bytearray(good)
            bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
            path.write_bytes(bad)
            try:
                found = store.read(0, {"games": None, table: None})
            except storing.DamagedPart:
                continue
            assert found == right[table]
        path.write_bytes(good)
