"""A million games and more in lockstep, in pieces: a file remembers how far they got.

    python -m tests.kernel.long_lockstep FILE GAMES [FIRST]

plays games over all rulesets, numbers of seats and policies until the file tells of this number of
them, from the game with the number FIRST on. It may be stopped at any time, and goes on where it
was. In one game of a hundred everything is compared at every decision, in the others at one
decision of twenty and at the end; the referee checks each action in all of them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time
from typing import Final

import msgspec

from arena.identity import engine
from tests.kernel.lockstep import CASES, in_lockstep

EVERYTHING: Final = 100
"""In one game of so many everything is compared at every decision."""
SHARE: Final = 0.05
"""At this share of the decisions everything is compared in the others."""
TOGETHER: Final = 200
"""Games between two notes in the file."""


class Progress(msgspec.Struct):
    """How far the games have got that one file tells of."""

    engine: str
    """The rules and the kernel that played them: others begin a file of their own."""
    first: int
    """The number of the first game."""
    games: int = 0
    decisions: int = 0
    compared: int = 0
    """Decisions at which everything was compared."""
    seconds: float = 0.0
    """Processor time."""

    def play(self) -> None:
        """Play the next game; a difference ends the program."""
        number = self.first + self.games
        ruleset, seats, policy = CASES[number % len(CASES)]
        share = 1.0 if number // len(CASES) % EVERYTHING == 0 else SHARE
        pair = in_lockstep(ruleset, seats, number, policy, share)
        self.games += 1
        self.decisions += pair.plies
        self.compared += pair.compared - 1  # its end is no decision

    def told(self) -> str:
        """A sentence on the games so far."""
        return (
            f"games {self.first:,} to {self.first + self.games - 1:,}: {self.games:,} games,"
            f" {self.decisions:,} decisions, everything compared at {self.compared:,} of them and"
            f" at every end: no difference ({self.seconds:,.0f} s, engine {self.engine})"
        )


def begun(file: Path, first: int) -> Progress:
    """What a file tells, or a new beginning; games of another engine are not added to."""
    if not file.exists():
        return Progress(engine(), first)
    progress = msgspec.json.decode(file.read_bytes(), type=Progress)
    if progress.engine != engine():
        sys.exit(f"{file} tells of games of another engine, {progress.engine}")
    return progress


def note(file: Path, progress: Progress) -> None:
    """Write down how far the games have got, whole or not at all."""
    fresh = file.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(progress))
    fresh.replace(file)


def main() -> None:
    """Play the games that the command line asks for."""
    file, games = Path(sys.argv[1]), int(sys.argv[2])
    progress = begun(file, int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    while progress.games < games:
        start = process_time()
        for _ in range(min(TOGETHER, games - progress.games)):
            progress.play()
        progress.seconds += process_time() - start
        note(file, progress)
    print(progress.told())


if __name__ == "__main__":
    main()
