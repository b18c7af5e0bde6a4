"""A table whose people play on a page: what their screen shows, and what they answer there.

The game runs in one thread and waits here for people; requests of the page come in others.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Condition
from typing import Final

import msgspec
from msgspec import Struct

from arena.play.hints import Adviser, hint_lines
from arena.play.questions import AskedPerson, Refused
from arena.play.screen import SeatScreen
from arena.play.session import Quit, Session
from arena.referee.actions import Action
from arena.referee.game import Game
from arena.referee.view import SeatView
from arena.story.page.chart import chart, highest
from arena.story.quoted import flat
from arena.vocabulary import RouteNumber, Seat

NAP: Final = 1.0
"""Seconds of waiting at a time: a Ctrl-C in the moment before waiting is noticed after it."""
PATIENCE: Final = 20.0
"""Seconds after which a page that waits for news is told that there are none."""


class News(Struct, frozen=True):
    """What a page knows, so that it can be told what is new."""

    version: int
    """The number of the latest change that it has heard of."""
    screen: str
    """Which screen it shows; another one is loaded anew."""
    frames: int
    texts: int


class PageTable:
    """A table with people who share one screen, in one tab or several."""

    def __init__(self, names: Sequence[str], people: Sequence[Seat], practice: bool) -> None:
        self.names = tuple(map(flat, names))
        self.people = tuple(people)
        self.practice = practice
        self.hints = 0
        self.ended = ""
        """The sentence that tells where the game is stored, once it is."""
        self.shown: Seat | None = people[0] if len(people) == 1 else None
        """The seat whose screen is shown; None while the screen is passed on."""
        self.last_request = time.monotonic()
        self._changed = Condition()
        self._version = 0
        self._game: Game | None = None
        self._games = 0
        self._screens: dict[Seat, SeatScreen] = {}
        self._advisers: dict[Seat, Adviser] = {}
        self._asked: AskedPerson | None = None
        self._questions = 0
        self._answer: Action | None = None
        self._wants_back = False
        self._wants_out = False
        self._session: Session | None = None

    # What the game does.

    def join(self, session: Session) -> None:
        """Get to know the session, in which decisions can be taken back."""
        self._session = session

    def watch(self, game: Game) -> None:
        """Show people what has happened."""
        with self._changed:
            if game is not self._game:
                self._game = game
                self._games += 1
                self._screens = {seat: SeatScreen(game, self.names, seat) for seat in self.people}
                self._advisers = {seat: Adviser() for seat in self.people}
            for screen in self._screens.values():
                screen.look()
            self._change()

    def ask(self, view: SeatView) -> Action:
        """Wait for a person's legal answer."""
        with self._changed:
            self._asked = AskedPerson(view, self.names)
            self._questions += 1
            self._change()
            while self._answer is None and not (self._wants_back or self._wants_out):
                self._changed.wait(NAP)
            self._asked = None
            answer, self._answer = self._answer, None
            is_back, self._wants_back = self._wants_back, False
        if self._wants_out:
            raise Quit
        if is_back:
            assert self._session is not None
            self._session.take_back(view.me)
        assert answer is not None
        return answer

    def finish(self, sentence: str) -> None:
        """Tell people that the game is over and stored."""
        with self._changed:
            self.ended = sentence
            self._change()

    def await_leaving(self, patience: float) -> None:
        """Wait until people leave the page of a finished game, or close it without a word."""
        with self._changed:
            while not self._wants_out:
                left = self.last_request + patience - time.monotonic()
                if left <= 0:
                    return
                self._changed.wait(left)

    # What the page asks for.

    @property
    def screen(self) -> str:
        """The name of the screen that is to be shown: whose it is, and of which beginning."""
        return f"{self._games}/{'cover' if self.shown is None else self.shown}"

    def wait_for_news(self, known: News) -> dict[str, object]:
        """What is new for a page, as soon as anything is."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_news(known), PATIENCE)
            self.last_request = time.monotonic()
            return self._news(known)

    def first_news(self) -> tuple[SeatScreen | None, dict[str, object]]:
        """The screen that is shown, if there is one, and all that a new page is told."""
        with self._changed:
            self._changed.wait_for(lambda: self._game is not None, PATIENCE)
            self.last_request = time.monotonic()
            news = self._news(News(-1, self.screen, 0, 0))
            return (None if self.shown is None else self._screens[self.shown]), news

    def answer(self, question: int, text: str) -> None:
        """Give an answer to the question of this number, if it is legal."""
        with self._changed:
            self._answer = self._current(question).read(text)
            self._changed.notify_all()

    def explain_route(self, question: int, route: RouteNumber) -> None:
        """Refuse to claim a route that can't be claimed."""
        with self._changed:
            self._current(question).refuse_route(route)

    def hint(self, question: int) -> dict[str, object]:
        """The planner's hint, in words and as answers."""
        with self._changed:
            asked = self._current(question)
            self.hints += 1
            hints = self._advisers[asked.view.me].hints(asked)
            return {"lines": hint_lines(hints), "texts": [hint.text for hint in hints]}

    def take_back(self) -> None:
        """Take the last decision back of whoever is asked."""
        with self._changed:
            if not self.practice:
                raise Refused(
                    "only in a practice game a decision can be taken back: say --practice"
                )
            if not self._can_take_back():
                raise Refused("there is no decision of yours to take back now")
            self._wants_back = True
            self._changed.notify_all()

    def pass_screen(self, seat: Seat | None) -> None:
        """Show a person's screen, or cover it to be passed on."""
        with self._changed:
            if seat is not None and seat not in self.people:
                raise Refused(f"seat {seat} is no person's")
            if len(self.people) > 1:
                self.shown = seat
                self._change()

    def leave(self) -> None:
        """Leave the game, or its page once it is over."""
        with self._changed:
            self._wants_out = True
            self._changed.notify_all()

    def _change(self) -> None:
        self._version += 1
        self._changed.notify_all()

    def _is_news(self, known: News) -> bool:
        is_new = self._version > known.version or self.screen != known.screen
        return self._game is not None and is_new

    def _current(self, question: int) -> AskedPerson:
        """The question that is open, if it has this number and belongs to who is shown."""
        asked = self._asked
        is_open = asked is not None and question == self._questions and self._answer is None
        if asked is None or not is_open or asked.view.me != self.shown:
            raise Refused("that question is not open any more")
        return asked

    def _can_take_back(self) -> bool:
        asked, session = self._asked, self._session
        if asked is None or session is None or asked.view.me != self.shown:
            return False
        return self.practice and session.can_take_back(asked.view.me)

    def _news(self, known: News) -> dict[str, object]:
        """All that is new to a page that shows the right screen."""
        told: dict[str, object] = {"version": self._version, "screen": self.screen}
        if self.shown is None:
            return told | {"people": self._people_asked()}
        if self.screen != known.screen or self._game is None:
            return told
        screen = self._screens[self.shown]
        return told | {
            "frames": screen.frames[known.frames :],
            "texts": list(screen.texts)[known.texts :],
            "chart": chart(screen.changes, len(self.names)),
            "highest": highest_of(screen, len(self.names)),
            "question": self._question(),
            "waiting": self._waiting(screen),
            "back": self._can_take_back(),
            "pass": len(self.people) > 1 and (self._is_others() or bool(self.ended)),
            "ended": self.ended,
        }

    def _question(self) -> dict[str, object] | None:
        """The question to the person who is shown, with all answers; None if there is none."""
        asked = self._asked
        if asked is None or self._answer is not None or asked.view.me != self.shown:
            return None
        parts = asked.parts()
        return {
            "id": self._questions,
            "words": asked.words,
            "offers": msgspec.to_builtins(asked.offers),
            "parts": None if parts is None else msgspec.to_builtins(parts[1]),
            "row": msgspec.to_builtins(asked.row()),
            "word": "" if parts is None else parts[0],
        }

    def _waiting(self, screen: SeatScreen) -> str:
        """Whom the game waits for, as far as the person who is shown can know."""
        table = screen.table
        if table.over:
            return screen.outcome()
        if self._is_others():
            return f"It is for {self._people_asked()[0][1]} to decide: pass the screen on."
        who = self.names[table.seat]
        return "" if table.seat == self.shown else f"{who} ({table.seat}) is thinking."

    def _is_others(self) -> bool:
        """Whether a person is asked who is not the one shown."""
        return self._asked is not None and self._asked.view.me != self.shown

    def _people_asked(self) -> list[tuple[Seat, str]]:
        """The person who is asked, or all people if none is, with their names."""
        seats = self.people if self._asked is None else (self._asked.view.me,)
        return [(seat, f"{self.names[seat]} ({seat})") for seat in seats]


def highest_of(screen: SeatScreen, seats: int) -> list[int]:
    """The highest points and trains of any seat, which the chart's captions tell."""
    return [highest(screen.changes, name, seats) for name in ("points", "trains")]
