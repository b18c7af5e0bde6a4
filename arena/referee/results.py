"""How a game came out, as plain frozen values."""

from msgspec import Struct


class SeatResult(Struct, frozen=True):
    """What one seat came away with; a row of the table `seats`."""

    score: int
    routes: int
    """Points scored while playing."""
    tickets_won: int
    tickets_lost: int
    bonuses: dict[str, int]
    """Points of each bonus in force, by its name."""
    tickets_kept: int
    tickets_completed: int
    longest_path: int
    trains_left: int
    place: int


class Result(Struct, frozen=True):
    """The end of a game: how it ended, how long it took, and a result for each seat."""

    end: str
    """`trains`, or `stalemate` where only G7 ended it."""
    turns: int
    seats: tuple[SeatResult, ...]
