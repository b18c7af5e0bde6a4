"""The columns `bend` and `label`: what they may say, and writing them without touching the rest."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.boards import BoardError, load_board
from arena.boards.csv_edit import with_column
from arena.cli import main

WriteBoard = Callable[..., Path]


def add(path: Path, column: str, cell: str) -> None:
    """Give a file a column with this cell in its first row."""
    head, first, *rest = path.read_text("utf-8").splitlines()
    lines = [f"{head},{column}", f"{first},{cell}", *(f"{row}," for row in rest)]
    path.write_text("\n".join(lines) + "\n", "utf-8")


@pytest.mark.parametrize(("cell", "bend"), [("12", 12), ("-60", -60), ("0", 0), ("", None)])
def test_a_bend_is_read(write_board: WriteBoard, cell: str, bend: int | None) -> None:
    folder = write_board()
    add(folder / "routes.csv", "bend", cell)
    assert load_board(folder).drawn.bends[:2] == (bend, None)


@pytest.mark.parametrize("cell", ["61", "-61", "1.5", "+3", " 3", "٣", "x", "--1", "9" * 40])
def test_a_wrong_bend_is_refused(write_board: WriteBoard, cell: str) -> None:
    folder = write_board()
    add(folder / "routes.csv", "bend", cell)
    with pytest.raises(BoardError, match=r"line 2: bend is '.*', not a whole number from -60 to"):
        load_board(folder)


@pytest.mark.parametrize("cell", ["N", "WSW", "SE 0", "NNW 36", ""])
def test_a_label_is_read(write_board: WriteBoard, cell: str) -> None:
    folder = write_board()
    add(folder / "cities.csv", "label", cell)
    assert load_board(folder).drawn.labels[:2] == (cell or None, None)


@pytest.mark.parametrize("cell", ["n", "NEE", "N  3", "N 100", "N -3", "N3", "3", " N", "N "])
def test_a_wrong_label_is_refused(write_board: WriteBoard, cell: str) -> None:
    folder = write_board()
    add(folder / "cities.csv", "label", cell)
    with pytest.raises(BoardError, match=r"line 2: label is '.*', not a direction"):
        load_board(folder)


def test_a_column_is_added_and_all_other_bytes_stay(tmp_path: Path) -> None:
    path = tmp_path / "cities.csv"
    old = b'\xef\xbb\xbfname,"x",y\r\n"Ash, ""the"" tree",1,2\r\n\r\nBirch,"3",4\n\rFir,5,6'
    path.write_bytes(old)
    assert with_column(path, "label", ["N", "SE 3", "W"]) == (
        b'\xef\xbb\xbfname,"x",y,label\r\n"Ash, ""the"" tree",1,2,N\r\n\r\n'
        b'Birch,"3",4,SE 3\n\rFir,5,6,W'
    )


def test_a_column_that_is_there_is_written_over_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "routes.csv"
    path.write_text('city_a,bend,city_b\n"A, a",,B\n"B ""b""","3",C\n', "utf-8")
    written = with_column(path, "bend", ["-6", "0"]).decode()
    assert written == 'city_a,bend,city_b\n"A, a",-6,B\n"B ""b""",0,C\n'


def test_draw_writes_both_columns_and_the_picture(write_board: WriteBoard, tmp_path: Path) -> None:
    folder, picture = write_board(), tmp_path / "grove.svg"
    before = {path.name: path.read_text("utf-8").splitlines() for path in folder.iterdir()}
    result = CliRunner().invoke(main, ["boards", str(folder), "--draw", "--svg", str(picture)])
    assert result.exit_code == 0, result.output
    assert "names are placed" in result.output
    for name, column in (("cities.csv", "label"), ("routes.csv", "bend")):
        after = (folder / name).read_text("utf-8").splitlines()
        assert after[0] == f"{before[name][0]},{column}"
        assert [line.rpartition(",")[0] for line in after] == before[name]
    assert (folder / "tickets.csv").read_text("utf-8").splitlines() == before["tickets.csv"]
    drawn = load_board(folder).drawn
    assert None not in drawn.bends
    assert [label is None for label in drawn.labels].count(True) == 1  # the junction
    assert drawn.bends[0] == -(drawn.bends[1] or 0)  # the same bend, from the other end
    assert picture.read_text("utf-8").startswith("<svg ")


def test_drawing_again_changes_nothing(write_board: WriteBoard) -> None:
    folder = write_board()
    contents = []
    for _ in range(2):
        assert CliRunner().invoke(main, ["boards", str(folder), "--draw"]).exit_code == 0
        contents.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert contents[0] == contents[1]


def test_a_picture_can_be_printed() -> None:
    result = CliRunner().invoke(main, ["boards", "usa", "--svg", "-"])
    assert result.exit_code == 0
    assert result.output.startswith("<svg ")
    assert result.output.endswith("</svg>\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--svg", "x.svg"], "--svg is for one board, and none is named"),
        (["usa", "africa", "--svg", "x.svg"], "--svg is for one board, and 2 are named"),
        (["uas", "--svg", "x.svg"], "no board or folder 'uas'; did you mean usa"),
        (["usa", "--draw"], "usa comes with the package"),
        (["usa", "--svg", "no/such/folder/x.svg"], "no/such/folder"),
        (["usa", "--svg", "x.svg", "--json"], "--json"),
    ],
)
def test_a_picture_that_cannot_be_made_is_one_sentence(words: list[str], sentence: str) -> None:
    result = CliRunner().invoke(main, ["boards", *words])
    assert result.exit_code == 2
    assert sentence in result.output
    assert "Traceback" not in result.output
