"""Ways to play that lead games of Europe into its corners: tunnels, stations, lent routes."""

from __future__ import annotations

from random import Random
from typing import Final

from arena.boards.colors import LOCOMOTIVE
from arena.referee.actions import Action
from arena.referee.game import Game
from arena.referee.modules.europe import stations_of, tunnels_of
from arena.referee.modules.europe.tunnels import MOST_GIVEN_UP, tunnels_on
from tests.properties.policies import Policy, Words, hoarder, undecided

WORDS: Final = {word: Words(word) for word in ("claim", "take", "store", "station", "tickets")}


def of_word(game: Game, word: str) -> list[Action]:
    """The legal actions that begin with this word."""
    return WORDS[word].among(game.legal())


def tunnels_among(game: Game, claims: list[Action]) -> list[Action]:
    """Those of some claims that are claims of tunnels."""
    tunnels = tunnels_on(game.board)
    return [action for action in claims if tunnels >> action.route & 1]


def costing_more(game: Game, claims: list[Action]) -> list[Action]:
    """Those of some claims of tunnels that the cards on top of the deck would make dearer."""
    top = {*game.deck[-3:]}
    return [action for action in claims if LOCOMOTIVE in top or action.color in top]


def digger(game: Game, rng: Random) -> Action:
    """Claim tunnels that cost more and give them up, again and again, until that is over."""
    if game.phase == "surcharge":
        return game.legal()[-1]
    claims = of_word(game, "claim")
    dear = costing_more(game, tunnels_among(game, claims))
    takes = [*of_word(game, "take"), *of_word(game, "store")]
    barred = tunnels_of(game).given_up[game.seat] == MOST_GIVEN_UP
    return rng.choice(dear or (claims if barred else takes) or game.legal())


def payer(game: Game, rng: Random) -> Action:
    """Collect cards, then claim tunnels with many of them in hand, and pay what they cost more."""
    if game.phase == "surcharge":
        return rng.choice(game.legal()[:-1] or game.legal())
    rich = game.hand_sizes[game.seat] > 14
    tunnels = tunnels_among(game, of_word(game, "claim")) if rich else []
    return rng.choice(tunnels) if tunnels else hoarder(game, rng)


def borrower(game: Game, rng: Random) -> Action:
    """Take many tickets, and build stations where others have routes to lend."""
    left = stations_of(game).left[game.seat]
    touching, others = game.board.touching, 0
    for seat, owned in enumerate(game.owned):
        others |= owned if seat != game.seat else 0
    lent = [action for action in of_word(game, "station") if touching[action.city] & others]
    if lent and game.turns > 40 * left:
        return rng.choice(lent)
    if len(game.tickets[game.seat]) < 12 and rng.random() < 0.3:
        return rng.choice(of_word(game, "tickets") or game.legal())
    return rng.choice(of_word(game, "claim") or game.legal())


def varied(game: Game, rng: Random) -> Action:
    """Every seat has a way of its own."""
    ways = (borrower, digger, undecided, payer)
    return ways[game.seat % len(ways)](game, rng)


EUROPE_POLICIES: Final[dict[str, Policy]] = {
    "digger": digger,
    "payer": payer,
    "borrower": borrower,
    "varied": varied,
}
