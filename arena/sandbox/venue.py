"""Where matches are played: how bots are isolated, and refusing a sandbox that does not hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Final, Self

from msgspec.structs import replace

from arena.errors import unknown
from arena.match.bot_folder import Folder
from arena.match.compiled import Compiled
from arena.match.limits import Limits
from arena.match.match import Match, Played
from arena.match.messages import Begin
from arena.match.seats import Isolation, SeatedBot, TrustedBot
from arena.match.source import Source
from arena.referee.game import Game
from arena.referee.rulesets import Ruleset
from arena.sandbox.accounts import keeps_accounts
from arena.sandbox.company import Company
from arena.sandbox.compiling import compile_apart
from arena.sandbox.confinement import LANDLOCK, best_layers
from arena.sandbox.imports import modules_of
from arena.sandbox.probe import escapes
from arena.sandbox.process_bot import ProcessBot
from arena.sandbox.processes import IsolationError, ParentProcess
from arena.sandbox.shared_files import SharedFiles
from arena.seeds import bot_seed

FORKS: Final = 40
"""Processes that are made before the first game: the memory of their parent changes meanwhile, and
then no more, so that no bot can tell how many games were played before its own."""
TRIES: Final = 3
"""How often a game is played at most when the machine disturbs it; then its faults count."""
ADVICE: Final = 'for bots that you trust, set the isolation to "process" or "none"'


class Venue:
    """A place to play matches, with one way of seating bots."""

    def __init__(self, isolation: str, rulesets: Iterable[Ruleset], limits: Limits) -> None:
        """Open the venue; a sandbox that does not hold is refused, never pretended."""
        if isolation not in list(Isolation):
            raise IsolationError(unknown("isolation", isolation, list(Isolation)))
        self.isolation = Isolation(isolation)
        self.limits = limits
        self.layers: tuple[str, ...] = best_layers() if isolation == Isolation.SANDBOX else ()
        self._shared: dict[bytes, SharedFiles] = {}
        """The files of folders, by the hash of the folder."""
        self._compiled: dict[frozenset[tuple[str, bytes]], Compiled] = {}
        """The compiled modules of bots, by their names and texts."""
        self._parent = None if isolation == Isolation.NONE else ParentProcess()
        if self._parent is not None:
            self._parent.prepare(rulesets, ())
        if isolation == Isolation.SANDBOX:
            self._check_sandbox()

    @property
    def level(self) -> str:
        """The level of isolation that was reached, to be shown and stored with results."""
        if self.isolation != Isolation.SANDBOX:
            return self.isolation
        layers = "landlock and seccomp" if LANDLOCK in self.layers else "seccomp"
        return f"sandbox ({layers}{'' if keeps_accounts() else '; no account of idle time'})"

    def prepare(self, sources: Iterable[Source]) -> None:
        """Load what these bots import and compile their modules, before any of them plays.

        So the same modules are there in all games, whoever plays them, in whatever order.
        """
        if self._parent is not None:
            bots = list(sources)
            modules = {module for source in bots for module in modules_of(*source.codes)}
            self._parent.prepare((), modules)
            for source in bots:
                self._compile(self._parent, source)
            for _ in range(FORKS):
                self._parent.fork(self.layers, self.limits).close()

    def play(
        self,
        ruleset: Ruleset,
        sources: Sequence[Source],
        seed: int,
        ours: Sequence[Source] = (),
    ) -> Played:
        """Play one game outside tournaments: the bots' seeds follow from the game's.

        Bots that are `ours`, parts of arena itself, need no process of their own.
        """
        bot_seeds = [bot_seed(seed, me) for me in range(len(sources))]
        return self.play_seeded(ruleset, sources, seed, bot_seeds, ours)

    def play_seeded(
        self,
        ruleset: Ruleset,
        sources: Sequence[Source],
        seed: int,
        bot_seeds: Sequence[int],
        ours: Sequence[Source] = (),
    ) -> Played:
        """Play one game, in which the seed of a bot's generator tells nothing of the cards.

        A game that the machine has disturbed is played again.
        """
        begins = [
            Begin(ruleset, len(sources), me, bot_seeds[me], self.limits.cpu, source)
            for me, source in enumerate(sources)
        ]
        for _ in range(TRIES - 1):
            played = self._play_once(begins, seed, ours)
            if not played.is_disturbed:
                return played
        return self._play_once(begins, seed, ours)

    def _play_once(self, begins: Sequence[Begin], seed: int, ours: Sequence[Source]) -> Played:
        game = Game(begins[0].ruleset, len(begins), seed)
        seats: list[SeatedBot] = []
        company = Company()
        try:
            for begin in begins:
                is_ours = begin.source in ours
                seats.append(
                    TrustedBot(begin, self.limits) if is_ours else self.seat(begin, company)
                )
            return Match(game, seats).play()
        finally:
            for seat in seats:
                seat.close()

    def seat(self, begin: Begin, company: Company) -> SeatedBot:
        """Seat one bot with the isolation of this venue, beside the company at its table."""
        if self._parent is None:
            return TrustedBot(begin, self.limits)
        self._parent.prepare([begin.ruleset], modules_of(*begin.source.codes))
        shared = self._shared_files(begin.source.folder)
        told = replace(begin, compiled=self._compile(self._parent, begin.source))
        return ProcessBot(self._parent, self.layers, told, self.limits, company, shared)

    def _compile(self, parent: ParentProcess, source: Source) -> Compiled:
        """The compiled modules of a bot, which are made once for all games."""
        modules = frozenset(source.modules().items())
        if modules not in self._compiled:
            self._compiled[modules] = compile_apart(parent, self.layers, self.limits, source)
        return self._compiled[modules]

    def _shared_files(self, folder: Folder) -> SharedFiles | None:
        """The memory with the files of a bot's folder, which is made once for all games."""
        if not folder.files:
            return None
        if folder.hash not in self._shared:
            self._shared[folder.hash] = SharedFiles(folder.files)
        return self._shared[folder.hash]

    def close(self) -> None:
        """Close the venue and end every process in it."""
        if self._parent is not None:
            self._parent.close()
        while self._shared:
            self._shared.popitem()[1].close()

    def _check_sandbox(self) -> None:
        assert self._parent is not None
        if not self.layers:
            self.close()
            raise IsolationError(f"this system has nothing to hold bots with; {ADVICE}")
        loose = escapes(self._parent, self.layers)
        if loose:
            self.close()
            raise IsolationError(f"bots can't be held here ({', '.join(loose)}); {ADVICE}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
