"""The rules of the game, pure: no clock, no files, no bots, no global state."""

from arena.referee.actions import BLIND, Action, Claim, Keep, NotationError, Pass, Take, TakeTickets
from arena.referee.chance import RecordError
from arena.referee.game import Game, IllegalAction
from arena.referee.playout import play_out
from arena.referee.record import Record, Row, record_of, replay
from arena.referee.results import Result, SeatResult
from arena.referee.rulesets import Ruleset, RulesetError, find_ruleset
from arena.referee.view import SeatView

__all__ = [
    "BLIND",
    "Action",
    "Claim",
    "Game",
    "IllegalAction",
    "Keep",
    "NotationError",
    "Pass",
    "Record",
    "RecordError",
    "Result",
    "Row",
    "Ruleset",
    "RulesetError",
    "SeatResult",
    "SeatView",
    "Take",
    "TakeTickets",
    "find_ruleset",
    "play_out",
    "record_of",
    "replay",
]
