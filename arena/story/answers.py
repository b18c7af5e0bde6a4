"""The words of a question to a person, and of the answers to it, as a game with people offers them.

The words of the basic game are here; a module brings those of its own questions and answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from arena.boards.colors import LOCOMOTIVE, NAMES
from arena.referee.actions import BLIND, Action, Claim, Keep, Pass, Take, TakeTickets
from arena.referee.phases import CARD, KEEP, TURN, Phase
from arena.referee.scene import Scene, payment_in_words


def question_words(scene: Scene) -> str:
    """How the asked person is asked; the bare word of a question that no module has words for."""
    phase = scene.table.phase
    if phase in QUESTIONS:
        return QUESTIONS[phase]
    for module in scene.table.rules.modules:
        if phase in module.telling.questions:
            return module.telling.questions[phase]
    return f"{phase}?"


def answer_words(action: Action, scene: Scene) -> str:
    """How an answer is offered; its text in records if no module has words for it."""
    kind = type(action)
    if kind in ANSWERS:
        return ANSWERS[kind](action, scene)
    for module in scene.table.rules.modules:
        if kind in module.telling.answers:
            return module.telling.answers[kind](action, scene)
    return action.text(scene.table.board)


def taking(action: Take, scene: Scene) -> str:
    """Words that offer a train card."""
    if action.card == BLIND:
        return "take the deck's top card, unseen"
    name = NAMES[action.card]
    card = name if action.card == LOCOMOTIVE else f"{name} card"
    return f"take {'an' if name[0] in 'aeiou' else 'a'} {card} from the row"


def claiming(action: Claim, scene: Scene) -> str:
    """Words that offer a route for some cards."""
    board = scene.table.board
    paid = payment_in_words(action.color, board.lengths[action.route], action.locomotives)
    return f"claim {board.route_name(action.route)} with {paid}"


QUESTIONS: Final[dict[Phase, str]] = {
    KEEP: "Which of these tickets do you keep?",
    TURN: "It is your turn. What do you do?",
    CARD: "Which card do you take next?",
}
"""The questions of the basic game."""
ANSWERS: Final[dict[type[Action], Callable[[Any, Scene], str]]] = {
    Keep: lambda action, scene: f"keep {scene.tickets(action.tickets)}",
    Take: taking,
    Claim: claiming,
    TakeTickets: lambda action, scene: "take tickets",
    Pass: lambda action, scene: "pass",
}
"""The answers of the basic game."""
