"""A position of a game in words, for replays: at a question, after a ply, and at the end.

Each line is about a seat or about none. All of it is read from the hearer's table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arena.referee.events import Asked, Ended
from arena.referee.results import SeatResult
from arena.referee.scene import Scene, counted, listed, number
from arena.referee.scoring import completed_by
from arena.vocabulary import Seat

ENDS: Final = {"trains": "the last round is played", "stalemate": "nobody can do anything more"}
Line = tuple[Seat | None, str]


def at_question(scene: Scene, asked: Asked) -> str:
    """What a seat looks at when it is asked: its cards and those that lie open."""
    table, seat = scene.table, asked.seat
    shown = [f"asked ({asked.phase}): {counted(table.hands[seat])}", f"row: {counted(table.row)}"]
    for module in table.rules.modules:
        if module.telling.at_question is not None:
            shown += module.telling.at_question(scene, seat)
    return "; ".join(shown)


def position(scene: Scene, hearer: Seat | None) -> Iterator[Line]:
    """All that lies on the table, and the hands: only the hearer's, or all if there is none."""
    table = scene.table
    decks = f"{table.deck_size} in the deck, {sum(table.discard)} discarded"
    yield None, f"row: {counted(table.row)}; {decks}; {table.ticket_deck_size} in the ticket deck"
    for module in table.rules.modules:
        if module.telling.on_table is not None:
            for line in module.telling.on_table(scene):
                yield None, line
    for seat in range(table.seats):
        yield seat, standing(scene, seat, hearer in (None, seat))
        for line in belongings(scene, seat, hearer in (None, seat)):
            yield None, line


def standing(scene: Scene, seat: Seat, known: bool) -> str:
    """The score, trains and cards of a seat; only how many cards if they are not known."""
    table = scene.table
    size = number(table.hand_sizes[seat], "card")
    hand = f"{size}: {counted(table.hands[seat])}" if known else size
    return f"score {table.scores[seat]}, {number(table.trains[seat], 'train')} left, {hand}"


def belongings(scene: Scene, seat: Seat, known: bool) -> Iterator[str]:
    """The tickets of a seat and what modules tell of it, a line each."""
    table = scene.table
    kept = scene.tickets(table.tickets[seat]) if known else str(table.ticket_counts[seat])
    yield f"tickets: {kept}"
    if table.offers[seat]:
        yield f"to choose from: {scene.tickets(table.offers[seat])}"
    for module in table.rules.modules:
        if module.telling.of_seat is not None:
            yield from module.telling.of_seat(scene, seat)


def settlement(scene: Scene, ended: Ended) -> Iterator[Line]:
    """How the game came out for each seat, with the tickets it had."""
    table, result = scene.table, ended.result
    yield None, f"the game is over after {number(result.turns, 'turn')}: {ENDS[result.end]}"
    for seat, outcome in enumerate(result.seats):
        done = completed_by(table, seat)
        missed = [ticket for ticket in table.tickets[seat] if ticket not in done]
        yield seat, f"place {outcome.place}, score {outcome.score}: {account(outcome)}"
        routes = number(table.owned[seat].bit_count(), "route")
        left = number(outcome.trains_left, "train")
        yield None, f"{routes}, the longest path {outcome.longest_path}, {left} left"
        yield None, f"completed: {scene.tickets(done)}"
        yield None, f"missed: {scene.tickets(missed)}"


def account(outcome: SeatResult) -> str:
    """The parts that a final score is made of."""
    parts = [
        f"routes {outcome.routes}",
        f"tickets won {outcome.tickets_won}",
        f"tickets lost {outcome.tickets_lost}",
    ]
    for bonus, points in outcome.bonuses.items():
        parts.append(f"{bonus.replace('_', ' ')} bonus {points}")
    return listed(parts)
