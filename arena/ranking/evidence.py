"""Is the mean of some differences above or below a bound? Evidence that is valid at every look.

For every bound there is a gambler who begins with 1 and bets, before each difference, that the
differences lie above it on average. If they don't, the gambler's money is as likely as not to
shrink, and reaches 20 with a chance of at most 1 in 20, however long the game lasts (Ville). So
whoever sees it there may say that the mean lies above the bound, and is wrong at most 5% of the
time, whenever and however often he looks, and whatever the differences are like.

Nobody knows the best size of a bet, so the money is split over several sizes at the beginning.
"""

from __future__ import annotations

from collections import Counter
from math import log
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.words import Word

Figures = NDArray[np.float64]

RISK: Final = 0.05
"""How likely each single statement is wrong, at most, over all looks together."""
BETS: Final = (0.03, 0.06, 0.12, 0.2, 0.35, 0.6, 0.9)
"""The parts of the money that the gamblers bet: at worst, all of the bet is lost."""
ENOUGH: Final = -log(RISK)
"""The logarithm of the money that decides."""
STEP: Final = 0.005
"""How far the bounds are apart among which an interval is found."""


class Decision(Word):
    """What a comparison can end with."""

    BETTER = "better"
    NOT_BETTER = "not better"
    WORSE = "worse"


def growth(difference: Any, bound: Any, bet: Any) -> Figures:
    """The logarithm of what the money of a bet is multiplied by that the mean is above a bound.

    Differences and bounds lie between -1 and 1; a difference of -1 loses the whole bet. It falls
    with the bound, so that all bounds below one that was ruled out are ruled out too.
    """
    return np.asarray(np.log1p(bet * ((1 + difference) / (1 + bound) - 1)))


def money(logarithms: Figures) -> Figures:
    """The logarithm of the money of all sizes of bets together, which are along the last axis."""
    return np.asarray(np.logaddexp.reduce(logarithms, axis=-1) - log(len(BETS)))


class Evidence:
    """What differences between -1 and 1 say of their mean, told one by one in their order.

    It ends as soon as the mean is known to be above 0 (better) or not above `delta` (not better).
    But a mean that looks worse than `-delta` by then may be known to be below 0 soon: that is
    waited for, at most as long again.
    """

    def __init__(self, delta: float) -> None:
        self.delta = delta
        self.counts: Counter[float] = Counter()
        """How often each difference occurred."""
        self.deals = 0
        self.decision: Decision | None = None
        """What was decided first; later differences don't change it."""
        inner = np.arange(-1 + STEP, 1 - STEP / 2, STEP).round(6)
        self._bounds = np.unique(np.concatenate([inner, [0.0, delta]]))
        self._signed = np.stack([self._bounds, -self._bounds])[:, :, None]
        # Along the axes: above or below; the bounds; the sizes of bets.
        self._money = np.zeros((2, len(self._bounds), len(BETS)))
        self._most = np.zeros((2, len(self._bounds)))
        self._growth: dict[float, Figures] = {}
        self._sum = 0.0
        self._not_better_at: int | None = None

    def add(self, difference: float) -> None:
        """Count the next difference."""
        self.counts[difference] += 1
        self.deals += 1
        self._sum += difference
        if difference not in self._growth:
            both = np.array([difference, -difference])[:, None, None]
            self._growth[difference] = growth(both, self._signed, np.array(BETS))
        self._money += self._growth[difference]
        self._most = np.maximum(self._most, money(self._money))
        if self.decision is None:
            self.decision = self._decided()

    def end(self) -> None:
        """Decide what can be said if no more differences come."""
        if self.decision is None and self.high <= self.delta:
            self.decision = Decision.NOT_BETTER

    @property
    def mean(self) -> float:
        """The mean of the differences; 0 if there are none."""
        return self._sum / max(1, self.deals)

    @property
    def low(self) -> float:
        """The largest bound that the mean is known to lie above; -1 if none is."""
        above = self._bounds[self._most[0] >= ENOUGH]
        return float(above.max(initial=-1.0))

    @property
    def high(self) -> float:
        """The smallest bound that the mean is known to lie below; 1 if none is."""
        below = self._bounds[self._most[1] >= ENOUGH]
        return float(below.min(initial=1.0))

    def better(self) -> float:
        """The most money that a bet on better has reached: 1 at the beginning, 20 is enough."""
        return self._reached(0, 0.0)

    def worse(self) -> float:
        """The most money that a bet on worse has reached."""
        return self._reached(1, 0.0)

    def not_better(self) -> float:
        """The most money that a bet on not better by more than delta has reached."""
        return self._reached(1, self.delta)

    def _reached(self, side: int, bound: float) -> float:
        at = int(np.searchsorted(self._bounds, bound))
        return float(np.exp(min(self._most[side, at], 700.0)))

    def _decided(self) -> Decision | None:
        """What can be said now, if anything."""
        if self.low >= 0:
            return Decision.BETTER
        if self.high <= 0:
            return Decision.WORSE
        if self.high > self.delta:
            return None
        if self._not_better_at is None:
            self._not_better_at = self.deals
        looks_worse = self.mean < -self.delta
        waited = self.deals >= 2 * self._not_better_at
        return None if looks_worse and not waited else Decision.NOT_BETTER
