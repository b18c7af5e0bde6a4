"""A small vocabulary for tests of growing tournaments: bots, folders, and commands to kill."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli import main

MOST = 32
"""Megabytes that a bot's files may have together."""
DEADLINE = 150.0
"""Seconds within which whatever a test waits for must have come about."""
REPEATED = ("games", "seats", "moves", "faults")
"""Tables that are the same however often a run was disturbed; times never are."""


def arena(*words: object, answers: str | None = None) -> Result:
    """Run a command here; its output is what a terminal would get, escape codes and all.

    But without the colours of arena's own, so that any escape code there is comes from a bot.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.cli.colours.click.style", lambda text, **_: text)
        return CliRunner().invoke(main, [str(word) for word in words], input=answers, color=True)


def done(*words: object) -> str:
    """What a command prints that must succeed."""
    result = arena(*words)
    assert result.exit_code == 0, result.output
    return result.output


def started(*words: object, **options: Any) -> subprocess.Popen[str]:
    """Start a command in a process of its own, to be disturbed."""
    program = Path(sys.executable).with_name("arena")
    return subprocess.Popen(
        [str(program), *map(str, words)],
        **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        | options,
        text=True,
    )


def wait_for(condition: Callable[[], Any], process: subprocess.Popen[str] | None = None) -> None:
    """Wait until something is so, while a process is at it."""
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        ended = process is not None and process.poll() is not None
        assert not ended or condition(), f"it ended: {process and process.communicate()}"
        time.sleep(0.005)


def choosing(body: str, before: str = "") -> str:
    """The file of a bot whose `choose` has this body; `before` is run when it is loaded."""
    choose = indent(dedent(body).strip(), " " * 8)
    return f"{dedent(before)}\nclass Bot:\n    def choose(self, view, legal):\n{choose}\n"


ANY = choosing("return view.rng.choice(legal)")
FIRST = choosing("return legal[0]")
LAST = choosing("return legal[-1]")


def leaning(power: float) -> str:
    """A bot that plays at random, the more of the first actions the higher this is."""
    return choosing(f"return legal[int(len(legal) * view.rng.random() ** {power})]")


def configured(folder: Path, bots: dict[str, str], **settings: Any) -> Path:
    """Write a small tournament and its bots, by the names of their files."""
    limits = settings.pop("limits", {})
    written = {"name": "small", "ruleset": "usa", "seats": 2, "rounds": 1, "seed": 3} | settings
    lines = [f"{key} = {json.dumps(value)}" for key, value in written.items()]
    lines.append(f"bots = {json.dumps([f'{name}.py' for name in bots])}")
    lines += ["[limits]", *(f"{key} = {value}" for key, value in limits.items())]
    folder.mkdir(parents=True, exist_ok=True)
    for name, code in bots.items():
        (folder / f"{name}.py").write_text(code)
    file = folder / "small.toml"
    file.write_text("\n".join(lines) + "\n")
    return file


def written(folder: Path, name: str, code: str | bytes) -> Path:
    """Write a bot's file."""
    file = folder / name
    file.write_bytes(code.encode() if isinstance(code, str) else code)
    return file


def picture(folder: Path) -> dict[str, bytes | None]:
    """All that is in a folder, byte for byte; None for the folders in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def tables(folder: Path) -> dict[str, bytes]:
    """What must be the same of two runs: the tables that they show and the games behind them."""
    chosen = [*folder.glob("*.csv")]
    chosen += [path for name in REPEATED for path in (folder / name).iterdir()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(chosen)}


def parts(folder: Path) -> dict[str, bytes]:
    """The logs: all part files."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.parquet")}


def manifest(folder: Path) -> dict[str, Any]:
    """What a results folder says of itself; nothing if it does not exist."""
    file = folder / "manifest.json"
    return json.loads(file.read_bytes()) if file.exists() else {"bots": [], "stages": []}


def names(folder: Path) -> list[str]:
    """The bots of the roster."""
    return [bot["name"] for bot in manifest(folder)["bots"]]


def read_csv(folder: Path, name: str = "leaderboard.csv") -> list[dict[str, str]]:
    """The rows of a table."""
    header, *rows = (folder / name).read_text().splitlines()
    return [dict(zip(header.split(","), row.split(","), strict=True)) for row in rows]


def column(rows: Iterable[dict[str, str]], name: str) -> list[str]:
    """One column of a table."""
    return [row[name] for row in rows]


def is_root() -> bool:
    """Whether everything may be read here."""
    return os.geteuid() == 0
