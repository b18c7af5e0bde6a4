"""What a cluster costs: the same games by local processes and by a cluster, in turns.

    python -m tests.tournament.overhead configs/usa1910.toml --deals 20 --rounds 3 --workers 2

Prints seconds of wall time and of processor time a game, whatever process used it, from the first
chunk that is handed out to the last that is stored: a cluster's start is shown by itself.
"""

import argparse
import ctypes
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from arena.tournament.cluster import on_cluster
from arena.tournament.configuration import read_configuration
from arena.tournament.crew import Done
from arena.tournament.local import on_this_machine
from arena.tournament.run import run
from arena.tournament.schedule import Fixture
from arena.tournament.workforce import Employ, Workforce

PR_SET_CHILD_SUBREAPER = 36


def processor_time() -> float:
    """Seconds used by this process and all that have ended, whoever started them."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                break
        except ChildProcessError:
            break
    return sum(os.times()[:4])


def measure(config: Path, deals: int, employ: Employ) -> tuple[int, float, float]:
    """Games, seconds and seconds of processor time of a run."""
    folder = Path(tempfile.mkdtemp())
    start, spent = time.monotonic(), processor_time()
    try:
        run(read_configuration(config).changed(deals, None, False), folder / "out", employ, print)
        time.sleep(0.5)
        games = 1
    finally:
        shutil.rmtree(folder)
    return games, time.monotonic() - start, processor_time() - spent
