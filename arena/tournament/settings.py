"""What a tournament is about (`Settings`): its rulesets and seats, rounds, seed and limits."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import Final, NamedTuple

from msgspec import Struct, field

from arena.boards import BoardFiles
from arena.match.limits import Limits
from arena.match.seats import Isolation
from arena.referee.rulesets import Ruleset, find_ruleset

ALL: Final = "all"
BALANCED: Final = "balanced"
SCHEDULES: Final = (ALL, BALANCED)
SWAP: Final = "swap"
TOGETHER: Final = "together"
PAIRED: Final = (SWAP, TOGETHER)
"""The schedules of comparisons, which no configuration has."""
MOST_SEED: Final = (1 << 63) - 1
"""The largest number that can be a seed or a parameter."""
MOST_A_ROUND: Final = 1000
"""The most games in a round of all tables for which all is the usual schedule."""


class Discipline(NamedTuple):
    """A ruleset with a number of seats: only games of the same discipline can be compared."""

    ruleset: str
    seats: int

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.seats} seats"


class Settings(Struct, frozen=True, kw_only=True, rename={"rulesets": "ruleset"}):
    """All settings of a tournament except its bots."""

    name: str
    rulesets: tuple[str, ...]
    """The names of its rulesets, in the order of the configuration."""
    seats: tuple[int, ...]
    """The numbers of seats at its tables, ascending."""
    rounds: int
    """How often each table sits down, in every rotation of the seats."""
    seed: int | str | None = None
    """A public seed; None for a secret that is drawn when the tournament begins."""
    duplicate: bool = False
    """Whether all games of a round have the same piles."""
    schedule: str = ALL
    bonuses: tuple[str, ...] | None = None
    """The bonuses in force; None for those of each ruleset."""
    board: BoardFiles | None = None
    """The board of the user's own that all rulesets are played on; None for each ruleset's own."""
    isolation: Isolation = Isolation.SANDBOX
    limits: Limits = field(default_factory=Limits)

    def rules(self, name: str) -> Ruleset:
        """One of the rulesets, with the bonuses in force, on the board of the tournament."""
        ruleset = find_ruleset(name)
        ruleset = ruleset if self.board is None else ruleset.on_board(self.board)
        return ruleset if self.bonuses is None else ruleset.with_bonuses(self.bonuses)

    def all_rules(self) -> list[Ruleset]:
        """All rulesets, with the bonuses in force."""
        return [self.rules(name) for name in self.rulesets]

    def disciplines(self) -> tuple[Discipline, ...]:
        """Every ruleset with every number of seats."""
        return tuple(Discipline(name, seats) for name in self.rulesets for seats in self.seats)


def usual_schedule(seats: Iterable[int], bots: int) -> str:
    """The schedule of tournaments whose file has none: all tables, unless a round has too many.

    It does not depend on the number of rounds, because a tournament can grow by rounds.
    """
    games = sum(comb(bots, number) * number for number in seats)
    return ALL if games <= MOST_A_ROUND else BALANCED
