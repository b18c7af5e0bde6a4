"""What the planner's judgement weighs, as plain numbers that can be tuned."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Prices and odds, in points, turns and cards."""

    turn: float = 2.5
    """What a turn is worth."""
    train: float = 0.7
    """What a train is worth while there are turns to use it."""
    rate: float = 1.2
    """Useful cards of a turn that takes cards."""
    held: float = 0.35
    """How much of the cards in hand counts for a route when ways are compared."""
    least: float = 0.25
    """The least that a train of a way costs, so that no way is for nothing."""
    spread: float = 0.12
    """How uncertain the end of the game is, as a part of it."""
    extra: float = 0.8
    """What work for a route that no ticket needs is worth, beside one that a ticket needs."""
    locomotive: float = 1.35
    """What a locomotive does, in useful cards."""
    danger: float = 0.08
    """How likely a route in reach of others is lost before the next turn."""
    block: float = 0.5
    """How likely a rival needs the route that joins two parts of its network."""
    runner_up: float = 0.5
    """How much of a second good ticket of an offer counts."""
    pace: float = 1.0
    """How slow others are, beside the fewest turns that their trains need."""
    tight: float = 0.8
    """How much of the turns left a plan may take before giving up tickets is thought of."""
    slack: float = 0.12
    """How much of the turns left a plan may take for more tickets to be taken."""
    single: float = 0.7
    """Useful cards of a turn when all that is missing is of one colour."""
    growth: float = 2.0
    """How many more tickets others take in a whole game than they hold at its beginning."""
    doubling: float = 0.6
    """How likely a route will be doubled that terrain cards can double."""
    patience: float = 0.25
    """How much of its points a route waits for, when it could be doubled later."""
    aside: float = 0.4
    """How much of the doubling of a route counts that no ticket needs."""
    wild: float = 1.5
    """What a locomotive does more, in useful cards, where it can be played as a terrain card."""
