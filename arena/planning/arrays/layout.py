"""The layout of an observation: which numbers of the array tell what, by name."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from arena.errors import unknown
from arena.referee.observed import Form, Observed
from arena.referee.rulesets import RulesetError
from arena.referee.table import KINDS

if TYPE_CHECKING:
    from arena.referee.rules import Rules


class Span(NamedTuple):
    """Some consecutive numbers of an observation."""

    name: str
    form: Form
    start: int
    stop: int
    shape: tuple[int, ...]
    """How they are to be read, such as a row for each seat."""


class ArrayLayout:
    """Where everything is in the observations of a ruleset and number of seats."""

    __slots__ = ("observed", "offered", "parts", "questions", "rules", "seats", "size", "tickets")

    def __init__(self, rules: Rules, seats: int) -> None:
        rules.check_seats(seats)
        self.rules = rules
        self.seats = seats
        self.offered = rules.most_offered
        """How many places an offer of tickets has."""
        first = [ticket for deck in rules.first_decks.values() for ticket in deck]
        self.tickets = {ticket: n for n, ticket in enumerate(sorted({*rules.deck, *first}))}
        """The tickets that there are, with the place of each in arrays."""
        asked = [phase for phase in rules.phases.values() if rules.asked.get(phase)]
        self.questions = {phase: n for n, phase in enumerate(asked)}
        """The questions that there are, with the place of each in arrays."""
        self.observed: tuple[Observed, ...] = tuple(rules.observed)
        self.parts: dict[str, Span] = {}
        self.size = 0
        for observed in self.observed:
            shape = self._shape(observed)
            stop = self.size + prod(shape)
            part = Span(observed.name, observed.form, self.size, stop, shape)
            self.parts[observed.name] = part
            self.size = stop

    def __getitem__(self, name: str) -> slice:
        """The place of a part in an observation: `array[layout["trains"]]`."""
        if name not in self.parts:
            raise RulesetError(unknown("part of an observation", name, self.parts))
        return slice(self.parts[name].start, self.parts[name].stop)

    def _shape(self, observed: Observed) -> tuple[int, ...]:
        """The shape of a part."""
        board, seats, tickets = self.rules.board, self.seats, len(self.tickets)
        match observed.form:
            case Form.NUMBERS:
                return (observed.size,)
            case Form.SEATS:
                return (seats, observed.size)
            case Form.HANDS:
                return (seats, KINDS)
            case Form.ROUTES | Form.ROUTE | Form.MY_ROUTES:
                return (len(board.routes),)
            case Form.SEAT_ROUTES:
                return (seats, len(board.routes))
            case Form.CITY:
                return (len(board.cities),)
            case Form.SEAT:
                return (seats,)
            case Form.OWNERS:
                return (seats, len(board.cities))
            case Form.MY_TICKETS:
                return (tickets,)
            case Form.MY_OFFER:
                return (self.offered, tickets)
            case Form.MY_QUESTION:
                return (len(self.questions),)


@cache
def layout_of(rules: Rules, seats: int) -> ArrayLayout:
    """The layout of these rules and this number of seats, worked out once."""
    return ArrayLayout(rules, seats)
