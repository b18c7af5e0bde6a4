"""What the page shows of a table: a flat list of names and values, read from a hearer's table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arena.boards.colors import LETTERS
from arena.referee.drawing import Mark
from arena.referee.results import Result
from arena.referee.scene import Scene
from arena.referee.scoring import completed_by
from arena.story.board_picture import marks_of_table, owners
from arena.story.position import account
from arena.vocabulary import Seat

Value = int | str | list[str] | list[int | str | None] | None
"""A value that the page shows; None where there is nothing to show."""
Shown = dict[str, Value]
"""All that the page shows of a position, by short names that end in a seat or a route."""
SAME: Final = "="
"""In a seat's differences: this is again as the first view has it."""


def shown(scene: Scene, result: Result | None) -> Shown:
    """All that the page shows of a table as its hearer knows it, with the result if it is over."""
    table = scene.table
    state: Shown = {
        "asked": -1 if table.over else table.seat,
        "row": cards(table.row),
        "deck": table.deck_size,
        "discard": sum(table.discard),
        "tickets": table.ticket_deck_size,
    }
    told = [module.telling.on_table for module in table.rules.modules]
    if notes := [line for lines in told if lines is not None for line in lines(scene)]:
        state["notes"] = notes
    for seat in range(table.seats):
        state |= {f"{name}{seat}": value for name, value in of_seat(scene, seat)}
        if result is not None:
            outcome = result.seats[seat]
            state[f"score{seat}"] = outcome.score
            state[f"account{seat}"] = account(outcome)
    state |= {f"r{route}": seat for route, seat in owners(table).items()}
    for mark in marks_of_table(table):
        state[mark_name(mark)] = [mark.name, mark.city, mark.route, mark.seat, mark.title]
    return state


def of_seat(scene: Scene, seat: Seat) -> Iterator[tuple[str, Value]]:
    """What is shown of one seat, by name."""
    table = scene.table
    yield "hand", cards(table.hands[seat])
    yield "size", table.hand_sizes[seat]
    yield "points", table.scores[seat]
    yield "trains", table.trains[seat]
    yield "kept", table.ticket_counts[seat]
    if table.tickets[seat]:
        done = completed_by(table, seat)
        yield "done", " ".join(map(str, done))
        yield "open", " ".join(str(one) for one in table.tickets[seat] if one not in done)
    if table.offers[seat]:
        yield "offer", " ".join(map(str, table.offers[seat]))
    told = [module.telling.of_seat for module in table.rules.modules]
    if notes := [line for lines in told if lines is not None for line in lines(scene, seat)]:
        yield "notes", notes


def cards(counts: Sequence[int]) -> str:
    """Train cards as their numbers and letters: `2R1L`."""
    return "".join(f"{count}{LETTERS[card]}" for card, count in enumerate(counts) if count)


def mark_name(mark: Mark) -> str:
    """The name of a mark among all that is shown: what it is, and where."""
    if mark.city is not None:
        return f"m-{mark.name}-city{mark.city}"
    if mark.route is not None:
        return f"m-{mark.name}-route{mark.route}"
    return f"m-{mark.name}-seat{mark.seat}"


def difference(before: Shown, after: Shown) -> Shown:
    """What changed: new values by name, and None for what is no longer there."""
    gone: Shown = {name: None for name in before if name not in after}
    return gone | {
        name: value for name, value in after.items() if name not in before or before[name] != value
    }


def difference_of_overlays(before: Shown, after: Shown) -> Shown:
    """What changed in what a seat's view has otherwise than the first view."""
    return {name: SAME for name in before if name not in after} | difference(
        {name: value for name, value in before.items() if name in after}, after
    )
