"""Ways to damage a record."""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from arena.referee.record import Record, Row

Rows = list[Row]

HUGE = "9" * 5000
TEXTS = (
    "", " ", "\n", "\0", "deck", "deck ", "tickets", "tickets ", "keep", "keep ", "keep  1", "take",
    "take ??", "take X", "take R ", "claim", "claim 1", "claim 1 ", "claim -1 R", "claim 1 RL ",
    "claim 999 R", "claim 01 R", "claim 1 LR", "claim 1 " + "R" * 5000, "pass ", "PASS", "end",
    "skip", "start Denver", "depot Omaha", "city Denver RL", "alvin Denver", "collect", "collect 0",
    "store 1", "terrain", "terrain D", "returned", "returned 1", "deck " + "R" * 5000,
    "keep 1" + "0" * 30, "keep ٣", "claim ² R", "tickets 1 1", "deck RBGYKWOPL", "deck rbg",
    "take R\ntake B", "é" * 99,
)  # fmt: skip
HUGE_TEXTS = tuple(
    f"{word} {HUGE}{rest}"
    for word in ("keep", "tickets", "claim", "store", "returned", "collect", "take", "deck")
    for rest in ("", " R")
)
NUMBERS = (-(2**63), -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 2**63, 10**30)
PHASES = ("keep", "turn", "card", "chance", "over", "depot", "", "x")


def altered_text(text: str, rng: Random) -> str:
    """A text with one piece cut out, doubled, or replaced."""
    start = rng.randint(0, len(text))
    piece = text[start : start + rng.randint(0, 4)]
    put = rng.choice(["", "L", "X", "r", " ", "  ", "\n", "0", "-1", piece * 2])
    return text[:start] + put + text[start + len(piece) :]


def reordered_text(text: str, rng: Random) -> str:
    """A text with two of its words, or two letters of a pile, in each other's place."""
    word, _, rest = text.partition(" ")
    items = rest.split(" ") if " " in rest else list(rest)
    rng.shuffle(items)
    return f"{word} {(' ' if ' ' in rest else '').join(items)}"


def one_row(alter: Callable[[Row, Random], Rows]) -> Callable[[Rows, Random], Rows]:
    """Damage to a single row, which some other rows take the place of."""

    def damage(rows: Rows, rng: Random) -> Rows:
        # The first rows are the chance outcomes: every other time one of them is damaged.
        ply = rng.randrange(rng.choice([min(3, len(rows)), len(rows)]))
        return [*rows[:ply], *alter(rows[ply], rng), *rows[ply + 1 :]]

    return damage


def swap(rows: Rows, rng: Random) -> Rows:
    """Two rows change places."""
    swapped = list(rows)
    a, b = rng.randrange(len(rows)), rng.randrange(len(rows))
    swapped[a], swapped[b] = rows[b], rows[a]
    return swapped


def cut(rows: Rows, rng: Random) -> Rows:
    """The record breaks off."""
    return rows[: rng.randrange(len(rows))]


def append(rows: Rows, rng: Random) -> Rows:
    """Rows follow the end, copied from before and made up."""
    made = Row(rng.choice(NUMBERS), rng.choice(PHASES), rng.choice(TEXTS))
    return [*rows, *rng.sample([rng.choice(rows), made], rng.randint(1, 2))]


def insert(rows: Rows, rng: Random) -> Rows:
    """A row, a chance outcome as often as not, appears once more elsewhere."""
    ply = rng.randint(0, len(rows))
    chance = [row for row in rows if row.seat < 0]
    return [*rows[:ply], rng.choice(rng.choice([chance or rows, rows])), *rows[ply:]]


DAMAGES: dict[str, Callable[[Rows, Random], Rows]] = {
    "drop": one_row(lambda row, rng: []),
    "double": one_row(lambda row, rng: [row, row]),
    "alter": one_row(lambda row, rng: [replace(row, action=altered_text(row.action, rng))]),
    "reorder": one_row(lambda row, rng: [replace(row, action=reordered_text(row.action, rng))]),
    "replace": one_row(lambda row, rng: [replace(row, action=rng.choice(TEXTS))]),
    "seat": one_row(lambda row, rng: [replace(row, seat=rng.choice(NUMBERS))]),
    "phase": one_row(lambda row, rng: [replace(row, phase=rng.choice(PHASES))]),
    "swap": swap,
    "cut": cut,
    "append": append,
    "insert": insert,
}


def damaged(record: Record, kinds: tuple[str, ...], rng: Random) -> Record:
    """A record with these kinds of damage to its rows."""
    rows = list(record.rows)
    for kind in kinds:
        rows = DAMAGES[kind](rows, rng) if rows else rows
    return replace(record, rows=tuple(rows))
