"""The limits of a bot in one game: processor time, wall time, memory and output."""

from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of one bot in one game."""

    cpu: float = 60.0
    """Seconds of processor time for the whole game, loading included."""
    move: float = 20.0
    """Seconds of wall time for one answer: generous, for processor time is what counts."""
    wall: float = 600.0
    """Seconds of wall time for all answers of a game: no bot can hold up a run by sleeping."""
    memory: int = 1024
    """Megabytes of address space."""
    output: int = 64
    """Kilobytes that the bot may print in a game."""
