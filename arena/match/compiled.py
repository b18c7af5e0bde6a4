"""A bot's modules compiled: once for all its games, for that takes longer than to load them."""

from __future__ import annotations

import marshal
import warnings
from collections.abc import Mapping
from functools import lru_cache
from types import CodeType
from typing import Final

Compiled = dict[str, bytes]
"""The compiled modules of a bot as bytes, by their names in tracebacks."""
NOT_COMPILED: Final = (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError)
"""What Python says of a text that it can't compile."""


def text_of(code: bytes) -> str:
    """The text of a module: in UTF-8, whatever encoding it declares."""
    return code.decode("utf-8-sig")


@lru_cache(maxsize=256)
def code_of(text: str, file: str) -> CodeType:
    """A module compiled in this process."""
    return compile(text, file, "exec", dont_inherit=True)


def compile_all(modules: Mapping[str, bytes]) -> Compiled:
    """All of these modules but those with errors, or with warnings that their author should see.

    These are compiled in the game, where they are the bot's fault, or appear in what it prints.
    """
    compiled = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for file, code in modules.items():
            try:
                compiled[file] = marshal.dumps(code_of(text_of(code), file))
            except NOT_COMPILED:
                continue
    return compiled
