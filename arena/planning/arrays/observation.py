"""What a seat observes, as an array: made from its view, so it tells nothing that the view hides.

The compiled kernel writes the same arrays (arena/kernel/c/py_vector.c); tests hold both together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.planning.arrays.layout import ArrayLayout, layout_of
from arena.planning.arrays.numbering import numbering_of
from arena.referee.observed import Form

if TYPE_CHECKING:
    from arena.referee.view import SeatView
    from arena.vocabulary import RouteMask, Seat

Observation = NDArray[np.int16]
Mask = NDArray[np.int8]
Encode = Callable[[Any, "SeatView", ArrayLayout], Iterable[int]]


def observation(view: SeatView) -> Observation:
    """What this seat observes now; `layout_of(view.rules, view.seats)` says what is where."""
    layout = layout_of(view.rules, view.seats)
    numbers: list[int] = []
    for observed in layout.observed:
        numbers += ENCODERS[observed.form](observed.of(view), view, layout)
    return np.array(numbers, np.int16)


def mask(view: SeatView) -> Mask:
    """For each action by number, 1 if it is a legal answer of this seat now."""
    numbering = numbering_of(view.rules)
    legal = np.zeros(len(numbering), np.int8)
    for action in view.legal():
        legal[numbering.index_of(action, view)] = 1
    return legal


@cache
def in_turn(me: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in the order of play, this one first."""
    return tuple((me + step) % seats for step in range(seats))


def one_of(size: int, place: int) -> list[int]:
    """Zeros, with a 1 at a place; only zeros if the place is negative."""
    numbers = [0] * size
    if place >= 0:
        numbers[place] = 1
    return numbers


def bits(routes: RouteMask, layout: ArrayLayout) -> Sequence[int]:
    """A mask of routes as a 0 or 1 for each route."""
    number = len(layout.rules.board.routes)
    packed = np.frombuffer(routes.to_bytes((number + 7) // 8, "little"), np.uint8)
    unpacked: list[int] = np.unpackbits(packed, count=number, bitorder="little").tolist()
    return unpacked


def numbers_of(value: Any) -> Sequence[int]:
    """One number or several, as several."""
    return (value,) if isinstance(value, int) else value


def of_seats(value: Any, view: SeatView, layout: ArrayLayout) -> Iterable[int]:
    """The numbers of each seat, in turn."""
    return chain.from_iterable(numbers_of(value[seat]) for seat in in_turn(view.me, view.seats))


def routes_of_seats(value: Any, view: SeatView, layout: ArrayLayout) -> Iterable[int]:
    """The masks of each seat, in turn."""
    return chain.from_iterable(bits(value[seat], layout) for seat in in_turn(view.me, view.seats))


def seat_in_turn(value: Any, view: SeatView, layout: ArrayLayout) -> Iterable[int]:
    """Which seat it is, counted from the observer."""
    return one_of(view.seats, (value - view.me) % view.seats if value >= 0 else -1)


def owners(value: Any, view: SeatView, layout: ArrayLayout) -> Iterable[int]:
    """Who has something in which city, by seat in turn."""
    cities = len(layout.rules.board.cities)
    numbers = [0] * (view.seats * cities)
    for city, owner in value.items():
        numbers[(owner - view.me) % view.seats * cities + city] = 1
    return numbers


def my_tickets(value: Any, view: SeatView, layout: ArrayLayout) -> Iterable[int]:
    """The tickets that the observer has kept."""
    numbers = [0] * len(layout.tickets)
    for ticket in value[view.me]:
        numbers[layout.tickets[ticket]] = 1
    return numbers


def my_offer(value: Any, view: SeatView, layout: ArrayLayout) -> Iterable[int]:
    """The tickets that the observer is to choose from, by their places."""
    numbers = [0] * (layout.offered * len(layout.tickets))
    for place, ticket in enumerate(value[view.me]):
        numbers[place * len(layout.tickets) + layout.tickets[ticket]] = 1
    return numbers


def my_question(value: Any, view: SeatView, layout: ArrayLayout) -> Iterable[int]:
    """What the observer is asked, if it is asked."""
    asked = view.seat == view.me and not view.over
    return one_of(len(layout.questions), layout.questions[value] if asked else -1)


ENCODERS: Final[dict[Form, Encode]] = {
    Form.NUMBERS: lambda value, view, layout: numbers_of(value),
    Form.SEATS: of_seats,
    Form.HANDS: of_seats,
    Form.ROUTES: lambda value, view, layout: bits(value, layout),
    Form.SEAT_ROUTES: routes_of_seats,
    Form.MY_ROUTES: lambda value, view, layout: bits(value[view.me], layout),
    Form.ROUTE: lambda value, view, layout: one_of(len(layout.rules.board.routes), value),
    Form.CITY: lambda value, view, layout: one_of(len(layout.rules.board.cities), value),
    Form.SEAT: seat_in_turn,
    Form.OWNERS: owners,
    Form.MY_TICKETS: my_tickets,
    Form.MY_OFFER: my_offer,
    Form.MY_QUESTION: my_question,
}
