"""A few games of a bot against others, and the score: a first impression of how it does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from arena.authoring.failure import Failure, failure_of
from arena.bundled import bots
from arena.match.match import Played
from arena.match.reading import read_source, read_submission
from arena.match.source import Source
from arena.referee.modules import rules_of
from arena.referee.rulesets import Ruleset
from arena.sandbox.venue import Venue
from arena.seeds import tournament_number
from arena.terminal import printable, table

HEADER: Final = ("bot", "won", "points", "faults", "time")


class Contestant(Struct):
    """What one bot has done in all games so far."""

    name: str
    won: float = 0.0
    """Games won; those who share a first place share the game."""
    points: int = 0
    moves: int = 0
    cpu_ms: float = 0.0
    idle_ms: float = 0.0
    faults: int = 0

    def note(self, played: Played, seat: int) -> None:
        """Add a game that the bot has played in a seat."""
        best = played.places.count(1)
        self.won += 1 / best if played.places[seat] == 1 else 0.0
        self.points += played.result.seats[seat].score
        self.faults += sum(fault.seat == seat for fault in played.faults)
        for thought in played.thoughts:
            if thought.seat == seat:
                self.moves += 1
                self.cpu_ms += thought.cpu_ms
                self.idle_ms += thought.idle_ms

    def row(self, games: int) -> tuple[object, ...]:
        """The bot's row in the table of the score."""
        won, points = f"{self.won:.3g} of {games}", f"{self.points / games:.1f}"
        per_move = self.cpu_ms / self.moves if self.moves else 0.0
        time = f"{per_move:.1f} ms a move, {self.idle_ms / 1000:.1f} s idle"
        return self.name, won, points, self.faults, time


class Contest:
    """Games of one bot against others, who sit around it in turns."""

    def __init__(self, bots: Sequence[Source], venue: Venue, seed: int) -> None:
        """The first of the bots is the one that is looked at."""
        self.bots = bots
        self.venue = venue
        self.seed = seed
        self.failure: Failure | None = None
        """The first fault of the bot that is looked at."""

    def play(self, ruleset: Ruleset, games: int) -> str:
        """Play this many games, and tell the score."""
        contestants = [Contestant(bot.name) for bot in self.bots]
        for game in range(games):
            order = self._order(game)
            played = self._play(ruleset, game, order)
            for seat, bot in enumerate(order):
                contestants[bot].note(played, seat)
        rows = [each.row(games) for each in contestants]
        head = f"{ruleset.name} with {len(self.bots)} seats, in turns:"
        return printable("\n".join([head, table(HEADER, rows, right=HEADER[1:4])]))

    def _order(self, game: int) -> list[int]:
        """Which bot sits where: everyone moves on by a seat from game to game."""
        return [(seat - game) % len(self.bots) for seat in range(len(self.bots))]

    def _play(self, ruleset: Ruleset, game: int, order: Sequence[int]) -> Played:
        """Play one game, and note a fault of the bot that is looked at."""
        seed = tournament_number(self.seed, "contest", ruleset.name, len(order), game)
        played = self.venue.play(ruleset, [self.bots[bot] for bot in order], seed)
        for fault in played.faults:
            if order[fault.seat] == 0 and self.failure is None:
                when = f"ply {fault.ply} of game {game + 1} of {ruleset.name}, fault: {fault.kind}"
                limits = self.venue.limits
                again = f"The same games again: --seed {self.seed}, and all else as now"
                self.failure = failure_of(fault, self.bots[0], limits, when, again, fault.output)
        return played


def refuse_crowd(rulesets: Iterable[Ruleset], seats: int) -> None:
    """Refuse a number of bots that does not fit a ruleset."""
    for ruleset in rulesets:
        rules_of(ruleset).check_seats(seats)


def opponent(file: Path) -> Source:
    """The bot in a file: of the user's, or one of those that come with arena."""
    return read_source(file) if file in bots().values() else read_submission(file)
