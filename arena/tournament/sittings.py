"""The games of a schedule: who sits where (`Sitting`), with which seeds (`Fixture`), who joined."""

from __future__ import annotations

from msgspec import Struct

Table = tuple[int, ...]
"""The bots at a table, by their number in the roster."""


class Sitting(Struct, frozen=True):
    """A game's place in the schedule, which everybody may know: nothing tells its cards."""

    game: int
    round: int
    """Which of the tournament's rounds it belongs to, from 0."""
    deal: int
    """Games with the same deal and number of seats have the same piles."""
    table: Table
    """The bots by seat."""


class Fixture(Struct, frozen=True):
    """A game to be played, with the seeds that decide it."""

    game: int
    deal: int
    seed: int
    """The seed of the game's shuffles."""
    table: Table
    """The bots by seat."""
    bot_seeds: tuple[int, ...]
    """The seeds of the bots' own generators, by seat."""


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that joined later, or more tables for it until its rating is as certain as others'."""

    bot: int
    absent: tuple[int, ...] = ()
    """The bots that had been withdrawn by then."""
    tables: tuple[int, ...] = ()
    """How many tables it gets, for each number of seats; empty if tables are not drawn."""
