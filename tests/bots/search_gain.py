"""What the searcher gains on the planner, answer by answer: `python -m tests.bots.search_gain`.

    python -m tests.bots.search_gain RULESET:SEATS SECONDS GAMES

Planners play games. At every ninth question the searcher thinks for so many seconds. Where it
would answer otherwise than the planner, both answers are played on in other imagined games than
those that it thought with, all seats by plans. The mean gains, in wins and in points ahead, are
printed by question. It tells in minutes what a tournament tells in hours; by its games the searcher
may be tuned.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from operator import itemgetter
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from arena.bench.planned_games import planned_game
from arena.bot import View
from arena.kernel import Intent, planned_trials
from arena.match.bot_code import load_class
from arena.match.reading import read_source
from arena.planning import Judgement, TicketBeliefs, Weights
from arena.referee.actions import Action

GAMES: Final = "searching"
"""The set of games that are played."""
EVERY: Final = 9
"""One question in so many is thought about."""
WORLDS: Final = 600
"""Imagined games in which two answers are compared."""
CLOCK: Final = 100_000.0
"""Seconds on the searcher's clock, which it never comes near."""
SEARCHER: Final = Path(__file__).parents[2] / "bots" / "searcher.py"


class Gain(NamedTuple):
    """What the searcher's answer brings beside the planner's; nothing where they are the same."""

    question: str
    differs: bool
    wins: float = 0.0
    points: float = 0.0


def gains(ruleset: str, seats: int, seconds: float, number: int) -> Iterator[Gain]:
    """The gain at some questions of one game."""
    game = planned_game(GAMES, ruleset, seats, number)
    searcher_of = load_class(read_source(SEARCHER, seconds=seconds))
    rng = Random(f"{ruleset} {seats} {number}")
    views = [View(game.rules, seats, seat, rng, lambda: CLOCK) for seat in range(seats)]
    seen: list[Any] = [None] * seats
    planners = [Judgement(Weights()) for _ in range(seats)]
    asked = number
    while not game.over:
        view, planner = views[game.seat], planners[game.seat]
        for event in game.seen_by(game.seat, seen[game.seat]):
            view.learn(event)
        seen[game.seat] = game.log
        legal = view.legal()
        values = planner.values(view, legal)
        own = max(values, key=itemgetter(0))[1] if values else legal[0]
        asked += 1
        if asked % EVERY == 0:
            searcher = searcher_of(seconds=seconds)
            searcher.saved = 0.0  # it thinks for just as long at every question
            searcher.judgement.given_up = set(planner.given_up)
            yield gain_of(view, planner, own, searcher.choose(view, legal))
        game.apply(own)


def gain_of(view: View, planner: Judgement, own: Action, answer: Action) -> Gain:
    """What an answer brings beside the planner's own."""
    if answer == own:
        return Gain(str(view.phase), differs=False)
    beliefs, rng = TicketBeliefs(view), Random(f"{view.turns} {view.me}")
    rows = []
    for _ in range(WORLDS):
        game = beliefs.imagine(rng)
        intents = [Intent(own), Intent(answer)]
        outcomes = planned_trials(game, intents, planner.given_up, Weights())
        rows.append([margin(outcome.scores, view.me) for outcome in outcomes])
    wins = fmean(won(more) - won(less) for less, more in rows)
    return Gain(str(view.phase), True, wins, fmean(more - less for less, more in rows))


def margin(scores: Sequence[int], me: int) -> int:
    """The points by which a seat is ahead of the best of the others."""
    return scores[me] - max(score for seat, score in enumerate(scores) if seat != me)


def won(points_ahead: int) -> float:
    """1 for a win, a half for a tie."""
    return (points_ahead > 0) + (points_ahead == 0) / 2.0


def main() -> None:
    """Print a line for each question, and one for all."""
    named, seconds, games = sys.argv[1:]
    ruleset, seats = named.split(":")
    found: dict[str, list[Gain]] = defaultdict(list)
    for number in range(int(games)):
        for gain in gains(ruleset, int(seats), float(seconds), number):
            found[gain.question].append(gain)
    found["all"] = [gain for some in found.values() for gain in some]
    print(f"{'question':<10}{'asked':>6}{'otherwise':>11}{'wins more':>16}{'points more':>16}")
    for question, some in found.items():
        if len(some) > 1:
            doubt = 1.96 / sqrt(len(some))
            wins, points = ([getattr(gain, name) for gain in some] for name in ("wins", "points"))
            print(
                f"{question:<10}{len(some):>6}{fmean(gain.differs for gain in some):>11.0%}"
                f"{fmean(wins):>+9.1%} ±{doubt * stdev(wins):>5.1%}"
                f"{fmean(points):>+10.1f} ±{doubt * stdev(points):>4.1f}"
            )


if __name__ == "__main__":
    main()
