"""How fast the referee, the isolation of bots and tournaments are on this machine."""

from collections.abc import Iterator, Sequence

from arena.bench.figures import Measure, Report, report
from arena.bench.isolation import measure_isolation
from arena.bench.referee import measure_referee
from arena.bench.tournament import measure_tournament

__all__ = ["Measure", "Report", "measure", "report"]


def measure(rulesets: Sequence[str], seconds: float) -> Iterator[Measure]:
    """Measure everything, each figure for about so many seconds."""
    yield from measure_referee(rulesets, seconds)
    yield from measure_isolation(seconds)
    yield from measure_tournament()
