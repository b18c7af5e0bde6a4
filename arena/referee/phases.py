"""The questions a game asks, by the names that records use."""

from typing import Final

KEEP: Final = "keep"
TURN: Final = "turn"
CARD: Final = "card"
CHANCE: Final = "chance"
OVER: Final = "over"
"""No question: the game has ended."""
