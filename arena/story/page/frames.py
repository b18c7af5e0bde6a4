"""The frames of a replay page: for each ply its words, and what it changed in each view.

Each view has a story of its own, which hears the events as that seat sees them: what the seat could
not know can't come into its frames. The first view is told in full, and the others by what they
have otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from arena.referee.events import Asked, Claimed, Ended, Event, LastRound, Offered
from arena.referee.record import NOBODY, Record, Row, is_row, positions, rules_for
from arena.referee.results import Result
from arena.referee.scene import Scene
from arena.referee.table import Table
from arena.story.page.shown import Shown, difference, difference_of_overlays, shown
from arena.story.quoted import flat
from arena.story.telling import Story
from arena.vocabulary import Ply, Seat

Words = list[tuple[Seat | None, str]]
"""The sentences of a ply: the seat that each is about, if any, and its text."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A ply of a game: who answered, what was said of it, and what it changed."""

    seat: Seat
    """Who answered; -1 for chance, and where the first view saw nothing of it."""
    kinds: str
    """What happened, for marks on the scrub bar: `c`laim, `t`ickets, `l`ast round."""
    words: dict[int, Words]
    """By view; a view that is not there says the same as the first."""
    changes: dict[int, Shown]
    """By view, where anything changed: of the first all, of others what differs from the first."""


class PageStory(Story):
    """A story without what a seat looks at when it is asked: the page shows that beside it."""

    def look(self, asked: Asked) -> None:
        """Say nothing."""


@dataclass(slots=True)
class Hearer:
    """A view of the page while the game is told to it."""

    story: PageStory
    state: Shown = field(default_factory=dict)
    """All that the first view shows now."""
    overlay: Shown = field(default_factory=dict)
    """What any other view shows otherwise than the first."""
    result: Result | None = None

    def hear(self, events: Sequence[Event]) -> Words:
        """Learn of a ply's events; the sentences about what this view saw of them."""
        seat = self.story.seat
        seen = [event if seat is None else event.seen_by(seat) for event in events]
        heard = [event for event in seen if event is not None]
        for event in heard:
            if isinstance(event, Ended):
                self.result = event.result
        said = self.story.hear(heard)
        return [(one.seat, one.text) for one in said]

    def look(self) -> Shown:
        """All that this view shows now."""
        return shown(self.story.scene, self.result)


def frames(
    record: Record, names: Sequence[str], views: Sequence[Seat | None], to: Ply | None = None
) -> Iterator[Frame]:
    """The frames of a game up to a ply, for these views: a seat, or None for everything."""
    hearers = [hearer(record, names, view) for view in views]
    last = None if to is None else to + 1
    for row, events in islice(zip(record.rows, plies(record), strict=True), last):
        yield frame(row, events, hearers)


def hearer(record: Record, names: Sequence[str], view: Seat | None) -> Hearer:
    """A view at the beginning of a game."""
    table = Table(rules_for(record), record.seats)
    return Hearer(PageStory(Scene(table, tuple(map(flat, names))), view))


def plies(record: Record) -> Iterator[list[Event]]:
    """The events of each ply: its row, and all that happens up to the next row."""
    since, ply, begun = None, list[Event](), False
    for game in positions(record):
        for event in game.events(since):
            if is_row(event):
                if begun:
                    yield ply
                    ply = []
                begun = True
            ply.append(event)
        since = game.log
    yield ply


def frame(row: Row, events: Sequence[Event], hearers: Sequence[Hearer]) -> Frame:
    """A frame, and the hearers after it."""
    first, *others = hearers
    words, changes = {0: first.hear(events)}, dict[int, Shown]()
    before, first.state = first.state, first.look()
    if change := difference(before, first.state):
        changes[0] = change
    kinds = kinds_of(events, first.story.table)
    for number, other in enumerate(others, 1):
        heard = other.hear(events)
        if heard != words[0]:
            words[number] = heard
        before, other.overlay = other.overlay, difference(first.state, other.look())
        if change := difference_of_overlays(before, other.overlay):
            changes[number] = change
    seen = words[0] or first.story.seat in (None, row.seat)
    return Frame(row.seat if seen else NOBODY, kinds, words, changes)


def kinds_of(events: Sequence[Event], table: Table) -> str:
    """The letters of what happened in a ply that the scrub bar marks."""
    letters = ""
    if any(isinstance(event, Claimed) for event in events):
        letters += "c"
    if table.turns and any(isinstance(event, Offered) for event in events):
        letters += "t"
    if any(isinstance(event, LastRound) for event in events):
        letters += "l"
    return letters
