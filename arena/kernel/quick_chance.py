"""The kernel's own generator in Python, for games that are imagined and played on once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

WORD: Final = (1 << 64) - 1


class QuickGenerator:
    """The kernel's own generator (splitmix64), as it is in C."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & WORD

    def pick(self, number: int) -> int:
        """A number from 0 to `number` - 1."""
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & WORD
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
        return ((z ^ (z >> 31)) >> 32) * number >> 32


class QuickChance:
    """Shuffles by the kernel's own generator, for games that are played on once."""

    __slots__ = ("_generator",)

    def __init__(self, seed: int) -> None:
        self._generator = QuickGenerator(seed)

    def shuffled(self, pile: str, nth: int, cards: Sequence[int]) -> list[int]:
        """The cards in their new order."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self._generator.pick(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
