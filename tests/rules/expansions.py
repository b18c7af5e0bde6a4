"""Words for the expansions beside `tests.arrange`: depots, terrain, city pieces, stations."""

from collections.abc import Sequence
from re import search
from typing import Any

import pytest

from arena.referee.actions import Action
from arena.referee.chance import Recorded
from arena.referee.game import Game, IllegalAction, Log
from arena.referee.modules import rules_of
from arena.referee.modules.alvin import Alvin
from arena.referee.modules.europe import Stations, Tunnels
from arena.referee.modules.terrain import Terrain
from arena.referee.modules.terrain.cards import deck_of
from arena.referee.modules.towns import Towns
from arena.referee.modules.warehouses import Warehouses
from arena.referee.modules.warehouses.stock import stored_in
from arena.referee.record import rows_of
from arena.referee.results import Result
from arena.referee.rulesets import Ruleset, find_ruleset
from tests.arrange import LETTERS, REST, arrange, letters, numbers, unnamed
from tests.rules.legality import legal

TERRAIN = "DJM"
ALL_TERRAIN = TERRAIN * 15


def dealt(
    ruleset: Ruleset | str,
    seats: int = 2,
    *,
    top: str = "",
    bottom: str = "",
    tickets: Sequence[int] = (),
    long: Sequence[int] = (),
    terrain: str = "",
    returned: Sequence[int] = (),
) -> Game:
    """A game just dealt, with these on top of their decks, or at the bottom of the train deck.

    The tickets returned at the start get this order, where they are shuffled; nothing else can be.
    """
    chosen = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    others = [ticket for ticket in rules_of(chosen).deck if ticket not in tickets]
    longs = rules_of(chosen).first_decks.get("long", ())
    piles = {
        "deck": [numbers(top + unnamed(top + bottom) + bottom)],
        "tickets": [(*tickets, *others)],
        "long": [(*long, *(ticket for ticket in longs if ticket not in long))],
        "terrain": [kinds(terrain + other_terrain(terrain))],
        "returned": [tuple(returned)] if returned else [],
    }
    return Game(chosen, seats, Recorded(piles))


def begin(
    ruleset: Ruleset | str,
    seats: int = 2,
    *,
    starts: Sequence[str] = (),
    depots: Sequence[str] = (),
    **piles: Any,
) -> Game:
    """The same game when seat 0 begins: all tickets kept, each seat's town and depot placed."""
    game = keep_all(dealt(ruleset, seats, **piles))
    play(game, *[f"start {town}" for town in reversed(starts)])
    play(game, *[f"depot {city}" for city in reversed(depots)])
    assert (game.seat, game.phase) == (0, "turn")
    return game


def keep_all(game: Game) -> Game:
    """The game once each seat has kept all tickets dealt to it."""
    for offer in list(game.offers):
        play(game, " ".join(["keep", *map(str, offer)]))
    return game


def position(
    game: Game,
    *,
    stores: Sequence[str] = (),
    reserve: Sequence[int] = (),
    deck: str = "",
    next_decks: Sequence[str] = (),
    next_terrain: Sequence[str] = (),
    **others: Any,
) -> Game:
    """The game arranged as by `arrange`, with these cards in the seats' warehouses.

    `reserve` tells the depots that some seats have left, `next_terrain` the reshuffles to come.
    """
    named = "".join([*stores, deck, *cards_named(others)]).replace(REST, "")
    filled = [store.replace(REST, unnamed(named)) for store in stores]
    copy = arrange(game, deck="".join(filled) + deck, **others)
    copy.chance = Recorded(
        {"deck": [(), *map(numbers, next_decks)], "terrain": [(), *map(kinds, next_terrain)]}
    )
    if stores or reserve:
        warehouses = copy.extras[Warehouses]
        for owner, store in enumerate(filled):
            stored_in(copy)[owner] = [copy.deck.pop() for _ in store]
            warehouses.sizes[owner] = len(store)
        warehouses.reserve[: len(reserve)] = reserve
        copy.deck_size = len(copy.deck)
    check_cards(copy)
    return copy


def cards_named(others: dict[str, Any]) -> list[str]:
    """The cards that an arranged position names beside the deck."""
    return [*others.get("hands", ()), others.get("row", "RBGYK"), others.get("discard", "")]


def lay_terrain(
    game: Game, *held: str, row: str = "DJ", deck: str | None = None, discard: str = ""
) -> Game:
    """Lay these terrain cards before the seats and open; without a deck, all others are in it."""
    terrain = game.extras[Terrain]
    rest = other_terrain("".join([*held, row, discard]))
    drawn = rest if deck is None else deck
    terrain.cards = [count_terrain(cards) for cards in (*held, *[""] * (game.seats - len(held)))]
    terrain.row, terrain.discard = count_terrain(row), count_terrain(discard)
    deck_of(game)[:] = list(kinds(drawn))[::-1]
    terrain.deck_size = len(drawn)
    return game


def lay_pieces(game: Game, *towns: Sequence[str]) -> Game:
    """Lay city pieces of the seats on these towns too, beside their starting towns."""
    pieces = game.extras[Towns]
    for seat, names in enumerate(towns):
        for name in names:
            pieces.owner[game.board.city(name)] = seat
            pieces.left[seat] -= 1
    return game


def lay_stations(game: Game, *cities: Sequence[str]) -> Game:
    """Put stations of the seats on these cities too."""
    stations = game.extras[Stations]
    for seat, names in enumerate(cities):
        for name in names:
            stations.owner[game.board.city(name)] = seat
            stations.left[seat] -= 1
    return game


def stations_by(game: Game, seat: int) -> list[str]:
    """The cities with a station of a seat, sorted."""
    cities = game.extras[Stations].built_by(seat)
    return sorted(game.board.cities[city].name for city in cities)


def turned_up(game: Game) -> str:
    """The cards that lie turned up for a tunnel."""
    return letters(game.extras[Tunnels].turned)


def given_up(game: Game) -> list[int]:
    """For each seat, how many tunnels it has given up."""
    return list(game.extras[Tunnels].given_up)


def play(game: Game, *texts: str) -> None:
    """Play these decisions, written as in a record, for whoever is asked."""
    for text in texts:
        game.apply(game.rules.parse(text))
        check_cards(game)


def rows_of_playing(game: Game, *texts: str) -> list[str]:
    """Play these decisions; all rows that it left in the record, as "seat text"."""
    before = game.log
    play(game, *texts)
    return texts_since(game, before)


def check_cards(game: Game) -> None:
    """Check that all 110 cards are somewhere, and that the public numbers of them are true (G2)."""
    piles = [[game.deck.count(card) for card in range(9)], game.row, game.discard, *game.hands]
    if Warehouses in game.extras:
        stored = stored_in(game)
        assert [len(cards) for cards in stored] == game.extras[Warehouses].sizes
        piles += [[cards.count(card) for card in range(9)] for cards in stored]
    piles += on_the_table(game)
    assert [sum(pile[card] for pile in piles) for card in range(9)] == [12] * 8 + [14]
    assert (game.deck_size, game.row_size) == (len(game.deck), sum(game.row))
    assert game.hand_sizes == [sum(hand) for hand in game.hands]


def on_the_table(game: Game) -> list[list[int]]:
    """The payment and the cards turned up for a tunnel (X3)."""
    paid = [0] * 9
    for card, number in game.pending.cards(game) if game.pending else ():
        paid[card] += number
    return [paid, *(part.turned for kind, part in game.extras.items() if kind is Tunnels)]


def final(game: Game, **others: Any) -> Result:
    """The result of a game that ends in this position, after a last turn without a claim."""
    ending = position(game, last_turns=0, **others)
    play(ending, *(["store 0"] if Warehouses in ending.extras else []), "take ?", "take ?")
    if not ending.over:
        play(ending, "end")
    return ending.result()


def assert_refused(game: Game, action: Action | str, rule: str = "") -> None:
    """Check that a decision is refused by this rule, whichever way one asks, and does nothing."""
    given = game.rules.parse(action) if isinstance(action, str) else action
    before = picture(game)
    reason = game.refusal(given)
    assert reason is not None
    assert not rule or search(rf"\((\w+, )*{rule}(, \w+)*\)", reason), reason
    assert not game.is_legal(given)
    assert repr(given) not in map(repr, game.legal())
    with pytest.raises(IllegalAction) as refused:
        game.apply(given)
    assert str(refused.value) == reason
    assert picture(game) == before


def picture(game: Game) -> str:
    """All that a game is, module by module, in words."""
    fixed = ("rules", "board", "chance", "log", "extras")
    slots = [slot for kind in type(game).__mro__ for slot in getattr(kind, "__slots__", ())]
    table = {slot: getattr(game, slot) for slot in slots if slot not in fixed}
    extras = {
        kind.__name__: {slot: getattr(part, slot) for slot in part.__slots__}
        for kind, part in game.extras.items()
    }
    return repr((table, extras, len(game.events())))


def asked(game: Game) -> tuple[int, str]:
    """Who is asked what."""
    return game.seat, game.phase


def claimable(game: Game) -> set[int]:
    """The routes that the asked seat can claim and pay for."""
    return {int(text.split()[1]) for text in legal(game, "claim")}


def texts_since(game: Game, log: Log) -> list[str]:
    """The rows of the record since then: seat and text."""
    return [f"{row.seat} {row.action}" for row in rows_of(game.rules, game.events(log))]


def depots_of(game: Game, seat: int) -> list[str]:
    """The cities where a seat's depots stand, sorted."""
    owner = game.extras[Warehouses].owner
    return sorted(game.board.cities[city].name for city in owner if owner[city] == seat)


def reserve_of(game: Game) -> list[int]:
    """For each seat, its depots in reserve."""
    return list(game.extras[Warehouses].reserve)


def stored(game: Game) -> list[str]:
    """For each seat, the cards of its warehouse, sorted."""
    return ["".join(sorted(LETTERS[c] for c in cards)) for cards in stored_in(game)]


def terrain_before(game: Game) -> list[str]:
    """For each seat, its terrain cards."""
    return [terrain_letters(cards) for cards in game.extras[Terrain].cards]


def open_terrain(game: Game) -> str:
    """The terrain cards that lie face up."""
    return terrain_letters(game.extras[Terrain].row)


def terrain_discard(game: Game) -> str:
    """The terrain cards that have been played."""
    return terrain_letters(game.extras[Terrain].discard)


def terrain_deck(game: Game) -> str:
    """The terrain deck, the next card first."""
    deck = deck_of(game)
    assert len(deck) == game.extras[Terrain].deck_size
    return "".join(TERRAIN[kind] for kind in reversed(deck))


def pieces_of(game: Game, seat: int) -> list[str]:
    """The towns where a seat's city pieces stand, sorted."""
    owner = game.extras[Towns].owner
    return sorted(game.board.cities[city].name for city in owner if owner[city] == seat)


def pieces_left(game: Game) -> list[int]:
    """For each seat, the city pieces it has not placed."""
    return list(game.extras[Towns].left)


def alvin_at(game: Game) -> str:
    """The town where Alvin stands."""
    alvin: Alvin = game.extras[Alvin]
    return game.board.cities[alvin.town].name


def kinds(cards: str) -> tuple[int, ...]:
    """These terrain cards one by one, as the referee numbers them."""
    return tuple(TERRAIN.index(card) for card in cards)


def count_terrain(cards: str) -> list[int]:
    """How many of each terrain these are."""
    return [cards.count(letter) for letter in TERRAIN]


def terrain_letters(pile: Sequence[int]) -> str:
    """Counted terrain cards in letters."""
    return "".join(letter * number for letter, number in zip(TERRAIN, pile, strict=True))


def other_terrain(cards: str) -> str:
    """The others of the 45 terrain cards, one terrain after the other by turns."""
    rest = ALL_TERRAIN
    for card in cards:
        assert card in rest, f"there are not so many {card}"
        rest = rest.replace(card, "", 1)
    return rest
