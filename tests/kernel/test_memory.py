"""The kernel never touches memory that is not its own, whatever comes in from Python."""

import pytest

from tests.kernel.faulty_build import has_compiler
from tests.kernel.fuzz import fuzz
from tests.kernel.sanitized import libraries, run


def test_damaged_inputs_are_refused_in_a_sentence() -> None:
    told = fuzz(2000, 11)
    assert told["refused"] > 1000
    assert told["played"] > 100


@pytest.mark.skipif(not (has_compiler() and libraries()), reason="no compiler with sanitizers")
def test_a_build_that_watches_its_memory_finds_nothing() -> None:
    done = run(games=8, inputs=800, seed=5)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 games and 800 inputs" in done.stdout
