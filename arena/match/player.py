"""A bot at its seat: its code, its view, and the one place where its methods are called."""

from __future__ import annotations

import inspect
import random
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, overload

from arena.bot import View
from arena.errors import unknown
from arena.match.bot_code import BotCode
from arena.match.bot_folder import BotError
from arena.match.faults import BotFault, FaultKind, clip
from arena.match.hints import SAID, hint
from arena.match.messages import Begin
from arena.match.wrong_answers import no_action
from arena.notes import Note
from arena.own_files import Contents
from arena.referee.actions import Action
from arena.referee.events import Ended, Event
from arena.referee.modules import rules_of

if TYPE_CHECKING:
    from arena.bot import Bot

LONGEST_SENTENCE: Final = 1000
"""Letters kept of what an exception says: its beginning tells the most."""
CALLERS: Final = (*("cli", "authoring", "match", "results", "sandbox", "tournament", "workers"),)
"""The parts of this package that call bots; their frames are left out of tracebacks."""


class Legal(Sequence[Action]):
    """The legal answers to a question, listed only when the bot looks at them."""

    __slots__ = ("_actions", "_view")

    def __init__(self, view: View) -> None:
        self._view = view
        self._actions: list[Action] | None = None

    @property
    def actions(self) -> list[Action]:
        """The answers as a list."""
        if self._actions is None:
            self._actions = self._view.legal()
        return self._actions

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        return self.actions[index]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __repr__(self) -> str:
        return repr(self.actions)


class Player:
    """A bot in one game. Whatever its code raises comes out of these methods as it is."""

    def __init__(
        self, begin: Begin, cpu_left: Callable[[], float], files: Mapping[str, Contents]
    ) -> None:
        """Run the bot's file, beside the other files of its folder, and make the bot."""
        rules = rules_of(begin.ruleset)
        rng = random.Random(begin.seed)
        self.view = View(rules, begin.seats, begin.me, rng, cpu_left)
        self._code = BotCode(begin.source, files, begin.compiled)
        kind, parameters = self._code.load(), begin.source.parameters
        if parameters:
            refuse_parameters(kind, parameters)
        self.bot: Bot = kind(**parameters)
        self.started = False

    def learn(self, events: Sequence[Event]) -> None:
        """Add these events to what the bot's view knows."""
        learn = self.view.learn
        for event in events:
            learn(event)

    def choose(self, events: Sequence[Event]) -> Action:
        """The bot's answer to the question that the events end with."""
        self._code.take_turn()
        self.view.notebook.turn_page()
        self.learn(events)
        if not self.started:
            self.started = True
            start = getattr(self.bot, "start", None)
            if start is not None:
                start(self.view)
        legal = Legal(self.view)
        action = self.bot.choose(self.view, legal)
        if type(action) not in self.view.rules.actions:
            raise BotFault(FaultKind.INVALID, clip(no_action(action, self.view, legal)))
        return action

    @property
    def notes(self) -> tuple[Note, ...]:
        """The bot's notes on the question that it was asked last."""
        return self.view.notebook.page

    def end(self, events: Sequence[Event]) -> None:
        """Tell the bot how the game came out."""
        self._code.take_turn()
        self.learn(events)
        end = getattr(self.bot, "end", None)
        last = events[-1]
        if end is not None and isinstance(last, Ended):
            end(last.result)


def refuse_parameters(kind: type[Any], given: Iterable[str]) -> None:
    """Refuse parameters that the constructor of a bot does not take, with the nearest ones."""
    taken = inspect.signature(kind).parameters.values()
    if any(parameter.kind == parameter.VAR_KEYWORD for parameter in taken):
        return
    names = [
        each.name for each in taken if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    ]
    for word in given:
        if word not in names:
            raise BotError(
                unknown("parameter", word, names)
                if names
                else f"there is no parameter {word!r}: the constructor takes none"
            )


def fault_of(error: BaseException) -> BotFault:
    """The fault that an exception in a bot's code counts as."""
    if isinstance(error, BotFault):
        return error
    if isinstance(error, BotError):
        return BotFault(FaultKind.INVALID, clip(str(error)))
    kind = FaultKind.MEMORY if isinstance(error, MemoryError) else FaultKind.CRASH
    sentence = "".join(traceback.format_exception_only(error)).strip()[:LONGEST_SENTENCE]
    more = "" if SAID in sentence.lower() else hint(error)  # later versions of Python say it too
    told = f"{sentence}; {more}" if more else sentence
    return BotFault(kind, clip(told), clip(own_traceback(error)))


def own_traceback(error: BaseException) -> str:
    """The traceback and those of its causes, without the frames that call the bot."""
    whole = traceback.TracebackException.from_exception(error)
    part: traceback.TracebackException | None = whole
    while part is not None:
        part.stack = traceback.StackSummary.from_list(own_frames(part.stack))
        part = part.__cause__ or part.__context__
    return "".join(whole.format())


def own_frames(stack: traceback.StackSummary) -> list[traceback.FrameSummary]:
    """The frames of the bot and of the referee that it calls, with paths that begin at `arena`."""
    package = Path(__file__).parents[1]
    frames = []
    for frame in stack:
        path = Path(frame.filename)
        if path.is_relative_to(package):
            if path.relative_to(package).parts[0] in CALLERS:
                continue
            frame.filename = str(path.relative_to(package.parent))
        frames.append(frame)
    return frames
