"""The measure of beliefs: final scores in imagined games beside the real ones, by turn.

Planners play real games. In turns of all stages a seat imagines games, in three ways: with tickets
for its rivals that merely fit what it has seen (`sample`), with those that it believes in, and with
the true ones. The cards lie the same in all three. Plans are followed to the end, and what that
gives is held against how the game really came out. The weights of beliefs were not chosen by these
games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from random import Random
from statistics import correlation, fmean, stdev
from typing import Final

from msgspec import Struct

from arena.bench.planned_games import REPORTING, held_tickets, planned_game, positions
from arena.kernel import planned_end, plans_in_kernel
from arena.planning import TicketBeliefs, Weights, final_scores
from arena.referee.game import Game
from arena.referee.phases import TURN
from arena.referee.view import SeatView
from arena.vocabulary import Seat

RULESETS: Final = ("usa", "usa1910", "africa", "oldwest")
SEATS: Final = (2, 4)
TURNS: Final = (3, 9, 15, 21)
"""The turns of a seat in which it imagines games."""
LOOKERS: Final = 2
"""How many seats of a game imagine in each of these turns."""
WORLDS: Final = 2
"""How many games are imagined each time, in each of the three ways."""
MORE_WORLDS: Final = 10
"""How many where the kernel plans: the fewer, the more of each error is the luck of their cards."""
WAYS: Final = ("sample", "beliefs", "true")
"""How the tickets of rivals are imagined."""
CERTAIN: Final = 1.96
"""Standard errors on either side of a 95% interval."""


class Figures(Struct, frozen=True):
    """The figures of one ruleset, number of seats and turn; three of a kind are of `WAYS`."""

    ruleset: str
    seats: int
    turn: int
    """In which turn of a seat; 0 for all together."""
    positions: int
    bias: list[float]
    """How much too high a rival's final score is expected."""
    doubt: list[float]
    """Half the width of the 95% interval of each bias."""
    error: list[float]
    """The root mean square error of the margin between the seat and its best rival."""
    correlation: list[float]
    """Of the imagined and the real final scores of rivals."""
    chance: float
    """The probability of a rival's true ticket where all unseen ones are alike."""
    odds: float
    """The same by beliefs that know the rival's other tickets; both are geometric means."""

    @property
    def closed(self) -> float:
        """The share of the way that beliefs go, from the error of samples to that of true
        tickets."""
        plain, believed, true = self.error
        return (plain - believed) / (plain - true)

    def line(self) -> str:
        """A row of the table."""
        bias = " ".join(
            f"{bias:+6.1f} ±{doubt:3.1f}" for bias, doubt in zip(self.bias, self.doubt, strict=True)
        )
        error = " ".join(f"{error:5.1f}" for error in self.error)
        alike = " ".join(f"{number:5.2f}" for number in self.correlation)
        turn = str(self.turn or "all")
        return (
            f"{self.ruleset:<9}{self.seats:>5}{turn:>6}{self.positions:>6}  {bias}  {error}"
            f"{self.closed:>8.0%}  {alike}{self.chance:>8.1%}{self.odds:>8.1%}"
        )


TITLE: Final = (
    f"{'':<26}  {'final score of a rival too high by':<35}  {'error of margin':<17}"
    f"{'way':>8}  {'correlation':<17}{'true ticket':>16}\n"
    f"{'ruleset':<9}{'seats':>5}{'turn':>6}{'n':>6}  {'sample':<11} {'beliefs':<11} {'true':<11}"
    f"  {'sampl':>5} {'belie':>5} {'true':>5}{'closed':>8}  {'sampl':>5} {'belie':>5} {'true':>5}"
    f"{'chance':>8}{'odds':>8}"
)


@dataclass(slots=True)
class Look:
    """What a seat imagined in one turn; the lists by way are in the order of `WAYS`."""

    game: int
    turn: int
    seat: Seat
    scores: list[list[float]]
    """By way: the final score of each seat, the mean of all games imagined."""
    chances: list[float]
    """For each true ticket of a rival, the logarithm of its probability among all unseen ones."""
    odds: list[float]
    """The same by beliefs."""
    real: list[int] = field(default_factory=list)
    """The real final score of each seat."""

    def misses(self, way: int) -> list[float]:
        """By how much the score of each rival is imagined too high."""
        pairs = enumerate(zip(self.scores[way], self.real, strict=True))
        return [imagined - real for seat, (imagined, real) in pairs if seat != self.seat]

    def miss_of_margin(self, way: int) -> float:
        """By how much the margin is imagined too high."""
        return margin(self.scores[way], self.seat) - margin(self.real, self.seat)


def margin(scores: Sequence[float], seat: Seat) -> float:
    """By how much a seat is ahead of the best of the others."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def measure_beliefs(rulesets: Sequence[str], games: int) -> Iterator[Figures]:
    """Measure beliefs on this number of games for each ruleset and number of seats."""
    for ruleset in rulesets:
        for seats in SEATS:
            looks = [look for number in range(games) for look in looks_of(ruleset, seats, number)]
            for turn in TURNS:
                some = [look for look in looks if look.turn == turn]
                if len({look.game for look in some}) > 1:  # an interval needs two
                    yield figures_of(ruleset, seats, turn, some)
            yield figures_of(ruleset, seats, 0, looks)


def looks_of(ruleset: str, seats: int, number: int) -> list[Look]:
    """What seats imagine during one real game, and how it came out."""
    game = planned_game(REPORTING, ruleset, seats, number)
    looks = []
    for view in positions(game):
        turn, place = divmod(view.turns - 1, seats)
        is_looker = (place + turn + number) % seats < LOOKERS
        if view.phase is TURN and turn + 1 in TURNS and is_looker and view.last_turns is None:
            looks.append(look(game, view, number, turn + 1))
    real = final_scores(game)
    for each in looks:
        each.real = real
    return looks


def look(game: Game, view: SeatView, number: int, turn: int) -> Look:
    """Imagine games in all three ways and play them to their end."""
    beliefs = TicketBeliefs(view)
    sums = [[0.0] * view.seats for _ in WAYS]
    number_of_worlds = MORE_WORLDS if plans_in_kernel(view.rules) else WORLDS
    for world in range(number_of_worlds):
        seed = f"{number} {turn} {view.me} {world}"
        worlds = view.sample(Random(seed)), beliefs.imagine(Random(seed)), truth(game, view, seed)
        for total, imagined in zip(sums, worlds, strict=True):
            for seat, score in enumerate(planned_end(imagined, Weights()).scores):
                total[seat] += score / number_of_worlds
    chances, odds = true_odds(game, view, beliefs)
    return Look(number, turn, view.me, sums, chances, odds)


def truth(game: Game, view: SeatView, seed: str) -> Game:
    """An imagined game with the true tickets; only the cards are imagined."""
    imagined = view.sample(Random(seed))
    imagined.tickets = game.tickets[:]
    imagined.ticket_deck = game.ticket_deck[:]
    return imagined


def true_odds(
    game: Game, view: SeatView, beliefs: TicketBeliefs
) -> tuple[list[float], list[float]]:
    """Of each true ticket, its chance among the unseen ones and its odds by beliefs, as
    logarithms."""
    held = held_tickets(game)
    chances, found = [], []
    for rival, suspicion in beliefs.suspicions.items():
        choices = suspicion.clues.history.choices
        numbers = [nth for nth, choice in enumerate(choices) for _ in range(choice.kept)]
        for ticket, nth in zip(game.tickets[rival], numbers, strict=True):
            deck = next((tickets for tickets in beliefs.hidden if ticket in tickets), frozenset())
            if not deck:
                continue
            others = [other for other in game.tickets[rival] if other != ticket]
            odds = suspicion.odds([ticket, *sorted(deck - held)], nth, others)
            chances.append(-log(len(odds)))
            found.append(log(odds[0] / sum(odds)))
    return chances, found


def figures_of(ruleset: str, seats: int, turn: int, looks: Sequence[Look]) -> Figures:
    """The figures of these looks; looks of one game count as one for intervals."""
    ways = range(len(WAYS))
    real = [score for look in looks for score in rivals_of(look, look.real)]
    return Figures(
        ruleset=ruleset,
        seats=seats,
        turn=turn,
        positions=len(looks),
        bias=[fmean(miss for look in looks for miss in look.misses(way)) for way in ways],
        doubt=[doubt_of(looks, way) for way in ways],
        error=[sqrt(fmean(look.miss_of_margin(way) ** 2 for look in looks)) for way in ways],
        correlation=[
            correlation([s for look in looks for s in rivals_of(look, look.scores[way])], real)
            for way in ways
        ],
        chance=exp(fmean(chance for look in looks for chance in look.chances)),
        odds=exp(fmean(odds for look in looks for odds in look.odds)),
    )


def rivals_of(look: Look, scores: Sequence[float]) -> list[float]:
    """The scores of all seats but the one that looks."""
    return [score for seat, score in enumerate(scores) if seat != look.seat]


def doubt_of(looks: Sequence[Look], way: int) -> float:
    """Half the width of the 95% interval of the bias, from how games differ."""
    games: dict[int, list[float]] = {}
    for look in looks:
        games.setdefault(look.game, []).extend(look.misses(way))
    return CERTAIN * stdev(fmean(misses) for misses in games.values()) / sqrt(len(games))
