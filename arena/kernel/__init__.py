"""The compiled kernel: a second implementation of the referee in C, for speed.

It is there where a C compiler was at hand when arena was installed. The referee stays the
authority; without the kernel everything works, only slower. Many games side by side, with numpy,
are in `arena.kernel.batch`.
"""

from __future__ import annotations

try:
    from arena.kernel import _kernel as _kernel

    _there = True
except ImportError:
    _there = False

from arena.kernel.imagined import playouts as playouts, trials as trials
from arena.kernel.planned import (
    Intent as Intent,
    Outcome as Outcome,
    planned_end as planned_end,
    planned_trials as planned_trials,
    plans_in_kernel as plans_in_kernel,
)


def available() -> bool:
    """Whether the kernel was built and can be loaded."""
    return _there


def missing() -> str | None:
    """Why the kernel is not there, in a sentence; None if it is."""
    if _there:
        return None
    return (
        "the compiled kernel is not there: it is built by a C compiler when arena is installed"
        " (`pip install -e .` tries again)"
    )


if _there:
    from arena.kernel._kernel import KernelError as KernelError
    from arena.kernel.table import KernelTable

    Table = KernelTable
