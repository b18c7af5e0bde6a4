"""Asking a bot a question of a stored game again, unconfined or in a debugger (`arena repro`)."""

from __future__ import annotations

import pdb
import time
from bdb import BdbQuit
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from arena.bot import Bot, View
from arena.errors import ArenaError
from arena.match.messages import Begin, Chose, encode, wire_of
from arena.match.own_words import OwnWords, most_printed, own_words
from arena.match.player import Player, fault_of
from arena.match.prints import HeldPrints
from arena.notes import Note
from arena.referee.actions import Action
from arena.referee.events import Event
from arena.referee.game import Game, Log
from arena.referee.record import NOBODY, Record, plies_in, positions
from arena.results.changes import warnings
from arena.results.manifest import code_path, read_bot
from arena.results.secret_file import secret_of
from arena.results.stored_game import StoredGame
from arena.story.quoted import quoted
from arena.terminal import printable
from arena.vocabulary import Ply, Seat

Say = Callable[[str], None]


class ReproError(ArenaError):
    """A question that can't be asked again."""


class Repro:
    """One seat of a stored game, played again up to a question."""

    def __init__(
        self, folder: Path, stored: StoredGame, seat: Seat | None, ply: Ply | None
    ) -> None:
        self._stored = stored
        self._seat = seat_looked_at(stored, ply) if seat is None else seat
        if not 0 <= self._seat < len(stored.seats):
            raise ReproError(f"there is no seat {seat} among {len(stored.seats)}")
        self._wanted = ply_of_fault(stored, self._seat) if ply is None else ply
        refuse_unasked(stored, self._seat, self._wanted)
        self._ply = nearest_question(stored, self._seat, self._wanted)
        self._fixture = secret_of(folder, stored.manifest).fixture(stored.sitting)
        self._entry = bot = stored.manifest.bots[self._fixture.table[self._seat]]
        # Under the name of the file that is there, so that a debugger finds its lines.
        self._source = replace(read_bot(folder, bot), file=str(code_path(folder, bot)))
        self._prints = HeldPrints(most_printed(stored.manifest.settings.limits))
        self._notes: tuple[Note, ...] = ()

    @property
    def bot(self) -> str:
        """The bot's name and version."""
        return printable(f"{self._entry.name}, version {self._entry.version}")

    def warnings(self) -> Iterator[str]:
        """Why the bot may answer otherwise than it did in the game."""
        return warnings([self._stored.engine], [(self._entry, self._source)])

    def run(self, say: Say, debug: bool) -> None:
        """Ask the bot all questions up to the chosen one again, and say what it answers to that."""
        if self._ply != self._wanted:
            whose = answered_by(self._stored.record, self._seat, self._wanted)
            said = f"ply {self._wanted} was no question to seat {self._seat}, it was {whose}"
            say(f"{said}: asking the nearest, ply {self._ply}")
        seen: Log = None
        asked: list[Sequence[Event]] = []
        for ply, game in questions(self._stored.record, self._seat):
            asked.append(game.seen_by(self._seat, seen))
            seen = game.log
            if ply == self._ply:
                say(f"ply {ply}, asked for: {game.phase}")
                outcome = self._outcome(asked, game, debug)
                for line in self._words(ply, game):
                    say(line)
                say(printable(outcome))
                return

    def _outcome(self, asked: Sequence[Sequence[Event]], game: Game, debug: bool) -> str:
        """What the bot does, in words."""
        try:
            return answer_text(self._answer(asked, debug), game)
        except KeyboardInterrupt:  # the user's, most likely
            raise
        except BdbQuit:
            return "the debugger was left before there was an answer"
        except BaseException as error:  # a bot's code ran: what it raises is what was asked for
            fault = fault_of(error)
            return f"{fault.kind}: {fault.sentence}\n{fault.traceback}".rstrip()

    def _answer(self, asked: Sequence[Sequence[Event]], debug: bool) -> Action:
        """The bot's answer to the last of these questions, as the referee would get it."""
        with nullcontext() if debug else self._prints:  # the debugger prints too
            player = self._player()
            for events in asked[:-1]:
                player.choose(events)
            self._prints.take()
            if debug:
                player.bot = Debugged(player.bot)
            try:
                answer = encode(Chose(player.choose(asked[-1])))
            finally:
                self._notes = player.notes
        return wire_of(player.view.rules).read_answer(answer)

    def _words(self, ply: Ply, game: Game) -> Iterator[str]:
        """What the bot said to this question in the game, beside what it says now."""
        said = [one for one in self._stored.words if (one.seat, one.ply) == (self._seat, ply)]
        then = quotes(said, game)
        now = quotes(own_words(self._seat, ply, self._prints.take(), self._notes), game)
        if then == now:
            yield from (f"then and now it {line}" for line in then)
        else:
            yield from (f"then it {line}" for line in then)
            yield from (f"now it {line}" for line in now)

    def _player(self) -> Player:
        """The bot as it sat down, with the same generator."""
        settings, start = self._stored.manifest.settings, time.process_time()
        begin = Begin(
            settings.rules(self._fixture.ruleset),
            len(self._fixture.table),
            self._seat,
            self._fixture.bot_seeds[self._seat],
            settings.limits.cpu,
            self._source,
        )
        return Player(
            begin,
            lambda: settings.limits.cpu - (time.process_time() - start),
            self._source.folder.files,
        )


class Debugger(pdb.Pdb):
    """Python's debugger, with a note of whether the user left it: `runcall` returns None then."""

    left = False

    def set_quit(self) -> None:
        """Note that the user leaves the debugger."""
        self.left = True
        super().set_quit()


class Debugged:
    """A bot whose next answer is given under a debugger."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def start(self, view: View) -> None:
        """Call the bot's own `start`, if it has one."""
        start = getattr(self._bot, "start", None)
        if start is not None:
            start(view)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Stop at the first line of the bot's own method."""
        debugger = Debugger()
        action = debugger.runcall(self._bot.choose, view, legal)
        if debugger.left:
            raise BdbQuit
        return cast(Action, action)


def quotes(said: Iterable[OwnWords], game: Game) -> list[str]:
    """The sentences for what a bot said, without their subject."""
    return [line for one in said for line in quoted(one, game.board)]


def answer_text(action: Action, game: Game) -> str:
    """An answer, and whether the referee finds it legal."""
    refusal = game.refusal(action)
    verdict = "which is legal" if refusal is None else f"which is illegal: {refusal}"
    return f"it answers {action!r}, {verdict}"


def seat_looked_at(stored: StoredGame, ply: Ply | None) -> Seat:
    """The seat if none is named: that of the first fault, else the one that decided at the ply."""
    if stored.faults:
        return min(stored.faults, key=lambda fault: fault.ply).seat
    if ply is None:
        raise ReproError("no bot had a fault in that game: name a ply")
    if not 0 <= ply < len(stored.record.rows):
        raise ReproError(f"there is no ply {ply}, only 0 to {len(stored.record.rows) - 1}")
    if stored.record.rows[ply].seat == NOBODY:
        raise ReproError(f"ply {ply} was chance: name a ply at which somebody decided")
    return stored.record.rows[ply].seat


def refuse_unasked(stored: StoredGame, seat: Seat, ply: Ply) -> None:
    """Refuse a ply at which the bot was asked nothing: before the game, or after its fault."""
    if ply < 0:
        raise ReproError(f"there is no ply {ply}, they are numbered from 0")
    for fault in stored.faults:
        if fault.seat == seat and fault.ply < ply:
            raise ReproError(f"seat {seat} was asked nothing after its fault at ply {fault.ply}")


def questions(record: Record, seat: Seat) -> Iterator[tuple[Ply, Game]]:
    """All questions that a seat was asked: the ply of the answer, and the game at that moment."""
    counted: Log = None
    ply = 0
    for game in positions(record):
        ply += plies_in(game.events(counted))
        counted = game.log
        if not game.over and game.seat == seat:
            yield ply, game


def nearest_question(stored: StoredGame, seat: Seat, ply: Ply) -> Ply:
    """The ply itself if the seat's bot was asked there, else the nearest at which it was."""
    if ply >= len(stored.record.rows):
        raise ReproError(f"there is no ply {ply}, only 0 to {len(stored.record.rows) - 1}")
    failed = [fault.ply for fault in stored.faults if fault.seat == seat]
    own = (asked for asked, _ in questions(stored.record, seat))
    before = [asked for asked in own if not failed or asked <= failed[0]]
    return min(before, key=lambda asked: abs(asked - ply))


def answered_by(record: Record, seat: Seat, ply: Ply) -> str:
    """Who decided at a ply that a seat's bot was not asked at."""
    by = record.rows[ply].seat
    if by == seat:
        return "the only answer there was, which the referee gave"
    return "chance" if by == NOBODY else f"one to seat {by}"


def ply_of_fault(stored: StoredGame, seat: Seat) -> Ply:
    """The ply of a seat's fault, which is looked at if no ply is named."""
    for fault in stored.faults:
        if fault.seat == seat:
            return fault.ply
    raise ReproError(f"seat {seat} had no fault in that game: name a ply with --ply")
