"""Faults by bot and kind: how many, the first sentence, and the games they happened in."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from arena.ranking.seated import numbers_of
from arena.report.sums.portion import Portion

MOST: Final = 100
"""The most games that are remembered for each bot and kind."""


@dataclass(slots=True)
class FaultGroup:
    """The faults of one kind that a bot has made."""

    times: int = 0
    sentence: str = ""
    """What went wrong the first time."""
    games: list[int] = field(default_factory=list)
    """The first games that it happened in."""


class FaultSums:
    """All faults, by the number of the bot and the kind."""

    def __init__(self, numbers: dict[tuple[str, str], int]) -> None:
        self._numbers = numbers
        self.groups: defaultdict[tuple[int, str], FaultGroup] = defaultdict(FaultGroup)

    def add(self, portion: Portion) -> None:
        """Count the faults of games."""
        faults = portion.tables["faults"]
        if not len(faults):
            return
        bots = numbers_of(faults, self._numbers).tolist()
        for bot, row in zip(bots, faults.to_pylist(), strict=True):
            group = self.groups[bot, row["fault"]]
            if not group.times:
                group.sentence = row["sentence"]
            group.times += 1
            if len(group.games) < MOST:
                group.games.append(row["game"])

    def of_bot(self, bot: int) -> int:
        """How many faults a bot has made."""
        return sum(group.times for (number, _), group in self.groups.items() if number == bot)
