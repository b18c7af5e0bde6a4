"""Where all cards and tickets are."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from arena.referee.events import Kept, Offered
from arena.referee.game import Game

ALL_CARDS = [12, 12, 12, 12, 12, 12, 12, 12, 14]
LOCOMOTIVE = 8
ROW = 5

MODULE_CARDS: dict[str, Callable[[Any], Iterable[int]]] = {
    "StoredCards": lambda stored: chain(*stored.of),
}
"""For the secrets of modules that are train cards: all that are in them."""


def count(cards: Iterable[int]) -> list[int]:
    """How many of each card these are."""
    found = Counter(cards)
    return [found[card] for card in range(len(ALL_CARDS))]


def total(piles: Iterable[list[int]]) -> list[int]:
    """How many of each card some piles have together."""
    return [sum(numbers) for numbers in zip(*piles, strict=True)]


def module_cards(game: Game) -> list[int]:
    """How many of each card the modules hold."""
    found = []
    for kept in game.secrets.values():
        cards_in = MODULE_CARDS.get(type(kept).__name__)
        found += cards_in(kept) if cards_in else ()
    return count(found)


def laid_down(game: Game) -> list[int]:
    """How many of each card lie on the table for a claim that a question holds up (X3)."""
    tunnels = [kept for kept in game.extras.values() if type(kept).__name__ == "Tunnels"]
    laid = total([[0] * len(ALL_CARDS), *(kept.turned for kept in tunnels)])
    if game.pending is not None:
        for card, number in game.pending.cards(game):
            laid[card] += number
    return laid


def check_modules(game: Game) -> None:
    """What the modules keep is complete too, and its public numbers are true (W6, A2, A8, X6)."""
    built = [city for kept in game.extras.values() for city in getattr(kept, "owner", ())]
    assert len(built) == len(set(built)) or "oldwest" in game.board.name  # W5
    for kept in game.extras.values():
        if type(kept).__name__ == "Warehouses":
            (stored,) = (s for s in game.secrets.values() if type(s).__name__ == "StoredCards")
            assert kept.sizes == [len(cards) for cards in stored.of]
            assert min(kept.reserve) >= 0
        elif type(kept).__name__ == "Stations":
            owners = list(kept.owner.values())
            assert [owners.count(seat) for seat in range(game.seats)] == [3 - n for n in kept.left]
            assert min(kept.left) >= 0
        elif type(kept).__name__ == "Tunnels":
            assert sum(kept.turned) <= (3 if game.pending else 0)
        elif type(kept).__name__ == "Terrain":
            (deck,) = (s.cards for s in game.secrets.values() if type(s).__name__ == "TerrainDeck")
            counts = [deck.count(kind) for kind in range(3)]
            assert total([counts, kept.row, kept.discard, *kept.cards]) == [15, 15, 15]
            assert kept.deck_size == len(deck)
            assert sum(kept.row) == 2 or not deck
            assert deck or not any(kept.discard)


def check_cards(game: Game) -> None:
    """Every card is in one place, and the public numbers of cards are true (G2, T8)."""
    piles = [count(game.deck), game.discard, game.row, *game.hands, module_cards(game)]
    piles.append(laid_down(game))
    assert total(piles) == ALL_CARDS
    assert min(map(min, piles)) >= 0
    assert game.deck_size == len(game.deck)
    assert game.row_size == sum(game.row)
    assert game.hand_sizes == [sum(hand) for hand in game.hands]


def check_tickets(game: Game) -> None:
    """Every ticket is in one place, and the public numbers of tickets are true (D2)."""
    places = [*game.ticket_deck]
    for tickets in (*game.tickets, *game.offers):
        places += tickets
    first = [ticket for deck in game.rules.first_decks.values() for ticket in deck]
    assert len(set(places)) == len(places)
    assert {*places} <= {*game.rules.deck, *first}
    assert {*game.ticket_deck} <= {*game.rules.deck}
    events = game.events()
    dealt = sum(event.first for event in events if isinstance(event, Offered))
    gone = sum(event.returned_size for event in events if isinstance(event, Kept) and event.gone)
    assert len(places) == len(game.rules.deck) + dealt - gone
    assert game.ticket_counts == [len(tickets) for tickets in game.tickets]
    assert game.ticket_deck_size == len(game.ticket_deck)


def check_settled(game: Game) -> None:
    """Deck, discards and row are in order (T5, T6)."""
    assert game.deck or not sum(game.discard)
    assert game.row_size == ROW or (game.row_size < ROW and not game.deck)
    if game.row_size == ROW and game.row[LOCOMOTIVE] >= 3:
        assert may_never_end(game)


def may_never_end(game: Game) -> bool:
    """Whether clearing a row full of locomotives is suspended (T5)."""
    rest = total([count(game.deck), game.discard])
    others = total([game.row, rest])[:LOCOMOTIVE]
    return sum(others) < 3 or (sum(rest) == ROW and rest[LOCOMOTIVE] >= 3)
