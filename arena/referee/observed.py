"""What a module lets seats observe as numbers, for bots that learn: its parts and their forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arena.words import Word

if TYPE_CHECKING:
    from arena.referee.table import Table


class Form(Word):
    """How a part of a table becomes numbers. Seats are in the order of play, the observer first."""

    NUMBERS = "numbers"
    """As many numbers as the part's size."""
    SEATS = "seats"
    """For each seat, as many numbers as the part's size."""
    HANDS = "hands"
    """For each seat, how many of each train card it is known to hold."""
    ROUTES = "routes"
    """For each route, 1 if the mask has it."""
    SEAT_ROUTES = "seat routes"
    """For each seat and route, 1 if the seat's mask has it."""
    MY_ROUTES = "my routes"
    """For each route, 1 if the observer's mask has it."""
    ROUTE = "route"
    """For each route, 1 if it is this one."""
    CITY = "city"
    """For each city, 1 if it is this one."""
    SEAT = "seat"
    """For each seat, 1 if it is this one; none where the number is negative."""
    OWNERS = "owners"
    """For each seat and city, 1 if the seat has something there."""
    MY_TICKETS = "my tickets"
    """For each ticket of the ruleset, 1 if the observer has kept it."""
    MY_OFFER = "my offer"
    """For each place of an offer and each ticket, 1 if that ticket lies there for the observer."""
    MY_QUESTION = "my question"
    """For each question of the ruleset, 1 if the observer is asked it."""


@dataclass(frozen=True, slots=True)
class Observed:
    """A part of the table that a seat observes; the compiled kernel calls it by the same name."""

    name: str
    form: Form
    of: Callable[[Table], Any]
    """Its value on a table, which a view is too: what a seat must not know, its view lacks."""
    size: int = 1
    """How many numbers it is, or for each seat, where the form does not say that."""
