"""Without the kernel everything works, and what would use it says so in a sentence."""

import subprocess
import sys

ALONE = """
import sys
sys.modules["arena.kernel._kernel"] = None  # as if it had never been built
from arena import kernel
assert not kernel.available()
print(kernel.missing())
"""


def test_a_missing_kernel_is_told_in_one_sentence() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("the compiled kernel is not there: ")
    assert done.stdout.count("\n") == 1
