"""Which files make a board, and that its rows come back as they were written."""

import csv
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from arena.boards import BoardError, City, Route, load_board
from arena.boards.colors import GRAY, NAMES

Rows = list[list[Any]]
WriteBoard = Callable[..., Path]

names = st.text(
    st.characters(categories=["L", "N"], include_characters=" ,\"'-."), min_size=1, max_size=12
).filter(lambda name: name == name.strip())
coordinates = st.integers(-9999, 9999).map(lambda tenths: tenths / 10)


@st.composite
def boards(draw: st.DrawFn) -> tuple[Rows, Rows, Rows]:
    """The rows of a board whose cities form a chain, with a few routes more."""
    cities: Rows = [
        [name, draw(coordinates), draw(coordinates), "city", name, 0]
        for name in draw(st.lists(names, min_size=2, max_size=6, unique=True))
    ]
    pairs = st.permutations(range(len(cities))).map(lambda order: (order[0], order[1]))
    chain = [(n, n + 1) for n in range(len(cities) - 1)]
    tracks: Counter[frozenset[int]] = Counter()
    routes: Rows = []
    for a, b in chain + draw(st.lists(pairs, max_size=5)):
        tracks[frozenset((a, b))] += 1
        length, color = draw(st.integers(1, 9)), draw(st.sampled_from([*range(8), GRAY]))
        routes.append(
            [a, b, length, color, tracks[frozenset((a, b))], draw(st.integers(0, length))]
        )
    tickets: Rows = [
        [cities[a][0], cities[b][0], draw(st.integers(1, 99)), draw(st.sets(st.sampled_from("pq")))]
        for a, b in draw(st.lists(pairs, min_size=1, max_size=6, unique_by=frozenset))
    ]
    return cities, routes, tickets


def write(path: Path, header: str, rows: Rows) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header.split(","), *rows])


@settings(deadline=None)  # it waits for the disk
@given(boards())
def test_a_board_loads_back_to_the_same_rows(board: tuple[Rows, Rows, Rows]) -> None:
    cities, routes, tickets = board
    with TemporaryDirectory() as path:
        folder = Path(path)
        write(folder / "cities.csv", "name,x,y,kind,group,dead_end", cities)
        named = [[cities[a][0], cities[b][0], n, NAMES[c], *rest] for a, b, n, c, *rest in routes]
        write(folder / "routes.csv", "city_a,city_b,length,color,parallel,locomotives", named)
        held = [[a, b, points, *(int(s in sets) for s in "pq")] for a, b, points, sets in tickets]
        write(folder / "tickets.csv", "city_a,city_b,points,p,q", held)
        loaded = load_board(folder)
    assert [list(astuple(city)) for city in loaded.cities] == cities
    assert [list(astuple(route)) for route in loaded.routes] == routes
    assert [[t.city_a, t.city_b, t.points, t.sets] for t in loaded.tickets] == tickets


def test_columns_left_out_take_their_defaults(write_board: WriteBoard) -> None:
    folder = write_board()
    (folder / "cities.csv").write_text("name\nAsh\nBirch\n")
    (folder / "routes.csv").write_text(
        "color,length,city_b,city_a\nred,2,Birch,Ash\ngray,3,Ash,Birch\n"
    )
    (folder / "tickets.csv").write_text("city_a,city_b,points\nAsh,Birch,5\n")
    board = load_board(folder)
    assert board.cities == (
        City("Ash", 0.0, 0.0, "city", "Ash", dead_end=False),
        City("Birch", 0.0, 0.0, "city", "Birch", dead_end=False),
    )
    assert board.routes == (Route(0, 1, 2, 0, 1, 0), Route(1, 0, 3, GRAY, 2, 0))
    assert board.deck(None) == (0,)


def test_files_from_a_spreadsheet_load(write_board: WriteBoard) -> None:
    folder = write_board()
    plain = load_board(folder)
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8") + "\n\n"
        file.write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
    board = load_board(folder)
    assert (board.cities, board.routes, board.tickets) == (
        plain.cities,
        plain.routes,
        plain.tickets,
    )


def test_parallel_routes_may_stand_in_any_order(write_board: WriteBoard) -> None:
    folder = write_board("routes.csv", 2, "Ash,Birch,2,red,2,0")
    routes = (folder / "routes.csv").read_text()
    (folder / "routes.csv").write_text(routes.replace("Birch,Ash,2,gray,2", "Birch,Ash,2,gray,1"))
    assert [route.parallel for route in load_board(folder).routes[:2]] == [2, 1]


def test_a_folder_gives_a_board_its_name(
    write_board: WriteBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_board()
    monkeypatch.chdir(folder)
    assert (
        load_board(folder).name == load_board(str(folder)).name == load_board(".").name == "grove"
    )


def test_bundled_boards_are_read_once() -> None:
    assert load_board("usa") is load_board("usa")


@pytest.mark.parametrize("name", ["uas", Path("uas")])
def test_a_board_that_does_not_exist_is_refused_with_the_nearest(name: str | Path) -> None:
    with pytest.raises(BoardError, match="there is no board or folder 'uas'; did you mean usa"):
        load_board(name)
