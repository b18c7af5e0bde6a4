"""The kernel never touches memory that is not its own, whatever comes in from Python."""

from pathlib import Path

import pytest

from tests.kernel.faulty_build import has_compiler
from tests.kernel.fuzz import fuzz
from tests.kernel.sanitized import ERRORS, libraries, run, watched


def test_damaged_inputs_are_refused_in_a_sentence() -> None:
    told = fuzz(2000, 11)
    assert told["refused"] > 1000
    assert told["played"] > 100


needs_sanitizers = pytest.mark.skipif(
    not (has_compiler() and libraries()), reason="no compiler with sanitizers"
)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kernel that watches its memory, with errors planted in it that are switched off."""
    return watched(tmp_path_factory.mktemp("watched"))


@needs_sanitizers
def test_a_build_that_watches_its_memory_finds_nothing(target: Path) -> None:
    done = run(target, games=8, inputs=800, seed=5)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 games and 800 inputs" in done.stdout


@needs_sanitizers
@pytest.mark.parametrize("told", ERRORS)
def test_a_planted_error_is_found_and_named(target: Path, told: str) -> None:
    done = run(target, games=1, inputs=200, error=[*ERRORS].index(told) + 1)
    assert done.returncode != 0, done.stdout
    assert told in done.stderr
