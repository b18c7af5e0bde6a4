"""The numbers that the planner judges by, such as what a turn is worth; they can be tuned."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Prices and odds, in points, turns and cards."""

    turn: float = 2.5
    """What a turn is worth."""
    train: float = 0.7
    """What a train is worth while there are turns to use it."""
    rate: float = 1.2
    """How many useful cards a turn of taking cards brings."""
    held: float = 0.35
    """The share of the cards in hand that counts for a route when ways are compared."""
    least: float = 0.25
    """The least that a train of a way costs, so that no way is free."""
    spread: float = 0.12
    """How uncertain the end of the game is, as a share of the turns left."""
    extra: float = 0.8
    """What work for a route that no ticket needs is worth, beside one that a ticket needs."""
    locomotive: float = 1.35
    """What a locomotive does, in useful cards."""
    danger: float = 0.08
    """How likely a route in reach of others is lost before the next turn."""
    block: float = 0.5
    """How likely a rival needs the route that joins two parts of its network."""
    runner_up: float = 0.5
    """The share of a second good ticket of an offer that counts."""
    pace: float = 1.0
    """How many times the fewest turns for their trains other seats take."""
    tight: float = 0.8
    """The share of the turns left that a plan may take before giving up tickets is considered."""
    slack: float = 0.12
    """The share of the turns left that a plan may take for more tickets to be taken."""
    single: float = 0.7
    """How many useful cards a turn brings when all missing cards are of one colour."""
    growth: float = 2.0
    """How many more tickets others take in a whole game than they hold at its beginning."""
    doubling: float = 0.6
    """How likely a route that terrain cards can double will be doubled."""
    patience: float = 0.25
    """The share of its points that a plain claim counts less, if it could be doubled later."""
    aside: float = 0.4
    """The share that counts of doubling a route that no ticket needs."""
    wild: float = 1.5
    """How much more a locomotive does, in useful cards, where it can be a terrain card."""
    brevity: float = 0.76
    """What a turn is worth in Europe, beside other boards: its routes are short, and bring less."""
    toil: float = 1.5
    """How many times the turns that others take on other boards they take in Europe."""
