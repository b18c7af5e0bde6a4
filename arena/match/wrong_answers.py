"""What a bot returned instead of an action, and what to return: a sentence for its author."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import isroutine
from numbers import Integral
from types import AsyncGeneratorType, CoroutineType, GeneratorType
from typing import Any, Final

from arena.bot import View
from arena.errors import clipped, unknown
from arena.referee.actions import Action, NotationError

PLAIN: Final = (bool, float, str)
"""Types whose values are repeated in the sentence, and whole numbers that are not huge."""
LARGEST: Final = 1 << 64


def no_action(answer: object, view: View, legal: Sequence[Action]) -> str:
    """What is wrong with an answer that is no action of the ruleset, and what to return instead."""
    name = view.rules.ruleset.name if isinstance(answer, Action) else ""
    no = f"which is no action of {name}" if name else "which is no action"
    return f"choose returned {named(answer)}, {no}: {instead(answer, view, legal)}"


def named(answer: object) -> str:
    """An answer as a sentence names it."""
    if answer is None:
        return "None"
    if isinstance(answer, type):
        return f"the class {answer.__name__}"
    kind = type(answer).__name__
    what = f"{'an' if kind[:1] in 'aeiouAEIO' else 'a'} {kind}"
    is_number = type(answer) is int and abs(answer) < LARGEST
    return f"{clipped(answer)}, {what}" if is_number or type(answer) in PLAIN else what


def instead(answer: object, view: View, legal: Sequence[Action]) -> str:
    """What to return instead of an answer that is no action."""
    for kind, told in TOLD.items():
        if isinstance(answer, kind):
            return told(answer, view, legal)
    if isroutine(answer):
        return f"call it, if {answer.__name__} gives you one, and return what it gives"
    return usual(view, legal)


def usual(view: View, legal: Sequence[Action]) -> str:
    """What always can be returned."""
    such = f", such as {legal[0]!r}" if legal else ""  # a bot can spoil its view
    return f"return one of the actions in legal{such}"


def for_nothing(answer: object, view: View, legal: Sequence[Action]) -> str:
    """For a bot that returned None."""
    asked = f"when view.phase is {str(view.phase)!r}"
    return f"it came to its end without a return {asked}; {usual(view, legal)}"


def for_other_action(answer: Action, view: View, legal: Sequence[Action]) -> str:
    """For an action that the ruleset does not have."""
    for kind in type(answer).__mro__[1:]:
        if kind in view.rules.actions:
            return f"it is a subclass; return a {kind.__name__} itself"
    return f"its actions are {', '.join(kind.__name__ for kind in view.rules.actions)}"


def for_class(answer: type, view: View, legal: Sequence[Action]) -> str:
    """For a class that was not called."""
    if answer in view.rules.actions:
        return f"make an action of it, such as {example(answer, legal)}"
    return usual(view, legal)


def example(kind: type, legal: Sequence[Action]) -> str:
    """An action of this class, one that is legal if there is any."""
    return next((repr(action) for action in legal if type(action) is kind), f"{kind.__name__}(...)")


def for_number(answer: Any, view: View, legal: Sequence[Action]) -> str:
    """For a number, which most likely is an index."""
    if type(answer) is bool or not 0 <= answer < len(legal):
        return f"return one of the {len(legal)} actions in legal, such as legal[0]"
    return f"if it is an index, return legal[{int(answer)}]"


def for_text(answer: str, view: View, legal: Sequence[Action]) -> str:
    """For a text: one of records, or the name of an action."""
    names = [kind.__name__ for kind in view.rules.actions]
    if answer in names:
        kind = next(kind for kind in view.rules.actions if kind.__name__ == answer)
        return f"return the action itself, such as {example(kind, legal)}, without quotes"
    try:
        return f"return the action itself, {view.rules.parse(answer)!r}"
    except NotationError:
        return f"{unknown('action', answer, names)}; {usual(view, legal)}"


def for_several(answer: Sequence[Any], view: View, legal: Sequence[Action]) -> str:
    """For a list, or the like, with actions in it or without."""
    places = [n for n, each in enumerate(answer) if isinstance(each, Action)]
    if len(places) == 1:
        return f"return only the action in it, which is at [{places[0]}]"
    return "return one of them, such as the first, [0]" if places else usual(view, legal)


def for_mapping(answer: dict[Any, Any], view: View, legal: Sequence[Action]) -> str:
    """For a dictionary."""
    key = next((key for key, each in answer.items() if isinstance(each, Action)), None)
    return usual(view, legal) if key is None else f"return only the action in it, [{clipped(key)}]"


def for_coroutine(answer: Any, view: View, legal: Sequence[Action]) -> str:
    """For a `choose` that is asynchronous."""
    if isinstance(answer, CoroutineType):
        answer.close()  # or Python prints a warning that nobody awaited it
    return "write `def choose`, not `async def choose`: nobody awaits it"


def for_generator(answer: object, view: View, legal: Sequence[Action]) -> str:
    """For a `choose` that yields."""
    return "use `return` instead of `yield`"


TOLD: Final[dict[Any, Callable[[Any, View, Sequence[Action]], str]]] = {
    type(None): for_nothing,
    Action: for_other_action,
    type: for_class,
    Integral: for_number,
    str: for_text,
    dict: for_mapping,
    Sequence: for_several,
    (CoroutineType, AsyncGeneratorType): for_coroutine,
    GeneratorType: for_generator,
}
"""What to say to which answers."""
