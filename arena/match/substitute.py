"""What is played for a seat whose bot is out of the game."""

from collections.abc import Sequence

from arena.referee.actions import Action
from arena.referee.rules import Rules


def quietest(rules: Rules, legal: Sequence[Action]) -> Action:
    """The legal action that changes least for the other seats.

    The kinds of action know how much they change beside other kinds, and each of their own actions
    beside others.
    """
    kinds = rules.kinds
    least = min(kinds[kind].disturbance for kind in {type(action) for action in legal})
    quiet = [action for action in legal if kinds[type(action)].disturbance == least]
    return min(quiet, key=lambda action: kinds[type(action)].fuss(action))
