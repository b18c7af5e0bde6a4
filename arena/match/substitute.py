"""What the referee plays for a faulty bot: the legal action that disturbs other seats least."""

from collections.abc import Sequence

from arena.referee.actions import Action
from arena.referee.rules import Rules


def quietest(rules: Rules, legal: Sequence[Action]) -> Action:
    """The legal action that changes least for the other seats.

    Kinds of action are compared by their `disturbance`, and actions of the same kind by its `fuss`.
    """
    kinds = rules.kinds
    least = min(kinds[kind].disturbance for kind in {type(action) for action in legal})
    quiet = [action for action in legal if kinds[type(action)].disturbance == least]
    return min(quiet, key=lambda action: kinds[type(action)].fuss(action))
