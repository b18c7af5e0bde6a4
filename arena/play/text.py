"""A game with people as text: a story, questions with numbered answers, and what is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import fill
from typing import Final

from arena.errors import ArenaError
from arena.play.hints import Adviser, hint_lines
from arena.play.questions import AskedPerson, Offer, Refused
from arena.play.session import Quit, Session
from arena.referee.actions import Action
from arena.referee.game import Game, Log
from arena.referee.scene import Scene
from arena.referee.table import Table
from arena.referee.view import SeatView
from arena.story.quoted import flat
from arena.story.telling import Story
from arena.vocabulary import RouteNumber, Seat

COLUMNS: Final = 100
HELP: Final = (
    "Answer with a number of the list, or with its text: take R, take ?, claim 17 BBBL, keep 4 17.",
    "Cards: R red, B blue, G green, Y yellow, K black, W white, O orange, P purple, L locomotive.",
    "? this list     ? claim 17 BBBL   why that is not legal     ? T5   a rule, by its number",
    "a  the answers again    t  the table    h  a hint by the planner",
    "u  take your last decision back (with --practice)    q  leave the game",
)
"""What can be typed."""
CLEARED: Final = "\n" * 60
"""Lines that push what one person has seen out of the other's sight."""


class StoryTeller:
    """Tells one person the game, as far as that person's seat may know it."""

    def __init__(self, game: Game, names: tuple[str, ...], seat: Seat) -> None:
        self._game = game
        self._since: Log = None
        self._story = Story(Scene(Table(game.rules, game.seats), names), seat)
        self.waiting: list[str] = [self._story.title(game.rules.ruleset.name)]
        """Lines that the person has not been shown."""

    def hear(self) -> None:
        """Learn what has happened since the last time."""
        seat = self._story.seat
        assert seat is not None
        said = self._story.hear(self._game.seen_by(seat, self._since))
        self._since = self._game.log
        self.waiting += map(self._story.line, said)

    def position(self) -> list[str]:
        """The table in words."""
        return [self._story.line(said) for said in self._story.stop("the table now:")]


class TextTable:
    """A table with people who type at one terminal, one after the other."""

    def __init__(
        self,
        names: Sequence[str],
        people: Sequence[Seat],
        practice: bool,
        read: Callable[[str, Callable[[], Sequence[str]]], str],
        say: Callable[[str], None],
    ) -> None:
        self._names = tuple(map(flat, names))
        self._people = tuple(people)
        self._practice = practice
        self._read = read
        self._say = say
        self._game: Game | None = None
        self._tellers: dict[Seat, StoryTeller] = {}
        self._advisers: dict[Seat, Adviser] = {}
        self._at_keyboard: Seat | None = people[0] if len(people) == 1 else None
        self.hints = 0
        self._session: Session | None = None

    def join(self, session: Session) -> None:
        """Get to know the session, in which decisions can be taken back."""
        self._session = session

    def watch(self, game: Game) -> None:
        """Tell people what has happened: whoever is at the keyboard, and the others later."""
        if game is not self._game:
            self._begin(game)
        for seat, teller in self._tellers.items():
            teller.hear()
            if seat == self._at_keyboard or (game.over and self._at_keyboard is None):
                self._tell(seat)

    def ask(self, view: SeatView) -> Action:
        """Ask a person until the answer is legal."""
        asked = AskedPerson(view, self._names)
        self._hand_over(view.me)
        self._tell(view.me)
        self._list(asked)
        while True:
            typed = self._read("> ", lambda: [offer.text for offer in asked.offers]).strip()
            try:
                action = self._obey(asked, typed)
            except Refused as refused:
                self._refuse(refused)
                continue
            except ArenaError as error:
                self._say(str(error))
                continue
            if action is not None:
                return action

    def _begin(self, game: Game) -> None:
        """Begin to tell a game; if it is told again, only what comes up from now on."""
        again = self._game is not None
        self._game = game
        self._tellers = {seat: StoryTeller(game, self._names, seat) for seat in self._people}
        self._advisers = {seat: Adviser() for seat in self._people}
        if again:
            for teller in self._tellers.values():
                teller.hear()
                teller.waiting = ["Your decision is taken back.", teller.waiting[-1]]

    def _hand_over(self, seat: Seat) -> None:
        """Ask for the keyboard to be passed to a person, hiding what the last one saw."""
        if self._at_keyboard in (None, seat) and len(self._people) == 1:
            return
        if self._at_keyboard != seat:
            self._say(CLEARED)
            name = f"{self._names[seat]} (seat {seat})"
            self._read(f"Pass the keyboard to {name}, who presses Enter. ", list)
        self._at_keyboard = seat

    def _tell(self, seat: Seat) -> None:
        teller = self._tellers[seat]
        for line in teller.waiting:
            self._say(line)
        teller.waiting = []

    def _list(self, asked: AskedPerson) -> None:
        """The question, and its answers by number."""
        self._say(f"\n{asked.words}")
        for line in listing(asked):
            self._say(line)

    def _obey(self, asked: AskedPerson, typed: str) -> Action | None:
        """Do what was typed; returns an answer if it is one."""
        seat = asked.view.me
        if typed == "q":
            raise Quit
        if typed == "":
            self._say("Type the number or the text of an answer; ? helps.")
        elif typed == "a":
            self._list(asked)
        elif typed == "t":
            for line in self._tellers[seat].position():
                self._say(line)
        elif typed == "h":
            self.hints += 1
            for line in hint_lines(self._advisers[seat].hints(asked)):
                self._say(line)
        elif typed == "u":
            self._take_back(seat)
        elif typed.startswith("?"):
            self._explain(asked, typed[1:].strip())
        else:
            return asked.read(typed)
        return None

    def _take_back(self, seat: Seat) -> None:
        if not self._practice:
            raise Refused("only in a practice game a decision can be taken back: say --practice")
        assert self._session is not None
        self._session.take_back(seat)

    def _explain(self, asked: AskedPerson, about: str) -> None:
        """Help: with what can be typed, with a rule, or with why something is not legal."""
        if not about:
            for line in HELP:
                self._say(line)
        elif len(about) <= 3 and about[:1].isalpha():
            self._refuse(Refused(f"({about.upper()})"))
        else:
            asked.read(about)
            self._say("That is legal now.")

    def _refuse(self, refused: Refused) -> None:
        """Say why something is refused, and the rule in full."""
        sentence = str(refused)
        if not sentence.startswith("("):
            self._say(f"No: {sentence}.")
        for rule in refused.rules:
            for paragraph in (f"{rule.number}: {rule.title}", *rule.text):
                self._say(fill(paragraph, COLUMNS, initial_indent="  ", subsequent_indent="  "))


def listing(asked: AskedPerson) -> Iterator[str]:
    """All answers with their numbers; the ways to pay for one route stand on one line."""
    routes: dict[RouteNumber, list[tuple[int, Offer]]] = {}
    for nth, offer in enumerate(asked.offers, 1):
        if offer.route is None:
            yield f"{nth:>4}  {offer.words}"
        else:
            routes.setdefault(offer.route, []).append((nth, offer))
    for route, ways in sorted(routes.items()):
        yield route_line(asked, route, ways)


def route_line(asked: AskedPerson, route: RouteNumber, ways: Sequence[tuple[int, Offer]]) -> str:
    """The ways to claim a route, each by its number and its cards."""
    board = asked.view.board
    points = asked.view.rules.points[route]
    name = f"claim {route}, {board.route_name(route)} ({points}):"
    cards = [f"{nth} {offer.text.split(' ', 2)[2]}" for nth, offer in ways]
    return fill(f"      {name} {', '.join(cards)}", COLUMNS, subsequent_indent=" " * 10)
