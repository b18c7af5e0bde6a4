"""The messages between the referee and the parent process of all bots: prepare, fork, reap."""

from __future__ import annotations

import os
from struct import Struct as StructLayout
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.msgpack import Decoder

from arena.referee.rulesets import Ruleset


class Prepare(Struct, frozen=True, array_like=True, tag=True):
    """Load these rulesets, and the modules that are installed, so that later forks have them."""

    rulesets: list[Ruleset]
    modules: list[str]


class Fork(Struct, frozen=True, array_like=True, tag=True):
    """Fork a process with these layers; the message carries its channel, its output file and
    perhaps the files of its bot's folder."""

    layers: list[str]
    memory: int
    output: int


class Reap(Struct, frozen=True, array_like=True, tag=True):
    """Wait for a process that has ended."""

    pid: int


class Reaped(NamedTuple):
    """How a process ended: its exit code, negative for a signal, and its largest memory in KB."""

    code: int
    memory: int


decode_order: Final = Decoder(Prepare | Fork | Reap).decode

STATUS: Final = StructLayout("@i4x")
"""How the system writes down the end of a process."""
USAGE: Final = StructLayout("@18q")
"""How the system writes down what a process has used: the largest memory is the fifth number."""


def read_reaped(ending: bytes) -> Reaped:
    """How a process ended, from the system's own words, which its parent passes on unread."""
    (status,) = STATUS.unpack_from(ending)
    return Reaped(os.waitstatus_to_exitcode(status), USAGE.unpack_from(ending, STATUS.size)[4])
