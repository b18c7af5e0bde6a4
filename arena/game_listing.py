"""Games that were found, as `arena games` prints them: a table, CSV or JSON."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import json, to_builtins

from arena.results.game_search import GameFound, GamesFound, SeatFound
from arena.terminal import COLUMNS, cut, printable, table, width

VERSION: Final = 6
"""How many digits of a version the table shows."""
LEAST: Final = 12
"""The fewest columns that are left for the other seats."""
NARROW: Final = 24
"""The most columns that a bot's name takes beside others."""


def as_text(found: GamesFound, folder: Path, order: str, is_of_bot: bool) -> str:
    """The games as a table, and how to see one of them."""
    if not found.games:
        return "\n".join([*found.damaged, "No game is like that."])
    rows = [cells(game, found, is_of_bot) for game in found.games]
    header = [name for name in rows[0] if any(row[name] is not None for row in rows)]
    lines = fitted(header, [["" if row[n] is None else row[n] for n in header] for row in rows])
    shown, named = len(rows), found.games[0]
    more = f", the {shown:,} {order} are shown" if shown < found.total else ""
    words = [f"{found.total:,} game{'s' if found.total > 1 else ''}{more}. Watch one with:"]
    seat = ["--seat", str(named.own.seat)] if is_of_bot else []
    command = shlex.join(["arena", "replay", str(folder), str(named.game), *seat])
    return printable("\n".join([lines, *found.damaged, *words, f"  {command}"]))


def cells(game: GameFound, found: GamesFound, is_of_bot: bool) -> dict[str, Any]:
    """The cells of a game by the names of their columns; None where the column says nothing."""
    settings, own = found.manifest.settings, game.own
    twins = len({bot.version for bot in found.manifest.bots if bot.name == own.bot}) > 1
    return {
        "game": game.game,
        "ruleset": game.ruleset if len(settings.rulesets) > 1 else None,
        "seats": game.seats if len(settings.seats) > 1 else None,
        "bot": None if is_of_bot else cut(own.bot, NARROW),
        "version": own.version[:VERSION] if twins else None,
        "seat": own.seat,
        "place": own.place,
        "score": own.score,
        "margin": f"{game.margin:+}",
        "fault": own.fault,
        "others": ", ".join(map(seat_words, game.others)),
    }


def seat_words(seat: SeatFound) -> str:
    """Another seat in a few words."""
    fault = "" if seat.fault is None else f" ({seat.fault})"
    return f"{seat.bot} {seat.score}{fault}"


def fitted(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """The table, with its last column cut to what a terminal has left."""
    before = table(header[:-1], [row[:-1] for row in rows], ("margin",))
    left = max(LEAST, COLUMNS - max(map(width, before.splitlines())) - 2)
    short = [[*row[:-1], cut(str(row[-1]), left)] for row in rows]
    return table(header, short, ("margin",))


def as_json(found: GamesFound) -> str:
    """The games as JSON, with all seats."""
    return json.format(json.encode([to_builtins(game) for game in found.games])).decode()


def as_csv(found: GamesFound) -> str:
    """The games as CSV, a row a game."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    fields = SeatFound.__struct_fields__
    writer.writerow(["game", "ruleset", "seats", *fields, "margin", "others"])
    for row in csv_rows(found.games):
        writer.writerow(row)
    return text.getvalue().rstrip("\n")


def csv_rows(games: Sequence[GameFound]) -> Iterator[list[object]]:
    """The rows of the CSV."""
    for game in games:
        own = [getattr(game.own, name) for name in SeatFound.__struct_fields__]
        others = "; ".join(map(seat_words, game.others))
        yield [game.game, game.ruleset, game.seats, *own, game.margin, others]
