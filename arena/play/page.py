"""The page that people play on: the replay page of what their seat knows, with the question.

Python lists the answers and makes all sentences; the script shows them, and knows no rule.
"""

from __future__ import annotations

from importlib.resources import files

from arena.boards import Board
from arena.boards.colors import GRAY, LETTERS, NAMES
from arena.play.page_table import PageTable
from arena.play.screen import SeatScreen
from arena.referee.actions import city_named
from arena.referee.record import Record, own_board, rules_for
from arena.referee.rulesets import Ruleset
from arena.story.page.chart import chart
from arena.story.page.document import as_json, filled, plain, policy, source
from arena.story.replay_page import picture, seat_colors, tickets
from arena.vocabulary import CityNumber, Seat

CONNECT = "connect-src 'self'"
"""The page asks its own server for news, and nobody else."""


class PlayPage:
    """The pages of one game: that of the person who is shown, or the cover."""

    def __init__(self, table: PageTable, ruleset: Ruleset) -> None:
        self._table = table
        practice = ", a practice game" if table.practice else ""
        people = (" against " if len(table.names) == 2 else ", ").join(table.names)
        self._title = f"{ruleset.name}: {people}{practice}"
        bonuses = tuple(sorted(ruleset.bonuses))
        seats = len(table.names)
        record = Record(ruleset.name, seats, bonuses, (), own_board(ruleset))
        self._board, self._board_style = picture(record)
        self._ruleset = record

    def page(self) -> str:
        """The page as it is now."""
        screen, news = self._table.first_news()
        if screen is None:
            return self._cover(news)
        seat = self._table.shown
        assert seat is not None
        return self._play(screen, seat, news)

    def _play(self, screen: SeatScreen, seat: Seat, news: dict[str, object]) -> str:
        style = "\n".join([self._board_style, seat_colors(), page_style()])
        script = "\n".join([source("replay.js"), own_source("play.js")])
        return filled(
            own_source("play.html"),
            {
                "title": plain(self._title),
                "policy": policy(style, script, CONNECT),
                "style": style,
                "board": self._board,
                "chart": chart(screen.changes, len(self._table.names)),
                "data": as_json(self._contents(seat, news)),
                "news": as_json(news),
                "script": script,
            },
        )

    def _cover(self, news: dict[str, object]) -> str:
        style, script = page_style(), own_source("cover.js")
        return filled(
            own_source("cover.html"),
            {
                "title": plain(self._title),
                "policy": policy(style, script, CONNECT),
                "style": style,
                "news": as_json(news),
                "script": script,
            },
        )

    def _contents(self, seat: Seat, news: dict[str, object]) -> dict[str, object]:
        """What the script of the replay page shows."""
        return {
            "title": self._title,
            "ruleset": self._ruleset.ruleset,
            "names": list(self._table.names),
            "places": [],
            "views": [seat],
            "cards": dict(zip(LETTERS, NAMES[:GRAY], strict=True)),
            "tickets": tickets(rules_for(self._ruleset).board),
            "highest": news["highest"],
            "faults": [],
            "own": [],
            "frames": news["frames"],
            "texts": news["texts"],
            "ends": ticket_ends(rules_for(self._ruleset).board),
            "unit": "step",
        }


def ticket_ends(board: Board) -> list[list[CityNumber | None]]:
    """The two places of each ticket, by number."""
    return [[city_named(board, name) for name in (t.city_a, t.city_b)] for t in board.tickets]


def page_style() -> str:
    """The style of these pages: that of all, that of replays, and their own."""
    return "\n".join([source("common.css"), source("replay.css"), own_source("play.css")])


def own_source(name: str) -> str:
    """A file of this package, as text."""
    return files(__package__).joinpath(name).read_text("utf-8")
