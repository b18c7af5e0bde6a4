"""A bot that thinks ahead: it imagines games that fit its view, and plays them to their end.

The planner's judgement shortlists answers, and routes to save cards for and claim before all
others. Then, again and again, a complete game is imagined that fits all that the seat knows, with
tickets for the others that go with all that they did (`TicketBeliefs`). In it each intent is tried:
its answer is played, all seats plan to the end (`planned_trials`), and the margin at the end is
noted for its worth: to win counts more than to be further ahead. The cards lie the same for all
intents of one imagined game, so that luck does not tell them apart.

Intents that fall behind the planner's own are dropped on the way, so that the time goes to those
that may be better. In the end the planner's judgement and the games are weighed against each other,
each by how exact it is: few games of much luck don't overrule a clear judgement.

Where the compiled kernel plans, it tries thirty times as many games as elsewhere, and so can try
more answers. The seat's own cards are all that it knows: what others hold and what they are up to
is imagined anew each time, and never seen.
"""

from collections.abc import Sequence
from math import inf, sqrt, tanh
from operator import itemgetter
from typing import NamedTuple

from arena.bot import Action, Claim, DoubledClaim, Game, Seat, Take, View
from arena.kernel import Intent, planned_trials, plans_in_kernel
from arena.planning import Follower, Judgement, TicketBeliefs, Valued, Weights, risk


class Pace(NamedTuple):
    """How quickly games are imagined, and how many answers are worth trying at that pace.

    Thought is counted and not timed, so that the same deal gives the same game on any machine.
    """

    second: int
    """Decisions of imagined games that count as a second of thought."""
    deal: int
    """How many decisions it takes, for each rival, to deal it tickets that it is believed to hold.
    """
    belief: int
    """How many decisions it takes, for each rival, to work out once what it is believed to hold."""
    start: int
    """How many decisions it takes to begin playing an imagined game on."""
    games: int
    """How many games are imagined with the same tickets; in each the cards lie otherwise."""
    width: int
    """How many answers are shortlisted."""
    claims: int
    """How many routes to claim are among them."""
    takes: int
    """How many cards to take are among them."""
    savings: int
    """How many routes to save cards for are tried beside them."""
    error: float
    """The usual error, in points, of the planner's judgement beside that of imagined games."""


COMPILED = Pace(*(110_000, 90, 40, 5), games=4, width=14, claims=6, takes=6, savings=6, error=5.0)
"""With the kernel, in games without modules: all seats play as planners there."""
WRITTEN_OUT = Pace(*(6_600, 10, 10, 1), games=1, width=6, claims=3, takes=2, savings=3, error=2.5)
"""With followers in Python, in games without modules."""
EXTENDED = Pace(*(3_700, 6, 6, 1), games=1, width=6, claims=3, takes=2, savings=3, error=2.5)
"""Where modules are in play."""
SEARCHED = ("keep", "turn", "card")
"""The questions that are thought about; others are answered at once."""
AHEAD = 4.0
"""How many moves' thinking time is saved up at the beginning of a game."""
LONGEST = 4.0
"""How many moves' thinking time a single move may take."""
PLANNED = 0.6
"""The share of the game's clock that is planned for thinking."""
RESERVE = 2.0
"""Seconds that are left on the clock in any case."""
MISCOUNT = 4.0
"""By how much a second of thought may take longer than counted before the clock is in danger."""
FEW = 2
"""Imagined games before an answer is judged."""
DOUBT = 1.5
"""Standard errors that an answer may be behind before it is dropped."""
WORST = 4.0
"""How far behind an answer counts at most before it is tried, in errors of the planner."""
TICKETS = 2.0
"""How many times greater the planner's error is for tickets to keep than for a turn."""
MODEL = 0.5
"""The error of imagined games, however many they are, as a share of the planner's error.

Nobody plays quite as a follower does.
"""
USUAL_LUCK = 250.0
"""The variance that the gains of an answer are thought to have before there are games."""
USUAL_GAMES = 8
"""How many games that assumed variance counts as."""
LUCK = 18.0
"""By how many points luck may still turn a game at its end."""
LUCK_OF_TRAIN = 0.5
"""By how many points more for each train that the seat with the fewest has left.

Both roughly follow the error of the margin in `arena bench beliefs`.
"""
KEEPS = 8
"""How many choices of tickets to keep are tried."""
OTHERS = 2
"""How many answers of any other kind are tried."""
USUAL = Weights()
"""The weights by which all seats judge in imagined games: those of the planner."""


class Try:
    """An intent that is tried in imagined games beside the planner's own answer."""

    def __init__(self, intent: Intent, behind: float, error: float) -> None:
        self.intent = intent
        self.behind = behind
        """How far it is behind the planner's own answer, as the planner judges."""
        self.error = error
        self.games = 0
        self.gains = self.squares = 0.0
        """What it gained in all games together, and the sum of the squares of these gains."""

    def note(self, gain: float) -> None:
        """Note by how much it did better than the planner's own answer in an imagined game."""
        self.games += 1
        self.gains += gain
        self.squares += gain * gain

    def expected_gain(self) -> float:
        """What it gains, as the planner's judgement and the games tell together."""
        return self.outlook()[0]

    def may_gain(self) -> bool:
        """Whether more games may still show it to be better than the planner's own answer."""
        if self.games < FEW:
            return True
        gain, doubt = self.outlook()
        return gain + DOUBT * sqrt(doubt) > 0.0

    def outlook(self) -> tuple[float, float]:
        """What it gains by all that is known, and the variance that more games can take from it.

        Judgement and games count by how exact they are: the planner is off by its
        error, imagined games by luck and by what they lack of real ones.
        """
        games, judged = self.games, self.error**2
        if games < FEW:
            return -self.behind, judged
        mean = self.gains / games
        variance = (self.squares - games * mean * mean) / (games - 1)
        luck = (variance * games + USUAL_LUCK * USUAL_GAMES) / (games + USUAL_GAMES) / games
        imagined = luck + MODEL**2 * judged
        gain = (mean * judged - self.behind * imagined) / (judged + imagined)
        least = judged * MODEL**2 / (1.0 + MODEL**2)
        return gain, judged * imagined / (judged + imagined) - least


class Searcher:
    """Thinks about a move for `seconds` seconds of processor time, on average.

    What an easy move leaves over is there for a hard one.
    """

    def __init__(
        self,
        seconds: float = 1.0,
        width: int | None = None,
        error: float | None = None,
        **weights: float,
    ) -> None:
        self.seconds = seconds
        self.width = width
        """How many answers are shortlisted; None for as many as the pace allows."""
        self.error = error
        """The usual error, in points, of the planner's judgement between two answers of a turn;
        None for what goes with the pace.

        That is with a second of thought and more.
        """
        self.judgement = Judgement(Weights(**weights))
        self.saved = AHEAD * seconds
        """Seconds that moves before this one have left over."""
        self.seconds_left: float | None = None
        """What is left for thinking in this game; None before the first move."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer as the planner would, unless games thought through speak for another answer."""
        self.saved += self.seconds
        values = self.judgement.values(view, legal)
        answers = self.shortlist(values, pace_of(view))
        if len(answers) < 2 or view.phase not in SEARCHED:
            return answers[0][1] if answers else legal[0]
        intents = [(value, Intent(action)) for value, action in answers]
        if view.phase == "turn":
            intents += self.savings(view, values)
        return self.search(view, intents)

    def shortlist(self, values: list[Valued], pace: Pace) -> list[Valued]:
        """The answers that the planner values most, the best first, a few of a kind at most."""
        most = {"Claim": pace.claims, "Take": pace.takes, "TakeTickets": 1, "Keep": KEEPS}
        ranked = sorted(values, key=itemgetter(0), reverse=True)
        answers: list[Valued] = []
        kinds: list[object] = []
        for value, action in ranked:
            route = action.route if isinstance(action, Claim | DoubledClaim) else None
            kind = "Claim" if route is not None else type(action).__name__
            if value == -inf or route in kinds or kinds.count(kind) == most.get(kind, OTHERS):
                continue
            kinds += [kind] if route is None else [kind, route]
            answers.append((value, action))
        return answers[: self.width or pace.width]

    def savings(self, view: View, values: list[Valued]) -> list[tuple[float, Intent]]:
        """Routes of the plan that can't be paid yet, those whose loss is to be feared first.

        Each with the card to take for it now, and what the planner thinks of that card.
        """
        plan = self.judgement.plan
        if plan is None or view.last_turns is not None:
            return []
        known = {action: value for value, action in values}
        saver = Follower(view.me, USUAL, plan)
        feared = sorted(plan.routes, key=lambda route: risk(plan, view, route), reverse=True)
        taken = [(saver.play_for(view, route), route) for route in feared]
        return [
            (known[action], Intent(action, route))
            for action, route in taken
            if isinstance(action, Take) and action in known
        ][: pace_of(view).savings]

    def search(self, view: View, intents: list[tuple[float, Intent]]) -> Action:
        """The planner's own answer, or that of an intent that does better in imagined games."""
        (most, own), *others = intents
        error, pace = self.error_of(view), pace_of(view)
        tries = [Try(intent, min(most - value, WORST * error), error) for value, intent in others]
        left = tries
        work = pace.second * self.seconds_for_move(view)
        if not work:
            return own.action
        beliefs = TicketBeliefs(view)
        done = pace.belief * len(view.others)
        luck = LUCK + LUCK_OF_TRAIN * min(view.trains)
        while left and done < work:
            done += pace.deal * len(view.others)
            deal = beliefs.deal(view.rng)
            for _ in range(pace.games):
                game = beliefs.imagine(view.rng, deal)
                answered = [own, *(tried.intent for tried in left)]
                (first, *margins), decisions = self.try_out(game, view.me, answered)
                done += decisions + pace.start * len(answered)
                for tried, margin in zip(left, margins, strict=True):
                    tried.note(merit(margin, luck) - merit(first, luck))
            left = [tried for tried in left if tried.may_gain()]
        self.spend(done / pace.second)
        best = max(left, key=Try.expected_gain, default=None)
        return best.intent.action if best and best.expected_gain() > 0.0 else own.action

    def error_of(self, view: View) -> float:
        """By how many points the planner's judgement is taken to be off here.

        Among more seats a single answer decides less. And the fewer games there is time for, the
        more likely it is luck that makes one of several answers look best.
        """
        pace = pace_of(view)
        thought = min(1.0, max(0.0, self.seconds * pace.second / WRITTEN_OUT.second))
        usual = pace.error if self.error is None else self.error
        error = usual * sqrt(sqrt(thought) / len(view.others))
        return error * TICKETS if view.phase == "keep" else error

    def seconds_for_move(self, view: View) -> float:
        """Seconds to think about this move: what is saved, but less when the clock runs low."""
        if self.seconds_left is None:
            self.seconds_left = PLANNED * round(view.cpu_left())
        seconds = min(self.saved, LONGEST * self.seconds, self.seconds_left / 10)
        return seconds if view.cpu_left() > RESERVE + MISCOUNT * seconds else 0.0

    def spend(self, seconds: float) -> None:
        """Note that this many seconds of thinking time are used up."""
        assert self.seconds_left is not None
        self.seconds_left -= seconds
        self.saved -= seconds

    def try_out(self, game: Game, me: Seat, intents: list[Intent]) -> tuple[list[float], int]:
        """The margin that each intent leads to in an imagined game, and the decisions it took."""
        outcomes = planned_trials(game, intents, self.judgement.given_up, USUAL)
        margins = [margin_of(outcome.scores, me) for outcome in outcomes]
        return margins, sum(outcome.decisions for outcome in outcomes)


def pace_of(view: View) -> Pace:
    """How quickly games of these rules are imagined here."""
    if plans_in_kernel(view.rules):
        return COMPILED
    return EXTENDED if view.extras else WRITTEN_OUT


def margin_of(scores: Sequence[int], me: Seat) -> float:
    """The points by which a seat is ahead of the best of the others."""
    return float(scores[me]) - max(score for seat, score in enumerate(scores) if seat != me)


def merit(margin: float, luck: float) -> float:
    """What a margin is worth: winning counts most; a greater lead, only while luck may turn it."""
    return luck * tanh(margin / luck)
