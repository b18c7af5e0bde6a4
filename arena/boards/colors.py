"""The colours of cards and routes, as small numbers with names."""

from typing import Final

RED: Final = 0
BLUE: Final = 1
GREEN: Final = 2
YELLOW: Final = 3
BLACK: Final = 4
WHITE: Final = 5
ORANGE: Final = 6
PURPLE: Final = 7
LOCOMOTIVE: Final = 8
GRAY: Final = 9
"""A gray route takes any one colour; no card is gray."""

COLORS: Final = range(8)
"""The eight colours of cards, locomotives left out."""

NAMES: Final = (
    "red", "blue", "green", "yellow", "black", "white", "orange", "purple", "locomotive", "gray",
)  # fmt: skip
LETTERS: Final = "RBGYKWOPL"
"""One letter a card, by number, as records write them."""
