"""The questions of the basic game, by the names that records use; modules have their own."""

from typing import Final

KEEP: Final = "keep"
TURN: Final = "turn"
CARD: Final = "card"
CHANCE: Final = "chance"
OVER: Final = "over"
"""No question: the game has ended."""
