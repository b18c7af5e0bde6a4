"""The benchmark (`arena bench`): how fast referee, confined bots and tournaments are here."""

from collections.abc import Iterator, Sequence

from arena.bench.environments import measure_environments
from arena.bench.figures import Measure, Report, report
from arena.bench.isolation import measure_isolation
from arena.bench.kernel import measure_kernel
from arena.bench.referee import measure_referee
from arena.bench.tournament import measure_tournament
from arena.systems import confines

__all__ = ["Measure", "Report", "measure", "report"]


def measure(rulesets: Sequence[str], seconds: float) -> Iterator[Measure]:
    """Measure everything, with about this number of seconds for each figure.

    Where no bots can be confined, that is left out.
    """
    yield from measure_referee(rulesets, seconds)
    yield from measure_kernel(rulesets, seconds)
    yield from measure_environments(rulesets, seconds)
    if confines():
        yield from measure_isolation(seconds)
        yield from measure_tournament()
