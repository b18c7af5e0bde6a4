"""What a person's screen shows of a game while it is played: frames that grow, for one seat.

Frames are made from the events that the seat may see, and from nothing else. Even where one ends
and the next begins is decided by those events: a frame ends when somebody is seen to be asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from arena.referee.events import Asked, Ended, Event
from arena.referee.game import Game, Log
from arena.referee.record import NOBODY
from arena.referee.scene import Scene
from arena.referee.table import Table
from arena.story.page.frames import Frame, Hearer, PageStory, Words, kinds_of
from arena.story.page.shown import Shown, difference
from arena.story.replay_page import packed
from arena.vocabulary import Seat


class SeatScreen:
    """The frames of one seat so far."""

    def __init__(self, game: Game, names: Sequence[str], seat: Seat) -> None:
        table = Table(game.rules, game.seats)
        self._game = game
        self._since: Log = None
        self._seat = seat
        self._hearer = Hearer(PageStory(Scene(table, tuple(names)), seat))
        self._open: list[Event] = []
        """Events that no frame has yet."""
        self._actor: Seat = NOBODY
        self._words: Words = []
        self._kinds = ""
        self.texts: dict[str, int] = {}
        """All sentences so far, by their number."""
        self.changes: list[Shown] = []
        """What each frame changed."""
        self.frames: list[dict[str, object]] = []

    @property
    def table(self) -> Table:
        """The table as this seat knows it."""
        return self._hearer.story.table

    def outcome(self) -> str:
        """How the game came out, best places first."""
        result, scene = self._hearer.result, self._hearer.story.scene
        assert result is not None
        order = sorted(range(len(result.seats)), key=lambda seat: result.seats[seat].place)
        told = [
            f"{result.seats[seat].place}. {scene.who(seat)} with {result.seats[seat].score} points"
            for seat in order
        ]
        return f"The game is over: {', '.join(told)}."

    def look(self) -> None:
        """Learn what has happened in the game since the last time."""
        seen = self._game.seen_by(self._seat, self._since)
        self._since = self._game.log
        for event in seen:
            self._open.append(event)
            if isinstance(event, Asked | Ended):
                self._hear(event)

    def _hear(self, last: Asked | Ended) -> None:
        """Hear the events that are open, and end a frame with them if they are worth one."""
        heard, self._open = self._open, []
        self._words += self._hearer.hear(heard)
        self._kinds += kinds_of(heard, self.table)
        is_own = isinstance(last, Asked) and last.seat == self._seat
        if self._words or is_own or isinstance(last, Ended):
            self._end_frame()
        if isinstance(last, Asked):
            self._actor = last.seat

    def _end_frame(self) -> None:
        before, self._hearer.state = self._hearer.state, self._hearer.look()
        change = difference(before, self._hearer.state)
        words = self._words or [(self._seat, "is asked")]
        frame = Frame(self._actor, "".join(dict.fromkeys(self._kinds)), {0: words}, {0: change})
        self._words, self._kinds = [], ""
        self.changes.append(change)
        self.frames.append(packed(frame, self.texts))
