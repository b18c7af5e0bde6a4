"""The page about a results folder that is handed on: its files, and the columns of its tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arena.boards import BoardFiles
from arena.results.tables import SCHEMAS

FILE: Final = "README.md"
TABLES: Final = {
    "games": "a row a game",
    "seats": "a row a seat of a game",
    "moves": "a row a chance outcome or a decision",
    "tickets": "a row a ticket kept",
    "times": "a row a decision that a bot was asked for",
    "faults": "a row a fault; in a public copy without the words of the bots",
    "words": "a row for what a bot printed at a decision, and for each of its notes; not there in a"
    " public copy",
}
COLUMNS: Final = {
    "game": "the number of the game",
    "ruleset": "the name of the ruleset",
    "seats": "how many seats",
    "deal": "games with the same deal and number of seats began with the same piles",
    "seed": "the seed of the game's piles",
    "bonuses": "those of globetrotter and longest_path in force",
    "plies": "how many rows the game has in moves",
    "turns": "the turns of all seats",
    "end": "trains, or stalemate",
    "engine": "the version of arena that played it",
    "seat": "the seat, from 0; in moves -1 for chance",
    "bot": "the bot's name",
    "version": "the hash of the bot's file and parameters",
    "score": "routes + tickets_won - tickets_lost + the bonuses",
    "routes": "points scored while playing",
    "tickets_won": "points of completed tickets",
    "tickets_lost": "points of the other tickets",
    "tickets_kept": "how many tickets",
    "tickets_completed": "how many of them were completed",
    "longest_path": "in spaces",
    "trains_left": "at the end",
    "place": "1 is best; equals share the better number; seats with a fault come last",
    "fault": "illegal, invalid, crash, timeout or memory; nothing without a fault",
    "fault_ply": "from this ply on the referee answered for the seat",
    "ply": "the number of the row in moves, from 0; in tickets that of the decision to keep",
    "phase": "the question",
    "action": "the answer: routes and tickets are rows of the board's files, from 0",
    "substitute": "whether the referee answered for a faulty bot",
    "ticket": "the ticket's row in the board's tickets.csv, from 0",
    "city_a": "the first of its two places",
    "city_b": "the second",
    "points": "what it is worth",
    "completed": "whether it was completed in the end",
    "cpu_ms": "processor time of the answer, in milliseconds",
    "idle_ms": "idle time of the answer, in milliseconds",
    "wall_ms": "wall time of the answer, in milliseconds",
    "sentence": "what went wrong",
    "traceback": "where in the bot's code",
    "output": "the last that the bot printed",
    "kind": "print or note",
    "label": "the label of a note; nothing of a print",
    "text": "what was printed, or the text of the note",
    "marked_routes": "the routes that a note marks: rows of the board's routes.csv, from 0",
    "marked_cities": "the cities that a note marks: rows of the board's cities.csv, from 0",
}
"""What each column holds, whichever tables have it."""
READING: Final = """\
```python
import pandas as pd

moves = pd.read_parquet("moves")
routes = pd.read_csv("boards/{board}/routes.csv")
claims = moves[moves["phase"].eq("turn") & moves["action"].str.startswith("claim ")]
numbers = claims["action"].str.split().str[1].astype(int)
claimed = routes.loc[numbers].set_index(claims.index)
claims.join(claimed[["city_a", "city_b", "length", "color"]])
```
"""
"""How to read moves without arena, with the name of a board to be filled in."""


def page(title: str, boards: list[BoardFiles]) -> str:
    """The page, in Markdown."""
    return "\n".join([*head_lines(title, boards), *table_lines()])


def head_lines(title: str, boards: list[BoardFiles]) -> Iterator[str]:
    """What the folder holds, and how its moves are read."""
    yield f"# {title}\n"
    yield "The results of a tournament, without its secret. `leaderboard.csv` is the table, and the"
    yield "other CSV files beside it are parts of it. The folders below are tables of parquet files"
    yield "that pandas reads as one. `boards/` has the boards: route 17 of an action is the row"
    yield "below the header number 17, counted from 0, of that board's `routes.csv`; tickets"
    yield "likewise. Where rulesets have different boards, choose the games of one ruleset first."
    yield "Games in `unfinished/` belong to a part that is still being played.\n"
    yield READING.format(board=boards[0].name)


def table_lines() -> Iterator[str]:
    """The tables and their columns."""
    for name, schema in SCHEMAS.items():
        yield f"## {name}\n\nIn the folder `{name}`, {TABLES[name]}.\n"
        yield "| column | what |\n|---|---|"
        for column in schema.names:
            yield f"| `{column}` | {words_for(column)} |"
        yield ""


def words_for(column: str) -> str:
    """What a column holds; modules bring bonuses of their own."""
    if column.endswith("_bonus"):
        return f"points of the bonus {column.removesuffix('_bonus')}"
    return COLUMNS[column]
