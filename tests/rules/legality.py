"""Asking what is legal, every way there is of asking it."""

from copy import deepcopy
from re import search
from typing import Any

import pytest

from arena.referee.actions import Action
from arena.referee.game import Game, IllegalAction


def legal(game: Game, start: str = "") -> list[str]:
    """The texts of all legal decisions that start so, sorted."""
    texts = [action.text(game.board) for action in game.legal()]
    return sorted(text for text in texts if text.startswith(start))


def assert_legal(game: Game, *texts: str) -> None:
    """Check that these decisions are legal, whichever way one asks."""
    for text in texts:
        action = game.rules.parse(text)
        assert game.refusal(action) is None
        assert game.is_legal(action)
        assert text in legal(game)


def assert_refused(game: Game, action: Action | str, rule: str = "") -> None:
    """Check that a decision is refused by this rule, whichever way one asks, and does nothing."""
    given = game.rules.parse(action) if isinstance(action, str) else action
    before = snapshot(game)
    reason = game.refusal(given)
    assert reason is not None
    assert not rule or search(rf"\((\w+, )*{rule}(, \w+)*\)", reason), reason
    assert not game.is_legal(given)
    assert repr(given) not in map(repr, game.legal())  # True == 1, but is no number here
    with pytest.raises(IllegalAction) as refused:
        game.apply(given)
    assert str(refused.value) == reason
    assert snapshot(game) == before


def snapshot(game: Game) -> dict[str, Any]:
    """All that a game is; what never changes once made is told by its identity."""
    slots = [slot for kind in type(game).__mro__ for slot in getattr(kind, "__slots__", ())]
    fixed = ("rules", "board", "chance", "log")
    values = {slot: getattr(game, slot) for slot in slots}
    return {slot: id(v) if slot in fixed else deepcopy(v) for slot, v in values.items()}
