"""The messages between the referee and the parent process of all bots: prepare, fork, reap."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.msgpack import Decoder

from arena.referee.rulesets import Ruleset


class Prepare(Struct, frozen=True, array_like=True, tag=True):
    """Load these rulesets and modules, so that later forks have them."""

    rulesets: list[Ruleset]
    modules: list[str]


class Fork(Struct, frozen=True, array_like=True, tag=True):
    """Fork a process with these layers; the message carries its channel and its output file."""

    layers: list[str]
    memory: int
    output: int


class Reap(Struct, frozen=True, array_like=True, tag=True):
    """Wait for a process that has ended."""

    pid: int


class Reaped(Struct, frozen=True, array_like=True):
    """How a process ended: its exit code, negative for a signal, and its largest memory in KB."""

    code: int
    memory: int


decode_order: Final = Decoder(Prepare | Fork | Reap).decode
decode_reaped: Final = Decoder(Reaped).decode
