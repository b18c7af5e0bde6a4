"""Hints: what the planner would answer for a person, by what that person knows."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from msgspec import Struct

from arena.planning import Judgement, Weights
from arena.play.questions import AskedPerson
from arena.referee.actions import Action
from arena.story.answers import answer_words

SHOWN: Final = 3
"""The most answers that a hint names."""


class Hint(Struct, frozen=True):
    """An answer that the planner considers."""

    text: str
    words: str
    worth: float | None
    """What it is worth to the planner in points; None where it does not judge."""


class Adviser:
    """The planner, looking over one person's shoulder through a game."""

    def __init__(self) -> None:
        self._judgement = Judgement(Weights())

    def hints(self, asked: AskedPerson) -> list[Hint]:
        """The planner's best answers, the best first."""
        values = self._judgement.values(asked.view, asked.legal)
        best = sorted(values, key=itemgetter(0), reverse=True)[:SHOWN]
        if not best:
            return [hint(asked, asked.legal[0], None)]
        return [hint(asked, action, worth) for worth, action in best]


def hint(asked: AskedPerson, action: Action, worth: float | None) -> Hint:
    """An answer as a hint names it."""
    text = action.text(asked.view.board)
    points = None if worth is None else round(float(worth), 1)
    return Hint(text, answer_words(action, asked.scene), points)


def hint_lines(hints: Sequence[Hint]) -> list[str]:
    """Hints in words, a line each."""
    lines = []
    for at, one in enumerate(hints):
        lead = "The planner would" if at == 0 else "or"
        worth = "" if one.worth is None else f", worth {one.worth:g} points to it"
        lines.append(f"{lead} {one.words}{worth}: {one.text}")
    return lines
