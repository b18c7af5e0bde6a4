"""A bot that thinks by plain play-outs: it imagines games and plays them at random to their end.

For each of a few answers the same games are imagined that fit its view, and played on by anybody's
random actions (`arena.kernel.trials`). The answer after which its seat is furthest ahead, on
average, is played. Random play is a poor guide, so this is no strong bot; it shows how to use the
compiled kernel. Where that is not there, the same games are played in Python, which takes some
twenty times longer: no more is needed for a bot to work with and without it.
"""

from collections import defaultdict
from collections.abc import Sequence

from arena.bot import Action, Result, Seat, View
from arena.kernel import trials

RESERVE = 1.0
"""Seconds of processor time that are not spent on thought."""


class Dreamer:
    """Tries up to `width` answers in `games` imagined games each."""

    def __init__(self, games: int = 12, width: int = 6) -> None:
        self.games = games
        self.width = width

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Play the answer after which the seat does best in imagined games."""
        tried = self.shortlist(view, legal)
        if view.cpu_left() < RESERVE:
            return tried[0]
        outcomes = trials(view, view.rng, self.games, tried)
        leads = [sum(lead(result, view.me) for result in results) for results in outcomes]
        return tried[leads.index(max(leads))]

    def shortlist(self, view: View, legal: Sequence[Action]) -> list[Action]:
        """Some legal actions drawn at random, of each kind in turn."""
        kinds: dict[str, list[Action]] = defaultdict(list)
        for action in view.rng.sample(list(legal), len(legal)):
            kinds[action.word].append(action)
        found: list[Action] = []
        while len(found) < min(self.width, len(legal)):
            for actions in kinds.values():
                found += [actions.pop()] if actions else []
        return found[: self.width]


def lead(result: Result, me: Seat) -> int:
    """By how many points a seat is ahead of the best other one."""
    return result.seats[me].score - max(
        seat.score for number, seat in enumerate(result.seats) if number != me
    )
