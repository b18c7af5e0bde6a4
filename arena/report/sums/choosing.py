"""Which games a report shows: the closest, the widest, the highest, each bot's own, each fault."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

import numpy as np

from arena.report.sums.fault_sums import FaultSums
from arena.report.sums.portion import Numbers, Portion
from arena.tournament.settings import Discipline

KEPT: Final = 10
"""How many games of each kind are remembered, the most remarkable first."""


WORDS: Final = {
    "closest": ("the closest game", "the closest games"),
    "widest": ("the widest game", "the widest games"),
    "highest": ("the highest score", "the highest scores"),
    "best": ("the widest win", "the widest wins"),
    "worst": ("the widest loss", "the widest losses"),
}
"""The words for the first game of each kind, and for others."""
OF_BOTS: Final = ("best", "worst")
"""The kinds that belong to a bot, not to a discipline."""


class Reason(NamedTuple):
    """Why a game is shown."""

    kind: str
    """closest, widest, highest, best, worst or fault."""
    about: int
    """The number of the discipline; of the bot for its own games and its faults."""
    words: str


class Remarkable(NamedTuple):
    """A game that may be shown; the one with the lowest rank goes first."""

    rank: int
    game: int


class GameChoice:
    """The most remarkable games of each kind, by discipline or bot."""

    def __init__(self, disciplines: Sequence[Discipline]) -> None:
        self._disciplines = disciplines
        self._found: defaultdict[tuple[str, int], list[Remarkable]] = defaultdict(list)

    def add(self, portion: Portion) -> None:
        """Look at games; those with a fault are remarkable for that alone."""
        scores, places = portion.seats("score"), portion.seats("place")
        faulty = portion.tables["seats"]["fault"].is_valid().to_numpy()
        for at, discipline in enumerate(self._disciplines):
            rows = portion.rows_of(at, discipline.seats)
            rows = rows[~faulty[rows].any(axis=1)]
            if not len(rows):
                continue
            games = portion.games[portion.at[rows[:, 0]]]
            ordered = np.sort(scores[rows], axis=1)
            lead = ordered[:, -1] - ordered[:, -2]
            self._note("closest", at, lead, games)
            self._note("widest", at, -lead, games)
            self._note("highest", at, -ordered[:, -1], games)
            self._note_bots(portion.bots[rows], scores[rows], places[rows], games)

    def _note_bots(self, bots: Numbers, scores: Numbers, places: Numbers, games: Numbers) -> None:
        """The games that each bot won with the largest lead, and lost by most."""
        best_other = np.where(scores == scores.max(axis=1, keepdims=True), -(10**6), scores).max(
            axis=1
        )
        behind = scores - scores.max(axis=1, keepdims=True)
        ahead = scores - best_other[:, None]
        for bot in np.unique(bots).tolist():
            line, seat = np.nonzero(bots == bot)
            won = places[line, seat] == 1
            sole = won & (ahead[line, seat] < 10**5)
            self._note("best", bot, -ahead[line, seat][sole], games[line][sole])
            self._note("worst", bot, behind[line, seat][~won], games[line][~won])

    def _note(self, kind: str, about: int, ranks: Numbers, games: Numbers) -> None:
        there = self._found[kind, about]
        order = np.lexsort((games, ranks))[:KEPT]
        there += map(Remarkable, ranks[order].tolist(), games[order].tolist())
        there.sort()
        del there[KEPT:]

    def first(self, kind: str, about: int) -> int | None:
        """The most remarkable game of a kind."""
        found = self._found.get((kind, about))
        return found[0].game if found else None

    def chosen(self, most: int, faults: FaultSums, names: Sequence[str]) -> dict[int, list[Reason]]:
        """At most so many games with the reasons for each, in the order of their numbers.

        The first fault of each bot and kind goes first, then the most remarkable game of each
        kind and discipline, then each bot's own games; then the second ones, and so on.
        """
        found: dict[int, list[Reason]] = {}
        for game, reason in self._in_turn(faults, names):
            if game in found or len(found) < most:
                found.setdefault(game, []).append(reason)
        return dict(sorted(found.items()))

    def _in_turn(self, faults: FaultSums, names: Sequence[str]) -> Iterator[tuple[int, Reason]]:
        """All games that may be shown, the first of each kind before the second ones."""
        queues: list[list[tuple[int, Reason]]] = []
        for (bot, kind), group in sorted(faults.groups.items()):
            words = f"fault of {names[bot]}: {kind}"
            queues.append([(game, Reason("fault", bot, words)) for game in group.games])
        for kind in WORDS:
            for (found, about), games in sorted(self._found.items()):
                if found == kind:
                    reasons = (self._reason(at, kind, about, names) for at in range(len(games)))
                    numbers = (one.game for one in games)
                    queues.append(list(zip(numbers, reasons, strict=True)))
        for turn in zip_longest(*queues):
            yield from (each for each in turn if each is not None)

    def _reason(self, at: int, kind: str, about: int, names: Sequence[str]) -> Reason:
        """Why the game at this place among those of its kind is shown."""
        first, others = WORDS[kind]
        words = first if at == 0 else f"among {others}"
        if kind in OF_BOTS:
            words += f" of {names[about]}"
        elif len(self._disciplines) > 1:
            words += f" of {self._disciplines[about]}"
        return Reason(kind, about, words)
