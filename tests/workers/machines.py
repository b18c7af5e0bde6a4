"""A small vocabulary for tests of clusters: machines that join a network, crash and leave.

A machine is a process with a network namespace of its own where the system allows that, else a
plain process. Namespaces, their bridge and their cables vanish with the processes in them.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from msgspec import json

PROJECT = Path(__file__).parents[2]
START = 300.0
PROGRAM = """\
from arena.sandbox.confinement import die_with_parent
die_with_parent()
{odd}
from distributed.cli.dask_{role} import main
main()
"""
WAITING = 'read _; ip link set lo up; exec "$@"'
# A bridge without a hardware address of its own goes by one of its cables', and is not found
# for a while when that one is gone.
BRIDGE = """\
ip link add br0 address 02:00:00:00:00:01 type bridge
ip addr add {address}/24 dev br0
ip link set br0 up
"""


def has_namespaces() -> bool:
    """Whether this system lets us have networks of our own."""
    tried = "ip link add br0 type bridge && ip link add a0 type veth peer name b0"
    try:
        return (
            subprocess.run(["unshare", "-n", "sh", "-c", tried], capture_output=True).returncode
            == 0
        )
    except OSError:
        return False


class Machine:
    """A process that can crash or leave, and its address."""

    def __init__(
        self, command: list[str], host: str, folder: Path, environment: dict[str, str]
    ) -> None:
        self.host = host
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=(folder / "log").open("ab"),
            env={**os.environ, **environment},
        )

    def crash(self) -> None:
        """End at once, without a word."""
        self.process.kill()
        self.process.wait()

    def leave(self) -> None:
        """Say goodbye and end."""
        self.process.send_signal(signal.SIGTERM)

    def inside(self, script: str) -> None:
        """Run a script in the machine's network."""
        subprocess.run(
            ["nsenter", "-t", str(self.process.pid), "-n", "sh", "-ec", script], check=True
        )


class Network:
    """A scheduler, the workers around it, and the way there from here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: list[Machine] = []
        self.apart = has_namespaces()
        number = next(filter(claim, range(1, 255))) if self.apart else 0
        self._net = f"198.18.{number}"
        self._cables = f"arena{number}"
        contact = folder / "scheduler.json"
        options = ["--port", "0", "--scheduler-file", str(contact)]
        self.scheduler = self._machine("scheduler", "", [*options], {})
        self.address = wait_for_address(contact)

    @property
    def options(self) -> list[str]:
        """The address as a command wants it, which is beyond this machine or not."""
        return [self.address, *(["--insecure"] if self.apart else [])]

    def worker(self, odd: str = "", **environment: str) -> Machine:
        """A worker that joins, odd in some way."""
        options = ["--no-nanny", "--nthreads", "1", "--memory-limit", "0"]
        options += ["--local-directory", str(self.folder), self.address]
        machine = self._machine("worker", odd, options, environment)
        self.workers.append(machine)
        return machine

    def alive(self) -> int:
        """How many workers there should be."""
        return sum(machine.process.poll() is None for machine in self.workers)

    def close(self) -> None:
        """End everything."""
        for machine in [*self.workers, self.scheduler]:
            with suppress(ProcessLookupError):
                machine.crash()

    def _machine(
        self, role: str, odd: str, options: list[str], environment: dict[str, str]
    ) -> Machine:
        number = len(self.workers) + 1 if role == "worker" else 1
        number += role == "worker"
        host = f"{self._net}.{number}" if self.apart else "127.0.0.1"
        program = PROGRAM.format(role=role, odd=odd)
        command = [sys.executable, "-c", program, "--host", host, "--no-dashboard", *options]
        if not self.apart:
            return Machine(command, host, self.folder, environment)
        waiting = ["unshare", "-n", "sh", "-c", WAITING, "sh", *command]
        machine = Machine(waiting, host, self.folder, environment)
        wait_for_namespace(machine.process.pid)
        if role == "scheduler":
            machine.inside(BRIDGE.format(address=host))
            self.scheduler = machine
            self._cable(os.getpid(), f"{self._net}.254", 0)
        else:
            self._cable(machine.process.pid, host, number)
        assert machine.process.stdin is not None
        machine.process.stdin.close()
        return machine

    def _cable(self, pid: int, address: str, number: int) -> None:
        """A cable from a process's network to the bridge beside the scheduler."""
        near, far = f"{self._cables}n{number}", f"{self._cables}f{number}"
        hub = self.scheduler.process.pid
        script = f"ip link set {far} netns {hub}; ip link set {near} netns {pid}"
        if number:
            script = f"ip link add {near} type veth peer name {far}; {script}"
        subprocess.run(["sh", "-ec", script], check=True)
        self.scheduler.inside(f"ip link set {far} master br0 up")
        script = f"ip addr add {address}/24 dev {near}; ip link set {near} up"
        subprocess.run(["nsenter", "-t", str(pid), "-n", "sh", "-ec", script], check=True)


def claim(number: int) -> bool:
    """Be the one who has the network of this number, by the name of its first cable."""
    cable = f"ip link add arena{number}n0 type veth peer name arena{number}f0"
    return subprocess.run(["sh", "-c", cable], capture_output=True).returncode == 0


def wait_for_namespace(pid: int) -> None:
    """Wait until a process has a network of its own."""
    ours = Path("/proc/self/ns/net").readlink()
    deadline = time.monotonic() + START
    while Path(f"/proc/{pid}/ns/net").readlink() == ours:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def wait_for_address(contact: Path) -> str:
    """Wait until a scheduler has written down where it listens."""
    deadline = time.monotonic() + START
    while time.monotonic() < deadline:
        with suppress(FileNotFoundError, ValueError):
            return str(json.decode(contact.read_bytes())["address"])
        time.sleep(0.05)
    raise AssertionError("the scheduler does not start")
