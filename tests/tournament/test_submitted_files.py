"""Files that are no bots, or bots that mean harm: refused in a sentence, and nothing has changed.

What is printed is looked at as a terminal would get it, so that no escape code goes unnoticed.
"""

import io
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import Result

from arena.match import reading
from arena.match.bot_folder import BotError
from arena.match.source import LARGEST
from arena.tournament.submit import read_bot
from tests.tournament.submitting import (
    ANY,
    FIRST,
    LAST,
    MOST,
    arena,
    choosing,
    configured,
    done,
    is_root,
    picture,
    written,
)

NOBODY = 65534
NOTE = "from pathlib import Path\n"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small tournament of tight limits that has been played."""
    home = tmp_path_factory.mktemp("played")
    limits = {"cpu": 1, "idle": 3, "memory": 256, "output": 4}
    file = configured(home, {"any": ANY, "first": FIRST}, limits=limits)
    done("run", file, "--out", home / "results", "--workers", 1)
    return home


@pytest.fixture
def home(played: Path, tmp_path: Path) -> Path:
    """A copy of it, in which nothing may change."""
    return Path(shutil.copytree(played, tmp_path / "home"))


def refusal(home: Path, file: Path | str, *words: object, code: int = 2) -> str:
    """What is said to a file that is refused, while the results stay byte for byte the same.

    Nor are there any afterwards where there were none.
    """
    before = picture(home / "results")
    result = submitted(home, home / "results", file, *words)
    assert picture(home / "results") == before
    assert result.exit_code == code, result.output
    if code == 2:
        nowhere = home / "nowhere"
        assert submitted(home, nowhere, file, *words).output == result.output
        assert not nowhere.exists()
    return result.output


def submitted(home: Path, results: Path, file: Path | str, *words: object) -> Result:
    """Submit a file that won't be let in; whatever happens, there is no traceback of ours."""
    result = arena("submit", file, home / "small.toml", "--out", results, "--workers", 1, *words)
    assert isinstance(result.exception, SystemExit)
    assert "\x1b" not in result.output
    return result


def sentence(output: str) -> str:
    """The one sentence that a command said."""
    assert output.startswith("Error: ")
    assert output.count("\n") == 1
    return output.removeprefix("Error: ").rstrip()


def make_link(file: Path) -> None:
    (file.parent / "real.py").write_text(LAST)
    file.symlink_to("real.py")


def make_socket(file: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(file))


ODD: dict[str, tuple[str, Callable[[Path], Any], str]] = {
    "missing": ("bot.py", lambda file: None, "there is no bot file"),
    "folder": ("bot.py", Path.mkdir, "is a folder without bot.py"),
    "empty": ("bot.py", Path.touch, "is empty"),
    "blank": ("bot.py", lambda file: file.write_text(" \n\t\n"), "is empty"),
    "huge": ("bot.py", lambda file: file.write_bytes(b"#" * (LARGEST + 1)), "larger than 1 MB"),
    "sparse": ("bot.py", lambda file: os.truncate(file, 1 << 40), "larger than 1 MB"),
    "binary": ("bot.py", lambda file: file.write_bytes(b"\x7fELF\0\1\2"), "is no text"),
    "latin": ("bot.py", lambda file: file.write_bytes(b"# caf\xe9\n"), "not UTF-8 text: byte 5"),
    "utf-16": ("bot.py", lambda file: file.write_text(LAST, "utf-16"), "is no text"),
    "misnamed": ("bot.txt", lambda file: file.write_text(LAST), "does not end with .py"),
    "no suffix": ("bot", lambda file: file.write_text(LAST), "does not end with .py"),
    "only a suffix": (".py", lambda file: file.write_text(LAST), "does not end with .py"),
    "link": ("bot.py", make_link, "is a symbolic link: name the file itself"),
    "dead link": ("bot.py", lambda file: file.symlink_to("gone"), "is a symbolic link"),
    "circle": ("bot.py", lambda file: file.symlink_to(file), "is a symbolic link"),
    "link to a folder": ("bot.py", lambda file: file.symlink_to("/"), "is a symbolic link"),
    "pipe": ("bot.py", os.mkfifo, "is no plain file"),
    "socket": ("bot.py", make_socket, "cannot be read: No such device or address"),
    "long": (f"{'x' * 61}.py", lambda file: file.write_text(LAST), "has no name for a table"),
    "option": ("-x.py", lambda file: file.write_text(LAST), "has no name for a table"),
    "escape codes": ("\x1b[31m.py", lambda file: file.write_text(LAST), "has no name for a table"),
    "bytes": (os.fsdecode(b"\xff.py"), lambda file: file.write_text(LAST), "has no name for a"),
}


@pytest.mark.parametrize("kind", ODD)
def test_what_is_no_bots_file_is_refused_in_one_sentence(kind: str, home: Path) -> None:
    name, make, reason = ODD[kind]
    file = home / name
    if kind == "sparse":
        file.touch()
    make(file)
    said = sentence(refusal(home, file))
    assert reason in said
    assert str(home) in said


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("/dev/zero", "/dev/zero is no plain file"),
        ("/dev/null", "/dev/null is no plain file"),
        ("/dev/stdin", "/dev/stdin is a symbolic link: name the file itself"),
        ("/proc/self/mem", "/proc/self/mem cannot be read: Input/output error"),
        ("/proc/self/status", "/proc/self/status changed while it was read: try again"),
        ("", ". is a folder without bot.py, the file with the bot's class"),
    ],
)
def test_devices_and_other_wonders_are_refused(file: str, reason: str, home: Path) -> None:
    assert sentence(refusal(home, file)) == reason


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Be somebody who may not read everything."""
    if is_root():
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(os.getuid())


def test_an_unreadable_file_is_refused() -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        file = written(Path(folder), "bot.py", LAST)
        file.chmod(0)
        with ordinary_user(), pytest.raises(BotError, match=r"cannot be read: Permission denied$"):
            read_bot(file, None, MOST, {})


class Meanwhile:
    """A file that somebody changes once it has been read."""

    def __init__(self, file: io.BufferedReader, change: Callable[[], object]) -> None:
        self.fileno = file.fileno
        self._file = file
        self._change = change

    def read(self, size: int) -> bytes:
        contents = self._file.read(size)
        self._change()
        return contents


CHANGES: dict[str, Callable[[Path], object]] = {
    "grows": lambda file: file.write_text(f"{LAST}#"),
    "shrinks": lambda file: os.truncate(file, 5),
    "vanishes": lambda file: os.truncate(file, 0),
    "is rewritten in place": lambda file: file.write_text(LAST.replace("-1", "-2")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_changes_while_it_is_read_is_refused(
    change: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_steadily = reading.read_steadily
    file = home / "bot.py"

    def disturbed(path: Path, opened: io.BufferedReader, most: int) -> bytes:
        return read_steadily(path, Meanwhile(opened, lambda: CHANGES[change](path)), most)  # type: ignore

    def submit() -> str:
        written(home, "bot.py", LAST)
        os.utime(file, (1e9, 1e9))
        return arena("submit", file, home / "small.toml", "--out", home / "results").output

    monkeypatch.setattr(reading, "read_steadily", disturbed)
    before = picture(home / "results")
    assert sentence(submit()) == f"{file} changed while it was read: try again"
    assert picture(home / "results") == before


def test_a_file_at_the_limit_is_read_to_its_end(tmp_path: Path) -> None:
    code = LAST.encode() + b"#" * (LARGEST - len(LAST))
    assert read_bot(written(tmp_path, "bot.py", code), None, MOST, {}).code == code


HOSTILE = {
    "syntax error": ("class Bot\n", 1, "SyntaxError"),
    "no bot": ("print('hello')\n", 1, "has no class with a method choose"),
    "escape codes": (
        choosing("raise ValueError('\\x1b[2J\\x1b]0;gone\\x07')", "print('\\x1b[31mred')"),
        1,
        r"ValueError: \x1b[2J\x1b]0;gone\x07",
    ),
    "writes a file": (choosing("pass", NOTE + "Path(MARK).touch()"), 1, "PermissionError"),
    "reads a file": (choosing("pass", NOTE + "print(Path(SECRET).read_text())"), 1, "Permission"),
    "calls home": (
        choosing("pass", "import socket\nsocket.create_connection(('127.0.0.1', 9))"),
        1,
        "PermissionError",
    ),
    "forks": (choosing("pass", "import os\nos.fork()"), 1, "PermissionError"),
    "loops when loaded": (choosing("pass", "while True: pass"), 1, "fault: timeout"),
    "takes memory": (choosing("pass", "x = bytearray(1 << 40)"), 1, "fault: memory"),
    "crashes": (choosing("return 1 // 0"), 1, "ZeroDivisionError"),
    "crashes later": (choosing("return legal[0] if view.turns < 9 else {}[0]"), 2, "KeyError: 0"),
    "plays illegally": (
        choosing("from arena.bot import Claim\nreturn Claim(0, 0, 0) if view.turns else legal[0]"),
        2,
        "fault: illegal",
    ),
    "plays by its own dice": (
        choosing(
            "return legal[int.from_bytes(os.urandom(2), 'big') % len(legal)]",
            "import os",
        ),
        4,
        "use view.rng for all chance",
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_broken_or_hostile_bot_is_refused_with_the_reason(kind: str, home: Path) -> None:
    code, number, reason = HOSTILE[kind]
    marker, secret = home / "marker", home / "secret"
    secret.write_text("a secret")
    known = f"MARK, SECRET = {str(marker)!r}, {str(secret)!r}\n"
    output = refusal(home, written(home, "bot.py", known + code), code=1)
    *_, last = output.splitlines()
    assert last == f"{home / 'bot.py'} is refused: it fails check {number}."
    assert [line[0] for line in output.splitlines() if "FAILED" in line] == [str(number)]
    assert reason in output
    assert "a secret" not in output
    assert not marker.exists()


def test_a_refused_bot_does_not_begin_a_tournament(home: Path) -> None:
    file = written(home, "bot.py", "class Bot\n")
    assert submitted(home, home / "nowhere", file).exit_code == 1
    assert not (home / "nowhere").exists()


@pytest.mark.parametrize(
    "name",
    [
        "\x1b[31mred",
        "two\nlines",
        "tab\tbed",
        "../../x",
        "/etc/passwd",
        "back\\slash",
        "..",
        "-x",
        " padded ",
        "x" * 61,
        'quo"ted',
        "\x00",
        "\u202egnirts",
        os.fsdecode(b"\xff"),
    ],
)
def test_a_hostile_name_is_refused(name: str, home: Path) -> None:
    file = written(home, "bot.py", LAST)
    said = sentence(refusal(home, file, "--name", name))
    assert said == f"{file} has no name for a table: give it a short one with --name"


@pytest.mark.parametrize(
    "parameters",
    [
        "depth",
        "depth = ",
        "depth = 2 style = 3",
        "= 2",
        "2 = 2",
        "'a b' = 2",
        "class = 2",
        "x = nan",
        "x = inf",
        "x = 2026-01-01",
        "x = 99999999999999999999",
        "x = [1, [2026-01-01]]",
        "x = 1, x = 2",
        "x = '\x1b[31m",
        "'\x1b[31m' = 1",
        "x = 1 }\n[limits]\ncpu = 1 #",
        "}\nbots = { y = 1",
        pytest.param("x = " + "9" * 5000, id="many digits"),
        pytest.param("x = " + "[" * 5000 + "]" * 5000, id="deep"),
        pytest.param(os.fsdecode(b"x = '\xff'"), id="bytes"),
    ],
)
def test_hostile_parameters_are_refused(parameters: str, home: Path) -> None:
    file = written(home, "bot.py", LAST)
    said = sentence(refusal(home, file, "--parameters", parameters))
    assert "parameter" in said
