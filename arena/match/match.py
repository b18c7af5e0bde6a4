"""One game between bots: asking them, playing their answers, their faults and their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from arena.match.faults import BotFault, Fault, FaultKind, clip
from arena.match.kept_tickets import KeptTicket, kept_tickets
from arena.match.own_words import OwnWords, own_words
from arena.match.seats import SeatedBot
from arena.match.substitute import quietest
from arena.referee.events import Event, seen_by
from arena.referee.game import Game, IllegalAction
from arena.referee.record import Record, plies_in, record_of
from arena.referee.results import Result
from arena.referee.scoring import ranking
from arena.vocabulary import Ply, Seat

if TYPE_CHECKING:
    from arena.referee.game import Log


class Thought(Struct, frozen=True):
    """How long a bot thought about one decision."""

    ply: Ply
    seat: Seat
    cpu_ms: float
    idle_ms: float
    wall_ms: float


class Played(Struct, frozen=True):
    """A finished game between bots."""

    record: Record
    result: Result
    places: tuple[int, ...]
    """The place of each seat; seats with a fault come after all others."""
    tickets: tuple[KeptTicket, ...]
    faults: tuple[Fault, ...]
    thoughts: tuple[Thought, ...]
    memory: tuple[int, ...]
    """The most memory that each seat's process had, in megabytes; 0 for a seat without one."""
    is_disturbed: bool = False
    """Whether a fault seems to be the machine's: then the game should be played again."""
    words: tuple[OwnWords, ...] = ()
    """What the bots said, in order of its plies."""
    late: tuple[Fault, ...] = ()
    """What bots did wrong when they were told how the game came out: it does not count."""


class Match:
    """A game and the bots that play it."""

    def __init__(self, game: Game, seats: Sequence[SeatedBot]) -> None:
        self.game = game
        self.seats = list(seats)
        self.events: list[Event] = []
        """What has happened up to the last question."""
        self.log: Log = None
        """The game's log of just these events."""
        self.told = [0] * len(self.seats)
        """How many of these events each seat knew at its last question."""
        self.plies = 0
        """How many of these events are plies."""
        self.faults: dict[Seat, Fault] = {}
        self.thoughts: list[Thought] = []
        self.words: list[OwnWords] = []
        self.late: list[Fault] = []
        self.is_disturbed = False

    def play(self) -> Played:
        """Play the game to its end."""
        game = self.game
        while not game.over:
            if game.seat in self.faults:
                game.apply(quietest(game.rules, game.legal()))
            else:
                self._ask(game.seat)
        for seat in range(game.seats):
            if seat not in self.faults:
                self._charge_late(seat)
                self._say_farewell(seat)
        record, result = record_of(game), game.result()
        return Played(
            record,
            result,
            places(result, self.faults),
            tuple(kept_tickets(game, record)),
            tuple(self.faults[seat] for seat in sorted(self.faults)),
            tuple(self.thoughts),
            tuple(bot.memory for bot in self.seats),
            self.is_disturbed,
            tuple(self.words),
            tuple(self.late),
        )

    def _ask(self, seat: Seat) -> None:
        """Ask a bot for its action; if it fails, it is out and the referee plays for it."""
        game, bot, start = self.game, self.seats[seat], perf_counter()
        cpu, idle, ply = bot.cpu, bot.idle, self._ply()
        try:
            action = bot.choose(self._news(seat))
            wall = perf_counter() - start
            try:
                game.apply(action)
            except IllegalAction as refused:
                sentence = clip(f"{action!r} is illegal: {refused}")
                raise BotFault(FaultKind.ILLEGAL, sentence) from None
        except BotFault as fault:
            self._hear(seat, ply)
            self._take_out(seat, ply, fault)
            game.apply(quietest(game.rules, game.legal()))
        else:
            self._hear(seat, ply)
            self.thoughts.append(
                Thought(ply, seat, (bot.cpu - cpu) * 1e3, (bot.idle - idle) * 1e3, wall * 1e3)
            )

    def _hear(self, seat: Seat, ply: Ply) -> None:
        """Keep what a bot has said since it was last heard."""
        printed, notes = self.seats[seat].said()
        if printed or notes:
            self.words += own_words(seat, ply, printed, notes)

    def _charge_late(self, seat: Seat) -> None:
        """Add to a bot's last decision what it has computed since, while others were asked."""
        bot = self.seats[seat]
        before = bot.cpu
        bot.charge_late()
        for at in reversed(range(len(self.thoughts))):
            thought = self.thoughts[at]
            if thought.seat == seat:
                late = thought.cpu_ms + (bot.cpu - before) * 1e3
                self.thoughts[at] = replace(thought, cpu_ms=late)
                return

    def _say_farewell(self, seat: Seat) -> None:
        """Tell a bot how the game came out, and let it go."""
        bot = self.seats[seat]
        ply = self._ply()
        fault = bot.end(self._news(seat))
        if fault is not None:
            self.late.append(Fault(seat, ply, fault.kind, fault.sentence, fault.traceback))
        self._hear(seat, ply - 1)
        bot.close()

    def _take_out(self, seat: Seat, ply: Ply, fault: BotFault) -> None:
        """Note a bot's fault and let it play no more."""
        bot = self.seats[seat]
        self.is_disturbed |= fault.from_outside
        self.faults[seat] = Fault(
            seat, ply, fault.kind, fault.sentence, fault.traceback, clip(bot.printed())
        )
        bot.close()

    def _ply(self) -> Ply:
        """The number of the row that the next decision will be."""
        events = self.game.events(self.log)
        self.log = self.game.log
        self.plies += plies_in(events)
        self.events += events
        return self.plies

    def _news(self, seat: Seat) -> list[Event]:
        """What this seat sees of the events since its last question."""
        news = self.events[self.told[seat] :]
        self.told[seat] = len(self.events)
        return seen_by(seat, news)


def places(result: Result, faults: Mapping[Seat, Fault]) -> tuple[int, ...]:
    """The places of a result; seats with a fault come last, the later fault before the earlier."""
    merits = [
        (0, faults[seat].ply) if seat in faults else (1, -outcome.place)
        for seat, outcome in enumerate(result.seats)
    ]
    return tuple(ranking(merits))
