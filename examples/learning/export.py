"""Write a model as the net of bots/learner: numpy needs no torch to play by it.

    python examples/learning/export.py clone.pt

Of several files, such as the last ones that were saved, the mean of their weights is written.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from model import mean_of, write_net


def main() -> None:
    """Write the mean of the models in some files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path, nargs="+")
    given = parser.parse_args()
    print(write_net(mean_of(given.models)))


if __name__ == "__main__":
    main()
