"""Lockstep and damaged inputs with a kernel that watches its own memory.

    python -m tests.kernel.sanitized GAMES INPUTS [SEED]

builds the kernel with the sanitizers of addresses and of undefined behaviour, and plays with it in
a process of its own; the first fault ends that process with an error.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kernel.faulty_build import build, compiler, load

FLAGS = (
    *("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    "-fno-omit-frame-pointer",
)
INSIDE = "ARENA_SANITIZED_KERNEL"
"""Tells the process inside which build to load."""


def library(name: str) -> str | None:
    """The path of a sanitizer's library, if the compiler has it."""
    command = [compiler(), f"-print-file-name={name}"]
    found = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return found if Path(found).is_absolute() else None


def libraries() -> list[str]:
    """The libraries that must be loaded before Python; none if the compiler lacks one of them."""
    found = [library("libasan.so"), library("libubsan.so")]
    return [path for path in found if path is not None] if all(found) else []


def run(games: int, inputs: int, seed: int = 0) -> subprocess.CompletedProcess[str]:
    """Play this number of games and put in this number of inputs, in a process that is watched."""
    with TemporaryDirectory() as folder:
        target = build(Path(folder), (), FLAGS)
        surroundings = {
            **os.environ,
            INSIDE: str(target),
            "LD_PRELOAD": " ".join(libraries()),
            "ASAN_OPTIONS": "detect_leaks=0",
            "PYTHONMALLOC": "malloc",
        }
        command = [
            sys.executable,
            "-m",
            "tests.kernel.sanitized",
            str(games),
            str(inputs),
            str(seed),
        ]
        return subprocess.run(command, env=surroundings, capture_output=True, text=True)


def inside(games: int, inputs: int, seed: int) -> None:
    """Play and fuzz with the watched build."""
    load(Path(os.environ[INSIDE]))
    from tests.kernel.fuzz import fuzz
    from tests.kernel.lockstep import CASES, in_lockstep

    for number in range(games):
        ruleset, seats, policy = CASES[(seed + number) * 37 % len(CASES)]
        in_lockstep(ruleset, seats, seed + number, policy)
    told = fuzz(inputs, seed)
    print(f"{games:,} games and {told.total():,} inputs, {told['refused']:,} of them refused")


def main() -> None:
    """Play what the command line asks for, watched."""
    games, inputs = int(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    if INSIDE in os.environ:
        inside(games, inputs, seed)
        return
    done = run(games, inputs, seed)
    print(done.stdout, done.stderr, sep="", end="")
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
