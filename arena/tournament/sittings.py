"""The games of a schedule: who sits where (`Sitting`), with which seeds (`Fixture`), who joined."""

from __future__ import annotations

from msgspec import Struct

from arena.tournament.settings import Discipline

Table = tuple[int, ...]
"""The bots at a table, by their number in the roster."""


class Sitting(Struct, frozen=True):
    """A game's place in the schedule, which everybody may know: nothing tells its cards."""

    game: int
    ruleset: str
    round: int
    """Which of the tournament's rounds it belongs to, from 0."""
    deal: int
    """Games with the same ruleset, deal and number of seats have the same piles."""
    table: Table
    """The bots by seat."""

    @property
    def discipline(self) -> Discipline:
        """What the game is compared with: games of the same ruleset and number of seats."""
        return Discipline(self.ruleset, len(self.table))


class Fixture(Struct, frozen=True):
    """A game to be played, with the seeds that decide it."""

    game: int
    ruleset: str
    deal: int
    seed: int
    """The seed of the game's shuffles."""
    table: Table
    """The bots by seat."""
    bot_seeds: tuple[int, ...]
    """The seeds of the bots' own generators, by seat."""


class Joining(Struct, frozen=True, forbid_unknown_fields=True, tag="bot"):
    """A bot that joined later, or more tables for it until its rating is as certain as others'."""

    bot: int
    absent: tuple[int, ...] = ()
    """The bots that had been withdrawn or disqualified by then."""
    tables: tuple[int, ...] = ()
    """How many tables it gets, for each discipline; empty if tables are not drawn."""


class Extension(Struct, frozen=True, forbid_unknown_fields=True, tag="rounds"):
    """More rounds for all bots that were there."""

    first: int
    """How many rounds there were."""
    rounds: int
    """How many there are from now on."""
    absent: tuple[int, ...] = ()
    """The bots that had been withdrawn or disqualified by then."""


Stage = Joining | Extension
"""A step in the growth of a tournament: its games come after all that there were."""
