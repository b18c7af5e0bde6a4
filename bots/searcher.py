"""A bot that thinks ahead: it plays the games that may be, from its view, through to their end.

The planner's judgement shortlists a few answers. Then, again and again, a complete game is imagined
that fits all that the seat knows (`view.sample`). In it each answer of the shortlist is tried: it is
played, all seats follow their plans to the end (`Follower`), and the margin at the end is noted. The
cards lie the same for all answers of one imagined game, so that luck does not tell them apart.

Answers that fall behind the planner's own are dropped on the way, so that the time goes to those
that may be better. Another answer is played only if it did better by more than luck explains.

The seat's own cards are all that it knows: what others hold and what they are up to is imagined
anew each time, and never seen.
"""

from collections.abc import Sequence
from operator import itemgetter
from statistics import fmean, stdev
from time import process_time

from arena.bot import Action, Claim, DoubledClaim, Game, TakeTickets, View
from arena.planning import (
    Follower,
    Plan,
    Valued,
    Weights,
    answer_values,
    claim_values,
    final_values,
    make_plan,
    survey,
    take_values,
    tickets_value,
)

RESERVE = 2.0
"""Seconds of the game's clock that are never planned with."""
FEW = 6
"""Imagined games before an answer is judged."""
DOUBT = 1.5
"""Standard errors that an answer may be behind before it is dropped."""
MOVES = 25
"""Moves that the clock must still be enough for, at any time."""


class Searcher:
    """Thinks for so many seconds of processor time about each move that is worth it."""

    def __init__(
        self, seconds: float = 1.0, width: int = 4, caution: float = 1.0, **weights: float
    ) -> None:
        self.seconds = seconds
        self.width = width
        """How many answers are shortlisted."""
        self.caution = caution
        """How many standard errors another answer must be ahead of the planner's."""
        self.weights = Weights(**weights)
        self.plan: Plan | None = None
        self.given_up: set[int] = set()

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer as the planner would, unless games thought through speak for another answer."""
        if view.phase in ("keep", "turn", "start", "depot") or self.plan is None:
            self.make_plan(view)
        answers = self.shortlist(view, legal)
        if len(answers) < 2 or view.phase not in ("keep", "turn"):
            return answers[0] if answers else legal[0]
        return self.search(view, answers[0], answers[1:])

    def make_plan(self, view: View) -> None:
        """Plan for the tickets that have not been given up, and give up what does not fit."""
        tickets = [ticket for ticket in view.my_tickets if ticket not in self.given_up]
        self.plan = make_plan(survey(view, view.me, self.weights), tickets)
        self.given_up.update(set(view.my_tickets) - set(self.plan.tickets))

    def shortlist(self, view: View, legal: Sequence[Action]) -> list[Action]:
        """The answers that the planner values most, the best first, a route with one payment."""
        ranked = sorted(self.values(view, legal), key=itemgetter(0), reverse=True)
        answers: list[Action] = []
        routes = set()
        for _, action in ranked:
            if isinstance(action, Claim | DoubledClaim):
                if action.route in routes:
                    continue
                routes.add(action.route)
            answers.append(action)
        return answers[: self.width]

    def values(self, view: View, legal: Sequence[Action]) -> list[Valued]:
        """What the planner makes of the answers."""
        plan = self.plan
        assert plan is not None
        if view.phase == "card":
            return take_values(plan, view)
        if view.phase != "turn":
            return answer_values(plan, view, legal)
        if view.last_round:
            last = final_values(plan, view)
            if last:
                return last
        values = claim_values(plan, view) + take_values(plan, view)
        if not view.last_round and view.ticket_deck_size:
            values.append((tickets_value(plan, view), TakeTickets()))
        return values

    def search(self, view: View, own: Action, others: list[Action]) -> Action:
        """The planner's own answer, or another that does better in imagined games."""
        seconds = min(self.seconds, (view.cpu_left() - RESERVE) / MOVES)
        start = process_time()
        gains: dict[Action, list[float]] = {answer: [] for answer in others}
        left = list(others)
        while left and process_time() - start < seconds:
            first, *margins = self.try_out(view, [own, *left])
            for answer, margin in zip(left, margins, strict=True):
                gains[answer].append(margin - first)
            left = [answer for answer in left if may_gain(gains[answer])]
        best = max(left, key=lambda answer: self.sure_gain(gains[answer]), default=own)
        return best if best is not own and self.sure_gain(gains[best]) > 0.0 else own

    def sure_gain(self, gains: list[float]) -> float:
        """What an answer gains on average, less what luck may have added."""
        if len(gains) < FEW:
            return 0.0
        return fmean(gains) - self.caution * stdev(gains) / len(gains) ** 0.5

    def try_out(self, view: View, answers: list[Action]) -> list[float]:
        """The margin that each answer leads to in one imagined game."""
        game = view.sample(view.rng)
        rivals = {seat: Follower(seat, self.weights) for seat in view.others}
        for follower in rivals.values():
            follower.new_plan(game)
        return [self.margin(game.clone(), view.me, answer, rivals) for answer in answers]

    def margin(self, game: Game, me: int, answer: Action, rivals: dict[int, Follower]) -> float:
        """The points by which this seat is ahead when all have followed their plans to the end."""
        plan = None if game.phase == "keep" else self.plan
        followers = {seat: Follower(seat, self.weights, f.plan) for seat, f in rivals.items()}
        followers[me] = Follower(me, self.weights, plan)
        game.apply(answer)
        while not game.over:
            game.apply(followers[game.seat].choose(game))
        scores = [seat.score for seat in game.result().seats]
        mine = scores.pop(me)
        return mine - max(scores)


def may_gain(gains: list[float]) -> bool:
    """Whether an answer may still turn out better than the planner's own."""
    if len(gains) < FEW:
        return True
    return fmean(gains) + DOUBT * stdev(gains) / len(gains) ** 0.5 > 0.0
