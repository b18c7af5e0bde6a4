"""How long verifying the games of a results folder takes, with the kernel and without it.

    python -m tests.kernel.verify_speed FOLDER

prints the processor time a game of the first part: reading its tables, cutting them into games,
playing them in the kernel, that and comparing everything, and refereeing them by the referee.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from time import process_time

from arena.results.manifest import results_of
from arena.results.secret_file import known_secret
from arena.results.store import GameStore
from arena.results.verify import AT_A_TIME, GamesToVerify, Verifier, games_in, replayed_by_kernel

ROUNDS = 5
"""How many rounds a figure is the best of."""


def times(folder: Path) -> tuple[int, list[float]]:
    """The number of games, and the seconds that each step took."""
    manifest = results_of(folder)
    verifier = Verifier(GamesToVerify(str(folder), manifest, known_secret(folder, manifest)))
    part = next(iter(GameStore(folder).parts()))
    clock = [process_time()]
    tables = verifier._tables(part)
    clock.append(process_time())
    games = list(games_in(tables))
    clock.append(process_time())
    for game in games:
        sitting, seed = verifier._seated(game)
        rules = verifier._settings.rules(sitting.ruleset)
        assert replayed_by_kernel(rules, game, seed) is not None
    clock.append(process_time())
    for first in range(0, len(games), AT_A_TIME):
        some = games[first : first + AT_A_TIME]
        assert len(verifier._alike(some)) == len(some)
    clock.append(process_time())
    for game in games:
        assert verifier._differences(game) == []
    clock.append(process_time())
    return len(games), [after - before for before, after in pairwise(clock)]


def main() -> None:
    """Print the times of the folder that the command line names."""
    rounds = [times(Path(sys.argv[1])) for _ in range(ROUNDS)]
    games = rounds[0][0]
    steps = [
        min(spent) / games * 1e6 for spent in zip(*(spent for _, spent in rounds), strict=True)
    ]
    names = ("reading", "cutting", "playing by the kernel", "the same and comparing", "the referee")
    for name, spent in zip(names, steps, strict=True):
        print(f"{name:28}{spent:10.0f} µs a game")
    reading, cutting, _, kernel, _ = steps
    print(f"{'two cores, kernel alone':28}{2e6 / kernel:10,.0f} games/s")
    print(f"{'two cores, with reading':28}{2e6 / (reading + cutting + kernel):10,.0f} games/s")


if __name__ == "__main__":
    main()
