"""How a game stands, in words: at a question, in the middle and at its end.

Each line is told of a seat, or of nobody. All of it is read off the hearer's table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arena.referee.events import Asked, Ended
from arena.referee.modules import alvin, terrain, towns, warehouses
from arena.referee.network import completed
from arena.referee.results import SeatResult
from arena.story.sentences import Scene, counted, listed, number, terrains

ENDS: Final = {"trains": "the last round is played", "stalemate": "nobody can do anything more"}
Line = tuple[int | None, str]


def at_question(scene: Scene, asked: Asked) -> str:
    """What a seat looks at when it is asked: its cards and those that lie open."""
    table, seat = scene.table, asked.seat
    shown = [f"asked ({asked.phase}): {counted(table.hands[seat])}", f"row: {counted(table.row)}"]
    if terrain.Terrain in table.extras:
        lying = terrain.terrain_of(table)
        shown += [f"terrain: {terrains(lying.cards[seat])}", f"open: {terrains(lying.row)}"]
    return "; ".join(shown)


def position(scene: Scene, hearer: int | None) -> Iterator[Line]:
    """All that lies on the table, and the hands: only the hearer's, or all if there is none."""
    table = scene.table
    decks = f"{table.deck_size} in the deck, {sum(table.discard)} discarded"
    yield None, f"row: {counted(table.row)}; {decks}; {table.ticket_deck_size} in the ticket deck"
    if terrain.Terrain in table.extras:
        yield None, f"open terrain: {terrains(terrain.terrain_of(table).row)}"
    if alvin.Alvin in table.extras:
        yield None, alvin_stands(scene)
    for seat in range(table.seats):
        yield seat, standing(scene, seat, hearer in (None, seat))
        for line in belongings(scene, seat, hearer in (None, seat)):
            yield None, line


def standing(scene: Scene, seat: int, known: bool) -> str:
    """The score, trains and cards of a seat, by their number if they are not known."""
    table = scene.table
    size = number(table.hand_sizes[seat], "card")
    hand = f"{size}: {counted(table.hands[seat])}" if known else size
    return f"score {table.scores[seat]}, {number(table.trains[seat], 'train')} left, {hand}"


def belongings(scene: Scene, seat: int, known: bool) -> Iterator[str]:
    """What else a seat has before it."""
    table = scene.table
    kept = scene.tickets(table.tickets[seat]) if known else str(table.ticket_counts[seat])
    yield f"tickets: {kept}"
    if table.offers[seat]:
        yield f"to choose from: {scene.tickets(table.offers[seat])}"
    if terrain.Terrain in table.extras:
        yield f"terrain: {terrains(terrain.terrain_of(table).cards[seat])}"
    if towns.Towns in table.extras:
        pieces = towns.towns_of(table)
        yield f"city pieces: {cities(scene, pieces.owner, seat)}; {pieces.left[seat]} left"
    if warehouses.Warehouses in table.extras:
        depots = warehouses.warehouses_of(table)
        yield (
            f"depots: {cities(scene, depots.owner, seat)}; {depots.reserve[seat]} in reserve;"
            f" {number(depots.sizes[seat], 'card')} in the warehouse"
        )


def cities(scene: Scene, owner: dict[int, int], seat: int) -> str:
    """The cities whose owner is this seat."""
    return listed(scene.city(city) for city in sorted(owner) if owner[city] == seat)


def alvin_stands(scene: Scene) -> str:
    """Where Alvin is, and whose."""
    now = alvin.alvin_of(scene.table)
    holder = "free" if now.holder is None else f"captured by {scene.who(now.holder)}"
    return f"Alvin: on {scene.city(now.town)}, {holder}"


def settlement(scene: Scene, ended: Ended) -> Iterator[Line]:
    """How the game came out for each seat, with the tickets it had."""
    table, result = scene.table, ended.result
    yield None, f"the game is over after {number(result.turns, 'turn')}: {ENDS[result.end]}"
    for seat, outcome in enumerate(result.seats):
        done = completed(table.board, table.owned[seat], table.tickets[seat])
        missed = [ticket for ticket in table.tickets[seat] if ticket not in done]
        yield seat, f"place {outcome.place}, score {outcome.score}: {account(outcome)}"
        routes = number(table.owned[seat].bit_count(), "route")
        left = number(outcome.trains_left, "train")
        yield None, f"{routes}, the longest path {outcome.longest_path}, {left} left"
        yield None, f"completed: {scene.tickets(done)}"
        yield None, f"missed: {scene.tickets(missed)}"


def account(outcome: SeatResult) -> str:
    """What a final score is made of."""
    parts = [
        f"routes {outcome.routes}",
        f"tickets won {outcome.tickets_won}",
        f"tickets lost {outcome.tickets_lost}",
    ]
    for bonus, points in outcome.bonuses.items():
        parts.append(f"{bonus.replace('_', ' ')} bonus {points}")
    return listed(parts)
