"""Telling a recorded game move by move (`arena replay`), in full or as one seat saw it.

A story is made of events alone. Told as a seat saw it, each event is masked for that seat before
the story hears of it, and the table is the one that those events make: what the seat could not know
can't come into the story.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from arena.errors import ArenaError
from arena.match.own_words import OwnWords
from arena.referee.actions import Keep
from arena.referee.events import Asked, Decided, Ended, Event, Kept
from arena.referee.phases import OVER
from arena.referee.record import Record, is_row, positions, rules_for
from arena.referee.scene import Scene, listed
from arena.referee.table import Table
from arena.story.position import at_question, position, settlement
from arena.story.quoted import by_ply, flat, quoted
from arena.story.sentences import doer, laid_open, words
from arena.vocabulary import Ply, Seat, TicketNumber

if TYPE_CHECKING:
    from arena.referee.game import Log


def tell(
    record: Record,
    names: Sequence[str],
    seat: Seat | None = None,
    to: Ply | None = None,
    said: Sequence[OwnWords] = (),
) -> Iterator[str]:
    """The lines of a game's story: the whole truth by plies, or what `seat` saw by turns.

    Under the decisions is what the bots said, those of a seat's own bot in its story.

    Plies are left out of a seat's story because they count questions that it must not notice. With
    `to` the story stops after that ply and shows the position.
    """
    check(record, names, seat, to)
    return lines(record, tuple(map(flat, names)), seat, to, said)


def check(record: Record, names: Sequence[str], seat: Seat | None, to: Ply | None) -> None:
    """Refuse names, a seat or a ply that a record does not have."""
    if len(names) != record.seats:
        raise ArenaError(f"the record has {record.seats} seats, but there are {len(names)} names")
    if seat is not None and not 0 <= seat < record.seats:
        raise ArenaError(f"there is no seat {seat} among {record.seats}, they are numbered from 0")
    rows = len(record.rows)
    if to is not None and not 0 <= to < rows:
        raise ArenaError(f"there is no ply {to} among {rows}, they are numbered from 0")


def lines(
    record: Record,
    names: tuple[str, ...],
    seat: Seat | None,
    to: Ply | None,
    said: Sequence[OwnWords],
) -> Iterator[str]:
    """The lines of a story, once its seat and its ply are checked."""
    story = Story(Scene(Table(rules_for(record), record.seats), names), seat)
    yield story.title(record.ruleset)
    own = by_ply(said, seat)
    for step, plies in steps(record, seat, to):
        quotes = [one for ply in plies for one in own.get(ply, ())]
        yield from map(story.line, story.hear(step, quotes))
    if to is not None:
        yield from map(story.line, story.stop(f"position after ply {to}:"))
    elif not story.table.over:
        yield from map(story.line, story.stop("the record ends here:"))


def steps(record: Record, seat: Seat | None, to: Ply | None) -> Iterator[tuple[list[Event], range]]:
    """What happens from question to question, as the seat sees it, until ply `to` is done.

    With it come the plies of each step.
    """
    end = len(record.rows) if to is None else to + 1
    since: Log = None
    done = 0
    for game in positions(record):
        step: list[Event] = []
        first = done
        for event in game.events(since):
            done += is_row(event)
            if done > end:
                break
            seen = event if seat is None else event.seen_by(seat)
            if seen is not None:
                step.append(seen)
        yield step, range(first, min(done, end))
        if done >= end:
            return
        since = game.log


def first_choice(table: Table, seat: Seat, kept: tuple[TicketNumber, ...]) -> Kept:
    """The event that a seat's choice of first tickets leads to, once all seats have chosen."""
    returned = tuple(ticket for ticket in table.offers[seat] if ticket not in kept)
    return Kept(seat, kept, returned, len(kept), len(returned))


class Said(NamedTuple):
    """A sentence of a story."""

    mark: str
    """The number of the ply or turn that begins with it, or nothing."""
    seat: Seat | None
    """The seat that it is about, if it is about one."""
    text: str


class Story:
    """Turns the events that the hearer may know into sentences."""

    def __init__(self, scene: Scene, seat: Seat | None) -> None:
        self.scene = scene
        self.table = scene.table
        tellings = [module.telling for module in scene.table.rules.modules]
        self.declined = {
            str(phase): words for told in tellings for phase, words in told.declined.items()
        }
        """By question: the answer that no event follows, in words."""
        self.accepted = tuple(event for told in tellings for event in told.accepted)
        """The events that follow the other answers to these questions."""
        self.seat = seat
        """Whose story it is; None for the whole truth."""
        self.told: list[Said] = []
        """The sentences of this step."""
        self.quotes: Sequence[OwnWords] = ()
        """What the bots said as they decided in this step, until it is told."""
        self.rows = 0
        self.turns = 0
        self.mark = ""
        """The number of a ply or turn, for the next sentence."""
        self.open_question: Asked | None = None
        """A question that may be declined, until its answer is known; else None."""
        self.width = max((len(scene.who(n)) for n in range(scene.table.seats)), default=0)

    def title(self, ruleset: str) -> str:
        """The first line."""
        seats = listed(map(self.scene.who, range(self.table.seats)))
        seen = "" if self.seat is None else f", turn by turn as {self.scene.who(self.seat)} saw it"
        return f"{ruleset}: {seats}{seen}"

    def line(self, said: Said) -> str:
        """A sentence as a line, under those before it."""
        who = "" if said.seat is None else self.scene.who(said.seat)
        return f"{said.mark:>5}  {who:<{self.width}}  {said.text}"

    def hear(self, step: Iterable[Event], quotes: Sequence[OwnWords] = ()) -> list[Said]:
        """The sentences that tell of these events, and what the bots said."""
        self.told = []
        self.quotes = quotes
        laid: list[str] = []
        for event in step:
            card = laid_open(event, self.scene)
            if card is None:
                self._lay(laid)
                laid = []
                self._happen(event)
            else:
                event.change(self.table)
                laid.append(card)
        self._lay(laid)
        self._quote()
        return self.told

    def look(self, asked: Asked) -> None:
        """Tell what the seat of this story looks at when it is asked."""
        self._say(asked.seat, at_question(self.scene, asked))

    def stop(self, title: str) -> list[Said]:
        """The sentences that tell, under a title, how the table looks now."""
        self.told = []
        self.mark = ""
        self._say(None, title)
        for seat, text in position(self.scene, self.seat):
            self._say(seat, text)
        return self.told

    def _happen(self, event: Event) -> None:
        """Tell of one event."""
        if not isinstance(event, Decided):
            self._close_question(event)
        event.change(self.table)
        self._number(event)
        if isinstance(event, Asked):
            self._quote()
            self._ask(event)
        elif isinstance(event, Ended):
            self._quote()
            for seat, text in settlement(self.scene, event):
                self._say(seat, text)
        elif isinstance(event, Decided):
            if isinstance(event.action, Keep) and not self.table.turns:
                choice = first_choice(self.table, event.seat, event.action.tickets)
                self._say(event.seat, words(choice, self.scene))
        elif not (isinstance(event, Kept) and self.seat is None and not self.table.turns):
            # First choices happen once all are made (G5); the whole truth tells them when decided.
            self._say(doer(event, self.scene), words(event, self.scene))

    def _number(self, event: Event) -> None:
        """Mark the next sentence if a ply begins with this event, or in a seat's story a turn."""
        if self.seat is not None:
            if self.table.turns > self.turns:
                self.turns = self.table.turns
                self.mark = str(self.turns)
        elif is_row(event):
            self.mark = str(self.rows)
            self.rows += 1

    def _ask(self, asked: Asked) -> None:
        """Remember a question that may be declined; show what the seat of this story looks at."""
        if asked.phase in self.declined:
            self.open_question = asked
        if asked.seat == self.seat:
            self.look(asked)

    def _close_question(self, event: Event) -> None:
        """Tell that a question was declined, if what happens next is not its answer."""
        asked, self.open_question = self.open_question, None
        if asked is not None and not isinstance(event, self.accepted):
            self._say(asked.seat, self.declined[asked.phase])

    def _lay(self, laid: Sequence[str]) -> None:
        """Tell which cards were laid open, in the sentence that tells why if there is one."""
        if not laid:
            return
        text = f"{listed(laid)} {'comes' if len(laid) == 1 else 'come'} up"
        dealing = self.table.phase == OVER
        if self.told and not dealing:
            last = self.told[-1]
            self.told[-1] = last._replace(text=f"{last.text}; {text}")
        else:
            self._say(None, text)

    def _quote(self) -> None:
        """Tell what the bots said, under the sentences of what they did."""
        for one in self.quotes:
            self.told += [Said("", one.seat, text) for text in quoted(one, self.table.board)]
        self.quotes = ()

    def _say(self, seat: Seat | None, text: str) -> None:
        """Add a sentence, about a seat or about none."""
        self.told.append(Said(self.mark, seat, text))
        self.mark = ""
