"""Who leads while games are being played: the share of opponents that each bot came before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arena.ranking.seated import Named, roster_numbers, seated
from arena.results.tables import Tables


class Lead:
    """The shares so far: they cost next to nothing, where ratings take all games at once."""

    def __init__(self, bots: Sequence[Named]) -> None:
        self._known = roster_numbers(bots)
        self._ahead = np.zeros(len(bots))
        self._opponents = np.zeros(len(bots))

    def add(self, tables: Tables) -> None:
        """Count games; who is level counts half."""
        for _, bots, places in seated(tables, self._known):
            mine, theirs = places[:, :, None], places[:, None, :]
            ahead = np.sum(mine < theirs, axis=2) + np.sum(mine == theirs, axis=2) / 2 - 0.5
            np.add.at(self._ahead, bots, ahead)
            np.add.at(self._opponents, bots, bots.shape[1] - 1)

    def leader(self) -> int:
        """The number of the bot with the largest share."""
        return int(np.argmax(self._ahead / np.maximum(self._opponents, 1)))
