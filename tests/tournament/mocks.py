"""Games that nobody played, as the store hands them over: their outcomes are made up."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from arena.ranking.tally import NEEDED
from arena.results.manifest import FORMAT, Entry, Manifest
from arena.results.tables import SCHEMAS, Tables
from arena.tournament.secret import Secret
from arena.tournament.settings import Settings

DEFAULTS = {"score": 0, "tickets_kept": 1, "tickets_completed": 0, "fault": None}


def manifest_of(
    bots: int | Sequence[str],
    *,
    seats: Sequence[int] = (2,),
    rounds: int = 10,
    schedule: str = "all",
    duplicate: bool = False,
) -> Manifest:
    """The manifest of a tournament between bots with these names, or so many."""
    names = [f"bot{number}" for number in range(bots)] if isinstance(bots, int) else bots
    return Manifest(
        format=FORMAT,
        commitment=Secret(1).commitment,
        settings=Settings(
            name="x",
            rulesets=("usa",),
            seats=tuple(seats),
            rounds=rounds,
            seed=1,
            schedule=schedule,
            duplicate=duplicate,
        ),
        founders=len(names),
        bots=tuple(
            Entry(name, f"{number:016x}", f"{number}.py", {}) for number, name in enumerate(names)
        ),
    )


def tables_of(
    manifest: Manifest,
    games: Sequence[int],
    tables: Sequence[Sequence[int]],
    places: Sequence[Sequence[int]],
    times: Sequence[tuple[int, int, float]] = (),
    **columns: Sequence[Any],
) -> Tables:
    """Games with these numbers, in order: who sat where and came in at which place.

    Other columns are given seat by seat; `times` are the answers by game, seat and milliseconds.
    """
    seated = [bot for table in tables for bot in table]
    rows = {name: [value] * len(seated) for name, value in DEFAULTS.items()} | columns
    rows |= {
        "game": [game for game, table in zip(games, tables, strict=True) for _ in table],
        "seat": [seat for table in tables for seat in range(len(table))],
        "bot": [manifest.bots[bot].name for bot in seated],
        "version": [manifest.bots[bot].version for bot in seated],
        "place": [place for row in places for place in row],
    }
    answers = {name: [row[at] for row in times] for at, name in enumerate(NEEDED["times"][:-1])}
    answers["idle_ms"] = [row[-1] / 4 for row in times]
    sizes = [len(table) for table in tables]
    rulesets = [manifest.settings.rulesets[0]] * len(tables)
    return {
        "games": arrow("games", {"game": games, "ruleset": rulesets, "seats": sizes}),
        "seats": arrow("seats", rows),
        "times": arrow("times", answers),
    }


def arrow(name: str, columns: dict[str, Any]) -> pa.Table:
    """A table with those columns that are counted, in their types."""
    schema = SCHEMAS[name]
    return pa.table({key: pa.array(columns[key], schema.field(key).type) for key in NEEDED[name]})
