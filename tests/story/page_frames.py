"""What a replay page holds, read back from its HTML as its script reads it."""

import json
import re
from collections.abc import Iterator
from typing import Any

DATA = re.compile(r'<script type="application/json" id="replay">(.*?)</script>', re.DOTALL)
State = dict[str, Any]


def contents(page: str) -> dict[str, Any]:
    """The values that the script of a page shows."""
    (data,) = DATA.findall(page)
    read: dict[str, Any] = json.loads(data)
    return read


def states(game: dict[str, Any], view: int) -> Iterator[State]:
    """All that a view shows after each ply: the differences added up."""
    first: State = {}
    own: State = {}
    for frame in game["frames"]:
        first |= frame["d"].get("0", {})
        if view:
            own |= frame["d"].get(str(view), {})
            own = {name: value for name, value in own.items() if value != "="}
        yield {name: value for name, value in (first | own).items() if value is not None}


def words(game: dict[str, Any], view: int) -> list[list[str]]:
    """The sentences of each ply as a view tells them, without their subjects."""
    told = []
    for frame in game["frames"]:
        said = frame["w"].get(str(view), frame["w"]["0"])
        told.append([game["texts"][text] for _, text in said])
    return told
