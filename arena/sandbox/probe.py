"""Testing the sandbox on this machine: a bot tries to break out, whatever versions promise."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.match.limits import Limits
from arena.match.messages import Begin
from arena.match.reading import read_source
from arena.referee.game import Game
from arena.referee.rulesets import find_ruleset
from arena.sandbox.company import Company
from arena.sandbox.imports import modules_of
from arena.sandbox.process_bot import ProcessBot
from arena.sandbox.processes import ParentProcess


def escapes(parent: ParentProcess, layers: tuple[str, ...]) -> list[str]:
    """The forbidden things that a bot can do in spite of these layers; empty if they hold."""
    game = Game("usa", 2, 0)
    with TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listener:
        secret = Path(folder, "secret")
        secret.write_text("a secret", encoding="utf-8")
        source = read_source(
            Path(__file__).with_name("probe_bot.py"),
            secret=str(secret),
            folder=folder,
            port=listener.getsockname()[1],
            referee=os.getpid(),
        )
        limits = Limits()
        begin = Begin(find_ruleset("usa"), 2, 0, 0, limits.cpu, source)
        parent.prepare([begin.ruleset], [*modules_of(*source.codes), "encodings.idna"])
        seat = ProcessBot(parent, layers, begin, limits, Company())
        try:
            seat.choose(game.seen_by(0))
            return seat.printed().splitlines()
        finally:
            seat.close()
