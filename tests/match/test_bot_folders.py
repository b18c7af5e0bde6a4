"""A bot that is a folder: its version, how its modules import one another, and its data."""

import io
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from zipfile import ZipFile

import numpy as np
import pytest

from arena.match.bot_code import BotCode, load_class
from arena.match.bot_folder import Folder
from arena.match.planning_files import planning_of
from arena.match.reading import name_of, read_source, read_submission
from arena.match.source import Source
from arena.own_files import array, data, readable
from arena.sandbox.imports import modules_of
from tests.match.tables import FIRST, USA, fault_against_first, play

HELD = pytest.mark.parametrize("isolation", ["sandbox", "none"])
PLAYS = "class Bot:\n    def choose(self, view, legal):\n        return legal[0]\n"


def folder_of(main: str, **files: str | bytes) -> Source:
    """A bot with this `bot.py`, and files beside it."""
    encoded = {
        name: contents if isinstance(contents, bytes) else dedent(contents).encode()
        for name, contents in files.items()
    }
    return Source("folder", "folder/bot.py", dedent(main).encode(), {}, Folder(encoded))


def written_to(place: Path, bot: Source) -> Path:
    """A bot's folder on the disk."""
    for name, contents in {"bot.py": bot.code, **bot.folder.files}.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(contents)
    return place


WHOLE = folder_of(
    f"""
    import features, nets.layers
    from . import features as same
    from bot.nets import layers
    from features import COUNT
    assert features is same and nets.layers is layers and COUNT == 3
    {PLAYS.replace(chr(10), chr(10) + "    ")}
    """,
    **{"features.py": "import helper\nCOUNT = helper.ONE + 2\n"},
    **{"helper.py": "import features\nONE = 1\n"},
    **{"nets/__init__.py": ""},
    **{"nets/layers.py": "from ..features import COUNT\nfrom . import sizes\n"},
    **{"nets/sizes.py": "import nets\n"},
    **{"net.bin": b"net"},
)


def numbers() -> bytes:
    """A net as numpy saves it."""
    file = io.BytesIO()
    np.savez(file, a=np.arange(6.0).reshape(2, 3), b=np.ones(3))
    return file.getvalue()


@HELD
def test_modules_import_one_another_in_all_ways_and_are_run_once(isolation: str) -> None:
    assert play(isolation, WHOLE, FIRST).faults == ()


@HELD
def test_numpy_loads_a_net_from_the_folder(isolation: str) -> None:
    bot = folder_of(
        """
        import io, json
        import numpy as np
        from arena.bot import array, data
        with np.load(data("nets/net.npz")) as net:
            assert net["a"].tolist() == [[0, 1, 2], [3, 4, 5]]
        assert json.load(data("words.json")) == ["ä"]
        assert [*io.TextIOWrapper(data("words.json"), "utf-8")] == ['["ä"]']
        ROW = array("row.npy")
        assert ROW.tolist() == [1, 2, 3] and not ROW.flags.writeable and ROW.flags.aligned
        assert array("columns.npy").tolist() == [[0, 1, 2], [3, 4, 5]]
        class Bot:
            def choose(self, view, legal):
                return legal[int(np.load(data("nets/net.npz"))["b"].sum()) - 3]
        """,
        **{"nets/net.npz": numbers()},
        **{"words.json": '["ä"]'},
        **{"row.npy": saved(np.array([1, 2, 3]))},
        **{"columns.npy": saved(np.asfortranarray(np.arange(6.0).reshape(2, 3)))},
    )
    assert play(isolation, bot, FIRST).faults == ()


def saved(numbers: np.ndarray) -> bytes:
    """An array as `numpy.save` writes it."""
    file = io.BytesIO()
    np.save(file, numbers)
    return file.getvalue()


@HELD
def test_two_folders_with_modules_and_data_of_one_name_are_kept_apart(isolation: str) -> None:
    """Without a sandbox both are in one process, and each imports its own late too."""
    code = """
        from arena.bot import data
        class Bot:
            def choose(self, view, legal):
                import features, more.deep
                assert features.NAME == more.deep.NAME == data("name.txt").read().decode() == {!r}
                return legal[0]
    """
    bots = [
        folder_of(
            code.format(name),
            **{"features.py": f"NAME = {name!r}"},
            **{"more/deep.py": "from features import NAME"},
            **{"name.txt": name},
        )
        for name in ("ann", "bob")
    ]
    assert play(isolation, *bots, FIRST, WHOLE).faults == ()


def test_a_folder_and_a_zip_file_of_it_are_the_same_bot(tmp_path: Path) -> None:
    place = written_to(tmp_path / "my_bot", WHOLE)
    made = [
        shutil.make_archive(str(tmp_path / "packed"), "zip", place),
        shutil.make_archive(str(tmp_path / "around"), "zip", tmp_path, "my_bot"),
    ]
    bots = [read_submission(Path(path)) for path in (place, *made)]
    assert {bot.version for bot in bots} == {WHOLE.version}
    assert [bot.name for bot in bots] == ["my_bot", "packed", "around"]
    assert {bot.folder.files == WHOLE.folder.files for bot in bots} == {True}


def test_what_systems_leave_in_a_folder_is_no_part_of_the_bot(tmp_path: Path) -> None:
    place = written_to(tmp_path / "my_bot", WHOLE)
    for name in (".git/config", "__pycache__/bot.cpython-311.pyc", ".DS_Store", "nets/x.pyc"):
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_bytes(b"\xff")
    packed = tmp_path / "mac.zip"
    with ZipFile(packed, "w") as archive:
        for name, contents in {"bot.py": WHOLE.code, **WHOLE.folder.files}.items():
            archive.writestr(f"my_bot/{name}", contents)
            archive.writestr(f"__MACOSX/my_bot/._{Path(name).name}", b"\0")
    assert read_source(place).version == read_source(packed).version == WHOLE.version


def test_the_version_covers_every_file_its_name_and_what_it_imports() -> None:
    versions = {
        folder_of(PLAYS).version,
        folder_of(PLAYS, **{"a.bin": b"1"}).version,
        folder_of(PLAYS, **{"a.bin": b"2"}).version,
        folder_of(PLAYS, **{"b.bin": b"1"}).version,
        folder_of(PLAYS, **{"a.bin": b"1"}, **{"b.bin": b""}).version,
        folder_of(PLAYS, **{"d/a.bin": b"1"}).version,
        folder_of(f"{PLAYS}#", **{"a.bin": b"1"}).version,
        Source("f", "f.py", FIRST.code, {"depth": 1}, Folder({"a.bin": b"1"})).version,
    }
    assert len(versions) == 8
    assert folder_of(PLAYS).version == Source("f", "f.py", PLAYS.encode(), {}).version
    wants = folder_of(PLAYS, **{"judge.py": "from arena.planning import make_plan"})
    assert wants.planning == planning_of(b"from arena.planning import make_plan") != {}
    assert modules_of(*folder_of("import csv", **{"a.py": "import queue"}).codes) == (
        "csv",
        "queue",
    )


def test_a_bot_is_named_after_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = written_to(tmp_path / "v1.2", WHOLE)
    monkeypatch.chdir(place / "nets")
    assert name_of(place) == name_of(Path("..")) == read_source(Path("..")).name == "v1.2"
    monkeypatch.chdir(place)
    assert read_submission(Path()).file == "v1.2/bot.py"


SLIPS = {
    "a missing file": (
        "from arena.bot import data\ndata('nett.npz')\n",
        ["FileNotFoundError: in the bot's folder there is no file 'nett.npz'; did you mean"],
    ),
    "the wrong folder": (
        "from arena.bot import data\ndata('net.npz'.replace('net', 'folder/net', 1))\n",
        ["did you mean net.npz?"],
    ),
    "a way out": ("from arena.bot import data\ndata('../a')\n", ["its path in that folder"]),
    "a missing module": ("import featurs\n", ["not featurs; did you mean features?"]),
    "a missing part": ("from . import featurs\n", ["no module featurs; did you mean features?"]),
    "a module that fails": ("import broken\n", ["ZeroDivisionError", 'File "folder/broken.py"']),
    "changes a file": (
        "from arena.bot import array\narray('row.npy')[0] = 1\n", ["read-only"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
@HELD
def test_slips_are_told_in_a_sentence(slip: str, isolation: str) -> None:
    head, words = SLIPS[slip]
    bot = folder_of(
        f"import numpy as np\n{head}\n{PLAYS}",
        **{"features.py": ""},
        **{"broken.py": "\n1 / 0\n"},
        **{"net.npz": numbers()},
        **{"row.npy": saved(np.array([1, 2, 3]))},
    )
    if slip == "a missing module" and isolation == "none":
        words = ["No module named 'featurs'; did you mean features?"]
    fault = fault_against_first(isolation, bot)
    for word in words:
        assert word in f"{fault.sentence}\n{fault.traceback}"


def test_a_single_file_is_told_how_it_comes_by_data() -> None:
    bot = Source("f", "f.py", f"from arena.bot import data\ndata('net.npz')\n{PLAYS}".encode(), {})
    sentence = fault_against_first("sandbox", bot).sentence
    assert (
        "this bot has no file 'net.npz', nor any other beside its code: a bot with data is a folder"
        in sentence
    )


def test_a_loop_in_a_module_is_told_with_its_line() -> None:
    bot = folder_of("import slow\n" + PLAYS, **{"slow.py": "x = 1\nwhile True:\n    x += 1\n"})
    fault = fault_against_first("sandbox", bot)
    assert fault.kind == "timeout"
    assert 'File "folder/slow.py", line' in fault.traceback
    assert 'File "folder/bot.py", line 1' in fault.traceback


@pytest.fixture
def alone() -> Iterator[None]:
    """No bot is being asked, as when its author tries it out."""
    before, BotCode._current, readable.files = (BotCode._current, readable.files), None, None
    yield
    BotCode._current, readable.files = before


@pytest.mark.usefixtures("alone")
def test_an_author_reads_the_same_files_without_arena(tmp_path: Path) -> None:
    place = written_to(tmp_path / "mine", folder_of(PLAYS, **{"row.npy": saved(np.array([4]))}))
    inner = place / "nets" / "layers.py"
    inner.parent.mkdir()
    for file in (place / "bot.py", inner):
        seen = {"__file__": str(file), "array": array, "data": data}
        exec("found = array('row.npy')[0], len(data('row.npy').read())", seen)
        assert seen["found"] == (4, os.stat(place / "row.npy").st_size)  # noqa: PTH116


def test_the_class_is_found_outside_of_games() -> None:
    assert load_class(WHOLE).__name__ == "Bot"
    assert USA.fewest_seats == 2
