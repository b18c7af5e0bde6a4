"""Storing a game with people as results of their own: unrated, to be replayed and verified."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from arena.boards import BoardFiles
from arena.errors import ArenaError
from arena.match.limits import Limits
from arena.match.match import Played
from arena.match.seats import Isolation
from arena.play.entrants import Entrant
from arena.referee.rulesets import Ruleset
from arena.results.board_copies import write_boards
from arena.results.files import explained
from arena.results.lock import locked
from arena.results.manifest import (
    FILE as MANIFEST,
    FORMAT,
    Manifest,
    PlayedByPeople,
    environment,
    schedule_of,
    write_bot,
    write_manifest,
)
from arena.results.seal import seal
from arena.results.store import GameStore
from arena.results.tables import Scribe, pack
from arena.tournament.secret import Secret
from arena.tournament.settings import Settings
from arena.tournament.sittings import Fixture

ROOM: Final = Path("results/play")
"""The folder for the games of people, a folder each."""
GAME: Final = 0
"""The number of the one game in such a folder."""


class PlayFolderError(ArenaError):
    """A folder that a game can't be stored in."""


class PlannedGame:
    """A game that is to be played by people, with all that its results will say of it."""

    def __init__(
        self,
        ruleset: Ruleset,
        entrants: Sequence[Entrant],
        seed: int,
        isolation: Isolation,
        out: Path | None,
    ) -> None:
        """Choose the folder; one that is in use is refused before the game, not after it."""
        self.ruleset = ruleset
        self.entrants = tuple(entrants)
        self.out = out
        if out is not None:
            refuse_used(out)
        elif (ROOM / MANIFEST).exists():
            raise PlayFolderError(f"{ROOM} holds a tournament: choose another folder with --out")
        refuse_closed(ROOM if out is None else out)
        name = ruleset.name if out is None else out.name
        board = ruleset.board if isinstance(ruleset.board, BoardFiles) else None
        self.settings = Settings(
            name=name,
            rulesets=(ruleset.name,),
            seats=(len(self.entrants),),
            rounds=1,
            seed=seed,
            board=board,
            isolation=isolation,
            limits=Limits(),
        )

    @property
    def fixture(self) -> Fixture:
        """The game with its seeds."""
        manifest = self._manifest(PlayedByPeople(practice=False))
        return Secret(self._seed).fixture(schedule_of(manifest)[GAME])

    def store(self, played: Played, level: str, people: PlayedByPeople) -> Path:
        """Write the results of the game that was played; returns their folder."""
        folder = free_folder(self.ruleset.name) if self.out is None else self.out
        with explained(folder):
            folder.mkdir(parents=True, exist_ok=True)
        with locked(folder, lambda holder: None):
            refuse_used(folder)
            for one in self.entrants:
                if one.bot is not None:
                    write_bot(folder, one.bot)
            write_boards(folder, self.settings)
            write_manifest(folder, self._manifest(people, level, folder.name))
            self._write_game(GameStore(folder), played)
            seal(folder)
        return folder

    @property
    def _seed(self) -> int:
        assert isinstance(self.settings.seed, int)
        return self.settings.seed

    def _manifest(self, people: PlayedByPeople, level: str = "", name: str = "") -> Manifest:
        return Manifest(
            format=FORMAT,
            settings=replace(self.settings, name=name or self.settings.name),
            commitment=Secret(self._seed).commitment,
            founders=len(self.entrants),
            bots=tuple(one.entry for one in self.entrants),
            environments=(environment(level),) if level else (),
            people=people,
        )

    def _write_game(self, store: GameStore, played: Played) -> None:
        scribe = Scribe([one.entry for one in self.entrants])
        scribe.write(self.fixture, played)
        store.open(1)
        store.add(pack(scribe.hand_over()), [GAME], 1)


def refuse_used(folder: Path) -> None:
    """Refuse a folder that holds anything: a game with people has one of its own."""
    if folder.exists() and not folder.is_dir():
        raise PlayFolderError(f"{folder} is no folder")
    if folder.is_dir() and any(path.name != "lock" for path in folder.iterdir()):
        raise PlayFolderError(
            f"{folder} is not empty, and a game with people has a folder of its own: choose another"
            " with --out"
        )


def refuse_closed(folder: Path) -> None:
    """Refuse a folder that can't be written to, as far as that can be told before the game."""
    nearest = next(place for place in (folder, *folder.parents) if place.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        raise PlayFolderError(f"{folder} can't be written to: choose another folder with --out")


def free_folder(ruleset: str) -> Path:
    """A new folder for a game of this ruleset, the first whose number is free."""
    number = 1
    with explained(ROOM):
        ROOM.mkdir(parents=True, exist_ok=True)
        while True:
            try:
                folder = ROOM / f"{ruleset}-{number}"
                folder.mkdir()
                return folder
            except FileExistsError:
                number += 1
