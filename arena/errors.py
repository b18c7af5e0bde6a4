"""What can go wrong by a user's doing: each error is one sentence for that user."""

from collections.abc import Iterable
from difflib import get_close_matches


class ArenaError(Exception):
    """An error whose text is one clear sentence for the user."""


def unknown(kind: str, name: object, valid: Iterable[str]) -> str:
    """The sentence for a name that does not exist, with the nearest valid ones."""
    names = sorted(valid)
    near = get_close_matches(str(name), names, n=3, cutoff=0.5) or names
    return f"there is no {kind} {name!r}; did you mean {' or '.join(near)}?"
