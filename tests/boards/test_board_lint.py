"""Each way to break a board gives a sentence with the file, the line and the reason."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.boards import BoardError, load_board

WriteBoard = Callable[..., Path]

CITIES = [
    (1, "name,x,y,kind,group,deadend", "no column 'deadend'; did you mean dead_end"),
    (1, "name,x,y,kind,group,x", "the column 'x' is there twice"),
    (1, "name,x,y,kind,group,", "the name of column 6 is empty"),
    (1, "", "there is no header"),
    (2, "Ash,0,0,city,Ash", "the row is 5 wide, but the header is 6"),
    (2, "Ash,0,0,city,Ash,0,0", "the row is 7 wide, but the header is 6"),
    (2, ",0,0,city,Ash,0", "the name is empty"),
    (2, "  ,0,0,city,Ash,0", "the name is empty"),
    (2, "Ash,0,0,city,,0", "the group is empty"),
    (2, "Ash ,0,0,city,Ash,0", "the name 'Ash ' has spaces around it"),
    (2, "As\x07h,0,0,city,Ash,0", "or characters that do not print"),
    (3, "Ash,0,0,city,Ash,0", "the city 'Ash' is there twice"),
    (2, "Ash,0,0,town,Ash,0", "no kind of city 'town'"),
    (2, "Ash,0,0,cty,Ash,0", "did you mean city"),
    (2, "Ash,0,0,city,Ash,2", "dead_end is '2', not 0 or 1"),
    (2, "Ash,0,0,city,Ash,", "dead_end is '', not 0 or 1"),
    (2, "Ash,inf,0,city,Ash,0", "x is 'inf', not a plain number"),
    (2, "Ash,0,nan,city,Ash,0", "y is 'nan', not a plain number"),
    (2, "Ash,1_0,0,city,Ash,0", "x is '1_0', not a plain number"),
    (2, "Ash,0, 3,city,Ash,0", "y is ' 3', not a plain number"),
    (2, "Ash,1e999,0,city,Ash,0", "x is '1e999', not a plain number"),
    (2, f"Ash,{'9' * 400},0,city,Ash,0", "not a plain number"),
    (2, "Ash,٣,0,city,Ash,0", "x is '٣', not a plain number"),
    (2, "Ash,,0,city,Ash,0", "x is '', not a plain number"),
    (2, '"Ash"h,0,0,city,Ash,0', "this is not CSV"),
    (9, '"Gorse,0,0,city,Ash,0', "this is not CSV"),
]

ROUTES = [
    (1, "city_a,city_b,length,colour,parallel,locomotives", "'colour'; did you mean color"),
    (2, "Ash,Birch,2,red,1", "the row is 5 wide, but the header is 6"),
    (2, "Ash,Brich,2,red,1,0", "no city 'Brich'; did you mean Birch"),
    (2, ",Birch,2,red,1,0", "no city ''"),
    (2, "Elm,Birch,2,red,1,0", "no city 'Elm'; did you mean Elm"),
    (2, "Ash,Ash,2,red,1,0", "'Ash' cannot be joined to itself"),
    (2, "Ash,Birch,0,red,1,0", "length is '0', not a whole number from 1 to 9"),
    (2, "Ash,Birch,10,red,1,0", "length is '10', not a whole number from 1 to 9"),
    (2, "Ash,Birch,-1,red,1,0", "length is '-1', not a whole number from 1 to 9"),
    (2, "Ash,Birch,2.0,red,1,0", "length is '2.0', not a whole number"),
    (2, "Ash,Birch, 3,red,1,0", "length is ' 3', not a whole number"),
    (2, "Ash,Birch,٣,red,1,0", "length is '٣', not a whole number"),
    (2, "Ash,Birch,²,red,1,0", "length is '²', not a whole number"),
    (2, "Ash,Birch,,red,1,0", "length is '', not a whole number"),
    (2, f"Ash,Birch,{'1' * 5000},red,1,0", "not a whole number"),
    (2, "Ash,Birch,2,purpel,1,0", "no colour of a route 'purpel'; did you mean purple"),
    (2, "Ash,Birch,2,locomotive,1,0", "no colour of a route 'locomotive'"),
    (2, "Ash,Birch,2,Red,1,0", "no colour of a route 'Red'; did you mean red"),
    (3, "Birch,Ash,2,gray,1,0", "parallel 1 between these cities is there twice"),
    (3, "Birch,Ash,2,gray,3,0", "parallel is '3', not a whole number from 1 to 2"),
    (4, "Birch,Fir,3,blue,0,0", "parallel is '0', not a whole number from 1 to 1"),
    (2, "Ash,Birch,2,red,1,3", "locomotives is '3', not a whole number from 0 to 2"),
    (2, "Ash,Birch,2,red,1,-1", "locomotives is '-1', not a whole number from 0 to 2"),
]

TICKETS = [
    (1, "city_a,city_b,pionts,old,new", "the column 'points' is missing"),
    (1, "city_a,city_b,points,old,old", "the column 'old' is there twice"),
    (1, "city_a,city_b,points,old, ", "the name of column 5 is empty"),
    (2, "Ash,Elm,8,1", "the row is 4 wide, but the header is 5"),
    (2, "Ahs,Elm,8,1,1", "no place for a ticket 'Ahs'; did you mean Ash"),
    (2, "Ash,Elm N,8,1,1", "no place for a ticket 'Elm N'; did you mean Elm"),
    (2, "Elm,Elm,8,1,1", "'Elm' cannot be joined to itself"),
    (2, "Ash,Dot,8,1,1", "'Dot' is a junction"),
    (2, "Ash,Elm,0,1,1", "points is '0', not a whole number from 1 to 9999"),
    (2, "Ash,Elm,-8,1,1", "points is '-8', not a whole number"),
    (2, "Ash,Elm,1_0,1,1", "points is '1_0', not a whole number"),
    (2, "Ash,Elm,٣,1,1", "points is '٣', not a whole number"),
    (2, f"Ash,Elm,{'1' * 5000},1,1", "not a whole number"),
    (2, "Ash,Elm,8,yes,1", "old is 'yes', not 0 or 1"),
    (2, "Ash,Elm,8,1,", "new is '', not 0 or 1"),
    (4, "Fir,Ash,6,1,1", "line 3 has a ticket for these two places in old already"),
    (4, "Ash,Fir,5,1,0", "line 3 has a ticket for these two places in old already"),
    (2, "Ash,Cedar,8,1,1", "no routes join 'Ash' to 'Cedar'"),
    (2, "Gorse,Ash,8,1,1", "no routes join 'Gorse' to 'Ash'"),
]

BROKEN = [
    (file, *change)
    for file, changes in (("cities.csv", CITIES), ("routes.csv", ROUTES), ("tickets.csv", TICKETS))
    for change in changes
]


def complaint(folder: Path) -> str:
    with pytest.raises(BoardError) as refusal:
        load_board(folder)
    sentence = str(refusal.value)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(("file", "line", "text", "reason"), BROKEN)
def test_a_broken_line_is_named(
    write_board: WriteBoard, file: str, line: int, text: str, reason: str
) -> None:
    folder = write_board(file, line, text)
    sentence = complaint(folder)
    assert sentence.startswith(f"{folder / file}, line {line}: ")
    assert reason in sentence


@pytest.mark.parametrize("file", ["cities.csv", "routes.csv", "tickets.csv"])
class TestWholeFile:
    def test_missing(self, write_board: WriteBoard, file: str) -> None:
        folder = write_board()
        (folder / file).unlink()
        assert complaint(folder).startswith(f"{folder / file} cannot be read: ")

    def test_empty(self, write_board: WriteBoard, file: str) -> None:
        folder = write_board()
        (folder / file).write_bytes(b"")
        assert complaint(folder).startswith(f"{folder / file}, line 1: there is no header")

    def test_header_alone(self, write_board: WriteBoard, file: str) -> None:
        folder = write_board()
        header = (folder / file).read_text().splitlines()[0]
        (folder / file).write_text(header + "\n")
        noun = file.removesuffix(".csv")
        assert complaint(folder) == f"{folder / file}, line 1: there are no {noun} below the header"

    def test_not_utf8(self, write_board: WriteBoard, file: str) -> None:
        folder = write_board()
        old = (folder / file).read_bytes()
        (folder / file).write_bytes(old.replace(b"Ash", "Áe".encode("latin-1"), 1))
        assert complaint(folder) == f"{folder / file}, line 2: this is not UTF-8 text"


@pytest.mark.parametrize(
    ("file", "text", "column"),
    [
        ("cities.csv", "x,y\n0,0\n", "name"),
        ("routes.csv", "city_a,city_b,length\nAsh,Birch,2\n", "color"),
        ("tickets.csv", "city_a,points,old\nAsh,5,1\n", "city_b"),
    ],
)
def test_a_missing_column_is_named(
    write_board: WriteBoard, file: str, text: str, column: str
) -> None:
    folder = write_board()
    (folder / file).write_text(text)
    assert complaint(folder) == f"{folder / file}, line 1: the column {column!r} is missing"


def test_lines_are_counted_past_a_cell_of_two_lines(write_board: WriteBoard) -> None:
    folder = write_board()
    (folder / "cities.csv").write_text('name,x\n"A\nsh",0\nBirch\n')
    assert complaint(folder).endswith("cities.csv, line 4: the row is 1 wide, but the header is 2")


def test_without_sets_a_ticket_may_be_there_only_once(write_board: WriteBoard) -> None:
    folder = write_board()
    (folder / "tickets.csv").write_text("city_a,city_b,points\nAsh,Fir,5\nAsh,Elm,8\nFir,Ash,6\n")
    assert re.search(r"line 4: line 2 has a ticket .* in the file already", complaint(folder))


def test_a_ticket_names_the_group_of_a_city_and_not_the_city(write_board: WriteBoard) -> None:
    folder = write_board("cities.csv", 4, "Cedar,20,5.5,city,Elm,0")
    assert "no place for a ticket 'Cedar'" in complaint(folder)
