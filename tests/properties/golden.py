"""What seeds give, as text, for comparing Pythons: `python -m tests.properties.golden`."""

from collections.abc import Iterator
from hashlib import sha256

import msgspec

from arena.referee.actions import Action
from arena.referee.game import Game
from arena.referee.record import record_of
from arena.referee.rulesets import NAMES

SEEDS = (0, 1, 1910)


def numbers(start: int) -> Iterator[int]:
    """A small generator of our own, so that nothing but the referee can differ."""
    number = start
    while True:
        number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
        yield number >> 33


def opening(ruleset: str, seed: int) -> str:
    """The first cards and tickets of a game."""
    deck, tickets = (row.action for row in record_of(Game(ruleset, 2, seed)).rows[:2])
    return f"{deck[:25]} {' '.join(tickets.split(' ')[:6])}"


def game_digest(ruleset: str) -> str:
    """A digest of a game of two and one of three, played by our own generator to the end."""
    digest = sha256()
    for seats in (2, 3):
        game, chosen = Game(ruleset, seats, 1910), numbers(seats)
        while not game.over:
            legal = sorted(game.legal(), key=lambda action: sort_key(game, action))
            game.apply(legal[next(chosen) % len(legal)])
        digest.update(msgspec.json.encode(record_of(game)))
        digest.update(msgspec.json.encode(game.result()))
    return digest.hexdigest()[:16]


def sort_key(game: Game, action: Action) -> str:
    """The text of an action: in what order they are listed must not matter."""
    return action.text(game.board)


def all_lines() -> list[str]:
    """Everything that must be the same everywhere."""
    openings = [f"usa {seed} {opening('usa', seed)}" for seed in SEEDS]
    return openings + [f"{ruleset} {game_digest(ruleset)}" for ruleset in NAMES]


if __name__ == "__main__":
    print("\n".join(all_lines()))
