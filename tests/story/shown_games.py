"""Games to be shown on pages, and what a table knows of cards and tickets at each ply."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from arena.boards.colors import LETTERS
from arena.referee.events import Event
from arena.referee.game import Game
from arena.referee.record import is_row
from arena.referee.table import Table

BOTS = ("ada", "bob", "cleo", "dan", "eve", "fay")
State = dict[str, Any]
HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "<img src=x onerror=alert(1)>",
    "{{script}}",
    "a\u202eb\u2066c\u2028d\u2029e\x00f\x1b[31mg\x7f\ud800",
)
"""Texts of bots that no page may take for its own."""


@cache
def played(ruleset: str, seats: int, turns: int = 10_000) -> Game:
    """A game played to its end or for some turns, with a liking for claims and pieces."""
    game, rng = Game(ruleset, seats, 5), Random(5)
    liked = ("claim", "depot", "city", "alvin", "tickets")
    while not game.over and game.turns < turns:
        legal = game.legal()
        some = [action for action in legal if action.word in liked]
        game.apply(rng.choice(some if some and rng.random() < 0.6 else legal))
    return game


def by_ply(game: Game) -> Iterator[list[Event]]:
    """The events of each ply."""
    ply: list[Event] = []
    for event in game.events():
        if is_row(event) and any(map(is_row, ply)):
            yield ply
            ply = []
        ply.append(event)
    yield ply


def knowledge(table: Table) -> State:
    """What a table says of cards and tickets, by the names of the page."""
    known: State = {"deck": table.deck_size, "tickets": table.ticket_deck_size}
    for seat in range(table.seats):
        known[f"hand{seat}"] = cards(table.hands[seat])
        known[f"size{seat}"] = table.hand_sizes[seat]
        known[f"known tickets {seat}"] = set(table.tickets[seat])
        known[f"kept{seat}"] = table.ticket_counts[seat]
        known[f"offer{seat}"] = set(table.offers[seat])
    return known


def cards(counts: list[int]) -> str:
    """Train cards as their numbers and letters."""
    return "".join(f"{number}{LETTERS[card]}" for card, number in enumerate(counts) if number)
