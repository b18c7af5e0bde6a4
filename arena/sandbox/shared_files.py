"""The files of a bot's folder in memory that its processes share, and that none can change.

They are written once, by the referee's process, into a file without a name that is then sealed for
good. A bot's process maps it before it is confined, copies on writing, and keeps no descriptor: by
one, bots could move the place that is read next, and so tell each other something.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from itertools import accumulate
from mmap import mmap
from struct import Struct as StructLayout
from typing import Final

from msgspec.msgpack import Decoder, encode

if sys.platform != "win32":  # where results are read, but no bots confined
    import fcntl
    import mmap as mapping

ALIGNED: Final = 64
"""Every file begins at a multiple of this, as numbers in it must for fast use."""
HEAD: Final = StructLayout("<Q")
"""How many bytes of the list of files follow."""

decode_list: Final = Decoder(dict[str, tuple[int, int]]).decode


class SharedFiles:
    """Sealed memory with the files of a folder."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Write the files and seal them."""
        self._descriptor = os.memfd_create("files", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            for start, contents in laid_out(files):
                write_at(self._descriptor, contents, start)
            seal(self._descriptor)
        except BaseException:
            self.close()
            raise

    @property
    def descriptors(self) -> tuple[int, ...]:
        """The descriptor by which a process maps it."""
        return (self._descriptor,)

    def close(self) -> None:
        """Forget the memory; processes that have mapped it keep it."""
        os.close(self._descriptor)


def laid_out(files: Mapping[str, bytes]) -> list[tuple[int, bytes]]:
    """What stands where: the list of the files, and then each of them."""
    sizes = [-(-len(contents) // ALIGNED) * ALIGNED for contents in files.values()]
    starts = list(accumulate(sizes, initial=0))
    places = {path: (at, len(files[path])) for path, at in zip(files, starts, strict=False)}
    head = encode(places)
    base = -(-(HEAD.size + len(head)) // ALIGNED) * ALIGNED
    return [
        (0, HEAD.pack(len(head)) + head.ljust(base - HEAD.size, b"\0")),
        *((base + at, contents) for at, contents in zip(starts, files.values(), strict=False)),
    ]


def write_at(descriptor: int, contents: bytes, start: int) -> None:
    """Write all of this at a place."""
    rest = memoryview(contents)
    while rest:
        written = os.pwrite(descriptor, rest, start)
        rest, start = rest[written:], start + written


def seal(descriptor: int) -> None:
    """Have nobody write to this memory any more, make it shorter or longer, or break the seal."""
    seals = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)


def mapped(descriptor: int) -> dict[str, memoryview]:
    """The files in such memory, by path, for a process that is to run a bot.

    Whoever maps it has to close all descriptors next: the mapping has one of its own.
    """
    whole = memoryview(mmap(descriptor, 0, flags=mapping.MAP_PRIVATE, prot=mapping.PROT_READ))
    (size,) = HEAD.unpack_from(whole)
    base = -(-(HEAD.size + size) // ALIGNED) * ALIGNED
    places = decode_list(whole[HEAD.size : HEAD.size + size])
    return {path: whole[base + at : base + at + length] for path, (at, length) in places.items()}
