"""The questions that the basic game asks a seat, called phases; each module has its own."""

from typing import Final

from arena.words import Word


class Phase(Word):
    """A question, by the word that records use. Modules have enumerations of their own."""


class BasicPhase(Phase):
    """The questions of the basic game, and what is no question."""

    KEEP = "keep"
    """Which of the tickets just dealt to keep."""
    TURN = "turn"
    """What to do with one's turn."""
    CARD = "card"
    """Which card to take second."""
    CHANCE = "chance"
    """No question: a pile was shuffled."""
    OVER = "over"
    """No question: the game has ended, or has not begun."""


KEEP: Final = BasicPhase.KEEP
TURN: Final = BasicPhase.TURN
CARD: Final = BasicPhase.CARD
CHANCE: Final = BasicPhase.CHANCE
OVER: Final = BasicPhase.OVER
