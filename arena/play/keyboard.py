"""Reading what people type: with completion at a terminal, line by line from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from arena.play.session import Quit

Texts = Callable[[], Sequence[str]]
"""The texts that may be typed now."""


def read_line(prompt: str, texts: Texts) -> str:
    """What a person types; the end of the input leaves the game."""
    is_typed = sys.stdin.isatty()
    if is_typed:
        complete_with(texts)
    try:
        line = input(prompt)
    except EOFError:
        raise Quit from None
    if not is_typed:
        print(line)  # so that the output of a pipe reads as it would at a terminal
    return line


def complete_with(texts: Texts) -> None:
    """Let the tab key complete these texts, where Python has the library for it."""
    try:
        import readline
    except ImportError:
        return

    def complete(begun: str, nth: int) -> str | None:
        return next(iter(completions(begun, texts())[nth:]), None)

    readline.set_completer(complete)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")


def completions(begun: str, texts: Sequence[str]) -> list[str]:
    """The texts that begin so, only as far as their next word: routes before the ways to pay."""
    words = len(begun.split(" "))
    fitting = [text for text in texts if text.startswith(begun)]
    cut = (" ".join(text.split(" ")[:words]) for text in fitting)
    found = list(dict.fromkeys(cut))
    if len(found) == 1 and any(text.startswith(f"{found[0]} ") for text in fitting):
        return [f"{found[0]} "]
    return found
