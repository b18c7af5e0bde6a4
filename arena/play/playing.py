"""Playing a game with people (`arena play`): seats, bots in their venue, the game, its results."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from arena.match.faults import Fault
from arena.match.seats import Isolation
from arena.match.source import Source
from arena.play.entrants import Entrant, seated
from arena.play.keyboard import read_line
from arena.play.page import PlayPage
from arena.play.page_table import PageTable
from arena.play.server import PageServer
from arena.play.session import Session
from arena.play.storing import GAME, PlannedGame
from arena.play.text import TextTable
from arena.referee.actions import Action
from arena.referee.game import Game
from arena.referee.rulesets import Ruleset
from arena.referee.view import SeatView
from arena.results.manifest import PlayedByPeople
from arena.results.stored_game import find_game
from arena.sandbox.venue import Venue
from arena.systems import refuse_playing
from arena.tournament.tryout import try_bots
from arena.vocabulary import Seat

Say = Callable[[str], None]
"""Prints a line."""
LINGERING: Final = 60.0
"""Seconds after the last sign of a page for which a finished game is served on."""
LEFT: Final = "You have left the game: it is not stored, and can't be gone on with."
"""The sentence for a game that is not played to its end."""


class Invitation(Struct, frozen=True, kw_only=True):
    """A game with people as it was asked for."""

    ruleset: Ruleset
    bots: tuple[Source, ...]
    people: int
    seats: tuple[Seat, ...]
    """The seats that people asked for."""
    names: tuple[str, ...]
    """The names of people, in the order of their seats."""
    seed: int
    practice: bool
    trusted: bool
    out: Path | None


class FinishedGame(Struct, frozen=True):
    """A game that was played and stored."""

    folder: Path
    faults: tuple[Fault, ...]

    def words(self, names: Sequence[str]) -> str:
        """Which bots were at fault, where the game is, and how to see it again."""
        faults = [
            f"{names[fault.seat]} ({fault.seat}) was at fault since ply {fault.ply}, {fault.kind},"
            " and the referee answered for it."
            for fault in self.faults
        ]
        place = f"arena replay {self.folder} {GAME} --open"
        return " ".join([*faults, f"The game is stored, unrated. See it again with: {place}"])


class PeoplesTable(Protocol):
    """Where people see the game and answer: a terminal, or a page."""

    hints: int
    """How often a hint was asked for."""

    def watch(self, game: Game) -> None:
        """See the game at a question, or at its end."""

    def ask(self, view: SeatView) -> Action:
        """A person's legal answer."""

    def join(self, session: Session) -> None:
        """Get to know the session, in which decisions can be taken back."""


class GameOfPeople:
    """A game with people: everybody has a seat, and bots have a venue."""

    def __init__(self, invitation: Invitation) -> None:
        self.invitation = invitation
        self.entrants = seated(
            invitation.ruleset,
            invitation.bots,
            invitation.people,
            invitation.seats,
            invitation.names,
        )
        isolation = Isolation.SANDBOX
        if invitation.trusted or not invitation.bots:
            isolation = Isolation.NONE
        self._isolation = isolation
        self._planned = PlannedGame(
            invitation.ruleset, self.entrants, invitation.seed, isolation, invitation.out
        )

    @property
    def names(self) -> list[str]:
        """The names of all by seat."""
        return [one.name for one in self.entrants]

    @property
    def people(self) -> list[Seat]:
        """The seats of people."""
        return people_of(self.entrants)

    @contextmanager
    def venue(self) -> Iterator[Venue]:
        """The place for the bots, each of which was asked once to see that it can play."""
        if self.invitation.bots:
            refuse_playing(self._isolation)
        settings = self._planned.settings
        with Venue(self._isolation, settings.all_rules(), settings.limits) as venue:
            bots = [one.bot for one in self.entrants if one.bot is not None]
            try_bots(venue, settings, bots)
            yield venue

    def play(self, venue: Venue, table: PeoplesTable) -> FinishedGame:
        """Play the game to its end and store it."""
        session = Session(
            self.invitation.ruleset,
            self.entrants,
            self._planned.fixture,
            venue,
            table.ask,
            table.watch,
        )
        table.join(session)
        played = session.play()
        people = PlayedByPeople(self.invitation.practice, session.taken_back, table.hints)
        return FinishedGame(self._planned.store(played, venue.level, people), played.faults)


def people_of(entrants: Sequence[Entrant]) -> list[Seat]:
    """The seats of people."""
    return [seat for seat, one in enumerate(entrants) if one.bot is None]


def play_text(invitation: Invitation, say: Say) -> None:
    """Play a game as text, with what is typed on standard input."""
    game = GameOfPeople(invitation)
    table = TextTable(game.names, game.people, invitation.practice, read_line, say)
    with game.venue() as venue:
        stored = game.play(venue, table)
    say(stored.words(game.names))


def play_page(invitation: Invitation, say: Say, port: int, is_opened: bool) -> None:
    """Play a game on a page in the browser, which this command serves until its end."""
    game = GameOfPeople(invitation)
    table = PageTable(game.names, game.people, invitation.practice)
    server = PageServer(table, PlayPage(table, invitation.ruleset), port)
    with game.venue() as venue, server:
        say(f"The game is at {server.address} (Ctrl-C leaves it).")
        if is_opened and not webbrowser.open(server.address):
            say("There is no browser here to open it with: open that address in one.")
        stored = game.play(venue, table)
        server.replay = lambda: find_game(stored.folder, GAME).page(None, None)
        table.finish(stored.words(game.names))
        say(stored.words(game.names))
        with suppress(KeyboardInterrupt):  # the game is stored, so this leaves nothing behind
            table.await_leaving(LINGERING)
