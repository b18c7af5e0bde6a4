"""What each table of a tournament is about: a discipline, or the mean over several of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.tournament.settings import Discipline


class Scope(NamedTuple):
    """What one leaderboard is about: a discipline, or the mean over several."""

    title: str
    """The words above the printed table; none where there is no other table."""
    file: str
    weights: tuple[float, ...]
    """How much each discipline of the tournament weighs; 0 for those that it is not about."""

    @property
    def discipline(self) -> int | None:
        """The number of the one discipline that it is about; None for a mean over several."""
        chosen = [at for at, weight in enumerate(self.weights) if weight]
        return chosen[0] if len(chosen) == 1 else None


def scopes_of(disciplines: Sequence[Discipline]) -> list[Scope]:
    """All leaderboards: by discipline, by ruleset where it has several, and last over all.

    Every number of seats weighs the same within its ruleset, and every ruleset the same over all.
    """
    rulesets = list(dict.fromkeys(one.ruleset for one in disciplines))
    found = []
    for ruleset in rulesets:
        inner = [one for one in disciplines if one.ruleset == ruleset]
        name, file = (f"{ruleset}, ", f"_{ruleset}") if len(rulesets) > 1 else ("", "")
        if len(inner) > 1:
            for one in inner:
                title, path = f"{name}{one.seats} seats", f"leaderboard{file}_{one.seats}_seats.csv"
                found.append(Scope(title, path, weights(disciplines, [[one]])))
        if len(rulesets) > 1:
            title = f"{ruleset}: {mean_words(inner)}" if len(inner) > 1 else f"{name}{seats(inner)}"
            found.append(Scope(title, f"leaderboard{file}.csv", weights(disciplines, [inner])))
    by_ruleset = [[one for one in disciplines if one.ruleset == name] for name in rulesets]
    return [
        *found,
        Scope(overall_title(by_ruleset), "leaderboard.csv", weights(disciplines, by_ruleset)),
    ]


def weights(
    disciplines: Sequence[Discipline], by_ruleset: Sequence[Sequence[Discipline]]
) -> tuple[float, ...]:
    """The weight of each discipline in the mean over rulesets of the means over their own."""
    return tuple(
        sum(1 / (len(inner) * len(by_ruleset)) for inner in by_ruleset if one in inner)
        for one in disciplines
    )


def overall_title(by_ruleset: Sequence[Sequence[Discipline]]) -> str:
    """The title of the table over all; none if it is the only one."""
    if len(by_ruleset) > 1:
        return f"all: the mean over {len(by_ruleset)} rulesets"
    return f"all: {mean_words(by_ruleset[0])}" if len(by_ruleset[0]) > 1 else ""


def mean_words(inner: Sequence[Discipline]) -> str:
    """The words for a mean over the numbers of seats of a ruleset."""
    return f"the mean of {seats(inner)}"


def seats(inner: Sequence[Discipline]) -> str:
    """The numbers of seats of some disciplines, in words."""
    *first, last = (str(one.seats) for one in inner)
    return f"{', '.join(first)} and {last} seats" if first else f"{last} seats"
