"""What happens in a game, in words: a sentence for each event, without its subject.

What is hidden from the hearer is hidden here as well: an event that was masked says no more than
that something happened. The table is the hearer's, with the event already on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Final

from arena.boards.colors import LETTERS, LOCOMOTIVE, NAMES
from arena.referee.events import (
    DECK,
    HIDDEN,
    RETURNED,
    TICKETS,
    Claimed,
    Cleared,
    Dealt,
    Drew,
    Event,
    Kept,
    LastRound,
    Offered,
    Passed,
    Shown,
    Shuffled,
    Took,
)
from arena.referee.modules import alvin, terrain, towns, warehouses
from arena.referee.table import Table

SHUFFLES: Final = {
    DECK: "the train deck is shuffled",
    TICKETS: "the ticket deck is shuffled",
    RETURNED: "the returned tickets are shuffled under their deck",
    terrain.PILE: "the terrain deck is shuffled",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """The table that is told of, and the names of those who sit at it."""

    table: Table
    names: tuple[str, ...]

    def who(self, seat: int) -> str:
        """A seat by its bot's name, which others may have too, and its number."""
        return f"{self.names[seat]} ({seat})"

    def city(self, city: int) -> str:
        """A city by its name."""
        return self.table.board.cities[city].name

    def tickets(self, tickets: Iterable[int]) -> str:
        """Tickets by their two places, with their points."""
        chosen = (self.table.board.tickets[ticket] for ticket in tickets)
        return listed(f"{t.city_a} \N{EN DASH} {t.city_b} ({t.points})" for t in chosen)


def listed(words: Iterable[str]) -> str:
    """Words one after the other."""
    return ", ".join(words) or "none"


def number(count: int, word: str) -> str:
    """So many of something that is one or more: `1 card`, `2 cards`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def counted(counts: Sequence[int]) -> str:
    """Train cards, given as how many there are of each: `2 red, 1 locomotive`."""
    kinds = [f"{count} {NAMES[card]}" for card, count in enumerate(counts[:LOCOMOTIVE]) if count]
    if counts[LOCOMOTIVE]:
        kinds.append(number(counts[LOCOMOTIVE], NAMES[LOCOMOTIVE]))
    return listed(kinds)


def cards_in_words(cards: Iterable[int]) -> str:
    """Train cards, given one by one, in words."""
    held = Counter(cards)
    return counted([held[card] for card in range(len(LETTERS))])


def payment(color: int, size: int, locomotives: int) -> str:
    """So many cards of one colour, locomotives among them, in words."""
    return cards_in_words([color] * (size - locomotives) + [LOCOMOTIVE] * locomotives)


def terrains(counts: Sequence[int]) -> str:
    """Terrain cards in words."""
    return listed(f"{count} {terrain.NAMES[kind]}" for kind, count in enumerate(counts) if count)


def laid_open(event: Event) -> str | None:
    """The card that an event laid open on the table; None if it is no such event."""
    if isinstance(event, Shown):
        return NAMES[event.card]
    return terrain.NAMES[event.kind] if isinstance(event, terrain.TerrainShown) else None


@singledispatch
def words(event: Event, scene: Scene) -> str:
    """What happened, in words that follow the name of the seat if the event has one."""
    raise NotImplementedError(f"{type(event).__name__} has no words")


@words.register
def _(event: Shuffled, scene: Scene) -> str:
    things = "ticket" if event.pile in (TICKETS, RETURNED) else "card"
    return f"{SHUFFLES[event.pile]}: {number(event.size, things)}"


@words.register
def _(event: Dealt, scene: Scene) -> str:
    dealt = cards_in_words(event.cards) if event.cards else number(event.size, "card")
    return f"is dealt {dealt}"


@words.register
def _(event: Cleared, scene: Scene) -> str:
    return "too many locomotives lie in the row: it is cleared"


@words.register
def _(event: Took, scene: Scene) -> str:
    card = "a locomotive" if event.card == LOCOMOTIVE else NAMES[event.card]
    return f"takes {card} from the row"


@words.register
def _(event: Drew, scene: Scene) -> str:
    seen = "" if event.card == HIDDEN else f": {NAMES[event.card]}"
    return f"takes a card unseen{seen}"


@words.register
def _(event: Claimed, scene: Scene) -> str:
    board, table, seat = scene.table.board, scene.table, event.seat
    paid = payment(event.color, board.lengths[event.route], event.locomotives)
    capture = ""
    if alvin.Alvin in table.extras and alvin.is_caught(table):
        capture = f" and captures Alvin for {alvin.POINTS} points"
    standing = f"score {table.scores[seat]}, {number(table.trains[seat], 'train')} left"
    claim = f"claims {board.route_name(event.route)} with {paid}"
    return f"{claim} for {gains(event, scene)}{capture} ({standing})"


def gains(event: Claimed, scene: Scene) -> str:
    """The points of a claim, and who gets them where it is not the claimer alone (O4)."""
    points = {seat: event.points * times for seat, times in Counter(event.scorers).items()}
    if [*points] == [event.seat]:
        return number(points[event.seat], "point")
    return " and ".join(
        f"{number(gain, 'point')} to {'itself' if seat == event.seat else scene.who(seat)}"
        for seat, gain in points.items()
    )


@words.register
def _(event: Offered, scene: Scene) -> str:
    if event.tickets:
        offer = f"tickets: {scene.tickets(event.tickets)}"
    else:
        offer = number(event.size, "ticket")
    return f"{'takes' if scene.table.turns else 'is dealt'} {offer}"


@words.register
def _(event: Kept, scene: Scene) -> str:
    kept, returned = number(event.kept_size, "ticket"), str(event.returned_size)
    if event.kept:
        kept, returned = scene.tickets(event.kept), scene.tickets(event.returned)
    return f"keeps {kept}; returns {returned if event.returned_size else 'none'}"


@words.register
def _(event: Passed, scene: Scene) -> str:
    return "passes: nothing is legal"


@words.register
def _(event: LastRound, scene: Scene) -> str:
    left = number(scene.table.trains[event.seat], "train")
    return f"has {left} left: the last round begins"


@words.register
def _(event: terrain.TerrainDealt, scene: Scene) -> str:
    return f"is dealt a {terrain.NAMES[event.kind]} card"


@words.register
def _(event: terrain.TerrainTaken, scene: Scene) -> str:
    kind = terrain.NAMES[event.kind]
    return f"takes a terrain card unseen: {kind}" if event.blind else f"takes an open {kind} card"


@words.register
def _(event: terrain.TerrainPlayed, scene: Scene) -> str:
    played = [f"{event.number} {terrain.NAMES[event.kind]}"] if event.number else []
    if event.locomotives:
        played.append(number(event.locomotives, NAMES[LOCOMOTIVE]))
    return f"plays {' and '.join(played)} to double the route"


@words.register
def _(event: towns.TownChosen, scene: Scene) -> str:
    return f"starts in {scene.city(event.city)}"


@words.register
def _(event: towns.CityBuilt, scene: Scene) -> str:
    paid = payment(event.color, towns.PRICE, event.locomotives)
    return f"puts a city piece on {scene.city(event.city)} for {paid}"


@words.register
def _(event: alvin.AlvinMoved, scene: Scene) -> str:
    return f"puts Alvin on {scene.city(event.city)}"


@words.register
def _(event: warehouses.DepotPlaced, scene: Scene) -> str:
    reserve = warehouses.warehouses_of(scene.table).reserve[event.seat]
    return f"places a depot on {scene.city(event.city)} ({reserve} in reserve)"


@words.register
def _(event: warehouses.Stored, scene: Scene) -> str:
    size = number(warehouses.warehouses_of(scene.table).sizes[event.owner], "card")
    place = warehouse(scene, scene.table.seat, event.owner)
    return f"stores a card unseen in {place} ({size})"


def warehouse(scene: Scene, seat: int, owner: int) -> str:
    """The warehouse of `owner`, told of what `seat` does there."""
    return "its own warehouse" if seat == owner else f"the warehouse of {scene.who(owner)}"


@words.register
def _(event: warehouses.Collected, scene: Scene) -> str:
    place = warehouse(scene, event.seat, event.owner)
    seen = f": {cards_in_words(event.cards)}" if event.cards else ""
    return f"collects {number(event.size, 'card')} from {place}{seen}"


@words.register
def _(event: warehouses.Emptied, scene: Scene) -> str:
    return "all warehouses are emptied, for a new train deck"
