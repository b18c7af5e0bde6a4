"""All randomness of a game: the order of shuffled piles, from a seed or from a record.

Each shuffle has a generator of its own, seeded by the game's seed, the pile and how often that pile
has been shuffled before. So games of one seed start alike whatever is played, and a chance has no
state: clones share it.
"""

from collections.abc import Mapping, MutableSequence, Sequence
from random import Random
from struct import unpack
from typing import Final, Protocol

from arena.errors import ArenaError
from arena.seeds import shuffle_seed

MOST_BITS: Final = 128
"""The most bits that a seed may have."""


class RecordError(ArenaError):
    """A record that cannot be that of a game."""


class Chance(Protocol):
    """Where the order of piles comes from."""

    def shuffled(self, pile: str, nth: int, cards: Sequence[int]) -> list[int]:
        """The cards in their new order, for the `nth` shuffle of this pile, from 0."""


class Seeded:
    """Chance from a seed, the same on every version of Python."""

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def shuffled(self, pile: str, nth: int, cards: Sequence[int]) -> list[int]:
        rng = Random(shuffle_seed(self.seed, pile, nth))
        order = list(cards)
        shuffle(order, rng)
        return order


class Recorded:
    """Chance that repeats the shuffles of a record."""

    __slots__ = ("outcomes",)

    def __init__(self, outcomes: Mapping[str, Sequence[tuple[int, ...]]]) -> None:
        self.outcomes = outcomes

    def shuffled(self, pile: str, nth: int, cards: Sequence[int]) -> list[int]:
        told = self.outcomes.get(pile, ())
        if nth >= len(told):
            raise RecordError(f"the record lacks shuffle {nth + 1} of the pile {pile!r}")
        order = list(told[nth])
        if sorted(order) != sorted(cards):
            raise RecordError(f"shuffle {nth + 1} of the pile {pile!r} has not the pile's cards")
        return order


def chance_of(seed: int | Chance) -> Chance:
    """The chance of a seed, or the given one."""
    if isinstance(seed, int) and not isinstance(seed, bool):
        if seed.bit_length() > MOST_BITS:
            raise ArenaError(f"a seed has no more than {MOST_BITS} bits, not {seed.bit_length()}")
        return Seeded(seed)
    if isinstance(seed, bool) or not hasattr(seed, "shuffled"):
        raise ArenaError(f"a seed is a whole number, not {seed!r}")
    return seed


def shuffle(cards: MutableSequence[int], rng: Random) -> None:
    """Shuffle cards in place (Fisher and Yates).

    The words of the generator are used directly: how `Random.shuffle` uses them may change with the
    version of Python, and then a seed would give another game. One call draws the bits of all
    swaps, because a call for each swap takes longer.
    """
    size = len(cards)
    if size < 2:
        return
    words = unpack(f"<{size}I", rng.getrandbits(32 * size).to_bytes(4 * size, "little"))
    for last, word in zip(range(size - 1, 0, -1), words, strict=False):
        other = word * (last + 1) >> 32
        cards[last], cards[other] = cards[other], cards[last]


def pick(rng: Random, number: int) -> int:
    """A random number from 0 to `number` - 1, for the same reason by `getrandbits` alone."""
    return rng.getrandbits(32) * number >> 32


def spread(counts: Sequence[int]) -> list[int]:
    """The cards of a pile one by one, from how many it has of each."""
    pile: list[int] = []
    for card, number in enumerate(counts):
        pile += [card] * number
    return pile
