"""Claims of routes: how often each route is claimed, when, by whom, and whether that bot wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from arena.report.sums.portion import Numbers, Portion


class RouteSums(NamedTuple):
    """The claims of each route of a ruleset's board."""

    claimed: Numbers
    """By bot and route."""
    won: Numbers
    """Those of them by a bot that won the game, by route."""
    per_mille: Numbers
    """How much of the game was played at each claim, in thousandths, added up by route."""


class ClaimSums:
    """Claims by ruleset; those that were given up (a tunnel that cost too much) don't count."""

    def __init__(self, routes: Mapping[str, int], bots: int) -> None:
        self.of = {
            ruleset: RouteSums(
                np.zeros((bots, number), np.int64),
                np.zeros(number, np.int64),
                np.zeros(number, np.int64),
            )
            for ruleset, number in routes.items()
        }
        self.games = {ruleset: np.zeros(bots, np.int64) for ruleset in routes}
        """The games of each bot."""
        self.tables = dict.fromkeys(routes, 0)
        """All games."""

    def add(self, portion: Portion) -> None:
        """Count the claims of games."""
        rulesets = np.array(portion.tables["games"]["ruleset"].to_pylist(), object)
        claims = claims_of(portion)
        for ruleset, sums in self.of.items():
            own = rulesets == ruleset
            self.tables[ruleset] += int(own.sum())
            np.add.at(self.games[ruleset], portion.bots[own[portion.at]], 1)
            add_claims(sums, portion, claims.of(own))


def add_claims(sums: RouteSums, portion: Portion, claims: Claims) -> None:
    """Count claims, all of one ruleset."""
    row = np.searchsorted(portion.at, claims.game) + claims.seat  # seats are in order, from 0
    np.add.at(sums.claimed, (portion.bots[row], claims.route), 1)
    np.add.at(sums.won, claims.route, portion.seats("place")[row] == 1)
    plies = portion.tables["games"]["plies"].to_numpy().astype(np.int64)[claims.game]
    np.add.at(sums.per_mille, claims.route, 1000 * claims.ply // np.maximum(plies, 1))


class Claims(NamedTuple):
    """Some claims, a number for each of them in every array."""

    game: Numbers
    """The place of the game in its portion."""
    seat: Numbers
    ply: Numbers
    route: Numbers

    def of(self, games: NDArray[np.bool_]) -> Claims:
        """The claims of some games of the portion."""
        here = games[self.game]
        return Claims(*(each[here] for each in self))


def claims_of(portion: Portion) -> Claims:
    """The claims that stand."""
    moves = portion.tables["moves"]
    actions = moves["action"]
    kept = pc.starts_with(actions, "claim ").to_numpy()
    given_up = np.flatnonzero(pc.equal(actions, "surcharge").to_numpy())
    if len(given_up):
        claims = np.flatnonzero(kept)
        kept[claims[np.searchsorted(claims, given_up) - 1]] = False  # the claim right before it
    chosen = moves.filter(pa.array(kept, pa.bool_()))
    words = pc.list_element(pc.split_pattern(chosen["action"], " ", max_splits=2), 1)
    return Claims(
        np.searchsorted(portion.games, chosen["game"].to_numpy()),
        chosen["seat"].to_numpy().astype(np.int64),
        chosen["ply"].to_numpy().astype(np.int64),
        words.cast("int64").to_numpy(),
    )
