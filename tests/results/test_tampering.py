"""Whatever is changed in a results folder is found: by verify, by asking again, or by the hash."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.cli.looking_back import INCOMPLETE
from arena.results import ask, verify
from arena.results.files import SEAL
from arena.results.seal import check_seal, read_seal, seal
from arena.workers import games, workforce
from tests.results.tamperings import ASK, LAST, PAGE, TAMPERINGS, VERIFY, Tampering, play, rewritten
from tests.tournament.tournaments import InPlace


@pytest.fixture(autouse=True, scope="module")
def in_place() -> Iterator[None]:
    """Without workers: what they do is not the matter here."""
    with pytest.MonkeyPatch.context() as patch:
        for place in (workforce, verify, ask):
            patch.setattr(place, "WorkerPool", InPlace)
        patch.setattr(games, "silence", lambda: None)
        yield


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory, in_place: None) -> Path:
    """Results of a small tournament of two rulesets."""
    return play(tmp_path_factory.mktemp("good") / "results")


@pytest.fixture(scope="module")
def published(good: Path) -> str:
    """The hash that was published when it ended."""
    there = read_seal(good)
    assert there is not None
    return there.hash


@pytest.fixture
def results(good: Path, tmp_path: Path) -> Path:
    """A copy of the results."""
    return Path(shutil.copytree(good, tmp_path / "results"))


def verified(folder: Path, *options: str) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ["verify", str(folder), "--workers", "1", *options])


def test_results_that_nobody_touched_pass_every_way(good: Path, published: str) -> None:
    result = verified(good, "--ask", "1000", "--hash", published)
    assert result.exit_code == 0, result.output
    assert f"{LAST + 1} games refereed again: every score is right" in result.output
    assert "The hash is the published one" in result.output
    assert f"{LAST + 1} games put to the bots again: every answer is the same" in result.output


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.what)
def test_tampering_is_found(tampering: Tampering, results: Path, published: str) -> None:
    """Whoever seals again is found by what the page says, and whoever does not by the seal."""
    there = (results / SEAL).read_bytes()
    tampering.change(results)
    if tampering.sealed_again:
        (results / SEAL).write_bytes(there)
        assert check_seal(results, None).differences
        seal(results)
        assert check_seal(results, published[:16]).differences
    asked = ("--ask", "1000") if tampering.found_by == ASK else ()
    result = verified(results, *asked)
    assert "Traceback" not in result.output
    if tampering.found_by == VERIFY:
        assert result.exit_code in (1, INCOMPLETE), result.output
    else:
        assert "every score is right" in result.output, "verify alone finds it"
        assert result.exit_code == (tampering.found_by == ASK), result.output


def test_there_are_as_many_ways_as_the_page_lists() -> None:
    assert len({tampering.what for tampering in TAMPERINGS}) == len(TAMPERINGS) >= 30
    page = PAGE.read_text("utf-8")
    assert rewritten(page) == page, "run `make docs`"
