"""Writing the decisions of stored games to files (`arena dataset`): numpy or parquet, in shards."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct, json
from numpy.typing import NDArray

from arena.errors import unknown
from arena.planning.arrays import ArrayLayout, Ways, numbering_of
from arena.results.files import explained, put_in_place
from arena.rl.decisions import Arrays, DatasetError, Decisions
from arena.rl.versions import VERSION

DESCRIPTION: Final = "dataset.json"
"""The file that tells what is in the arrays."""


class Slice(Struct, frozen=True):
    """Where a part is in each observation, and its shape."""

    start: int
    stop: int
    shape: tuple[int, ...]


class Description(Struct, frozen=True):
    """What is in the files of a dataset."""

    version: int
    ruleset: str
    seats: int
    games: int
    decisions: int
    bots: dict[str, int]
    """By name: how many decisions are theirs."""
    files: list[str]
    observation: dict[str, Slice]
    ways: dict[str, Slice]
    """Empty if the plans were not asked for."""
    actions: list[str]
    """What each number stands for: tickets by their place in the offer, seats from one's own."""

    def sentence(self, folder: Path) -> str:
        """What was written, for people."""
        what = f"{self.decisions:,} decisions of {self.games:,} games"
        files = f"{len(self.files)} file{'s' * (len(self.files) != 1)}"
        return f"{what}, {self.ruleset} with {self.seats} seats, in {files} in {folder}"


def write_dataset(decisions: Decisions, folder: Path, form: str, rows: int) -> Description:
    """Write decisions to a new folder: files of about so many rows, of which one is in memory."""
    if form not in FORMATS:
        raise DatasetError(unknown("format", form, FORMATS))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DatasetError(f"{folder} is there already: remove it, or say --out")
    encode = FORMATS[form]
    files: list[str] = []
    games, bots = 0, Counter[str]()
    with put_in_place(folder) as aside:
        for shard in shards(decisions, rows):
            files.append(f"part-{len(files):05}.{form}")
            with explained(folder):
                (aside / files[-1]).write_bytes(encode(shard))
            games += len(np.unique(shard["games"]))
            bots.update(shard["bots"].tolist())
        if not files:
            raise DatasetError("there are no such decisions in these games")
        description = describe(decisions, games, bots, files)
        with explained(folder):
            (aside / DESCRIPTION).write_bytes(json.format(json.encode(description)))
    return description


def shards(games: Iterable[Arrays], rows: int) -> Iterator[Arrays]:
    """The arrays of whole games together, at least so many rows each but the last."""
    waiting: list[Arrays] = []
    for game in games:
        waiting.append(game)
        if sum(len(arrays["actions"]) for arrays in waiting) >= rows:
            yield joined(waiting)
            waiting = []
    if waiting:
        yield joined(waiting)


def joined(several: list[Arrays]) -> Arrays:
    """The rows of several arrays, one after the other."""
    return {name: np.concatenate([arrays[name] for arrays in several]) for name in several[0]}


def as_npz(arrays: Arrays) -> bytes:
    """Arrays as numpy's compressed file."""
    file = io.BytesIO()
    columns: dict[str, Any] = arrays
    np.savez_compressed(file, **columns)
    return file.getvalue()


def as_parquet(arrays: Arrays) -> bytes:
    """Arrays as a parquet file, those of two dimensions as lists of a fixed size."""
    file = io.BytesIO()
    columns = {name: column(array) for name, array in arrays.items()}
    pq.write_table(pa.table(columns), file, compression="zstd")
    return file.getvalue()


def column(array: NDArray[Any]) -> pa.Array:
    """An array as a column of a table."""
    if array.ndim == 1:
        return pa.array(array.tolist() if array.dtype.kind == "U" else array)
    return pa.FixedSizeListArray.from_arrays(pa.array(array.reshape(-1)), array.shape[1])


FORMATS: Final[dict[str, Callable[[Arrays], bytes]]] = {"npz": as_npz, "parquet": as_parquet}
"""How a dataset can be written, by the ending of its files."""


def describe(decisions: Decisions, games: int, bots: Counter[str], files: list[str]) -> Description:
    """What is in the files of a dataset."""
    layout = decisions.layout
    return Description(
        VERSION,
        decisions.ruleset,
        decisions.players,
        games,
        bots.total(),
        dict(bots),
        files,
        {name: Slice(part.start, part.stop, part.shape) for name, part in layout.parts.items()},
        slices_of_ways(layout) if decisions.wanted.ways else {},
        [numbering_of(layout.rules).text(n) for n in range(len(numbering_of(layout.rules)))],
    )


def slices_of_ways(layout: ArrayLayout) -> dict[str, Slice]:
    """Where everything is in the arrays of plans."""
    ways = Ways(layout.rules)
    found = {"planned": ways.planned, "choices": ways.choices}
    found |= {name: slice(at, at + 1) for name, at in ways.sums.items()}
    return {
        name: Slice(part.start, part.stop, (part.stop - part.start,))
        for name, part in found.items()
    }
