"""What a rival has done in the open: the routes it claimed, in order, and when it kept tickets."""

from __future__ import annotations

from dataclasses import dataclass, field

from arena.referee.events import Claimed, Kept
from arena.referee.game import Log
from arena.vocabulary import RouteNumber


@dataclass(frozen=True, slots=True)
class Keeping:
    """Tickets that a rival kept together."""

    kept: int
    """How many it kept."""
    offered: int
    """Of how many."""
    claims: int
    """How many routes it had claimed before."""


@dataclass(frozen=True, slots=True)
class History:
    """A rival's claims and choices of tickets, from the first to the latest."""

    claims: list[RouteNumber] = field(default_factory=list)
    choices: list[Keeping] = field(default_factory=list)


def histories(log: Log, seats: int) -> list[History]:
    """The history of each seat, from all that a seat has seen."""
    events: list[Claimed | Kept] = []
    while log is not None:
        event, log = log
        if isinstance(event, Claimed | Kept):
            events.append(event)
    found = [History() for _ in range(seats)]
    for event in reversed(events):
        history = found[event.seat]
        if isinstance(event, Claimed):
            history.claims.append(event.route)
        else:
            offered = event.kept_size + event.returned_size
            history.choices.append(Keeping(event.kept_size, offered, len(history.claims)))
    return found
