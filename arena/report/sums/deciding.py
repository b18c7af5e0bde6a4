"""What decides games: how winners differ from others, and how often who leads in something wins."""

from __future__ import annotations

from typing import Final

import numpy as np

from arena.report.sums.portion import Numbers, Portion

MEASURES: Final = {
    "routes": "points for routes",
    "tickets": "points for tickets, less those lost",
    "tickets_kept": "tickets kept",
    "tickets_completed": "tickets completed",
    "longest_path": "spaces of the longest path",
    "trains_left": "trains left at the end",
}
"""What is compared between winners and others, in words."""
ASPECTS: Final = {
    "routes": "most points for routes",
    "tickets": "most points for tickets",
    "tickets_kept": "most tickets kept",
    "tickets_completed": "most tickets completed",
    "longest_path": "the longest path",
    "trains_left": "the fewest trains left",
}
"""What a seat can lead in, in words."""


class DecidingSums:
    """Sums over winners and others, and over seats that lead alone in something."""

    def __init__(self, seats: list[int]) -> None:
        self._seats = seats
        shape = (len(seats), 2)
        self.count = np.zeros(shape, np.int64)
        """How many seats, by discipline: others, then winners."""
        self.sums = {name: np.zeros(shape, np.int64) for name in MEASURES}
        self.led = {name: np.zeros(len(seats), np.int64) for name in ASPECTS}
        """Games in which one seat alone leads, by discipline."""
        self.won = {name: np.zeros(len(seats), np.int64) for name in ASPECTS}
        """Those of them that this seat wins."""

    def add(self, portion: Portion) -> None:
        """Count games without a fault: a seat that a referee answers for decides nothing."""
        places = portion.seats("place")
        faulty = portion.tables["seats"]["fault"].is_valid().to_numpy()
        values = {name: measured(portion, name) for name in MEASURES}
        for at, seats in enumerate(self._seats):
            rows = portion.rows_of(at, seats)
            rows = rows[~faulty[rows].any(axis=1)]
            winners = (places[rows] == 1).astype(np.int64)
            np.add.at(self.count[at], winners, 1)
            for name, column in values.items():
                np.add.at(self.sums[name][at], winners, column[rows])
                own = -column[rows] if name == "trains_left" else column[rows]
                leads = own == own.max(axis=1, keepdims=True) if len(own) else own > 0
                alone = leads.sum(axis=1) == 1
                self.led[name][at] += int(alone.sum())
                self.won[name][at] += int((leads & (winners == 1))[alone].sum())


def measured(portion: Portion, name: str) -> Numbers:
    """One of the measures, for each row of `seats`."""
    if name == "tickets":
        return portion.seats("tickets_won") - portion.seats("tickets_lost")
    return portion.seats(name)
