"""The leaderboard, head to head and seat advantage: their columns and order, as CSV and as text."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arena.ranking.intervals import rate_intervals, told_apart
from arena.ranking.ratings import POOLED, Ratings
from arena.ranking.skill import exposed
from arena.ranking.tally import NEEDED, Tally
from arena.results.files import write_whole
from arena.results.manifest import Manifest, schedule_of
from arena.results.store import GameStore
from arena.terminal import printable, table

COLUMNS: Final = {
    "place": "{}",
    "bot": "{}",
    "version": "{}",
    "rating": "{:.4f}",
    "mu": "{:.4f}",
    "sigma": "{:.4f}",
    "games": "{}",
    "wins": "{}",
    "win_rate": "{:.4f}",
    "win_rate_low": "{:.4f}",
    "win_rate_high": "{:.4f}",
    "mean_score": "{:.2f}",
    "mean_place": "{:.3f}",
    "tickets_completed": "{:.4f}",
    "faults": "{}",
    "group": "{}",
}
"""The columns of leaderboard.csv, and how their values are written."""
FIGURES: Final = (
    *("rating", "games", "wins", "95%", "score", "tickets", "faults", "ms a move", "idle"),
)
"""The columns of the printed table that hold figures."""


class Leaderboards:
    """All tables of a tournament, made from the same ratings and sums."""

    def __init__(self, manifest: Manifest, ratings: Ratings, tally: Tally) -> None:
        self._manifest = manifest
        self._ratings = ratings
        self._tally = tally

    @property
    def games(self) -> int:
        """How many games the tables are made from."""
        return self._tally.games

    def write(self, folder: Path) -> None:
        """Write every table into the results."""
        for name, frame in self.files():
            write_whole(folder / name, csv_of(frame).encode())

    def files(self) -> Iterator[tuple[str, pd.DataFrame]]:
        """Every table with the name of its file."""
        yield "leaderboard.csv", formatted(self.leaderboard())
        if len(self._tally.seats) > 1:
            for seats in self._tally.seats:
                yield f"leaderboard_{seats}_seats.csv", formatted(self.leaderboard(seats))
        yield "head_to_head.csv", self.head_to_head()
        yield "seat_advantage.csv", self.seat_advantage()

    def leaderboard(self, seats: int | None = None) -> pd.DataFrame:
        """The bots in order of their ratings, over all games or those with this number of seats."""
        ratings = self._ratings.of(seats or POOLED)
        sums = {name: self._tally.of_bots(name, seats) for name in ("games", "wins", "shares")}
        frame = self._sums(seats)
        frame.insert(0, "bot", [bot.name for bot in self._manifest.bots])
        frame.insert(1, "version", [bot.version for bot in self._manifest.bots])
        frame.insert(2, "rating", [exposed(rating) for rating in ratings])
        frame.insert(3, "mu", [rating.mu for rating in ratings])
        frame.insert(4, "sigma", [rating.sigma for rating in ratings])
        low_high = rate_intervals(sums["wins"], sums["games"])
        frame["win_rate_low"], frame["win_rate_high"] = low_high[:, 0], low_high[:, 1]
        present = np.array([not bot.withdrawn for bot in self._manifest.bots])
        frame = frame[present & (frame["games"] > 0)]
        frame = frame.sort_values(["rating", "bot", "version"], ascending=[False, True, True])
        apart = told_apart(sums["shares"], sums["games"])
        order = frame.index.to_numpy()
        frame["group"] = marks(apart[np.ix_(order, order)])
        frame.insert(0, "place", range(1, len(frame) + 1))
        return frame[list(COLUMNS)].reset_index(drop=True)

    def doubts(self) -> list[str]:
        """Sentences on why not to believe the ratings; usually none."""
        return self._ratings.doubts()

    def head_to_head(self) -> pd.DataFrame:
        """How often each bot came before each other one, in the games that they had together."""
        bots = self._manifest.bots
        rows = []
        for one, other in np.argwhere(self._tally.met > 0):
            if bots[one].withdrawn or bots[other].withdrawn:
                continue
            games = self._tally.met[one, other]
            wins, losses = self._tally.beaten[one, other], self._tally.beaten[other, one]
            pair = (bots[one].name, bots[one].version, bots[other].name, bots[other].version)
            rate = f"{(games + wins - losses) / (2 * games):.4f}"
            rows.append((*pair, games, wins, games - wins - losses, losses, rate))
        names = ["bot", "version", "opponent", "opponent_version"]
        return pd.DataFrame(rows, columns=[*names, "games", "wins", "draws", "losses", "win_rate"])

    def seat_advantage(self) -> pd.DataFrame:
        """How often each seat wins, whoever sits there; each bot has every seat equally often."""
        rows = []
        for seats in self._tally.seats:
            games, wins = (self._tally.of_seats(name, seats) for name in ("games", "wins"))
            low_high = rate_intervals(wins, games)
            for seat in range(seats):
                played, won = games[:, seat].sum(), wins[:, seat].sum()
                if played:
                    rates = (won / played, *low_high[seat])
                    rows.append((seats, seat, played, won, *(f"{rate:.4f}" for rate in rates)))
        names = ["win_rate", "win_rate_low", "win_rate_high"]
        return pd.DataFrame(rows, columns=["seats", "seat", "games", "wins", *names])

    def text(self) -> str:
        """The tables as they are printed: of each number of seats, then of all games."""
        several = self._tally.seats if len(self._tally.seats) > 1 else ()
        parts = [f"{seats} seats\n{self._printed(seats)}" for seats in several]
        parts.append(f"all games\n{self._printed(None)}" if several else self._printed(None))
        return "\n\n".join([*parts, self._seats_text()])

    def has_played(self, bot: int) -> bool:
        """Whether a bot has a line in the table."""
        entry = self._manifest.bots[bot]
        return bool(self._tally.of_bots("games")[:, bot].sum()) and not entry.withdrawn

    def place(self, bot: int) -> tuple[int, int]:
        """A bot's place in the leaderboard, and how many bots are in it."""
        entry, board = self._manifest.bots[bot], self.leaderboard()
        bots = list(zip(board["bot"], board["version"], strict=True))
        return bots.index((entry.name, entry.version)) + 1, len(bots)

    def around(self, bot: int, others: int) -> str:
        """The printed lines of a bot and of this number of others above and below it."""
        place, _ = self.place(bot)
        return self._table(self.leaderboard().iloc[max(0, place - 1 - others) : place + others])

    def _sums(self, seats: int | None) -> pd.DataFrame:
        """The bots' sums and means."""
        names = ("games", "wins", "score", "place", "tickets_kept", "tickets_completed", "faults")
        sums = pd.DataFrame({name: self._tally.of_bots(name, seats).sum(axis=0) for name in names})
        frame = sums[["games", "wins", "faults"]].copy()
        frame["win_rate"] = sums["wins"] / sums["games"]
        frame["mean_score"] = sums["score"] / sums["games"]
        frame["mean_place"] = sums["place"] / sums["games"]
        frame["tickets_completed"] = sums["tickets_completed"] / sums["tickets_kept"]
        return frame

    def _printed(self, seats: int | None) -> str:
        """A table for people: fewer columns, and the processor time of a move."""
        return self._table(self.leaderboard(seats))

    def _table(self, frame: pd.DataFrame) -> str:
        rows = [self._line(row) for row in frame.to_dict("records")]
        return table(["place", "bot", *FIGURES, "group"], rows, FIGURES)

    def _line(self, row: dict[Hashable, Any]) -> list[object]:
        bot = next(
            number
            for number, bot in enumerate(self._manifest.bots)
            if (bot.name, bot.version) == (row["bot"], row["version"])
        )
        return [
            row["place"],
            self._name(bot),
            f"{row['rating']:.2f}",
            row["games"],
            f"{row['win_rate']:.1%}",
            f"{row['win_rate_low']:.1%}-{row['win_rate_high']:.1%}",
            f"{row['mean_score']:.1f}",
            f"{row['tickets_completed']:.0%}",
            row["faults"],
            self._mean(self._tally.cpu_ms, bot),
            self._mean(self._tally.idle_ms, bot),
            row["group"],
        ]

    def _name(self, bot: int) -> str:
        """A bot's name, with its version where another has the same name."""
        entry = self._manifest.bots[bot]
        shared = sum(other.name == entry.name for other in self._manifest.bots) > 1
        name = f"{entry.name} ({entry.version[:6]})" if shared else entry.name
        return printable(name).replace("\n", "\\n").replace("\t", "\\t")

    def _mean(self, milliseconds: NDArray[np.float64], bot: int) -> str:
        """A bot's milliseconds of a kind, in the mean of its moves."""
        answers = self._tally.answers[bot]
        return f"{milliseconds[bot] / answers:.2f}" if answers else "-"

    def _seats_text(self) -> str:
        """The win rate of each seat, a line for each number of seats."""
        lines = []
        for seats, rows in self.seat_advantage().groupby("seats"):
            told = ", ".join(
                f"seat {row.seat} {float(row.win_rate):.1%}"
                f" ({float(row.win_rate_low):.1%}-{float(row.win_rate_high):.1%})"
                for row in rows.itertuples()
            )
            lines.append(f"Wins by seat, {seats} seats: {told}")
        return "\n".join(lines)


def csv_of(frame: pd.DataFrame) -> str:
    """A table as the text of its CSV file."""
    return str(frame.to_csv(index=False, lineterminator="\n"))


def formatted(frame: pd.DataFrame) -> pd.DataFrame:
    """A leaderboard with its values formatted as in its file."""
    return pd.DataFrame(
        {name: [form.format(value) for value in frame[name]] for name, form in COLUMNS.items()}
    )


def marks(apart: NDArray[np.bool_]) -> list[str]:
    """The group letters of each bot: two bots share a letter unless they can be told apart."""
    # A group is a mask of bots. All bots share one at first, and every pair that can be told apart
    # splits the groups that hold both (a compact letter display by insertion and absorption).
    bots = len(apart)
    groups = [(1 << bots) - 1] if bots else []
    for one in range(bots):
        for other in range(one + 1, bots):
            if apart[one, other]:
                groups = split_groups(groups, 1 << one, 1 << other)
    groups.sort(key=lambda group: group & -group)
    return [
        "".join(letter(at) for at, group in enumerate(groups) if group >> bot & 1)
        for bot in range(bots)
    ]


def split_groups(groups: list[int], one: int, other: int) -> list[int]:
    """Groups with those split that hold both bots; a group within another is dropped."""
    split = [
        half
        for group in groups
        for half in ((group & ~one, group & ~other) if group & one and group & other else (group,))
    ]
    split = list(dict.fromkeys(split))
    return [
        group
        for group in split
        if not any(group != larger and group | larger == larger for larger in split)
    ]


def letter(at: int) -> str:
    """The letters a to z, then A to Z, then numbers in brackets."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters[at] if at < len(letters) else f"[{at}]"


def standings(manifest: Manifest, store: GameStore) -> Leaderboards:
    """The leaderboards of all stored games."""
    schedule = schedule_of(manifest)
    tally, ratings = Tally(manifest), Ratings(manifest.bots, manifest.settings.seats)
    for tables in store.read_all(NEEDED):
        games = tables["games"]["game"].to_pylist()
        tally.add(tables, [schedule[game].round for game in games])
        ratings.add(tables)
    return Leaderboards(manifest, ratings, tally)
