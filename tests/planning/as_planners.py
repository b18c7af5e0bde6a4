"""How truly followers play as planners: `python -m tests.planning.as_planners 60 usa:2 mega:4`.

Planners play real games. From some of their positions followers play on, with the same cards and
tickets. The mean difference of what they come to, from what the planners came to, is printed by
turn: points, what they are made of, tickets and trains left. It tells in a minute what followers
lack; games are of a set of their own, by which followers may be chosen.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from arena.bench.planned_games import planned_game, positions
from arena.planning import Follower, Weights, play_to_end
from arena.referee.game import Game
from arena.referee.phases import TURN

GAMES: Final = "followers"
"""The set of games that are played."""
TURNS: Final = (1, 3, 9, 15, 21)
"""The turns of the first seat at which followers take over."""
PARTS: Final = (
    *("score", "routes", "tickets_won", "tickets_lost", "bonuses"),
    *("tickets_kept", "tickets_completed", "trains_left"),
)
TITLE: Final = f"{'ruleset':<10}{'seats':>5}{'turn':>6}" + "".join(
    f"{part.replace('tickets_', ''):>12}" for part in PARTS
)


def parts(game: Game) -> list[float]:
    """What a game came to, the mean of all seats."""
    found = []
    for part in PARTS:
        of_seats = [getattr(seat, part) for seat in game.result().seats]
        if part == "bonuses":
            of_seats = [sum(bonuses.values()) for bonuses in of_seats]
        found.append(fmean(of_seats))
    return found


def differences(ruleset: str, seats: int, number: int) -> Iterator[tuple[int, list[float]]]:
    """For each turn of one game, by how much followers come to more than its planners did."""
    game = planned_game(GAMES, ruleset, seats, number)
    taken: dict[int, Game] = {}
    for view in positions(game):
        turn, place = divmod(view.turns - 1, seats)
        if view.phase is TURN and place == 0 and view.last_turns is None and turn + 1 in TURNS:
            taken[turn + 1] = game.clone()
    real = parts(game)
    for turn, played in taken.items():
        play_to_end(played, [Follower(seat, Weights()) for seat in range(seats)])
        yield turn, [more - less for more, less in zip(parts(played), real, strict=True)]


def main() -> None:
    """Print a line for each turn of each ruleset and number of seats."""
    print(TITLE)
    for named in sys.argv[2:]:
        ruleset, seats = named.split(":")
        found: dict[int, list[list[float]]] = {turn: [] for turn in TURNS}
        for number in range(int(sys.argv[1])):
            for turn, more in differences(ruleset, int(seats), number):
                found[turn].append(more)
        for turn, rows in found.items():
            means = [fmean(column) for column in zip(*rows, strict=True)]
            doubt = 1.96 * stdev(row[0] for row in rows) / sqrt(len(rows))
            print(
                f"{ruleset:<10}{seats:>5}{turn:>6}{means[0]:>+6.1f} ±{doubt:3.1f} "
                + "".join(f"{mean:>+12.1f}" for mean in means[1:]),
                flush=True,
            )


if __name__ == "__main__":
    main()
