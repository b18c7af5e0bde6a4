"""The replay page (`arena replay --html`): a game in one HTML file that opens from disk.

Python says what each ply shows; the script of the page only shows it, and knows no rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.boards import Board
from arena.boards.colors import GRAY, LETTERS, NAMES
from arena.match.faults import Fault
from arena.match.own_words import OwnWords, WordsKind
from arena.referee.record import Record, rules_for
from arena.story.board_picture import bare_picture
from arena.story.page.chart import chart, highest
from arena.story.page.document import as_json, filled, plain, policy, source
from arena.story.page.frames import Frame, Words, frames
from arena.story.picture.style import DARK_NUMBERS, SEATS
from arena.story.quoted import flat, note_sentence, printed_lines
from arena.story.telling import check
from arena.vocabulary import Ply, Seat

STYLE: Final = re.compile(r"<style>(.*?)</style>\n?", re.DOTALL)
"""The style sheet in the picture of a board."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game to be shown on a page."""

    title: str
    record: Record
    names: Sequence[str]
    faults: Sequence[Fault] = ()
    places: Sequence[int] = ()
    """The place of each seat, with seats at fault last; none if they are not known."""
    seat: Seat | None = None
    """The only seat whose view the page has; None for all views."""
    to: Ply | None = None
    """The last ply that the page has; None for all of them."""
    words: Sequence[OwnWords] = ()
    """What the bots printed and noted."""

    def page(self) -> str:
        """The page as HTML."""
        check(self.record, self.names, self.seat, self.to)
        views = [self.seat] if self.seat is not None else [None, *range(self.record.seats)]
        told = list(frames(self.record, self.names, views, self.to))
        board, board_style = picture(self.record)
        style = "\n".join([board_style, seat_colors(), source("common.css"), source("replay.css")])
        script = source("replay.js")
        return filled(
            source("replay.html"),
            {
                "title": plain(self.title),
                "played": plain(f"{self.record.ruleset}, {self.record.seats} seats"),
                "policy": policy(style, script),
                "style": style,
                "board": board,
                "chart": self._chart(told),
                "data": as_json(self._contents(views, told)),
                "script": script,
            },
        )

    def _chart(self, told: Sequence[Frame]) -> str:
        """The chart of points and trains."""
        return chart([frame.changes.get(0, {}) for frame in told], self.record.seats)

    def _contents(self, views: Sequence[Seat | None], told: Sequence[Frame]) -> dict[str, object]:
        """All that the script shows."""
        texts: dict[str, int] = {}
        changes = [frame.changes.get(0, {}) for frame in told]
        return {
            "title": self.title,
            "ruleset": self.record.ruleset,
            "names": list(map(flat, self.names)),
            "places": list(self.places) if len(told) == len(self.record.rows) else [],
            "views": list(views),
            "cards": dict(zip(LETTERS, NAMES[:GRAY], strict=True)),
            "tickets": tickets(rules_for(self.record).board),
            "highest": [highest(changes, name, self.record.seats) for name in ("points", "trains")],
            "faults": [self._fault(fault) for fault in self.faults if self._has(fault)],
            "frames": [packed(frame, texts) for frame in told],
            "own": [self._own(said, texts) for said in self.words if self._has(said)],
            "texts": list(texts),
        }

    def _has(self, told: Fault | OwnWords) -> bool:
        """Whether the page tells of a fault, or of what a bot said."""
        return self.seat in (None, told.seat) and (self.to is None or told.ply <= self.to)

    def _own(self, said: OwnWords, texts: dict[str, int]) -> dict[str, object]:
        """What a bot said, as the page tells it: its text by number, like all sentences."""
        if said.kind == WordsKind.PRINT:
            text = "\n".join(printed_lines(said.text))
            return {"p": said.ply, "s": said.seat, "t": texts.setdefault(text, len(texts))}
        text = note_sentence(said, rules_for(self.record).board)
        return {
            "p": said.ply,
            "s": said.seat,
            "t": texts.setdefault(text, len(texts)),
            "r": said.routes,
            "c": said.cities,
        }

    def _fault(self, fault: Fault) -> dict[str, object]:
        """A fault, as the page tells of it."""
        return {
            "seat": fault.seat,
            "ply": fault.ply,
            "kind": str(fault.kind),
            "sentence": fault.sentence,
            "traceback": fault.traceback,
            "output": fault.output,
        }


def picture(record: Record) -> tuple[str, str]:
    """The bare board as SVG that can be looked into, and its style sheet, which goes elsewhere."""
    svg = bare_picture(rules_for(record)).replace('role="img"', 'role="group"', 1)
    found = STYLE.search(svg)
    assert found is not None
    return STYLE.sub("", svg, count=1), found[1]


def seat_colors() -> str:
    """The colours of seats, outside the board as on it."""
    rules = [
        f'[data-seat="{seat}"]{{--seat:{color};'
        f"--on-seat:{'#1d1d1f' if seat in DARK_NUMBERS else '#fff'}}}"
        for seat, color in enumerate(SEATS)
    ]
    return "\n".join(rules)


def tickets(board: Board) -> list[str]:
    """The tickets of a board in words, by number."""
    return [f"{t.city_a} \N{EN DASH} {t.city_b} ({t.points})" for t in board.tickets]


def packed(frame: Frame, texts: dict[str, int]) -> dict[str, object]:
    """A frame as the page has it; its sentences are numbers of texts, each of which is there once.

    In the changes of notes the texts stay: they are few.
    """

    def numbered(words: Words) -> list[list[int]]:
        return [
            [-1 if seat is None else seat, texts.setdefault(text, len(texts))]
            for seat, text in words
        ]

    whole: dict[str, object] = {"s": frame.seat}
    if frame.kinds:
        whole["k"] = frame.kinds
    whole["w"] = {view: numbered(words) for view, words in frame.words.items()}
    whole["d"] = frame.changes
    return whole
