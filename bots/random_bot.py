"""A bot that plays anything: the least that a bot can be, and the measure of all others.

Chance comes from `view.rng`, so that the same deal gives the same game.
"""

from collections.abc import Sequence

from arena.bot import Action, View


class RandomBot:
    """Plays any legal action, each as likely as the others."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer any question with any legal action."""
        return view.rng.choice(legal)
