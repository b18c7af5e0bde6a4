"""A figure of the benchmark, and the report of all figures with the machine they belong to."""

import platform
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from arena import __version__

ROUNDS: Final = 10
"""How many rounds a figure is the best of: other programs on the machine only ever slow it."""


class Measure(Struct, frozen=True):
    """One figure of the benchmark."""

    name: str
    value: float
    unit: str

    def line(self) -> str:
        """The figure as a line of text; without a unit it is a remark, and no figure."""
        if not self.unit:
            return self.name
        return f"{self.name:<48}{self.value:>12,.2f} {self.unit}"


class Report(Struct, frozen=True):
    """All figures, and what they were measured on."""

    arena: str
    python: str
    machine: str
    measures: list[Measure]


def report(measures: Iterable[Measure]) -> Report:
    """The figures with this machine's description."""
    return Report(__version__, platform.python_version(), platform.platform(), list(measures))
