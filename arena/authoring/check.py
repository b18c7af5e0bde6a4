"""The numbered checks that a bot must pass, by `arena check` or to be let into a tournament."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arena.errors import ArenaError
from arena.match.faults import BotFault, Fault
from arena.match.match import Played
from arena.match.messages import Begin
from arena.match.seats import Isolation
from arena.match.source import Source, read_source
from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.record import Record, positions
from arena.referee.rulesets import NAMES, Ruleset, find_ruleset
from arena.sandbox.company import Company
from arena.sandbox.venue import Venue
from arena.seeds import bot_seed, tournament_number
from arena.terminal import printable
from arena.vocabulary import Seat

TABLES_OF_HOARDERS: Final = (("usa", 2), ("usa", 5), ("africa", 2), ("oldwest", 3), ("mega", 4))
"""Rulesets and seats where hoarders bring about rare states."""
RARE: Final[dict[str, Callable[[Game], bool]]] = {
    "an empty deck": lambda game: game.turns > 0 and not game.deck_size,
    "an incomplete row": lambda game: game.turns > 0 and game.row_size < 5,
    "no claim to make": lambda game: game.phase == "turn" and not can_claim(game),
    "the last round": lambda game: game.last_turns is not None,
    "few tickets left": lambda game: game.ticket_deck_size < game.rules.ruleset.take,
}


NEAR: Final = 0.8
"""The share of a limit that a bot should stay within."""
SEEDS: Final = 10**15
"""How many seeds there are: too many for a bot to try them, few enough to be typed."""


class CheckResult(Struct, frozen=True):
    """How one check came out."""

    number: int
    title: str
    passed: bool
    remark: str
    """Why it failed, or what there is to know."""

    def line(self) -> str:
        """The outcome as a line for the author, with more below it if there is more to say."""
        verdict = "passed" if self.passed else "FAILED"
        first, *more = self.remark.splitlines() or [""]
        line = f"{self.number}. {self.title:<56} {verdict}  {first}".rstrip()
        return printable("\n".join([line, *(f"      {text}" for text in more)]))


class CheckRefused(ArenaError):
    """A way of checking that would run a stranger's file unconfined."""


class CheckFailed(Exception):
    """The bot fails a check; the text says why."""


def drawn_seed() -> int:
    """A seed that no bot can know beforehand, so that none can tell a check from a tournament."""
    return secrets.randbelow(SEEDS)


def refuse_unconfined(isolation: str) -> None:
    """Refuse to run a file outside the sandbox, as is done for all files that nobody trusts."""
    if isolation in (Isolation.PROCESS, Isolation.NONE):
        raise CheckRefused(
            f"the isolation {isolation!r} runs the bot with all your rights: say --trusted if it"
            " is your own"
        )


class Checks:
    """The checks of one bot, at one venue; the seed decides every game in them."""

    def __init__(
        self, source: Source, venue: Venue, seed: int, rulesets: Sequence[Ruleset] = ()
    ) -> None:
        self.source = source
        self.venue = venue
        self.seed = seed
        self.rulesets = list(rulesets or map(find_ruleset, NAMES))
        folder = Path(__file__).parent
        self.random = read_source(folder / "sparring_bot.py")
        self.hoarder = read_source(folder / "sparring_bot.py", hoards=True)
        self.played: list[Played] = []

    def short(self) -> list[tuple[str, Callable[[], str]]]:
        """The checks that a bot must pass to be let into a tournament."""
        return [
            ("loads, and has one bot", self.loads),
            ("plays every ruleset and number of seats by the rules", self.plays),
            ("answers when cards, tickets and trains run out", self.answers_in_rare_states),
            ("plays the same again under the same seed", self.repeats),
            ("stays within its time and memory", self.is_modest),
        ]

    def full(self) -> list[tuple[str, Callable[[], str]]]:
        """All checks there are; the last one runs the bot unconfined."""
        return [*self.short(), ("plays the same outside the sandbox", self.is_same_outside)]

    def run(self, checks: Sequence[tuple[str, Callable[[], str]]]) -> Iterator[CheckResult]:
        """Run these checks in order; if the bot does not load, the others are left out."""
        for number, (title, check) in enumerate(checks, 1):
            try:
                yield CheckResult(number, title, True, check())
            except CheckFailed as failure:
                yield CheckResult(number, title, False, str(failure))
                if number == 1:
                    return

    def loads(self) -> str:
        """Run the bot's file, make the bot and ask it one question."""
        ruleset = self.rulesets[0]
        seed = self._seed(ruleset, ruleset.fewest_seats, "loads")
        game = Game(ruleset, ruleset.fewest_seats, seed)
        begin = Begin(ruleset, game.seats, 0, bot_seed(seed, 0), self.venue.limits.cpu, self.source)
        seat = self.venue.seat(begin, Company())
        try:
            seat.choose(game.seen_by(0))
        except BotFault as fault:
            parts = (f"{fault.kind}: {fault.sentence}", fault.traceback)
            raise self._failure(ruleset, *parts) from fault
        finally:
            seat.close()
        return ""

    def plays(self) -> str:
        """Play a game of each ruleset and number of seats."""
        tables = [(ruleset, seats) for ruleset in self.rulesets for seats in seat_counts(ruleset)]
        for ruleset, seats in tables:
            self._play(ruleset, seats, self.random)
        return f"{len(tables)} games"

    def answers_in_rare_states(self) -> str:
        """Play against hoarders, who leave nothing on the table."""
        met: set[str] = set()
        for ruleset, seats in self._tables_of_hoarders():
            me, played = self._play(ruleset, seats, self.hoarder)
            met |= rare_states(played.record, me)
        return f"met {', '.join(name for name in RARE if name in met)}"

    def repeats(self) -> str:
        """Play the same game twice."""
        first, second = (self._against_itself(self.venue) for _ in range(2))
        self._compare(first, second, "again: use view.rng for all chance")
        return ""

    def is_modest(self) -> str:
        """Add up what the games so far have cost; near a limit, another game might exceed it."""
        games = [[thought.cpu_ms for thought in played.thoughts] for played in self.played]
        moves = [move for game in games for move in game]
        longest = max(map(sum, games)) / 1000
        idle = max(sum(t.idle_ms for t in played.thoughts) for played in self.played) / 1000
        memory = max(max(played.memory) for played in self.played)
        costs = (
            f"{sum(moves) / len(moves):.1f} ms a move, {max(moves):.0f} ms the slowest,"
            f" {longest:.1f} s a game, {idle:.1f} s idle, {memory} MB"
        )
        limits = self.venue.limits
        used = ((longest, limits.cpu), (idle, limits.idle), (memory, limits.memory))
        if any(amount > NEAR * most for amount, most in used):
            raise CheckFailed(
                f"{costs}: too near to {limits.cpu:g} s, {limits.idle:g} s idle"
                f" and {limits.memory} MB"
            )
        return costs

    def is_same_outside(self) -> str:
        """Play a game in the venue and one in a process without confinement."""
        inside = self._against_itself(self.venue)
        with Venue(Isolation.PROCESS, self.rulesets[:1], self.venue.limits) as outside:
            self._compare(inside, self._against_itself(outside), "outside")
        return ""

    def _tables_of_hoarders(self) -> list[tuple[Ruleset, int]]:
        """The rulesets, of those that are checked, and seats where hoarders bring rare states."""
        chosen = {ruleset.name: ruleset for ruleset in self.rulesets}
        good = [
            (chosen[name], seats)
            for name, seats in TABLES_OF_HOARDERS
            if name in chosen and seats in seat_counts(chosen[name])
        ]
        first = self.rulesets[0]
        fewest, *_, most = seat_counts(first) * 2
        return good or [(first, fewest), (first, most)]

    def _seed(self, ruleset: Ruleset, seats: int, use: str) -> int:
        """The seed of a game, which does not depend on the other games of the checks."""
        return tournament_number(self.seed, "check", ruleset.name, seats, use)

    def _against_itself(self, venue: Venue) -> Record:
        ruleset, seats = self.rulesets[0], self.rulesets[0].fewest_seats
        seed = self._seed(ruleset, seats, "itself")
        return venue.play(ruleset, [self.source] * seats, seed).record

    def _play(self, ruleset: Ruleset, seats: int, opponent: Source) -> tuple[Seat, Played]:
        """Play a game against opponents of one kind; a fault of the bot fails the check."""
        seed = self._seed(ruleset, seats, "hoarders" if opponent.parameters else "random")
        me = seed % seats
        sources = [opponent] * seats
        sources[me] = self.source
        played = self.venue.play(ruleset, sources, seed)
        for fault in played.faults:
            if fault.seat == me:
                raise self._failure(ruleset, *describe(fault, ruleset, seats))
        self.played.append(own_part(played, me))
        return me, played

    def _compare(self, first: Record, second: Record, when: str) -> None:
        """Fail a check if two games that should be the same are not."""
        for ply, (one, other) in enumerate(zip_longest(first.rows, second.rows)):
            if one != other:
                played = one.action if one else "nothing"
                then = other.action if other else "nothing"
                words = f"ply {ply} is {played!r}, but {then!r} when played {when}"
                raise self._failure(self.rulesets[0], words)

    def _failure(self, ruleset: Ruleset, *parts: str) -> CheckFailed:
        """A failure in a game of a ruleset, with the options that bring that very game again."""
        options = f"--ruleset {ruleset.name} --seed {self.seed}"
        told = (*parts, f"the same game again: arena check {options}, with this file")
        return CheckFailed("\n".join(part.rstrip() for part in told if part))


def seat_counts(ruleset: Ruleset) -> list[int]:
    """The numbers of seats that a ruleset allows and its board has room for."""
    rules = rules_of(ruleset)
    return [
        seats
        for seats in range(ruleset.fewest_seats, ruleset.most_seats + 1)
        if rules.lack(seats) is None
    ]


def own_part(played: Played, me: int) -> Played:
    """A game with only one seat's use of time and memory."""
    thoughts = tuple(thought for thought in played.thoughts if thought.seat == me)
    return replace(played, thoughts=thoughts, memory=(played.memory[me],))


def describe(fault: Fault, ruleset: Ruleset, seats: int) -> tuple[str, ...]:
    """A fault and the game in which it happened, for the bot's author."""
    where = f"{fault.kind} at ply {fault.ply} of {ruleset.name} with {seats} seats"
    return f"{where}: {fault.sentence}", fault.traceback, fault.output


def rare_states(record: Record, seat: int) -> set[str]:
    """The rare states in which a seat was asked."""
    return {
        name
        for game in positions(record)
        if game.seat == seat and not game.over
        for name, is_so in RARE.items()
        if is_so(game)
    }


def can_claim(game: Game) -> bool:
    """Whether the asked seat can claim a route."""
    return any(action.word == "claim" for action in game.legal())
