"""The result of a game: score, bonuses, tickets and place of each seat, as frozen values."""

from msgspec import Struct


class SeatResult(Struct, frozen=True):
    """The result of one seat: a row of the table `seats`."""

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
