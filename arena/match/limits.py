"""The limits of a bot: processor time, idle time, wall time, memory, output, and its files."""

from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of one bot in one game."""

    cpu: float = 60.0
    """Seconds of processor time for the whole game, loading included."""
    idle: float = 5.0
    """Seconds for the whole game in which it is asked, and neither computes nor waits for a core.

    A bot that sleeps holds up everybody else, and costs itself nothing."""
    wall: float = 3600.0
    """Seconds of wall time for all answers of a game: the last resort against a hung machine.

    A game in which a bot takes longer is played again."""
    memory: int = 1024
    """Megabytes of address space."""
    output: int = 64
    """Kilobytes that the bot may print in a game."""
    files: int = 32
    """Megabytes that the files of its folder may have together."""
