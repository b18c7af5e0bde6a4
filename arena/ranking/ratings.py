"""TrueSkill ratings of the bots: a function of the games, whatever their order or the roster's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from arena.ranking.message_passing import SETTLED, Beliefs, Outcomes, Settled, settle
from arena.ranking.outcomes import Counted, Numbers, OutcomeCounts
from arena.ranking.seated import ABSENT, Named, TallyError, roster_numbers, seated
from arena.ranking.skill import PRIOR, SKILL, UNKNOWN, Skill
from arena.ranking.truncation import Floats
from arena.results.manifest import Manifest
from arena.results.tables import Tables
from arena.tournament.settings import Discipline

WELL_KNOWN: Final = 0.5
"""The part of what games tell of the usual bot from which on a bot counts in full for the level."""
NEEDED: Final = {"games": ["game", "ruleset"], "seats": ["game", "bot", "version", "place"]}
"""The tables and columns that ratings need."""
SAMPLE: Final = 20
"""The number of different outcomes that the `trueskill` package rates again."""
TOLERANCE: Final = 0.01
"""The most by which that may change a mu or sigma."""
EXACTLY: Final = 1e-9
"""How exact the package is asked to be; its own choice would be 1e-4."""


class Rated(NamedTuple):
    """The skill of each bot, by its number, and sentences on why not to believe them."""

    skills: list[Skill]
    doubts: list[str]


class Ratings:
    """The ratings of all bots in each discipline; games with a disqualified bot don't count."""

    def __init__(self, manifest: Manifest) -> None:
        self._bots = manifest.bots
        self._known = roster_numbers(manifest.bots)
        for bot in manifest.bots:
            if bot.disqualified:
                self._known[bot.name, bot.version] = ABSENT
        disciplines = manifest.settings.disciplines()
        self._counts = {each: OutcomeCounts(each.seats) for each in disciplines}
        self._rated: dict[Discipline, Rated] = {}

    def add(self, tables: Tables) -> None:
        """Count the outcomes of these games, which were not counted before."""
        self._rated.clear()
        for discipline, bots, places in seated(tables, self._known):
            if discipline not in self._counts:
                raise TallyError(f"a game is of {discipline}, which the tournament has not")
            self._counts[discipline].add(bots, places)

    def of(self, discipline: Discipline) -> list[Skill]:
        """The bots' skills in a discipline."""
        if discipline not in self._rated:
            self._rated[discipline] = rate([self._counts[discipline]], self._bots)
        return self._rated[discipline].skills

    def doubts(self) -> list[str]:
        """Sentences on why not to believe the ratings that were asked for; usually none."""
        every = (doubt for rated in self._rated.values() for doubt in rated.doubts)
        return list(dict.fromkeys(every))


def rate(counts: Sequence[OutcomeCounts], bots: Sequence[Named]) -> Rated:
    """Rate bots, by their numbers, from the outcomes of their games; and doubt the ratings."""
    played = players(counts, bots)
    if not played:
        return Rated([UNKNOWN] * len(bots), [])
    settled, groups = settled_among(counts, played, len(bots))
    skills = skills_by_number(settled, groups, played, len(bots))
    return Rated(skills, list(doubts(settled, [bots[bot] for bot in played])))


def skills_of(counts: Sequence[OutcomeCounts], bots: Sequence[Named]) -> list[Skill]:
    """The skills that `rate` gives, undoubted, for those who rate again and again."""
    played = players(counts, bots)
    if not played:
        return [UNKNOWN] * len(bots)
    settled, groups = settled_among(counts, played, len(bots))
    return skills_by_number(settled, groups, played, len(bots))


def players(counts: Sequence[OutcomeCounts], bots: Sequence[Named]) -> list[int]:
    """The bots that have played, in the order of their versions.

    Nothing but the games has a say in ratings, so that any order of games, listing or submission
    gives the same bytes.
    """
    played = {int(bot) for each in counts for bot in each.bots()}
    return sorted(played, key=lambda bot: (bots[bot].version, bots[bot].name))


def settled_among(
    counts: Sequence[OutcomeCounts], played: Sequence[int], bots: int
) -> tuple[Settled, Numbers]:
    """The skills of those who have played, and the groups that games link them to."""
    numbers = np.zeros(bots, np.int64)
    numbers[list(played)] = np.arange(len(played))
    counted = [each.renumbered(numbers) for each in counts]
    groups = groups_of(counted, len(played))
    return settle(counted, groups), groups


def skills_by_number(
    settled: Settled, groups: Numbers, played: Sequence[int], bots: int
) -> list[Skill]:
    """The skill of each bot, by its number; unknown for those who have not played."""
    skills = [UNKNOWN] * bots
    means = SKILL.mu + levelled(settled.beliefs, groups)
    sigmas = settled.beliefs.precisions**-0.5
    for bot, mu, sigma in zip(played, means.tolist(), sigmas.tolist(), strict=True):
        skills[bot] = Skill(mu, sigma)
    return skills


def groups_of(counted: Sequence[Counted], bots: int) -> Numbers:
    """For each bot the number of its group; bots are in one if games link them, however far."""
    met = np.eye(bots, dtype=np.bool_)
    for rows, _ in counted:
        table = np.abs(rows) - 1
        met[table[:, :-1], table[:, 1:]] = True
    met |= met.T
    first, before = np.arange(bots), None
    while before is None or (first != before).any():
        first, before = np.where(met, first, bots).min(axis=1), first
    return np.unique(first, return_inverse=True)[1]


def levelled(beliefs: Beliefs, groups: Numbers) -> Floats:
    """The means of the skills, moved so that the mean of each group's is 0.

    Games tell differences alone, so that the level of a group is a convention. A bot that always
    loses might be anywhere below the others: if it counted in full, all others would stand the
    higher the more games it lost. So a bot that games tell little of (as precision), beside the
    median of its group, hardly counts. That it counts at all, and by degrees, keeps the level from
    jumping when such a bot wins for the first time.
    """
    means = beliefs.means.copy()
    told = beliefs.precisions - PRIOR
    for group in np.unique(groups):
        here = groups == group
        weights = np.minimum(1, told[here] / (WELL_KNOWN * np.median(told[here]))) ** 2
        means[here] -= np.average(means[here], weights=weights)
    return means


def doubts(settled: Settled, bots: Sequence[Named]) -> Iterator[str]:
    """What speaks against the ratings: that they still change, or the `trueskill` package.

    The package rates a sample of games, each from what all others say: if every rating is right,
    that leaves all of them where they are.
    """
    if settled.change >= SETTLED:
        yield f"the ratings have not settled: they still change by {settled.change:.1g}"
    for block, column in sample(settled.outcomes):
        change = change_by_package(block, column, settled.beliefs)
        if not change <= TOLERANCE:
            names = ", ".join(bots[bot].name for bot in block.bots[:, column])
            yield (
                f"the trueskill package does not agree with the ratings: a game of {names}, in this"
                f" order, would change one by {change:.2g}"
            )
            return


def sample(outcomes: Sequence[Outcomes]) -> Iterator[tuple[Outcomes, int]]:
    """Some of the different outcomes, evenly spread: the blocks and columns that they are in."""
    sizes = [block.bots.shape[1] for block in outcomes]
    ends = np.cumsum(sizes)
    for at in np.unique(np.linspace(0, ends[-1] - 1, SAMPLE).astype(np.int64)).tolist():
        block = int(np.searchsorted(ends, at, "right"))
        yield outcomes[block], at - int(ends[block]) + sizes[block]


def change_by_package(block: Outcomes, column: int, beliefs: Beliefs) -> float:
    """The largest change of mu or sigma when the package rates an outcome from all others' say."""
    means, precisions = (each[:, column] for each in block.others(beliefs))
    teams = [(SKILL.create_rating(*skill),) for skill in zip(means, precisions**-0.5, strict=True)]
    places = np.cumsum(~block.level[:, column]).tolist()
    try:
        rated = [rating for (rating,) in SKILL.rate(teams, places, min_delta=EXACTLY)]
    except FloatingPointError:  # its way of saying that this could not have happened
        return np.inf
    bots = block.bots[:, column]
    now = zip(beliefs.means[bots], beliefs.precisions[bots] ** -0.5, strict=True)
    pairs = zip(rated, now, strict=True)
    return float(max(max(abs(r.mu - mu), abs(r.sigma - sigma)) for r, (mu, sigma) in pairs))
