"""Reading what a cluster sends as data: Dask unpickles it, and a pickle can run any program.

Dask's own messages, the errors of tasks and even the types of their results come as pickles. Here
they are read by an unpickler that knows no class but `bytes`, which is what our tasks return:
everything else becomes an `Unread`, which tells what it would have been.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterable
from typing import Any, Final

import distributed.client
import distributed.protocol
import distributed.protocol.pickle

from arena.errors import ArenaError

TRACEBACKS: Final = "tblib.pickling_support"
"""The module whose functions Dask pickles exceptions with."""
sprung: Final[list[str]] = []
"""The traps that went off: pickles of our own that were run."""


class Unread(Exception):
    """An object that was sent, and not made: an exception, for most such objects are."""

    def __setstate__(self, state: object) -> None:
        """Ignore what the object would have held."""


class DataUnpickler(pickle.Unpickler):
    """Reads pickles of plain data; no class or function that a pickle names is looked up."""

    def find_class(self, module: str, name: str, /) -> Any:
        """What stands for a class or function of this name."""
        if (module, name) == ("builtins", "bytes"):
            return bytes
        if module == TRACEBACKS and name.startswith("unpickle_exception"):
            return as_raised
        return type(name, (Unread,), {"__module__": module})


def as_raised(kind: object, told: object, *_: object) -> Unread:
    """What stands for an exception of this kind, without its traceback."""
    if isinstance(told, dict):  # its attributes
        told = told.get("args")
    known = kind if isinstance(kind, type) and issubclass(kind, Unread) else Unread
    return known(*told) if isinstance(told, tuple) else known()


def read_data(pickled: bytes, *, buffers: Iterable[Any] = ()) -> object:
    """The data in a pickle; takes the place of Dask's function."""
    read = DataUnpickler(io.BytesIO(pickled), buffers=buffers or None).load()
    if isinstance(read, Unread) and type(read).__module__ == TRACEBACKS:
        raise TypeError("a traceback is not read")  # as Dask expects of one that can't be
    return read


class DataClient(distributed.client.Client):  # type: ignore[misc]
    """A client that also takes no orders to print or to warn."""

    _default_event_handlers: Final[dict[str, object]] = {}


def read_only_data() -> None:
    """Have Dask read only data in this process, for good; refuse if it still runs a pickle."""
    distributed.protocol.pickle.loads = read_data
    distributed.client.loads = read_data
    distributed.client.pickle = distributed.protocol.pickle
    spring_traps()
    if sprung:
        raise ArenaError(f"this version of Dask would run what workers send ({', '.join(sprung)})")


class Trap:
    """An object whose pickle does something when it is read, as those of an attacker would."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __reduce__(self) -> tuple[Any, ...]:
        return spring, (self._where,)


def spring(where: str) -> None:
    """Note that a trap went off."""
    sprung.append(where)


def spring_traps() -> None:
    """Read a trap in each way in which Dask reads what it is sent."""
    protocol = distributed.protocol
    sent = {
        "a message": protocol.ToPickle(Trap("a message")),
        "a result": protocol.Serialize(Trap("a result")),
    }
    for trap in sent.values():
        protocol.loads(protocol.dumps({"sent": trap}))
    distributed.client.loads(pickle.dumps(Trap("a type")))
    distributed.core.clean_exception(pickle.dumps(Trap("an error")))
