"""Who plays the games that a command asks for: processes on this machine, or a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.cli.group import UserError

if TYPE_CHECKING:
    from arena.workers.workforce import Hire


def own_workers(cluster: str | None, workers: int | None) -> int | None:
    """How many workers play on this machine; None if a cluster elsewhere plays."""
    from arena.workers.pool import cores

    return (workers or len(cores())) if cluster in (None, "local") else None


def employment(cluster: str | None, insecure: bool, workers: int | None) -> Hire:
    """The workers that these options ask for: processes on this machine, or a cluster."""
    from arena.workers.pool import cores

    most = workers or len(cores())
    if cluster is None:
        if insecure:
            raise UserError("--insecure is for a cluster: it goes with --cluster tcp://host:8786")
        from arena.workers.workforce import on_this_machine

        return on_this_machine(most)
    from arena.progress import say_aside
    from arena.workers.cluster import on_cluster

    return on_cluster(cluster, insecure, most, say_aside)
