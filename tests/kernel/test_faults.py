"""Deliberate faults are found: some here, all by `python -m tests.kernel.faults`."""

import subprocess
import sys

import pytest

from tests.kernel.faults import IN_KERNEL, IN_PLANS, IN_REFEREE
from tests.kernel.faulty_build import has_compiler

EVERY = 7
"""One fault in so many is tried here."""


@pytest.mark.skipif(not has_compiler(), reason="no C compiler to put faults in with")
def test_faults_in_either_side_are_found() -> None:
    assert len(IN_KERNEL) + len(IN_REFEREE) >= 30
    command = [sys.executable, "-m", "tests.kernel.faults", str(EVERY)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    tried = [-(-len(faults) // EVERY) for faults in (IN_KERNEL, IN_PLANS, IN_REFEREE)]
    assert len(done.stdout.splitlines()) == sum(tried)
