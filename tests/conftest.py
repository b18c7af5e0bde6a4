"""Which tests go together, and which come first, when several processes share them."""

import os
import re
import signal
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from arena import kernel
from tests.properties.tables import RULESETS

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads for small matrices only wait
settings.register_profile("arena", deadline=None)  # a busy machine fails no test
settings.load_profile("arena")
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # So it is in the background of a script or under nohup, and commands that tests start and
    # interrupt would inherit it, and be waited for without end.
    signal.signal(signal.SIGINT, signal.default_int_handler)

FIRST = (
    *("test_walkthrough", "test_ordinary_user", "test_kills", "test_cluster", "test_growth"),
    *("test_hostile_bots", "test_messages", "test_honest_neighbours", "test_idleness"),
    *("test_workforce", "test_leftovers", "test_submit", "test_faults"),
    *("test_isolation_layers", "test_clocks", "test_run", "test_repro", "test_verify"),
    *("test_cli", "test_intervals", "test_submitted_files", "test_match", "test_cli_bots"),
)
"""Files that take longest: who came to one of them last would be waited for by all others."""
ALONE = ("test_growth", "test_cli", "test_intervals", "test_walkthrough")
"""Files of long tests that have little in common."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say that the tests of the kernel were not run, where it is not there."""
    if not kernel.available():
        terminalreporter.write_line(f"{kernel.missing()}: its tests were not run")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, then play the games that properties share, then the rest."""
    items.sort(key=lambda item: rank(item.path))


def rank(path: Path) -> int:
    """What is begun before what."""
    if path.stem in FIRST:
        return FIRST.index(path.stem)
    return len(FIRST) + (path.parent.name != "properties")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """Have groups of tests handed out in the order above, to whoever is free."""
    config.option.loadscopereorder = False
    return Groups(config, log)


class Groups(LoadScopeScheduling):
    """Keeps those tests in one process that share what takes time to make."""

    def _split_scope(self, nodeid: str) -> str:
        """Properties share the games of a ruleset; other tests what their file has made."""
        file, _, test = nodeid.partition("::")
        path = PurePosixPath(file)
        if path.stem in ALONE:
            return nodeid
        value = re.search(r"\[([^]-]+)", test)
        if path.parent.name == "properties" and value and value[1] in RULESETS:
            return f"properties of {value[1]}"
        return file
