"""A bot that tries to break out of the sandbox, and prints each attack that succeeds."""

import os
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

from arena.bot import Action, View


class ProbeBot:
    """Tries what no bot may do, harmlessly: on a file, a socket and processes made for it."""

    def __init__(self, secret: str, folder: str, port: int, referee: int) -> None:
        self.attacks: dict[str, Callable[[], object]] = {
            "reading files": lambda: Path(secret).read_text(),
            "writing files": lambda: Path(folder, "written").write_text("by a bot"),
            "the network": lambda: socket.create_connection(("127.0.0.1", port), 1),
            "datagrams": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
            "starting processes": fork,
            "starting programs": lambda: os.posix_spawn("/bin/true", ["true"], {}),
            "signals": lambda: os.kill(referee, 0),
            "more memory": lambda: bytearray(2 << 30),
            "other processes' memory": lambda: os.open(f"/proc/{referee}/mem", os.O_RDONLY),
        }

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Print the attacks that got through."""
        for name, attack in self.attacks.items():
            try:
                attack()
            except (OSError, MemoryError):
                continue
            print(name, flush=True)
        return legal[0]


def fork() -> None:
    """Start a process that ends at once."""
    if os.fork() == 0:
        os._exit(0)
