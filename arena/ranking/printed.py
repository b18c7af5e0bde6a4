"""The tables of a tournament as they are printed: 80 columns wide, with words on what they mean."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from arena.ranking.encounters import Upset
from arena.ranking.leaderboard import Leaderboards
from arena.ranking.places import rounds_needed
from arena.ranking.scopes import Scope
from arena.terminal import COLUMNS, cut, printable, table, width, wrapped

NAME: Final = 16
"""Names up to this many columns are never cut short; a column of figures goes first."""
MOST: Final = 3
"""The most remarks of one kind under a table."""
IDLE: Final = 1.0
"""From so many milliseconds of idle time a move on, a remark tells it."""
FAR: Final = 100_000
"""More rounds than this nobody plays, so that they are not recommended."""
LEGEND: Final = (
    "places: those that a bot may hold, with 95% for the whole table at once, by the\n"
    "share of opponents it comes before. The order is by rating: wins need not agree."
)

RATES: Final = ["win_rate", "win_rate_low", "win_rate_high"]

Row = dict[Hashable, Any]


class PrintedBoards:
    """The tables of a tournament for people: fewer columns, and the processor time of a move."""

    def __init__(self, boards: Leaderboards, longest_name: int = NAME) -> None:
        """Names in sentences are cut to so many columns."""
        self._boards = boards
        self._longest = longest_name

    def text(self) -> str:
        """All tables: of each discipline, then of means over them, then of the seats."""
        parts = [self._scope_text(scope) for scope in self._boards.scopes]
        return "\n\n".join([*parts, LEGEND, *filter(None, [self._idle_text(), self._seats_text()])])

    def around(self, bot: int, others: int) -> str:
        """The printed lines of a bot and of this number of others above and below it."""
        place, _ = self._boards.place(bot)
        frame = self._boards.ranked(self._boards.scopes[-1])
        return self._table(frame.iloc[max(0, place - 1 - others) : place + others])

    def remarks(self, scope: Scope) -> list[str]:
        """Sentences on a table: what is not known, and where it contradicts itself."""
        frame = self._boards.ranked(scope)
        return [
            *self._doubts(scope, frame),
            *self._strange_places(frame),
            *self.upset_remarks(scope),
        ]

    def upset_remarks(self, scope: Scope) -> list[str]:
        """Sentences on bots that beat one above them, or each other in a ring."""
        found = self._boards.upsets(scope, self._boards.ranked(scope))
        return list(self._upset_lines(scope, found))

    def _scope_text(self, scope: Scope) -> str:
        whole = self._table(self._boards.ranked(scope))
        return "\n".join([*filter(None, [scope.title]), whole, *self.remarks(scope)])

    def _table(self, frame: pd.DataFrame) -> str:
        """A table that fits a terminal."""
        rows = list(zip(frame.index.tolist(), frame.to_dict("records"), strict=True))
        shown: dict[str, list[str]] = {}
        for name, cell in CELLS.items():
            shown[name] = [cell(row) for _, row in rows]
        shown["ms"] = [self._mean_ms(bot) for bot, _ in rows]
        if not any(row["faults"] for _, row in rows):
            del shown["faults"]
        names = [self._name(bot) for bot, _ in rows]
        longest = max((width(name + version) for name, version in names), default=0)
        if room_for_names(shown) < min(NAME, longest):
            del shown["tickets"]
        room = room_for_names(shown)
        shown["bot"] = [cut(name, room - len(version)) + version for name, version in names]
        header = list(shown)
        return table(header, list(zip(*shown.values(), strict=True)), {*header} - {"bot"})

    def _name(self, bot: int) -> tuple[str, str]:
        """A bot's name, and its version where another has the same name."""
        entry = self._boards.bots[bot]
        shared = sum(other.name == entry.name for other in self._boards.bots) > 1
        name = printable(entry.name).replace("\n", "\\n").replace("\t", "\\t")
        return name, f" ({entry.version[:6]})" if shared else ""

    def _short(self, bot: int) -> str:
        """A bot's name as a word in a sentence."""
        name, version = self._name(bot)
        return cut(name, self._longest) + version

    def _mean_ms(self, bot: int) -> str:
        """The milliseconds of processor time that a move takes in the mean: three digits of it."""
        tally = self._boards.tally
        if not tally.answers[bot]:
            return "-"
        mean = tally.cpu_ms[bot] / tally.answers[bot]
        return f"{mean:.{2 if mean < 9.995 else 1 if mean < 99.95 else 0}f}"

    def _doubts(self, scope: Scope, frame: pd.DataFrame) -> Iterator[str]:
        """The remark that no two bots can be told apart yet."""
        told = (frame["place_low"] > 1) | (frame["place_high"] < len(frame))
        rounds = self._boards.rounds(scope)
        if told.any() or len(frame) < 2 or not rounds:
            return
        found = self._boards.differences(scope, np.sort(frame.index.to_numpy()))
        needed = rounds_needed(found, rounds)
        words = (
            f"{rounds} round{'s are' if rounds > 1 else ' is'} too few to tell any two bots apart"
        )
        if needed is not None and needed < FAR:
            words += f": about {needed:,} are needed if all goes on like this"
        yield wrapped([*f"{words}.".split(" ")])

    def _strange_places(self, frame: pd.DataFrame) -> Iterator[str]:
        """Remarks on bots whose order by rating is not one of the places they may hold."""
        strange = frame[
            (frame["place"] < frame["place_low"]) | (frame["place"] > frame["place_high"])
        ]
        for bot, row in list(zip(strange.index, strange.to_dict("records"), strict=True))[:MOST]:
            words = f"is number {row['place']} by rating, but by the opponents it comes before"
            yield wrapped([self._short(bot), *words.split(), places_text(row) + "."])

    def _upset_lines(self, scope: Scope, found: Sequence[Upset]) -> Iterator[str]:
        # The same bots may beat each other in a ring that several pairs of them belong to.
        told = dict.fromkeys(self._upset_line(scope.discipline, upset) for upset in found)
        yield from list(told)[:MOST]
        if len(told) > MOST:
            yield f"And {len(told) - MOST} more of this kind: see head_to_head.csv."

    def _upset_line(self, discipline: int | None, upset: Upset) -> str:
        if upset.ring:
            first = upset.ring.index(min(upset.ring))
            chain = [*upset.ring[first:], *upset.ring[: first + 1]]
            words = " beats ".join(self._short(bot) for bot in chain)
            return wrapped(f"A ring: {words}.".split(" "))
        beaten = self._boards.tally.beaten[discipline]
        won, lost = beaten[upset.lower, upset.higher], beaten[upset.higher, upset.lower]
        lower, higher = self._short(upset.lower), self._short(upset.higher)
        return wrapped(f"{lower} stands below {higher}, but beats it {won} to {lost}.".split(" "))

    def _idle_text(self) -> str:
        """Remarks on bots that sleep."""
        tally, frame = self._boards.tally, self._boards.ranked(self._boards.scopes[-1])
        lines = []
        for bot in frame.index.tolist():
            mean = tally.idle_ms[bot] / tally.answers[bot] if tally.answers[bot] else 0.0
            if mean >= IDLE:
                lines.append(f"{self._short(bot)} is idle for {mean:.0f} ms a move.")
        return "\n".join(lines)

    def _seats_text(self) -> str:
        """The win rate of each seat, a line for each discipline."""
        several = len({one.ruleset for one in self._boards.tally.disciplines}) > 1
        rows = []
        found = self._boards.seat_advantage().astype(dict.fromkeys(RATES, float))
        for (ruleset, seats), group in found.groupby(["ruleset", "seats"], sort=False):
            title = f"{ruleset}, {seats} seats" if several else f"{seats} seats"
            rows.append([title, *(seat_text(*figures) for figures in group[RATES].to_numpy())])
        most = max(map(len, rows), default=1)
        header = ["wins by seat", *map(str, range(most - 1))]
        filled = [[*row, *[""] * (most - len(row))] for row in rows]
        return table(header, filled, header[1:]) if rows else ""


def seat_text(rate: float, low: float, high: float) -> str:
    """The win rate of a seat with its interval."""
    return f"{rate:.0%} {100 * low:.0f}-{high:.0%}"


def room_for_names(shown: dict[str, list[str]]) -> int:
    """How many columns of a terminal the other columns of a table leave for the names."""
    others = [[name, *cells] for name, cells in shown.items() if name != "bot"]
    return COLUMNS - sum(max(map(width, cells)) + 2 for cells in others)


def places_text(row: Row) -> str:
    """The places that a bot may hold."""
    low, high = row["place_low"], row["place_high"]
    return str(low) if low == high else f"{low}-{high}"


def rate_text(rate: float) -> str:
    """A rate in four or five letters."""
    return "100%" if rate > 0.9995 else f"{rate:.1%}"


def known(cell: Callable[[Row], str], column: str) -> Callable[[Row], str]:
    """A cell that has a dash where its figure is not known."""
    return lambda row: "-" if row[column] != row[column] else cell(row)


CELLS: Final[dict[str, Callable[[Row], str]]] = {
    "#": lambda row: str(row["place"]),
    "bot": lambda row: str(row["bot"]),
    "rating": lambda row: f"{row['rating']:.2f}",
    "places": places_text,
    "games": lambda row: str(row["games"]),
    "wins": known(lambda row: rate_text(row["win_rate"]), "win_rate"),
    "95%": known(
        lambda row: f"{100 * row['win_rate_low']:.0f}-{row['win_rate_high']:.0%}", "win_rate"
    ),
    "score": known(lambda row: f"{row['mean_score']:.1f}", "mean_score"),
    "tickets": known(lambda row: f"{row['tickets_completed']:.0%}", "tickets_completed"),
    "faults": lambda row: str(row["faults"]),
}
"""The columns of the printed table but the last, and what they show of a row of the CSV file."""
