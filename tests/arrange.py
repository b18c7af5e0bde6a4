"""A small vocabulary for rule tests: stacked decks, arranged positions, scripted turns.

Cards are written as records write them, with spaces where that helps to read. No card is ever made
up: those that an arranged position does not name are in the one pile written with "..." at its end,
else at the bottom of the deck.
"""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from arena.referee.chance import Recorded
from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.results import Result
from arena.referee.rulesets import Ruleset, find_ruleset

LETTERS = "RBGYKWOPL"
ALL_CARDS = "RBGYKWOP" * 12 + "L" * 14
REST = "..."


def counts(cards: str) -> list[int]:
    """How many of each card these are."""
    return [cards.count(letter) for letter in LETTERS]


def numbers(cards: str) -> tuple[int, ...]:
    """These cards one by one, as the referee numbers them."""
    return tuple(LETTERS.index(card) for card in cards.replace(" ", ""))


def letters(pile: Sequence[int]) -> str:
    """Counted cards in letters, in the order of `LETTERS`."""
    return "".join(letter * number for letter, number in zip(LETTERS, pile, strict=True))


def unnamed(cards: str) -> str:
    """The others of the 110 cards, colour after colour by turns, locomotives last."""
    rest = ALL_CARDS
    for card in cards.replace(" ", ""):
        assert card in rest, f"there are not so many {card}"
        rest = rest.replace(card, "", 1)
    return rest


def new_game(
    top: str = "", tickets: Sequence[int] = (), *, ruleset: Ruleset | str = "usa", seats: int = 2
) -> Game:
    """A game just dealt, with these cards and these tickets on top of their decks."""
    chosen = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    others = [ticket for ticket in rules_of(chosen).deck if ticket not in tickets]
    deck, ticket_deck = numbers(top + unnamed(top)), (*tickets, *others)
    return Game(chosen, seats, Recorded({"deck": [deck], "tickets": [ticket_deck]}))


def begin(top: str = "", tickets: Sequence[int] = (), **options: Any) -> Game:
    """The same game when seat 0 begins its first turn: all have kept all tickets dealt."""
    game = new_game(top, tickets, **options)
    for offer in list(game.offers):
        play(game, " ".join(["keep", *map(str, offer)]))
    return game


def arrange(
    game: Game,
    *,
    hands: Sequence[str] = (),
    row: str = "RBGYK",
    deck: str = "",
    discard: str = "",
    next_decks: Sequence[str] = (),
    trains: Sequence[int] = (),
    points: Sequence[int] = (),
    routes: Sequence[Sequence[int]] = (),
    tickets: Sequence[Sequence[int]] | None = None,
    ticket_deck: Sequence[int] | None = None,
    asked: int = 0,
    last_turns: int | None = None,
) -> Game:
    """A copy of a begun game with these things on the table, at the start of a seat's turn.

    What is given seat by seat may end early. `next_decks` are the reshuffles to come.
    """
    assert (game.phase, game.taken, game.shuffles) == ("turn", 0, 1)
    copy = game.clone()
    copy.turns += (asked - copy.turn) % copy.seats
    copy.seat = copy.turn = asked
    copy.last_turns = last_turns
    copy.chance = Recorded({"deck": [(), *map(numbers, next_decks)]})
    lay_cards(copy, [*hands, *[""] * (copy.seats - len(hands)), row, discard, deck])
    for seat, owned in enumerate(routes):
        copy.owned[seat] = sum(1 << route for route in owned)
        copy.open_to = [routes & ~copy.owned[seat] for routes in copy.open_to]
        copy.trains[seat] -= sum(copy.board.lengths[route] for route in owned)
    copy.trains[: len(trains)] = trains
    copy.scores[: len(points)] = points
    if tickets is not None:
        copy.tickets = [*map(tuple, tickets), *[()] * (copy.seats - len(tickets))]
        copy.ticket_counts = [len(kept) for kept in copy.tickets]
    if ticket_deck is not None:
        copy.ticket_deck = list(ticket_deck)
        copy.ticket_deck_size = len(ticket_deck)
    return copy


def lay_cards(game: Game, piles: list[str]) -> None:
    """Lay out the cards of the hands, the row, the discards and the deck, 110 in all."""
    if not any(pile.endswith(REST) for pile in piles):
        piles[-1] += REST
    rest = unnamed("".join(piles).replace(REST, ""))
    *hands, row, discard, deck = [pile.replace(REST, rest).replace(" ", "") for pile in piles]
    game.hands = [counts(hand) for hand in hands]
    game.hand_sizes = [len(hand) for hand in hands]
    game.row, game.row_size = counts(row), len(row)
    game.discard = counts(discard)
    game.deck, game.deck_size = list(numbers(deck))[::-1], len(deck)
    check_cards(game)


def check_cards(game: Game) -> None:
    """Check that all 110 cards are somewhere, and that the public numbers of them are true (G2)."""
    piles = [[game.deck.count(card) for card in range(9)], game.row, game.discard, *game.hands]
    assert [sum(pile[card] for pile in piles) for card in range(9)] == [12] * 8 + [14]
    assert (game.deck_size, game.row_size) == (len(game.deck), sum(game.row))
    assert game.hand_sizes == [sum(hand) for hand in game.hands]


def play(game: Game, *texts: str) -> None:
    """Play these decisions, written as in a record, for whoever is asked."""
    for text in texts:
        game.apply(game.rules.parse(text))
        check_cards(game)


def idle(game: Game, turns: int = 1) -> list[int]:
    """Let so many turns go by with two blind cards each; whose turns they were."""
    seats = []
    for _ in range(turns):
        seats.append(game.seat)
        play(game, "take ?", "take ?")
    return seats


def final(game: Game, **position: Any) -> Result:
    """The result of a game that ends in this position, after a last turn without a claim."""
    ending = arrange(game, last_turns=0, **position)
    idle(ending)
    return ending.result()


def small_board(folder: Path, *routes: str) -> Ruleset:
    """The rules of `usa` on a board of routes such as "Ash,Elm,7,red,0", the last its symbols.

    Any two cities are a ticket of 5 points.
    """
    cities = sorted({city for route in routes for city in route.split(",")[:2]})
    pairs = [f"{a},{b},5" for a, b in combinations(cities, 2)]
    for name, lines in {
        "cities.csv": ["name", *cities],
        "routes.csv": ["city_a,city_b,length,color,locomotives", *routes],
        "tickets.csv": ["city_a,city_b,points", *pairs],
    }.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return find_ruleset("usa").on_board(str(folder))
