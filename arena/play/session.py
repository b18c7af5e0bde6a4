"""A game with people from its first question to its end, with decisions that are taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from arena.match.faults import BotFault
from arena.match.match import Match, Played
from arena.match.messages import Begin
from arena.match.seats import SeatedBot
from arena.notes import Note
from arena.play.entrants import Entrant
from arena.play.questions import Refused
from arena.referee.actions import Action
from arena.referee.events import Event
from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.rulesets import Ruleset
from arena.referee.view import SeatView
from arena.sandbox.company import Company
from arena.sandbox.venue import Venue
from arena.tournament.sittings import Fixture
from arena.vocabulary import Seat

Ask = Callable[[SeatView], Action]
"""Asks a person for a legal answer; waits for it as long as it takes."""
Watch = Callable[[Game], None]
"""Is shown the game at every question, whoever is asked, and at the end."""


class TakenBack(Exception):
    """A person takes the last decision back."""


class Quit(Exception):
    """The people leave the game before its end."""


class GivenAnswer(Struct, frozen=True):
    """What a seat answered, or how it failed to."""

    seat: Seat
    given: Action | BotFault


class Person:
    """A person at a seat: no clock runs, and no answer is a fault, because all are checked."""

    cpu = 0.0
    idle = 0.0
    memory = 0

    def __init__(self, ruleset: Ruleset, seats: int, me: Seat, ask: Ask) -> None:
        self._view = SeatView(rules_of(ruleset), seats, me)
        self._ask = ask

    def learn(self, events: Sequence[Event]) -> None:
        """Add what has happened to the person's view."""
        for event in events:
            self._view.learn(event)

    def choose(self, events: Sequence[Event]) -> Action:
        """The person's answer to the question that the events end with."""
        self.learn(events)
        return self._ask(self._view)

    def charge_late(self) -> None:
        """Nothing: a person has no clock."""

    def end(self, events: Sequence[Event]) -> BotFault | None:
        """Nothing: whoever watches the game sees how it came out."""
        return None

    def printed(self) -> str:
        """Nothing: a person prints nothing."""
        return ""

    def said(self) -> tuple[str, tuple[Note, ...]]:
        """Nothing: a person makes no notes here."""
        return "", ()

    def close(self) -> None:
        """Nothing: a person is no process."""


class Session:
    """A table with people and bots, and all answers that were given at it."""

    def __init__(
        self,
        ruleset: Ruleset,
        entrants: Sequence[Entrant],
        fixture: Fixture,
        venue: Venue,
        ask: Ask,
        watch: Watch,
    ) -> None:
        self.ruleset = ruleset
        self.entrants = tuple(entrants)
        self.fixture = fixture
        self._venue = venue
        self._ask = ask
        self._watch = watch
        self.answers: list[GivenAnswer] = []
        """All answers so far, in order."""
        self.taken_back = 0

    def play(self) -> Played:
        """Play the game to its end; a decision taken back begins it again, up to that decision."""
        while True:
            try:
                return self._play()
            except TakenBack:
                self.taken_back += 1

    def can_take_back(self, seat: Seat) -> bool:
        """Whether this seat has made a decision that could be taken back."""
        return any(answer.seat == seat for answer in self.answers)

    def take_back(self, seat: Seat) -> None:
        """Forget a seat's last decision and all after it, and leave the game as it stands."""
        if not self.can_take_back(seat):
            raise Refused("there is no decision of yours to take back")
        while self.answers.pop().seat != seat:
            pass
        raise TakenBack

    def _play(self) -> Played:
        """Play the game with the answers there are, and then with new ones."""
        game = Game(self.ruleset, len(self.entrants), self.fixture.seed)
        known, self.answers = self.answers, []
        seats: list[Rehearsed] = []
        company = Company()
        try:
            for me in range(game.seats):
                own = [answer.given for answer in known if answer.seat == me]
                seats.append(Rehearsed(self, game, me, self._seat(me, company), own))
            played = Match(game, seats).play()
        finally:
            for seat in seats:
                seat.close()
        self._watch(game)
        people = [seat for seat, one in enumerate(self.entrants) if one.bot is None]
        timed = tuple(thought for thought in played.thoughts if thought.seat not in people)
        return replace(played, thoughts=timed)

    def _seat(self, me: Seat, company: Company) -> SeatedBot:
        """Seat a person, or a bot in the venue."""
        size, bot = len(self.entrants), self.entrants[me].bot
        if bot is None:
            return Person(self.ruleset, size, me, self._ask)
        seed, cpu = self.fixture.bot_seeds[me], self._venue.limits.cpu
        return self._venue.seat(Begin(self.ruleset, size, me, seed, cpu, bot), company)

    def asked(self, game: Game) -> None:
        """Let whoever watches see the game as it stands when a seat is asked."""
        self._watch(game)


class Rehearsed:
    """A seat that gives the answers it gave before something was taken back, and then new ones.

    A bot is asked again even so, because it may remember what it was asked; only its answer is the
    one it gave before.
    """

    def __init__(
        self,
        session: Session,
        game: Game,
        seat: Seat,
        inner: SeatedBot,
        known: Sequence[Action | BotFault],
    ) -> None:
        self._session = session
        self._game = game
        self._seat = seat
        self._inner = inner
        self._known = list(known)[::-1]
        self.memory = 0

    @property
    def cpu(self) -> float:
        """Seconds of processor time that the bot has used."""
        return self._inner.cpu

    @property
    def idle(self) -> float:
        """Seconds in which it was asked, and neither computed nor waited for a core."""
        return self._inner.idle

    def choose(self, events: Sequence[Event]) -> Action:
        """The answer to the question that the events end with."""
        if self._known:
            given = self._again(events)
        else:
            self._session.asked(self._game)
            given = self._anew(events)
        self._session.answers.append(GivenAnswer(self._seat, given))
        if isinstance(given, BotFault):
            raise given
        return given

    def _again(self, events: Sequence[Event]) -> Action | BotFault:
        """The answer that this seat gave before."""
        given = self._known.pop()
        if isinstance(self._inner, Person):
            self._inner.learn(events)
        elif not isinstance(given, BotFault):
            with suppress(BotFault):  # then it fails at its next question too, which counts
                self._inner.choose(events)
        return given

    def _anew(self, events: Sequence[Event]) -> Action | BotFault:
        """A new answer, or the bot's fault."""
        try:
            return self._inner.choose(events)
        except BotFault as fault:
            return fault

    def charge_late(self) -> None:
        """Note the processor time that the bot has used since its last answer."""
        self._inner.charge_late()

    def end(self, events: Sequence[Event]) -> BotFault | None:
        """Let the bot know how the game came out."""
        return self._inner.end(events)

    def printed(self) -> str:
        """The end of what the bot printed."""
        return self._inner.printed()

    def said(self) -> tuple[str, tuple[Note, ...]]:
        """What the bot printed since this was last asked, and its latest notes."""
        return self._inner.said()

    def close(self) -> None:
        """Be done with the bot."""
        self._inner.close()
        self.memory = self._inner.memory
