"""Pictures of boards: nothing covers anything else, all is there, and no text becomes markup."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from arena.boards import Board, board_names, load_board
from arena.boards.colors import NAMES
from arena.referee.game import Game
from arena.referee.modules import MODULES, rules_of
from arena.referee.modules.europe import Stations, lent_routes
from arena.referee.network import each
from arena.referee.playout import play_out
from arena.referee.rulesets import find_ruleset
from arena.story.board_picture import (
    bare_picture,
    board_picture,
    marks_of_table,
    owners,
    position_picture,
)
from tests.story.drawn_shapes import SVG, Shapes, Wagon, covers, overlap

HOSTILE = ["<script>alert(1)</script>", 'a" onload="b', "&amp;</title>", "'--><!--", "]]>"]
RICH = "oldwest+alvin+warehouses"


@pytest.fixture(scope="module", params=board_names())
def board(request: pytest.FixtureRequest) -> Board:
    """Each bundled board."""
    return load_board(request.param)


@pytest.fixture(scope="module")
def shapes(board: Board) -> Shapes:
    """What its picture draws."""
    return Shapes.of(board_picture(board))


def late(ruleset: str, seats: int, seed: int) -> Game:
    """A game in its last round, played by chance but with a liking for claims and pieces."""
    game, rng = Game(ruleset, seats, seed), Random(seed)
    liked = ("claim", "depot", "city", "alvin", "station", "surcharge")
    while not game.over and game.last_turns is None:
        legal = game.legal()
        some = [action for action in legal if action.word in liked]
        game.apply(rng.choice(some if some and rng.random() < 0.7 else legal))
    return game


def meet(one: Wagon, other: Wagon) -> bool:
    """Whether two wagons overlap."""
    return any(overlap(a, b) for a in one for b in other)


def elements(svg: str, attribute: str) -> dict[int, ElementTree.Element]:
    """The elements of a picture with this attribute, by its number."""
    root = ElementTree.fromstring(svg)
    return {int(e.attrib[attribute]): e for e in root.iter() if attribute in e.attrib}


def classes(element: ElementTree.Element) -> set[str]:
    return set(element.attrib["class"].split())


def test_every_wagon_of_every_route_is_drawn(board: Board, shapes: Shapes) -> None:
    assert [len(shapes.wagons[route]) for route in range(len(board.routes))] == list(board.lengths)


def test_every_city_has_its_spot_and_all_but_junctions_their_name(
    board: Board, shapes: Shapes
) -> None:
    assert sorted(shapes.spots) == list(range(len(board.cities)))
    named = [n for n, city in enumerate(board.cities) if city.kind != "junction"]
    assert sorted(shapes.names) == named


def test_no_name_lies_on_a_wagon_even_of_a_claimed_route(board: Board, shapes: Shapes) -> None:
    assert [
        (board.cities[city].name, board.route_name(route))
        for city, box in shapes.names.items()
        for route, wagons in shapes.wagons.items()
        if any(meet([box], wagon) for wagon in wagons)
    ] == []


def test_no_name_lies_on_another_name_or_on_a_spot(board: Board, shapes: Shapes) -> None:
    assert [
        (board.cities[city].name, board.cities[town].name)
        for (city, box), (town, other) in combinations(shapes.names.items(), 2)
        if overlap(box, other)
    ] == []
    assert [
        (board.cities[city].name, board.cities[town].name)
        for city, box in shapes.names.items()
        for town, spot in shapes.spots.items()
        if covers(box, *spot)
    ] == []


def test_no_route_runs_over_a_spot(board: Board, shapes: Shapes) -> None:
    assert [
        (board.route_name(route), board.cities[city].name)
        for route, wagons in shapes.wagons.items()
        for city, spot in shapes.spots.items()
        if any(covers(part, *spot) for wagon in wagons for part in wagon)
    ] == []


def test_routes_meet_nowhere_but_at_a_common_city(board: Board, shapes: Shapes) -> None:
    assert [
        (board.route_name(one), board.route_name(other))
        for (one, wagons), (other, others) in combinations(shapes.wagons.items(), 2)
        if not {*board.routes[one].cities} & {*board.routes[other].cities}
        and any(meet(a, b) for a in wagons for b in others)
    ] == []


def test_everything_is_inside_the_frame(shapes: Shapes) -> None:
    (left, top), (right, bottom) = shapes.frame[0], shapes.frame[2]
    drawn = [*shapes.names.values(), *(p for w in shapes.wagons.values() for s in w for p in s)]
    for x, y in (point for polygon in drawn for point in polygon):
        assert left < x < right
        assert top < y < bottom


def test_a_route_says_its_colour_by_class_and_its_story_by_title(board: Board) -> None:
    drawn = elements(board_picture(board), "data-route")
    for route, element in drawn.items():
        is_tunnel = any(column[route] for column in board.columns.values())
        marked = {"tunnel"} if is_tunnel else set()
        assert classes(element) == {"route", NAMES[board.colors[route]], *marked}
        title = element.findtext(f"{SVG}title") or ""
        assert title.startswith(
            f"{board.route_name(route)}: {board.lengths[route]} {NAMES[board.colors[route]]}"
        )
        engines = [path for path in element if path.get("class") == "engines"]
        assert len(engines) == bool(board.ferries[route])
        assert ("locomotive" in title) == bool(board.ferries[route])


def test_a_claimed_route_differs_by_its_attribute_and_its_title_alone() -> None:
    game = late("usa", 5, 1)
    bare = elements(bare_picture(game.rules), "data-route")
    played = elements(position_picture(game), "data-route")
    claimed = owners(game)
    assert len(claimed) > 30
    for route, element in played.items():
        assert element.get("data-seat") == (str(claimed[route]) if route in claimed else None)
        assert element.attrib["data-at"] == bare[route].attrib["data-at"]
        shapes = [
            [part.attrib for part in e if part.tag != f"{SVG}title"] for e in (element, bare[route])
        ]
        assert shapes[0] == shapes[1]


def test_what_modules_put_on_the_board_is_drawn_where_it_stands() -> None:
    game = late(RICH, 5, 3)
    svg = position_picture(game)
    cities = elements(svg, "data-city")
    marks = [e for e in ElementTree.fromstring(svg).iter() if "mark" in e.get("class", "").split()]
    placed = Counter(
        (e.attrib["class"], e.get("data-seat"), e.attrib["transform"])
        for e in marks
        if "id" not in e.attrib
    )
    wanted: Counter[tuple[str, str | None, str]] = Counter()
    for mark in marks_of_table(game):
        if mark.city is not None:
            at = cities[mark.city].attrib["data-at"]
            seat = None if mark.seat is None else str(mark.seat)
            wanted[f"mark {mark.name}", seat, f"translate({at})"] += 1
            assert mark.name in classes(cities[mark.city])
            assert mark.title in (cities[mark.city].findtext(f"{SVG}title") or "")
    assert placed == wanted
    assert {"mark depot", "mark city-piece", "mark alvin"} <= {name for name, *_ in wanted}


def test_doubled_routes_and_their_terrain_are_marked() -> None:
    game = late("africa", 3, 2)
    drawn = elements(position_picture(game), "data-route")
    doubled = {route for route, element in drawn.items() if "doubled" in classes(element)}
    assert doubled
    points = sum(game.rules.points[route] for route in owners(game))
    assert sum(game.scores) == points + sum(game.rules.points[route] for route in doubled)
    kinds = Counter(
        kind
        for e in drawn.values()
        for kind in ("desert", "jungle", "mountain")
        if kind in classes(e)
    )
    assert kinds.total() == len(game.board.routes)


def test_x3_the_tunnels_of_a_board_are_marked_with_and_without_a_game() -> None:
    board = load_board("europe")
    for svg in (board_picture(board), position_picture(Game("europe", 2, 1))):
        drawn = elements(svg, "data-route")
        tunnels = {route for route, element in drawn.items() if "tunnel" in classes(element)}
        assert tunnels == {route for route, is_one in enumerate(board.columns["tunnel"]) if is_one}
        assert svg.count('<g class="mark tunnel"') == len(tunnels)
        assert svg.count("; a tunnel") == len(tunnels)


def test_x7_stations_are_marked_and_in_the_end_what_they_lend() -> None:
    seen = set()
    for seed in range(12):
        game = late("europe", 3, seed)
        stations = game.extras[Stations]
        marks = [mark for mark in marks_of_table(game) if mark.name == "station"]
        assert {mark.city: mark.seat for mark in marks} == stations.owner
        assert not any(mark.name == "lent" for mark in marks_of_table(game))
        play_out(game, Random(seed))
        lent = {mark.route for mark in marks_of_table(game) if mark.name == "lent"}
        masks = [lent_routes(game, seat) for seat in range(3)]
        assert lent == {route for mask in masks for route in each(mask)}
        seen |= lent
    assert seen


def test_the_strip_tells_each_seat_with_its_warehouse() -> None:
    game = late(RICH, 5, 3)
    root = ElementTree.fromstring(position_picture(game))
    seats = [e for e in root.iter() if e.get("class") == "seat"]
    told = [" ".join(text.text or "" for text in e.iter(f"{SVG}text")) for e in seats]
    assert len(told) == 5
    for seat, words in enumerate(told):
        assert f"{game.trains[seat]} train" in words
        assert f"{game.scores[seat]} point" in words
        assert "depot" in words


@pytest.mark.parametrize(
    "ruleset",
    ["usa", "africa+warehouses", "europe+warehouses", RICH],
    ids=["usa", "africa", "europe", "oldwest"],
)
def test_every_mark_has_a_style_or_a_symbol(ruleset: str) -> None:
    svg = position_picture(late(ruleset, 4, 5))
    for module in find_ruleset(ruleset).modules:
        for name in (*MODULES[module].drawing.symbols, *MODULES[module].drawing.bands):
            assert f'id="arena-mark-{name}"' in svg or f".band.{name}" in svg


def test_the_same_position_gives_the_same_bytes() -> None:
    assert position_picture(late(RICH, 3, 7)) == position_picture(late(RICH, 3, 7))


def test_a_picture_asks_for_nothing_outside_itself(board: Board) -> None:
    svg = board_picture(board)
    assert svg.count("http") == 1  # the name of the language itself
    assert "<script" not in svg
    ids = set(ElementTree.fromstring(svg).iter())
    targets = {e.attrib["id"] for e in ids if "id" in e.attrib}
    assert set(references(svg)) <= targets


def references(svg: str) -> Iterator[str]:
    """The names that a picture refers to."""
    for part in svg.split("url(")[1:]:
        assert part.startswith("#")
        yield part[1:].partition(")")[0]


def write_board(folder: Path, names: list[str], head: str = "name", cells: str = "") -> Board:
    """A board of cities in a ring."""
    quoted = ['"' + name.replace('"', '""') + '"' for name in names]
    rows = [f"{name}{cells.replace('#', str(n))}" for n, name in enumerate(quoted)]
    ring = zip(quoted, [*quoted[1:], quoted[0]], strict=True)
    (folder / "cities.csv").write_text("\n".join([head, *rows]) + "\n", "utf-8")
    (folder / "routes.csv").write_text(
        "\n".join(["city_a,city_b,length,color", *(f"{a},{b},2,red" for a, b in ring)]), "utf-8"
    )
    (folder / "tickets.csv").write_text(
        f"city_a,city_b,points\n{quoted[0]},{quoted[1]},2\n", "utf-8"
    )
    return load_board(folder)


def test_hostile_names_are_text(tmp_path: Path) -> None:
    folder = tmp_path / "<b onclick='x'>"
    folder.mkdir()
    svg = board_picture(write_board(folder, HOSTILE))
    root = ElementTree.fromstring(svg)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {
        *("svg", "style", "defs", "marker", "text", "path", "circle", "rect", "g"),
        "title",
    }
    assert not any(key.startswith("on") for element in root.iter() for key in element.attrib)
    names = elements(svg, "data-name")
    assert [names[n].text for n in range(len(HOSTILE))] == HOSTILE


@pytest.mark.parametrize(
    ("head", "cells"),
    [("name", ""), ("name,x,y", ",#,0"), ("name,x,y", ",0,#"), ("name,x,y", ",0.0000#,1")],
    ids=["no places", "in a row", "in a column", "close together"],
)
def test_any_board_can_be_drawn(tmp_path: Path, head: str, cells: str) -> None:
    board = write_board(tmp_path, ["Ash", "Birch", "Cedar", "漢字", "Ἀθῆναι"], head, cells)
    drawn = elements(board_picture(board), "data-route")
    assert len(drawn) == 5
    assert "nan" not in board_picture(board)


def test_a_board_without_the_columns_still_keeps_routes_off_foreign_cities(tmp_path: Path) -> None:
    for name in ("cities.csv", "routes.csv", "tickets.csv"):
        lines = Path(load_board.__code__.co_filename).with_name("usa").joinpath(name)
        rows = lines.read_text("utf-8").splitlines()
        cut = [row.rpartition(",")[0] for row in rows] if name != "tickets.csv" else rows
        (tmp_path / name).write_text("\n".join(cut) + "\n", "utf-8")
    board = load_board(tmp_path)
    assert set(board.drawn.bends) == {None} == set(board.drawn.labels)
    shapes = Shapes.of(board_picture(board))
    phoenix = shapes.spots[board.city("Phoenix")]
    for route in range(len(board.routes)):
        if board.city("Phoenix") not in board.routes[route].cities:
            assert not any(covers(p, *phoenix) for wagon in shapes.wagons[route] for p in wagon)


def test_a_ruleset_without_modules_has_the_picture_of_its_board() -> None:
    assert bare_picture(rules_of(find_ruleset("usa"))) == board_picture(load_board("usa"))
