"""Who sat at the tables of stored games, and at which place each came in, as arrays of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from arena.errors import ArenaError
from arena.results.tables import Tables
from arena.terminal import printable
from arena.tournament.settings import Discipline


class TallyError(ArenaError):
    """Games that don't belong to the tournament."""


class Named(Protocol):
    """A bot with its name and version, of a roster or a manifest."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...


class Seated(NamedTuple):
    """Games of one discipline: a row for each game, a column for each seat."""

    discipline: Discipline
    bots: NDArray[np.int64]
    places: NDArray[np.int64]


ABSENT: Final = -1
"""The number of a bot whose games don't count."""


def roster_numbers(bots: Iterable[Named]) -> dict[tuple[str, str], int]:
    """The number of each bot in its roster, by name and version."""
    return {(bot.name, bot.version): number for number, bot in enumerate(bots)}


def seated(tables: Tables, known: Mapping[tuple[str, str], int]) -> Iterator[Seated]:
    """The games of these tables, discipline by discipline; those with an absent bot are left out.

    Every game has a row in `games`, in the order of `seats`.
    """
    seats, rulesets = tables["seats"], tables["games"]["ruleset"].combine_chunks()
    bots, places = numbers_of(seats, known), seats["place"].to_numpy().astype(np.int64)
    _, first, sizes = np.unique(seats["game"].to_numpy(), return_index=True, return_counts=True)
    for ruleset in rulesets.unique().to_pylist():
        own = pc.equal(rulesets, ruleset).to_numpy(zero_copy_only=False)
        for size in np.unique(sizes[own]):
            rows = first[own & (sizes == size)][:, None] + np.arange(size)
            rows = rows[(bots[rows] != ABSENT).all(axis=1)]
            yield Seated(Discipline(ruleset, int(size)), bots[rows], places[rows])


def numbers_of(seats: pa.Table, known: Mapping[tuple[str, str], int]) -> NDArray[np.int64]:
    """For each row of `seats`, the number of its bot in the roster."""
    joined = pc.binary_join_element_wise(seats["bot"], seats["version"], "\n")
    encoded = joined.combine_chunks().dictionary_encode()
    pairs = [tuple(pair.rsplit("\n", 1)) for pair in encoded.dictionary.to_pylist()]
    for pair in set(pairs) - known.keys():
        raise TallyError(printable(f"a game names {', version '.join(pair)}, who is no bot here"))
    of_pairs = np.array([known[pair] for pair in pairs], np.int64)
    numbers: NDArray[np.int64] = of_pairs[encoded.indices.to_numpy()]
    return numbers
