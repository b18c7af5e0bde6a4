"""Records played again in the kernel, which tells only whether every row is right."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from arena.kernel import _kernel
from arena.kernel.table import ENDS, kernel_rules, seat_result
from arena.referee.results import Result
from arena.referee.rules import Rules
from arena.vocabulary import Ply, Seat, TicketNumber


class KeptRow(NamedTuple):
    """A ticket that a row of a record keeps."""

    seat: Seat
    ticket: TicketNumber
    ply: Ply
    completed: bool


class Replayed(NamedTuple):
    """What a record comes to that is right in every row."""

    result: Result
    kept: list[KeptRow]


@lru_cache(maxsize=64)
def texts_of(rules: Rules) -> dict[str, bytes]:
    """The kernel's actions by their text, as far as they were met."""
    return {}


def replayed(
    rules: Rules, seed: int, seats: int, columns: tuple[list[Seat], list[str], list[str]]
) -> Replayed | None:
    """What a record of this seed comes to; None if a row is not what the rules and the seed give.

    The columns are the seat, the question and the text of each row.
    """
    try:
        known = kernel_rules(rules)
        found = _kernel.replay(known, seats, seed, texts_of(rules), *columns)
    except _kernel.KernelError:  # what the kernel can't play is left to the referee
        return None
    if found is None:
        return None
    end, turns, numbers, kept = found
    result = Result(ENDS[end], turns, tuple(seat_result(rules, some) for some in numbers))
    return Replayed(result, [KeptRow(*row) for row in kept])
