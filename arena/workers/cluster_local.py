"""Starting a Dask cluster on this machine (`--cluster local`), which ends with the run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
from msgspec import Struct

from arena.errors import ArenaError
from arena.sandbox.accounts import SLICE, Account, Patience, TooLong
from arena.workers.cluster_security import Certificate

START: Final = 60.0
"""Seconds for which the scheduler may compute, or be idle, until it has started."""
HOST: Final = "127.0.0.1"
SETTINGS: Final = {
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms",
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "120s",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}
"""Settings of Dask: less monitoring, which takes time from games, and earlier notice of deaths."""
PROGRAM: Final = """\
from arena.sandbox.confinement import die_with_parent
die_with_parent()
from distributed.cli.{name} import main
main()
"""


class LocalClusterError(ArenaError):
    """A cluster that does not start."""


class Contact(Struct):
    """The file in which a scheduler writes its address."""

    address: str


class LocalCluster:
    """A scheduler, and workers of one thread each, in sessions that Ctrl-C does not reach.

    Dask's nannies replace workers that die. No process of the cluster outlives this one. Who does
    not have the certificate of this run, which is removed with it, is not let in.
    """

    def __init__(self, workers: int) -> None:
        self._folder = TemporaryDirectory(prefix="arena-cluster-", ignore_cleanup_errors=True)
        self._processes: list[subprocess.Popen[bytes]] = []
        self._contact = Path(self._folder.name, "scheduler.json")
        try:
            self.certificate = Certificate(Path(self._folder.name))
            self._start("dask_scheduler", "--port", "0", "--dashboard-address", f"{HOST}:0")
            self.address = self._wait_for_address()
            numbers = ("--nworkers", str(workers), "--nthreads", "1", "--memory-limit", "0")
            self._start("dask_worker", *numbers, "--local-directory", self._folder.name)
        except BaseException:  # Ctrl-C too
            self.close()
            raise

    def close(self) -> None:
        """End all processes at once."""
        for process in self._processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self._folder.cleanup()

    def _start(self, name: str, *options: str) -> None:
        common = ("--host", HOST, "--no-dashboard", "--scheduler-file", str(self._contact))
        secured = (*common, *self.certificate.options())
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(name=name), *secured, *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **SETTINGS},
            start_new_session=True,
        )
        self._processes.append(process)

    def _wait_for_address(self) -> str:
        """The address of the scheduler, once it has written its file."""
        patience = Patience(Account(self._processes[0].pid), START)
        while self._processes[0].poll() is None:
            with suppress(FileNotFoundError, msgspec.DecodeError):  # not there yet, or not whole
                return msgspec.json.decode(self._contact.read_bytes(), type=Contact).address
            time.sleep(SLICE)
            try:
                patience.wait()
            except TooLong:
                break
        raise LocalClusterError("no Dask scheduler could be started on this machine")
