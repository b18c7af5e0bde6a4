"""Ways to play that lead games into different corners."""

from collections.abc import Callable
from itertools import compress
from random import Random

from arena.referee.actions import Action
from arena.referee.game import Game
from arena.referee.modules.warehouses import Warehouses

Policy = Callable[[Game, Random], Action]


class Words(dict[type[Action], bool]):
    """Whether actions begin with one of some words, by their class: long runs look it up often."""

    def __init__(self, *words: str) -> None:
        super().__init__()
        self.words = words

    def __missing__(self, kind: type[Action]) -> bool:
        self[kind] = found = kind.word in self.words
        return found

    def among(self, legal: list[Action]) -> list[Action]:
        """Those of some actions that begin with one of the words."""
        return list(compress(legal, map(self.__getitem__, map(type, legal))))


def preferring(*words: str) -> Policy:
    """Play a random action that begins with one of these words if there is one, else any."""
    preferred = Words(*words)

    def choose(game: Game, rng: Random) -> Action:
        legal = game.legal()
        return rng.choice(preferred.among(legal) or legal)

    return choose


def random(game: Game, rng: Random) -> Action:
    """Play anything, all actions alike."""
    return rng.choice(game.legal())


def undecided(game: Game, rng: Random) -> Action:
    """Choose a kind of action first, so that the many claims don't crowd out the rest."""
    legal = game.legal()
    word = rng.choice(sorted({action.word for action in legal}))
    return rng.choice([action for action in legal if action.word == word])


miser = preferring("take", "store", "terrain", "end", "skip")


TAKES = Words("take")


def shunner(game: Game, rng: Random) -> Action:
    """Take coloured cards of the row while there are any, so that locomotives pile up."""
    colored = [action for action in TAKES.among(game.legal()) if 0 <= action.card < 8]
    return rng.choice(colored) if colored else miser(game, rng)


hoarder = preferring("take", "store", "terrain")
glutton = preferring("tickets")
claimer = preferring("claim")


def collector(game: Game, rng: Random) -> Action:
    """Fill warehouses, and claim routes to depots to empty them again."""
    legal = game.legal()
    collects = [action for action in legal if action.word == "collect"]
    if collects:
        return max(collects, key=lambda action: len(action.seats))
    depots = game.extras[Warehouses].owner if Warehouses in game.extras else {}
    routes = game.board.routes
    claims = [
        action
        for action in legal
        if action.word == "claim" and not depots.keys().isdisjoint(routes[action.route].cities)
    ]
    others = [action for action in legal if action.word not in ("depot", "tickets")]
    return rng.choice(claims or others or legal)


def mixed(game: Game, rng: Random) -> Action:
    """Every seat has a way of its own."""
    ways = (hoarder, claimer, glutton, undecided)
    return ways[game.seat % len(ways)](game, rng)


POLICIES: dict[str, Policy] = {
    "random": random,
    "undecided": undecided,
    "hoarder": hoarder,
    "glutton": glutton,
    "shunner": shunner,
    "claimer": claimer,
    "collector": collector,
    "mixed": mixed,
}
