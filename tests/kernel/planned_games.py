"""Imagined games of the kernel beside the same played by planners of Python, to the last decision.

    python -m tests.kernel.planned_games POSITIONS [FIRST]

plays games on from this number of positions, and prints how many they were and what each took.
"""

import sys
from collections.abc import Collection
from dataclasses import dataclass
from operator import itemgetter
from random import Random
from time import process_time

from arena.kernel import Intent, Outcome, planned_end, planned_trials
from arena.planning import Follower, Judgement, Weights, final_scores
from arena.referee.game import Game
from arena.referee.phases import TURN
from arena.referee.rulesets import NAMES, RULESETS, Ruleset, find_ruleset
from arena.vocabulary import TicketNumber

PLAIN = [name for name in NAMES if not RULESETS[name].modules]
BITTER = Weights(turn=4.0, train=0.1, danger=0.9, block=3.0, slack=0.5, tight=0.4, growth=0.5)
"""Weights that lead to other games: more blocks, more tickets, more of them given up."""


def position(ruleset: Ruleset, seats: int, seed: int, decisions: int) -> Game:
    """A game that followers have played, who now and then do anything."""
    rng = Random(seed)
    game = Game(ruleset, seats, seed)
    followers = [Follower(seat, Weights()) for seat in range(seats)]
    for _ in range(decisions):
        if game.over:
            break
        planned = rng.random() < 0.8
        game.apply(followers[game.seat].choose(game) if planned else rng.choice(game.legal()))
    return game


def intents_of(game: Game, seed: int) -> tuple[list[Intent], list[TicketNumber]]:
    """Some things that the asked seat may mean to do, and tickets that it has given up."""
    rng = Random(seed)
    legal, routes = game.legal(), range(len(game.board.routes))
    actions = rng.sample(legal, min(2, len(legal)))
    given_up = [ticket for ticket in game.tickets[game.seat] if rng.random() < 0.2]
    intents = [Intent(action, rng.choice([None, rng.choice(routes)])) for action in actions]
    return intents, given_up


def planned_out(
    game: Game, intent: Intent | None, given_up: Collection[TicketNumber], weights: Weights
) -> Outcome:
    """What a game comes to if all seats answer as `Judgement` judges, as bots/planner.py does."""
    seats = [Judgement(weights) for _ in range(game.seats)]
    me, first, decisions = game.seat, None, 0
    seats[me].given_up = set(given_up)
    if intent is not None:
        first = intent.first
        game.apply(intent.action)
    while not game.over:
        legal, judgement = game.legal(), seats[game.seat]
        values = judgement.values(game, legal)
        answer = max(values, key=itemgetter(0))[1] if values else legal[0]
        may_save = game.seat == me and game.phase is TURN and game.last_turns is None
        if first is not None and may_save:
            wanted = Follower(me, weights, judgement.plan).play_for(game, first)
            first = first if wanted else None
            answer = wanted or answer
        game.apply(answer)
        decisions += 1
    return Outcome(decisions, tuple(final_scores(game)))


@dataclass
class Spent:
    """What games took: decisions, and seconds of processor time for all of them."""

    games: int = 0
    decisions: int = 0
    compiled: float = 0.0
    written_out: float = 0.0


SPENT = Spent()
"""By all games of this process."""


def assert_alike(game: Game, seed: int, weights: Weights) -> None:
    """The kernel's planners and those of Python come to the same by every intent."""
    intents, given_up = intents_of(game, seed)
    start = process_time()
    found = planned_trials(game, intents, given_up, weights)
    found.append(planned_end(game, weights))
    half = process_time()
    expected = [planned_out(game.clone(), intent, given_up, weights) for intent in intents]
    expected.append(planned_out(game.clone(), None, (), weights))
    SPENT.compiled += half - start
    SPENT.written_out += process_time() - half
    SPENT.games += len(found)
    SPENT.decisions += sum(outcome.decisions for outcome in found)
    assert found == expected


def played_alike(board: str | None, number: int) -> None:
    """One of many games of all rulesets, or of a board of one's own, from some position on."""
    ruleset = find_ruleset(PLAIN[number % len(PLAIN)])
    if board is not None:
        ruleset = ruleset.on_board(board)
    game = position(ruleset, 2 + number % 4, number, 37 * number % 150)
    if not game.over:
        assert_alike(game, number, BITTER if number % 3 == 2 else Weights())


def main() -> None:
    """Play games on from some positions, and tell how many there were and what they took."""
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for number in range(first, first + int(sys.argv[1])):
        played_alike(None, number)
    compiled, written_out = SPENT.compiled / SPENT.decisions, SPENT.written_out / SPENT.decisions
    print(f"{SPENT.games:,} games, {SPENT.decisions:,} decisions: no difference")
    print(f"a decision: {compiled * 1e6:.1f} µs in the kernel, {written_out * 1e6:.0f} in Python")


if __name__ == "__main__":
    main()
