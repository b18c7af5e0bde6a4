"""Without the kernel everything works, and what would use it says so in a sentence."""

import subprocess
import sys

BLOCKED = """
import sys
sys.modules["arena.kernel._kernel"] = None  # as if it had never been built
"""
ALONE = """
from arena import kernel
assert not kernel.available()
print(kernel.missing())
"""


BENCH = """
from arena.bench.kernel import measure_kernel
for measure in measure_kernel(["usa"], 0.01):
    print(measure.line())
"""
TESTS = """
import pytest
sys.exit(pytest.main(["-p", "no:cacheprovider", "--collect-only", "-q", "tests/kernel"]))
"""


def without_kernel(code: str) -> subprocess.CompletedProcess[str]:
    """What some code prints where the kernel was not built."""
    command = [sys.executable, "-c", BLOCKED + code]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_missing_kernel_is_told_in_one_sentence() -> None:
    done = without_kernel(ALONE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("the compiled kernel is not there: ")
    assert done.stdout.count("\n") == 1


def test_the_benchmark_says_that_it_is_missing() -> None:
    done = without_kernel(BENCH)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("the compiled kernel is not there: ")
    assert done.stdout.count("\n") == 1


def test_the_kernels_tests_are_not_run_and_one_line_says_so() -> None:
    done = without_kernel(TESTS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "test_lockstep" not in done.stdout
    assert done.stdout.count("its tests were not run") == 1
