"""The result of a game: score, bonuses, tickets and place of each seat, as frozen values."""

from msgspec import Struct


class SeatResult(Struct, frozen=True):
    """The result of one seat: a row of the table `seats`."""

    score: int
    """All points together."""
    routes: int
    """Points scored while playing."""
    tickets_won: int
    """Points of the completed tickets."""
    tickets_lost: int
    """Points of the others, which are taken off."""
    bonuses: dict[str, int]
    """Points of each bonus in force, by its name."""
    tickets_kept: int
    """How many tickets the seat had."""
    tickets_completed: int
    """How many of them it completed."""
    longest_path: int
    """How many spaces its longest path has."""
    trains_left: int
    """How many trains it did not lay."""
    place: int
    """1 is best; equals share the better number."""


class Result(Struct, frozen=True):
    """The end of a game: how it ended, how long it took, and a result for each seat."""

    end: str
    """`trains`, or `stalemate` where only G7 ended it."""
    turns: int
    """How many turns all seats had together."""
    seats: tuple[SeatResult, ...]
    """What came out for each seat, by its number."""
