"""The numbered checks that a bot must pass, by `arena check` or to be let into a tournament."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from arena.authoring.advice import advice, setting
from arena.authoring.check_result import CheckFailed, CheckNotRun, CheckResult, CheckVerdict
from arena.authoring.failure import Failure, failure_of, place_of, told, told_apart
from arena.errors import ArenaError
from arena.match.faults import BotFault, Fault
from arena.match.limits import Limits
from arena.match.match import Played
from arena.match.messages import Begin
from arena.match.reading import read_source
from arena.match.seats import Isolation
from arena.match.source import Source
from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.record import Record, positions
from arena.referee.rulesets import NAMES, Ruleset, find_ruleset
from arena.sandbox.company import Company
from arena.sandbox.venue import Venue
from arena.seeds import bot_seed, tournament_number
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


CHANCE: Final = (
    "use view.rng for all chance, and neither the time of day, nor os.urandom, nor the order of"
    " addresses in memory"
)
UNITS: Final = {"cpu": "s of processor time", "idle": "s idle", "memory": "MB"}
NEAR: Final = 0.8
"""The share of a limit that a bot should stay within."""
SEEDS: Final = 10**15
"""How many seeds there are: too many for a bot to try them, few enough to be typed."""


class CheckRefused(ArenaError):
    """A way of checking that would run a stranger's file unconfined."""


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
        """The games that the bot played without a fault, with its own part of them."""
        self.late: list[Fault] = []
        """What it did wrong when games were over."""

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
        seen: dict[str, int] = {}
        for number, (title, check) in enumerate(checks, 1):
            try:
                yield CheckResult(number, title, CheckVerdict.PASSED, check())
            except CheckNotRun as reason:
                yield CheckResult(number, title, CheckVerdict.NOT_RUN, str(reason))
            except CheckFailed as failed:
                failure = failed.failure
                same = seen.setdefault(failure.reason, number)
                earlier = same if same < number else None
                yield CheckResult(number, title, CheckVerdict.FAILED, "", failure, earlier)
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
            where = f"the first question of {ruleset.name}, fault: {fault.kind}"
            raise self._failed(ruleset, fault, where, seat.printed()) from fault
        finally:
            seat.close()
        return ""

    def plays(self) -> str:
        """Play a game of each ruleset and number of seats."""
        tables = [(ruleset, seats) for ruleset in self.rulesets for seats in seat_counts(ruleset)]
        for ruleset, seats in tables:
            self._play(ruleset, seats, self.random)
        return "\n".join([f"{len(tables)} games", *self._farewells()])

    def answers_in_rare_states(self) -> str:
        """Play against hoarders, who leave nothing on the table."""
        met: set[str] = set()
        for ruleset, seats in self._tables_of_hoarders():
            me, played = self._play(ruleset, seats, self.hoarder)
            met |= rare_states(played.record, me)
        return f"met {', '.join(name for name in RARE if name in met) or 'none of these'}"

    def repeats(self) -> str:
        """Play the same game twice."""
        first, second = (self._against_itself(self.venue) for _ in range(2))
        self._compare(first, second, "again")
        return ""

    def is_modest(self) -> str:
        """Add up what the games so far have cost; near a limit, another game might exceed it."""
        if not self.played:
            raise CheckNotRun("it finished no game without a fault")
        games = [[thought.cpu_ms for thought in played.thoughts] for played in self.played]
        moves = [move for game in games for move in game]
        longest = max(map(sum, games)) / 1000
        idle = max(sum(t.idle_ms for t in played.thoughts) for played in self.played) / 1000
        memory = max(max(played.memory) for played in self.played)
        costs = (
            f"{sum(moves) / len(moves):.1f} ms a move, {max(moves):.0f} ms the slowest,"
            f" {longest:.1f} s a game, {idle:.1f} s idle, {memory} MB"
        )
        self._refuse_excess(costs, cpu=longest, idle=idle, memory=memory)
        return costs

    def _refuse_excess(self, costs: str, **used: float) -> None:
        """Fail the check if one of these amounts is too near to the limit of that name."""
        for key, amount in used.items():
            most = getattr(self.venue.limits, key)
            if amount > NEAR * most:
                near = f"{amount:.3g} {UNITS[key]} a game is too near to the limit of {most:g}"
                less = f"stay within {NEAR:.0%} of it, for games differ; {setting(key, most)}"
                raise CheckFailed(Failure(reason=f"{near} ({costs})", advice=less))

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

    def _against_itself(self, venue: Venue) -> Played:
        ruleset, seats = self.rulesets[0], self.rulesets[0].fewest_seats
        seed = self._seed(ruleset, seats, "itself")
        return venue.play(ruleset, [self.source] * seats, seed)

    def _play(self, ruleset: Ruleset, seats: int, opponent: Source) -> tuple[Seat, Played]:
        """Play a game against opponents of one kind; a fault of the bot fails the check."""
        seed = self._seed(ruleset, seats, "hoarders" if opponent.parameters else "random")
        me = seed % seats
        sources = [opponent] * seats
        sources[me] = self.source
        played = self.venue.play(ruleset, sources, seed, ours=[opponent])
        for fault in played.faults:
            if fault.seat == me:
                where = f"ply {fault.ply} of {ruleset.name} with {seats} seats, fault: {fault.kind}"
                raise self._failed(ruleset, fault, where, fault.output)
        self.late += [fault for fault in played.late if fault.seat == me]
        self.played.append(own_part(played, me))
        return me, played

    def _farewells(self) -> Iterator[str]:
        """What the bot did wrong at the end of a game, which does not count."""
        for fault in self.late[:1]:
            place = place_of(fault, self.source)
            yield "But end(result) failed, which is no fault in a game, and helps nobody:"
            yield f"{place}: {told(fault)}" if place else told(fault)
            told_what = advice(fault.kind, fault.sentence, "", self.source, self.venue.limits)
            yield from [f"What to do: {told_what}."] if told_what else []

    def _compare(self, first: Played, second: Played, when: str) -> None:
        """Fail a check if two games that should be the same are not."""
        pairs = zip_longest(first.record.rows, second.record.rows)
        for ply, (one, other) in enumerate(pairs):
            if one != other:
                played = one.action if one else "nothing"
                then = other.action if other else "nothing"
                raise CheckFailed(
                    Failure(
                        reason=f"ply {ply} is {played!r}, but {then!r} when played {when}",
                        advice=CHANCE,
                        again=self._again(self.rulesets[0]),
                    )
                )
        if first.faults:
            raise CheckNotRun(f"in the game to repeat, {told_apart(first.faults[0])[0]}")

    def _failed(
        self, ruleset: Ruleset, fault: Fault | BotFault, where: str, printed: str
    ) -> CheckFailed:
        """The failure of a check by a fault in a game of a ruleset."""
        again = self._again(ruleset)
        return CheckFailed(failure_of(fault, self.source, self.venue.limits, where, again, printed))

    def _again(self, ruleset: Ruleset) -> str:
        """The options that bring the games of a ruleset again."""
        options = f"--ruleset {ruleset.name} --seed {self.seed}"
        same = ["this file"]
        same += ["the same --limits"] if self.venue.limits != Limits() else []
        same += ["the same --parameters"] if self.source.parameters else []
        return f"the same game again: arena check {options}, with {' and '.join(same)}"


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
