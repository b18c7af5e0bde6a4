"""How fast the referee and the isolation of bots are on this machine."""

from collections.abc import Iterator, Sequence

from arena.bench.figures import Measure, Report, report
from arena.bench.isolation import measure_isolation
from arena.bench.referee import measure_referee

__all__ = ["Measure", "Report", "measure", "report"]


def measure(rulesets: Sequence[str], seconds: float) -> Iterator[Measure]:
    """Measure everything, each figure for about so many seconds."""
    yield from measure_referee(rulesets, seconds)
    yield from measure_isolation(seconds)
