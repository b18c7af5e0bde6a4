"""Ends of games of Europe with much to lend, thrown together, scored by both sides."""

from __future__ import annotations

from itertools import chain, repeat
from random import Random
from typing import Final

from arena.boards.board_files import BoardFiles
from arena.kernel import Table
from arena.referee.game import Game
from arena.referee.modules.europe import stations_of
from arena.referee.network import each
from arena.referee.rulesets import NAMES, Ruleset, find_ruleset
from arena.referee.sites import built_on
from tests.kernel.lockstep import Pair

EUROPE: Final = tuple(name for name in NAMES if name.startswith("europe"))


def of_rivals() -> Ruleset:
    """Europe on a small board whose tickets have 4 or 8 points, so that many choices are close."""
    rng = Random(24)
    names = [f"City{number}" for number in range(14)]
    pairs = [(a, b) for a in names for b in names if a < b]
    routes = [f"{a},{b},{rng.randint(5, 6)},gray,0,0" for a, b in rng.sample(pairs, 45)]
    tickets = [f"{a},{b},{rng.choice((4, 4, 8))}" for a, b in rng.sample(pairs, 70)]
    columns = "city_a,city_b,length,color,locomotives,tunnel"
    files = (["name", *names], [columns, *routes], ["city_a,city_b,points", *tickets])
    contents = ("\n".join([*lines, ""]).encode() for lines in files)
    return find_ruleset("europe").on_board(BoardFiles("rivals", *contents))


RULESETS: Final = tuple(chain.from_iterable(zip(EUROPE, repeat(of_rivals()), strict=False)))
"""The rulesets of ends, to be taken in turn."""


def compare_end(ruleset: Ruleset | str, seed: int, level: bool = False) -> Game:
    """Play a last turn in both and compare the ends; returns the referee's game.

    With `level` all seats come to the same points, so that ties are broken.
    """
    game = last_turn(ruleset, seed)
    name = f"an end of {game.rules.ruleset.name} on {game.board.name}, seed {seed}"
    if level:
        scores = [seat.score for seat in ended(name, game.clone()).result().seats]
        game.scores = [own + max(scores) - s for own, s in zip(game.scores, scores, strict=True)]
    return ended(name, game)


def ended(name: str, game: Game) -> Game:
    """A game played to its end in both, by first answers."""
    pair = Pair(name, game, Table.from_game(game))
    while not game.over:
        pair.apply(game.legal()[0], pair.table.legal())
    pair.compare_ends()
    return game


def last_turn(ruleset: Ruleset | str, seed: int) -> Game:
    """A game in its last turn: routes and tickets at random, stations where tickets end."""
    rng = Random(seed)
    game = Game(ruleset, 2 + seed % 4, seed)
    while game.turns == 0:
        game.apply(rng.choice(game.legal()))
    for number in range(70):
        give_route(game, number % game.seats, rng)
    for seat in range(game.seats):
        give_tickets(game, seat, 30 // game.seats)
        give_stations(game, seat, rng)
    game.last_turns = 0
    return game


def give_route(game: Game, seat: int, rng: Random) -> None:
    """Let a seat own a free route that goes on from its others, if it has the trains."""
    board, routes = game.board, [*each(game.open_to[seat])]
    network = {city for route in each(game.owned[seat]) for city in board.routes[route].cities}
    route = rng.choice([r for r in routes if network & {*board.routes[r].cities}] or routes)
    if board.lengths[route] <= game.trains[seat]:
        game.trains[seat] -= board.lengths[route]
        game.owned[seat] |= 1 << route
        game.open_to = [routes & ~(1 << route) for routes in game.open_to]


def give_tickets(game: Game, seat: int, number: int) -> None:
    """Let a seat have tickets of the deck."""
    game.tickets[seat] += tuple(game.ticket_deck[:number])
    del game.ticket_deck[:number]
    game.ticket_deck_size = len(game.ticket_deck)
    game.ticket_counts[seat] = len(game.tickets[seat])


def give_stations(game: Game, seat: int, rng: Random) -> None:
    """Let a seat have stations at ends of its tickets, where nothing was built yet."""
    tickets = [game.board.tickets[ticket] for ticket in game.tickets[seat]]
    ends = [game.board.city(name) for ticket in tickets for name in (ticket.city_a, ticket.city_b)]
    free = sorted({*ends} - built_on(game))
    for city in rng.sample(free, min(len(free), rng.choice((0, 3, 3)))):
        stations_of(game).owner[city] = seat
        stations_of(game).left[seat] -= 1
