"""What is played for a seat whose bot is out of the game."""

from collections.abc import Sequence
from typing import Final

from arena.referee.actions import BLIND, Action, Keep, Take
from arena.referee.modules.terrain import TakeTerrain
from arena.referee.modules.warehouses import Collect

QUIET: Final = (
    *("end", "skip", "collect", "pass", "keep", "take", "terrain", "store", "tickets"),
    *("alvin", "start", "depot", "claim"),
)
"""The words of actions, from those that change least for the others to those that change most."""
KINDS: Final = {word: kind for kind, word in enumerate(QUIET)}


def quietest(legal: Sequence[Action]) -> Action:
    """The legal action that changes least for the other seats."""
    quiet = min(map(kind_of, {action.word for action in legal}))  # there may be many claims
    return min((action for action in legal if kind_of(action.word) == quiet), key=loudness)


def loudness(action: Action) -> tuple[int, int]:
    """How much an action changes: its kind, then the blind card before others, few before many."""
    kind = kind_of(action.word)
    match action:
        case Keep(tickets=several) | Collect(seats=several):
            return kind, len(several)
        case Take(card=card) | TakeTerrain(kind=card):
            return kind, int(card != BLIND)
    return kind, 0


def kind_of(word: str) -> int:
    """How much actions with this word change."""
    return KINDS.get(word, len(QUIET))
