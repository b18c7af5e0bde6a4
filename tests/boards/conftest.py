"""A tiny sound board, and a way to write it to a folder with one line changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

# Cedar hangs on the dead end Fir alone, and Gorse on nothing at all.
SOUND = {
    "cities.csv": [
        "name,x,y,kind,group,dead_end",
        "Ash,0,0,city,Ash,0",
        "Birch,10,-3,city,Birch,0",
        "Cedar,20,5.5,city,Cedar,0",
        "Dot,5,5,junction,Dot,0",
        "Elm N,30,0,city,Elm,0",
        "Elm S,30,9,city,Elm,0",
        "Fir,40,0,country,Fir,1",
        "Gorse,50,0,city,Gorse,0",
    ],
    "routes.csv": [
        "city_a,city_b,length,color,parallel,locomotives",
        "Ash,Birch,2,red,1,0",
        "Birch,Ash,2,gray,2,0",
        "Birch,Fir,3,blue,1,0",
        "Fir,Cedar,1,green,1,0",
        "Ash,Dot,4,purple,1,0",
        "Dot,Elm S,9,gray,1,2",
        "Birch,Elm N,6,white,1,0",
    ],
    "tickets.csv": [
        "city_a,city_b,points,old,new",
        "Ash,Elm,8,1,1",
        "Ash,Fir,5,1,0",
        "Fir,Ash,6,0,1",
        "Cedar,Fir,1,0,0",
    ],
}

WriteBoard = Callable[..., Path]


@pytest.fixture
def write_board(tmp_path: Path) -> WriteBoard:
    """Writes the sound board, with one line of one file replaced, and gives its folder."""

    def write(file: str = "cities.csv", line: int = 1, text: str = SOUND["cities.csv"][0]) -> Path:
        folder = tmp_path / "grove"
        folder.mkdir()
        for name, lines in SOUND.items():
            changed = [text if (name, n) == (file, line) else old for n, old in enumerate(lines, 1)]
            (folder / name).write_text("\n".join(changed) + "\n", encoding="utf-8")
        return folder

    return write
