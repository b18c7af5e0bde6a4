"""The commands in README and docs, run as a newcomer runs them.

A block that begins with ```console holds commands, each after `$ `, and what they print. All
blocks of a page are run in order, in one folder that looks like a fresh clone; those of README in
an empty folder, with arena installed. `make docs` writes what they print into the pages; the tests
compare it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[1]
README = PROJECT / "README.md"
PAGES = [README, *sorted((PROJECT / "docs").glob("*.md"))]
PROGRAMS = Path(sys.executable).parent
"""Where `arena` is while the pages of a clone are run."""
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CLONED = ("Makefile", "setup.cfg", "pyproject.toml", "bots", "configs", "docs")
DEADLINE = 3600


class Step(NamedTuple):
    """A command and what the page says that it prints."""

    command: str
    output: str


def steps_of(block: str) -> Iterator[Step]:
    """The commands of a block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield Step(command, output)


def clone(folder: Path) -> None:
    """Make a folder look like a clone that has been set up."""
    for name in CLONED:
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        else:
            shutil.copy(source, folder / name)
    (folder / "results").mkdir()
    (folder / ".venv" / "bin").mkdir(parents=True)
    for program in ("arena", "python"):
        (folder / ".venv" / "bin" / program).symlink_to(Path(sys.executable).parent / program)


def run(command: str, folder: Path, programs: Path) -> str:
    """What a command prints, and how it ends if that is not well.

    The set-up that `make` would do is taken as done.
    """
    command = re.sub(r"^make ", "make --silent --old-file=.venv/ready ", command)
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=DEADLINE,
        text=True,
    )
    if done.returncode and "2>&1" not in command:
        return f"{done.stdout}exit code {done.returncode}\n"
    return done.stdout


def settled(text: str) -> str:
    """A text without what differs between times and machines: times, hashes, layers, seeds."""
    text = re.sub(r"^Hash: [0-9a-f]{64}$", "Hash: OF TIMES TOO", text, flags=re.MULTILINE)
    text = re.sub(r"\bengine [\w.]+\+[0-9a-f]{16}", "engine THIS", text)
    text = re.sub(r", seed \d+, in: ", ", seed DRAWN, in: ", text)
    text = re.sub(r"passed  met .*", "passed  met WHAT THE SEED BRINGS", text)
    text = re.sub(r"sandbox \(.*?\)", "sandbox", text)
    text = re.sub(r"^ *[~^]+\n", "", text, flags=re.MULTILINE)
    text = re.sub(r" +ms$", " ms", text, flags=re.MULTILINE)
    text = re.sub(r"^( *\d+  .*%.*?) +\d+(\.\d+)?$", r"\1 TIME", text, flags=re.MULTILINE)
    return re.sub(r"\d+(\.\d+)? (ms|s|MB)\b", "SO MUCH", text)


def agrees(shown: str, printed: str) -> bool:
    """Whether a page shows what was printed; a line of three dots stands for any lines.

    But not for a command that failed.
    """
    ended = re.search(r"^exit code \d+\n\Z", printed, re.MULTILINE)
    if ended and not shown.endswith(ended[0]):
        return False
    pattern = ".*?".join(
        re.escape(part) for part in re.split(r"^\.\.\.\n", settled(shown), flags=re.MULTILINE)
    )
    return re.fullmatch(pattern, settled(printed), re.DOTALL) is not None


def differences(page: Path, folder: Path, programs: Path) -> Iterator[str]:
    """Where a page shows something else than its commands print in a folder."""
    for block in BLOCK.findall(page.read_text()):
        for step in steps_of(block):
            printed = run(step.command, folder, programs)
            if not agrees(step.output, printed):
                yield f"$ {step.command}\nshown:\n{step.output}\nprinted:\n{printed}"


def shortened(shown: str, printed: str) -> str:
    """What is to be shown: all, or as many lines before and after three dots as there were."""
    if "...\n" not in shown:
        return printed
    lines = printed.splitlines(keepends=True)
    before, after = (part.count("\n") for part in shown.split("...\n", 1))
    return "".join([*lines[:before], "...\n", *(lines[-after:] if after else [])])


def rewritten(page: Path) -> str:
    """A page with what its commands print now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if page != README:
            clone(folder)

        def block(found: re.Match[str]) -> str:
            parts = [
                f"$ {step.command}\n{shortened(step.output, run(step.command, folder, PROGRAMS))}"
                for step in steps_of(found[1])
            ]
            return f"```console\n{''.join(parts)}```"

        return BLOCK.sub(block, page.read_text())


if __name__ == "__main__":
    for page in map(Path, sys.argv[1:]) if sys.argv[1:] else PAGES:
        if BLOCK.search(page.read_text()):
            page.write_text(rewritten(page))
            print(page)
