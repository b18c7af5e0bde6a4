"""Lockstep and damaged inputs with a kernel that watches its own memory.

    python -m tests.kernel.sanitized GAMES INPUTS [SEED]

builds the kernel with the sanitizers of addresses and of undefined behaviour, and plays with it in
a process of its own; the first fault ends that process with an error. Errors that are planted in
the build, and switched on one at a time, show that the sanitizers look.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kernel.faulty_build import Fault, build, compiler, load, switch_of

FLAGS = (
    *("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    "-fno-omit-frame-pointer",
)
INSIDE = "ARENA_SANITIZED_KERNEL"
"""Tells the process inside which build to load."""
PLANTED = "ARENA_PLANTED_ERROR"
"""Tells it which planted error to switch on, from 1; 0 for none."""

ERRORS = {
    "heap-use-after-free": Fault(
        *("memory", "py_batch.c", "PyMem_RawFree(self->states)"),
        "PyMem_RawFree(self->states), (void)*(volatile char *)self->states",
    ),
    "heap-buffer-overflow": Fault(
        *("memory", "py_table.c", "((uint8_t *)&self->s)[(size_t)closure]"),
        "((volatile char *)&self->s)[sizeof(State)], ((uint8_t *)&self->s)[(size_t)closure]",
    ),
    "is too large for 64-bit type": Fault(
        *("undefined", "kernel.h", "mask->word[route >> 6] >> (route & 63) & 1"),
        "mask->word[route >> 6] >> route & 1",
    ),
    "index 9 out of bounds": Fault(
        *("undefined", "t_taking.c", "s->row_size == r->row"),
        "s->row[KINDS] <= MOST_ROW && s->row_size == r->row",
    ),
}
"""Errors by what a sanitizer says of them: without sanitizers they change nothing in any game."""


def library(name: str) -> str | None:
    """The path of a sanitizer's library, if the compiler has it."""
    command = [compiler(), f"-print-file-name={name}"]
    found = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return found if Path(found).is_absolute() else None


def libraries() -> list[str]:
    """The libraries that must be loaded before Python; none if the compiler lacks one of them."""
    found = [library("libasan.so"), library("libubsan.so")]
    return [path for path in found if path is not None] if all(found) else []


def watched(folder: Path) -> Path:
    """Build the kernel with the sanitizers, and with the planted errors switched off."""
    return build(folder, tuple(ERRORS.values()), FLAGS)


def run(
    target: Path, games: int, inputs: int, seed: int = 0, error: int = 0
) -> subprocess.CompletedProcess[str]:
    """Play and fuzz with a watched build in a process of its own; an error is planted by number."""
    surroundings = {
        **os.environ,
        INSIDE: str(target),
        PLANTED: str(error),
        "LD_PRELOAD": " ".join(libraries()),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",
    }
    command = [sys.executable, "-m", "tests.kernel.sanitized", *map(str, (games, inputs, seed))]
    return subprocess.run(command, env=surroundings, capture_output=True, text=True)


def inside(games: int, inputs: int, seed: int) -> None:
    """Play and fuzz with the watched build."""
    target = Path(os.environ[INSIDE])
    load(target)
    switch_of(target).value = int(os.environ[PLANTED])
    from tests.kernel.europe_ends import RULESETS, compare_end
    from tests.kernel.fuzz import fuzz
    from tests.kernel.lockstep import CASES, in_lockstep

    for number in range(games):
        ruleset, seats, policy = CASES[(seed + number) * 37 % len(CASES)]
        in_lockstep(ruleset, seats, seed + number, policy)
        compare_end(RULESETS[number % len(RULESETS)], seed + number)
        play_as_arrays(ruleset, seats, seed + number)
    told = fuzz(inputs, seed)
    print(f"{games:,} games and {told.total():,} inputs, {told['refused']:,} of them refused")


def play_as_arrays(ruleset: str, seats: int, seed: int) -> None:
    """Play a few games as arrays: observations, masks, plans, and actions by number."""
    import numpy as np

    from arena.kernel.vector import Vector

    vector, rng = Vector(ruleset, seats, range(seed, seed + 3)), np.random.default_rng(seed)
    while not vector.over().all():
        vector.ways()
        vector.observation(0, seed % seats)
        legal = [row.nonzero()[0] for row in vector.masks]
        vector.play(np.array([rng.choice(some) if len(some) else 0 for some in legal]))
        vector.look()
    vector.deal(0, seed)


def main() -> None:
    """Play what the command line asks for, watched."""
    games, inputs = int(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    if INSIDE in os.environ:
        inside(games, inputs, seed)
        return
    with TemporaryDirectory() as folder:
        done = run(watched(Path(folder)), games, inputs, seed)
    print(done.stdout, done.stderr, sep="", end="")
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
