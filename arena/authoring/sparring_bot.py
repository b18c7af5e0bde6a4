"""A bot to check others against: it plays at random, or hoards cards to bring about rare states."""

from collections.abc import Sequence

from arena.bot import Action, View

COSTLY = ("claim", "depot", "city")
"""Words of actions that give something away."""


class SparringBot:
    """Plays any legal action; a hoarder plays only free ones, while there are any."""

    def __init__(self, hoards: bool = False) -> None:
        self.hoards = hoards

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose at random among all legal actions, or among the free ones."""
        free = [action for action in legal if action.word not in COSTLY] if self.hoards else []
        return view.rng.choice(free or legal)
