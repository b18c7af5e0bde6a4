"""Run a command beside busy loops: `python -m tests.busy 20 pytest -n 2` (see the Makefile)."""

import subprocess
import sys

from tests.match.test_clocks import busy_loops


def main(number: int, command: list[str]) -> int:
    """The exit code of a command, run while so many processes do nothing but use processors."""
    with busy_loops(number):
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
