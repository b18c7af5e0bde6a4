r"""TrueSkill's message passing over all games at once, until no skill changes any more.

    skills         s     s     s     one for each bot, shared by all of its games
                   |     |     |     + noise
    performances   p     p     p     in the order of places
                    \   / \   /
    differences       d     d        cut off by the result: won, or tied

Each game says something about the skills at its table, given what all others say. In the end what
every game says fits what all others say, and then the order of the games is of no consequence.
Games with the same outcome say the same, so an outcome is heard once and counted as often as it
occurred: the cost grows with the number of different outcomes.

The usual schedule, one game after the other and all of them over and over, gets there slowly: the
level of all bots, and the distance between bots that seldom beat each other, go on changing for
hundreds of rounds. Here a pass asks all results at once, given the skills. What they say about
differences is normal, and the means that fit all of it are found by one system of equations with a
row for each bot. Where that changes nothing, the usual schedule changes nothing either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ranking.outcomes import Counted, Numbers
from arena.ranking.skill import NOISE, PRIOR
from arena.ranking.truncation import Floats, tied, won

BLOCK: Final = 16_384
"""The number of outcomes that are worked on at a time: what they need fits a processor's cache."""
SETTLED: Final = 1e-9
"""A change of mu or sigma that counts as none."""
MOST: Final = 600
"""The most passes; fewer than thirty are usual, and about a hundred where a bot always loses."""


class Beliefs(NamedTuple):
    """What is known of all skills: means, beside that before any game, and precisions."""

    means: Floats
    precisions: Floats


class Settled(NamedTuple):
    """Skills that fit all games, by how much one changed last, and what the outcomes say."""

    beliefs: Beliefs
    change: float
    outcomes: list[Outcomes]


class Normal(NamedTuple):
    """Normal factors: their precisions, and their precisions times their means."""

    precision: Floats
    weighted: Floats

    def and_also(self, other: Normal) -> Normal:
        """Both factors together."""
        return Normal(self.precision + other.precision, self.weighted + other.weighted)

    def moments(self) -> tuple[Floats, Floats]:
        """Means and variances."""
        variance = 1 / self.precision
        return variance * self.weighted, variance


class Outcomes:
    """A block of different outcomes at tables of one size, and what their results say.

    Arrays have a row for each place, or for each step from a place to the next, and a column for
    each outcome.
    """

    def __init__(self, counted: Counted) -> None:
        rows = np.ascontiguousarray(counted.rows.T)
        self.bots: Numbers = np.abs(rows).astype(np.int64) - 1
        self.level: NDArray[np.bool_] = rows < 0
        """Whether a bot is level with the one before it."""
        self._times = counted.times.astype(np.float64)
        self._ties = [np.flatnonzero(level) for level in self.level[1:]]
        steps = (len(rows) - 1, rows.shape[1])
        self._result = Normal(np.zeros(steps), np.zeros(steps))
        """What each result says of its difference of performances."""
        self._kept, self._carried = np.ones(steps), np.zeros(steps)
        self._said = np.zeros(rows.shape)
        """The precision of what an outcome says of each skill, if it occurred once."""

    def others(self, beliefs: Beliefs) -> tuple[Floats, Floats]:
        """What all other games say of the skills at each table, as means and precisions.

        Of an outcome that occurred several times, one is left out.
        """
        means = beliefs.means[self.bots]
        surprise = self._result.precision * (means[:-1] - means[1:]) - self._result.weighted
        precisions = beliefs.precisions[self.bots] - self._said
        return means + parted(self._through_noise(surprise)) / precisions, precisions

    def listen(self, beliefs: Beliefs, step: float) -> None:
        """Ask every result what it says, given what all others say; go that part of the way."""
        means, precisions = self.others(beliefs)
        precisions = 1 / (1 / precisions + NOISE)
        own = [Normal(*each) for each in zip(precisions, precisions * means, strict=True)]
        behind = self._from_behind(own)
        ahead = nothing(own[0])
        heard = np.empty(means.shape)
        for place, performance in enumerate(own):
            heard[place] = ahead.precision + behind[place].precision
            if place + 1 < len(own):
                here = performance.and_also(ahead)
                self._judge(place, here, own[place + 1].and_also(behind[place + 1]), step)
                ahead = self._passed_on(place, here, -1)
        self._said = heard / (1 + NOISE * heard)
        self._prepare()

    def add_to(self, equations: Equations) -> None:
        """Add what these outcomes say to the equations for the skills."""
        steps = len(self._result.precision)
        equations.add_said(self.bots, self._times * self._said)
        equations.add_pull(
            self.bots, self._times * parted(self._through_noise(self._result.weighted))
        )
        answers = np.stack([parted(self._answer(step)) for step in range(steps)])
        for bots, column in zip(self.bots, parted(answers), strict=True):
            equations.add_column(self.bots, bots, self._times * column)

    def _from_behind(self, own: Sequence[Normal]) -> list[Normal]:
        """What is heard of each performance from those behind it."""
        heard = [nothing(own[-1])]
        for place in range(len(own) - 2, -1, -1):
            heard.append(self._passed_on(place, own[place + 1].and_also(heard[-1]), 1))
        return heard[::-1]

    def _passed_on(self, place: int, performance: Normal, sign: int) -> Normal:
        """What one performance says of its neighbour through the result between the two."""
        mean, variance = performance.moments()
        precision, weighted = self._result.precision[place], self._result.weighted[place]
        share = 1 / (1 + precision * variance)
        return Normal(precision * share, (precision * mean + sign * weighted) * share)

    def _judge(self, place: int, better: Normal, worse: Normal, step: float) -> None:
        """Ask the results between a place and the next what they say, given all else."""
        (mean, variance), (less, more) = better.moments(), worse.moments()
        mean, variance = mean - less, variance + more
        said = won(mean, variance)
        ties = self._ties[place]
        if len(ties):
            for factor, values in zip(said, tied(mean[ties], variance[ties]), strict=True):
                factor[ties] = values
        for kept, new in zip(self._result, said, strict=True):
            kept[place] += step * (new - kept[place])

    def _answer(self, step: int) -> Floats:
        """What all results say if skills differ by 1 at one step."""
        wanted = np.zeros_like(self._result.precision)
        wanted[step] = self._result.precision[step]
        return self._through_noise(wanted)

    def _through_noise(self, pulls: Floats) -> Floats:
        """What pulls on the differences of performances are as pulls on those of skills.

        Neighbouring differences share the noise of a performance, so this solves a tridiagonal
        system for each outcome: forwards, then backwards.
        """
        solved = self._kept * pulls
        for at in range(1, len(pulls)):
            solved[at] += self._carried[at] * solved[at - 1]
        for at in range(len(pulls) - 2, -1, -1):
            solved[at] += self._carried[at] * solved[at + 1]
        return solved

    def _prepare(self) -> None:
        """Work out how much of a pull is kept, and how much is carried on to the next ones."""
        noise = NOISE * self._result.precision
        for at in range(len(noise)):
            before = self._carried[at - 1] if at else 0.0
            self._kept[at] = 1 / (1 + noise[at] * (2 - before))
            self._carried[at] = noise[at] * self._kept[at]


class Equations:
    """The equations for the means of the skills, given what all results say."""

    def __init__(self, bots: int) -> None:
        self._bots = bots
        self._matrix = np.zeros(bots * bots)
        self._pull = np.zeros(bots)
        self._precisions = np.full(bots, PRIOR)

    def add_said(self, bots: Numbers, precisions: Floats) -> None:
        """Add the precisions of what outcomes say of skills."""
        self._precisions += np.bincount(bots.ravel(), precisions.ravel(), self._bots)

    def add_pull(self, bots: Numbers, pulls: Floats) -> None:
        """Add where the outcomes pull the skills, if all are equal."""
        self._pull += np.bincount(bots.ravel(), pulls.ravel(), self._bots)

    def add_column(self, bots: Numbers, other: Numbers, answers: Floats) -> None:
        """Add how outcomes pull the skills at a table back, for one of them."""
        np.add.at(self._matrix, (bots * self._bots + other).ravel(), answers.ravel())

    def solved(self, groups: Numbers) -> Beliefs:
        """The skills that fit all that was said.

        Games tell differences alone, so that the means of each group of bots that met keep the sum
        they had before: it is set, for the equations hardly hold it if there are many games.
        """
        matrix = self._matrix.reshape(self._bots, self._bots)
        means = eliminated(matrix + np.diag(np.full(self._bots, PRIOR)), self._pull)
        level = np.bincount(groups, means) / np.bincount(groups)
        return Beliefs(means - level[groups], self._precisions)


def settle(counted: Sequence[Counted], groups: Numbers) -> Settled:
    """The skills of bots, in these groups that met, that fit all outcomes."""
    outcomes = [Outcomes(block) for each in counted for block in blocks(each)]
    bots = len(groups)
    beliefs = Beliefs(np.zeros(bots), np.full(bots, PRIOR))
    change = 0.0
    for number in range(MOST):
        equations = Equations(bots)
        for block in outcomes:
            block.listen(beliefs, step_of(number))
            block.add_to(equations)
        new = equations.solved(groups)
        change = largest_change(beliefs, new)
        beliefs = new
        if change < SETTLED:
            break
    return Settled(beliefs, change, outcomes)


def eliminated(matrix: Floats, right: Floats) -> Floats:
    """The solution of equations whose matrix is symmetric and positive, by elimination.

    Numpy's own solver keeps several threads busy, and its last digits depend on their number.
    """
    rows = np.column_stack([matrix, right])
    bots = len(right)
    for at in range(bots - 1):
        shares = rows[at + 1 :, at] / rows[at, at]
        rows[at + 1 :, at + 1 :] -= shares[:, None] * rows[at, at + 1 :]
    solution = np.zeros(bots)
    for at in range(bots - 1, -1, -1):
        known = np.sum(rows[at, at + 1 : bots] * solution[at + 1 :])
        solution[at] = (rows[at, bots] - known) / rows[at, at]
    return solution


def step_of(number: int) -> float:
    """Which part of the way a pass goes to what the results say.

    All of it is fastest, but where a bot always loses it would go too far, back, and so on.
    """
    return 1.0 if number < 16 else 0.7 if number < 150 else 0.4


def largest_change(old: Beliefs, new: Beliefs) -> float:
    """The largest change of any mu or sigma."""
    sigmas = new.precisions**-0.5 - old.precisions**-0.5
    return float(max(np.abs(new.means - old.means).max(), np.abs(sigmas).max()))


def blocks(counted: Counted) -> list[Counted]:
    """Outcomes in blocks that are worked on at a time."""
    rows, times = counted
    starts = range(0, len(rows), BLOCK)
    return [Counted(rows[at : at + BLOCK], times[at : at + BLOCK]) for at in starts]


def nothing(like: Normal) -> Normal:
    """Factors that say nothing."""
    return Normal(np.zeros_like(like.precision), np.zeros_like(like.weighted))


def parted(pulls: Floats) -> Floats:
    """Pulls on the differences from place to place, as pulls on the skills at those places."""
    out = np.zeros((len(pulls) + 1, *pulls.shape[1:]))
    out[:-1] = pulls
    out[1:] -= pulls
    return out
