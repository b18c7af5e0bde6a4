"""What all tests of reports share: a small tournament of hostile bots, played once."""

from pathlib import Path

import pytest

from arena.match.source import Source
from arena.report.sums.gathered import Gathered
from arena.results.seal import seal
from arena.results.store import GameStore
from arena.tournament import run as running
from arena.workers import games, workforce
from tests.report.pages import Page, pages_of, written
from tests.tournament.conftest import no_tracker
from tests.tournament.tournaments import CHANCY, HASTY, InPlace, configuration, named, rewrite

__all__ = ["no_tracker"]

HOSTILE = b"""
class Hostile:
    def __init__(self, depth):
        pass

    def choose(self, view, legal):
        if view.turns > 6:
            words = "\\u202e\\u2066\\x07 sesame {{body}}"
            raise LookupError("</td><script>alert('lost')</script>" + words)
        return legal[-1]
"""
PRINTED = "</p><script>alert('print')</script>\x1b[31m\u202e{{style}}"
"""What the bot would have printed, if it had had a process of its own."""
NAMES = (
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; {{policy}} ' onload=x",
    "\u05e9\u05dc\u05d5\u05dd",
    "hasty",
)
BOTS = (
    named(NAMES[0], CHANCY),
    Source(NAMES[1], "talking.py", HOSTILE, {"depth": 31337}),
    named(NAMES[2], HASTY),
    named(NAMES[3], HASTY),
)
SMALL = configuration(BOTS, seats=(2, 3), rounds=2)


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament; nobody changes it."""
    folder = tmp_path_factory.mktemp("played") / "results" / "small"
    folder.mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workforce, "WorkerPool", InPlace)
        patch.setattr(games, "silence", lambda: None)
        running.run(SMALL, folder, workforce.on_this_machine(1), print)
    rewrite(
        GameStore(folder), "faults", 0, lambda rows: [row.update(output=PRINTED) for row in rows]
    )
    seal(folder)
    return folder


@pytest.fixture(scope="session")
def numbers(results: Path) -> Gathered:
    """The numbers of its report."""
    return Gathered(results)


@pytest.fixture(scope="session")
def report(results: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its report, with some games."""
    return written(results, tmp_path_factory.mktemp("pages") / "site", 6)


@pytest.fixture(scope="session")
def pages(report: Path) -> dict[str, Page]:
    """The pages of its report, by path."""
    return pages_of(report)
