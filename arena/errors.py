"""The base of all errors that a user can cause, and the sentence for an unknown name."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

SEVERAL: Final = 8
"""How many valid names are listed when none is near to the one given."""
LONGEST: Final = 60
"""The most characters of a wrong name that a message repeats."""


class ArenaError(Exception):
    """An error whose text is one clear sentence for the user."""


def unknown(kind: str, name: object, valid: Iterable[str]) -> str:
    """The sentence for a name that does not exist, with the nearest valid ones."""
    names = sorted(valid)
    near = get_close_matches(str(name), names, n=3, cutoff=0.5)
    if near:
        return f"there is no {kind} {clipped(name)}; did you mean {' or '.join(near)}?"
    more = ", ..." if len(names) > SEVERAL else ""
    return f"there is no {kind} {clipped(name)}, only {', '.join(names[:SEVERAL])}{more}"


def clipped(name: object) -> str:
    """A value as a message repeats it, cut if it is too long to read."""
    text = repr(name)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
