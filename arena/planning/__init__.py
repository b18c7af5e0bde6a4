"""Judging a position by planning ahead: ways, plans, and what every answer is worth.

Everything here asks a table for one seat, and looks at nothing that this seat does not know.
"""

from arena.planning.claims import claim_values, final_values
from arena.planning.depots import collect_values, depot_values
from arena.planning.plan import Ground, Plan, make_plan, survey, unfinished
from arena.planning.taking import Valued, take_values
from arena.planning.tickets import keep_values, tickets_value
from arena.planning.towns import alvin_values, city_values, start_values
from arena.planning.weights import Weights

__all__ = [
    "Ground",
    "Plan",
    "Valued",
    "Weights",
    "alvin_values",
    "city_values",
    "claim_values",
    "collect_values",
    "depot_values",
    "final_values",
    "keep_values",
    "make_plan",
    "start_values",
    "survey",
    "take_values",
    "tickets_value",
    "unfinished",
]
