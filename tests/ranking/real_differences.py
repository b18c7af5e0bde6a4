"""Differences of real bots on real deals, kept beside this file for simulations to draw from.

`python -m tests.ranking.real_differences` plays them anew: some minutes of processor time.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

from msgspec import json

from arena.authoring.contenders import Contenders
from arena.ranking.deal_differences import NEEDED, DealDifferences
from arena.tournament.paired_schedule import PairedSchedule
from arena.tournament.run import run
from arena.workers.pool import cores
from arena.workers.workforce import on_this_machine

FILE = Path(__file__).with_suffix(".json")
BOTS = Path(__file__).parents[2] / "bots"
FIELD = ("hoarder", "longest_route", "ticket_follower")

Differences = dict[float, int]
"""How many deals had each difference."""


def contenders(
    new: str, old: str, seats: int, rounds: int, *against: str, **parameters: float
) -> Contenders:
    """Two bundled bots, the first of them with these parameters."""
    return Contenders(
        new=BOTS / f"{new}.py",
        old=BOTS / f"{old}.py",
        parameters=parameters,
        old_parameters={},
        against=tuple(BOTS / f"{name}.py" for name in against),
        rulesets=("usa",),
        seats=seats,
        together=False,
        rounds=rounds,
        seed="real differences",
        trusted=True,
    )


TABLES = {
    "2 seats, follower": contenders("ticket_follower", "hoarder", 2, 400),
    "2 seats, planner": contenders("planner", "planner", 2, 300, block=0.25),
    "4 seats, follower": contenders("ticket_follower", "hoarder", 4, 200),
    "4 seats, planner": contenders("planner", "planner", 4, 150, *FIELD, block=0.25),
}


def played(chosen: Contenders) -> Differences:
    """The differences of all deals, without an end before the last."""
    configuration = chosen.configuration()
    with tempfile.TemporaryDirectory() as folder:
        done = run(configuration, Path(folder) / "x", on_this_machine(len(cores())), print)
        schedule = PairedSchedule(done.manifest.settings, len(done.manifest.bots))
        found = DealDifferences(done.manifest, schedule)
        for tables in done.store.read_all(NEEDED):
            found.add(tables)
    every = iter(found.next, None)
    return dict(sorted(Counter(every).items()))


def real_differences() -> dict[str, Differences]:
    """The differences that were played, by the name of the table."""
    return json.decode(FILE.read_bytes(), type=dict[str, Differences])


if __name__ == "__main__":
    kept = real_differences() if FILE.exists() else {}
    for name in sys.argv[1:] or TABLES:
        kept[name] = played(TABLES[name])
        text = json.encode({each: kept[each] for each in TABLES if each in kept})
        FILE.write_bytes(json.format(text) + b"\n")
