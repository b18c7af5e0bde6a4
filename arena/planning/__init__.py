"""Judging a position by planning ahead: cheapest ways, a plan, and what each answer is worth.

Everything here asks a table for one seat, and looks at nothing that this seat does not know.
"""

from arena.planning import judges  # noqa: F401 - they register themselves
from arena.planning.answers import answer_values
from arena.planning.beliefs import TicketBeliefs
from arena.planning.claims import claim_values, final_values, risk
from arena.planning.endings import final_scores, play_to_end
from arena.planning.follower import Follower
from arena.planning.judge import Judge, Valued, register_judge
from arena.planning.judgement import Judgement
from arena.planning.plan import Ground, Plan, make_plan, survey, unfinished
from arena.planning.taking import take_values
from arena.planning.tickets import keep_values, tickets_value
from arena.planning.weights import Weights

__all__ = [
    "Follower",
    "Ground",
    "Judge",
    "Judgement",
    "Plan",
    "TicketBeliefs",
    "Valued",
    "Weights",
    "answer_values",
    "claim_values",
    "final_scores",
    "final_values",
    "keep_values",
    "make_plan",
    "play_to_end",
    "register_judge",
    "risk",
    "survey",
    "take_values",
    "tickets_value",
    "unfinished",
]
