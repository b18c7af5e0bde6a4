"""Checking what a worker elsewhere delivers: typed tables of exactly the games it was given.

What the bots answered can't be known here: `arena verify` referees the games again, and with
`--ask` puts them to the bots again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from arena.boards import Board, Ticket
from arena.errors import ArenaError
from arena.identity import engine
from arena.match.faults import FaultKind
from arena.match.own_words import MOST_KEPT, WordsKind, most_printed
from arena.notes import Note, Notebook
from arena.referee.modules import rules_of
from arena.referee.phases import KEEP
from arena.results.manifest import Environment
from arena.results.tables import SCHEMAS, Tables, unpack
from arena.terminal import printable
from arena.tournament.sittings import Fixture
from arena.workers.games import GamesToPlay
from arena.workers.pool import Done

OPTIONAL: Final = (("seats", "fault"), ("seats", "fault_ply"))
"""Tables and columns in which a value may be missing."""
LONG: Final = ("words", "text")
"""The table and column of what bots print, which may be long."""
LARGEST: Final = 16 << 20
"""The most bytes of tables that a game may have."""
LONGEST: Final = 10_000
"""The most characters of a text in a table."""
LONGEST_NAME: Final = 100
"""The most characters of a text about a worker's machine."""


class DeliveryRefused(ArenaError):
    """Tables that are not what was asked for; the text says why."""


def check_environment(environment: Environment, assignment: GamesToPlay) -> None:
    """Refuse a worker whose isolation is not the tournament's, or whose words are not plain."""
    texts = (environment.isolation, environment.engine, environment.python, environment.system)
    plain = (*texts, *environment.packages)
    if any(len(text) > LONGEST_NAME or printable(text) != text for text in plain):
        raise DeliveryRefused("it describes itself by words that are not plain")
    if environment.isolation.partition(" ")[0] != assignment.settings.isolation:
        raise DeliveryRefused(f"its isolation is {environment.isolation!r}")
    if environment.engine != engine():
        raise DeliveryRefused(f"its engine is {environment.engine}")


def check_delivery(done: Done, chunk: Sequence[Fixture], assignment: GamesToPlay) -> None:
    """Refuse results that are not tables of these games, as they were to be played."""
    if not (math.isfinite(done.seconds) and done.seconds >= 0):
        raise DeliveryRefused("it says that its games took no time that there is")
    tables = read_tables(done.result, len(chunk))
    for name, table in tables.items():
        check_columns(name, table)
    check_games(tables, chunk, assignment)
    check_moves(tables)
    for name in ("seats", "moves", "tickets", "times", "faults", "words"):
        check_rows(name, tables, chunk)
    check_seats(tables, chunk, assignment)
    check_tickets(tables, assignment)
    check_faults(tables)
    check_words(tables, assignment)


def read_tables(packed: bytes, games: int) -> Tables:
    """The tables in the bytes that a worker sent."""
    if len(packed) > LARGEST * games:
        raise DeliveryRefused("its tables are too large")
    try:
        tables = unpack(packed)
        for table in tables.values():
            table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise DeliveryRefused("its tables can't be read") from error
    return tables


def check_columns(name: str, table: pa.Table) -> None:
    """Refuse a table with other columns, with gaps, or with texts that are too long."""
    if not table.schema.equals(SCHEMAS[name], check_metadata=True):
        raise DeliveryRefused(f"its table {name} has other columns")
    for column, values in zip(table.column_names, table.columns, strict=True):
        if (name, column) not in OPTIONAL and values.null_count:
            raise DeliveryRefused(f"its table {name} has gaps in {column}")
        longest = MOST_KEPT << 10 if (name, column) == LONG else LONGEST
        if pa.types.is_string(values.type) and most(pc.utf8_length(values)) > longest:
            raise DeliveryRefused(f"its table {name} has too long a text in {column}")


def most(values: pa.ChunkedArray) -> float:
    """The largest of some numbers; 0 if there are none."""
    return pc.max(values).as_py() or 0


def check_games(tables: Tables, chunk: Sequence[Fixture], assignment: GamesToPlay) -> None:
    """Refuse other games than these, or games of another ruleset, deal or seed."""
    rulesets = assignment.settings.all_rules()
    constants = {rules.name: (rules.name, sorted(rules.bonuses), engine()) for rules in rulesets}
    expected = [
        (game.game, game.deal, game.seed, len(game.table), *constants[game.ruleset])
        for game in chunk
    ]
    columns = ("game", "deal", "seed", "seats", "ruleset", "bonuses", "engine")
    if list(rows_of(tables["games"], *columns)) != expected:
        raise DeliveryRefused("its games are not those that it was given")


def check_moves(tables: Tables) -> None:
    """Refuse moves that are not numbered from 0 in each game, in the order of the games."""
    plies = list(rows_of(tables["games"], "game", "plies"))
    moves = tables["moves"]
    fits = min(number for _, number in plies) >= 0 and sum(n for _, n in plies) == len(moves)
    expected = ((game, ply) for game, number in plies for ply in range(number))
    if not fits or list(rows_of(moves, "game", "ply")) != list(expected):
        raise DeliveryRefused("its moves are not numbered as they should be")


def check_rows(name: str, tables: Tables, chunk: Sequence[Fixture]) -> None:
    """Refuse rows of other games, plies or seats."""
    plies = dict(rows_of(tables["games"], "game", "plies"))
    seats = {fixture.game: len(fixture.table) for fixture in chunk}
    table = tables[name]
    lowest = -1 if name == "moves" else 0
    for game, seat in rows_of(table, "game", "seat"):
        if not lowest <= seat < seats.get(game, lowest):
            raise DeliveryRefused(f"its table {name} has a seat that is not there")
    if name in ("tickets", "times", "faults", "words"):
        for game, ply in rows_of(table, "game", "ply"):
            if not 0 <= ply < plies[game]:
                raise DeliveryRefused(f"its table {name} has a ply that is not there")


def check_seats(tables: Tables, chunk: Sequence[Fixture], assignment: GamesToPlay) -> None:
    """Refuse other bots than those that were to sit there, and places that can't be."""
    names = [(bot.name, bot.version) for bot in assignment.roster]
    expected = [
        (fixture.game, seat, *names[bot])
        for fixture in chunk
        for seat, bot in enumerate(fixture.table)
    ]
    if list(rows_of(tables["seats"], "game", "seat", "bot", "version")) != expected:
        raise DeliveryRefused("other bots sit at its tables")
    places = iter(tables["seats"]["place"].to_pylist())
    for fixture in chunk:
        there = [next(places) for _ in fixture.table]
        if there != [1 + sum(other < place for other in there) for place in there]:
            raise DeliveryRefused(f"its places in game {fixture.game} can't be")


def check_tickets(tables: Tables, assignment: GamesToPlay) -> None:
    """Refuse tickets other than those that its moves keep, or that their board does not have."""
    keeping = tables["moves"].filter(pc.field("phase") == str(KEEP))
    kept = [
        (game, ply, seat, word)
        for game, ply, seat, action in rows_of(keeping, "game", "ply", "seat", "action")
        for word in action.split()[1:]
    ]
    told = rows_of(tables["tickets"], "game", "ply", "seat", "ticket")
    if sorted((*row[:-1], str(row[-1])) for row in told) != sorted(kept):
        raise DeliveryRefused("its tickets are not those that its moves keep")
    boards = boards_of(tables, assignment)
    for game, number, *printed in rows_of(
        tables["tickets"], "game", "ticket", "city_a", "city_b", "points"
    ):
        tickets = boards[game].tickets
        if not 0 <= number < len(tickets) or printed != words_on(tickets[number]):
            raise DeliveryRefused(f"its ticket {number} in game {game} is not on the board")


def boards_of(tables: Tables, assignment: GamesToPlay) -> dict[int, Board]:
    """The board of each game."""
    boards = {rules.name: rules_of(rules).board for rules in assignment.settings.all_rules()}
    return {game: boards[name] for game, name in rows_of(tables["games"], "game", "ruleset")}


def words_on(ticket: Ticket) -> list[str | int]:
    """What is printed on a ticket: two places and their points."""
    return [ticket.city_a, ticket.city_b, ticket.points]


def check_faults(tables: Tables) -> None:
    """Refuse faults of unknown kinds, and tables that disagree on who failed."""
    columns = ("game", "seat", "bot", "version", "fault_ply", "fault")
    told = [row for row in rows_of(tables["seats"], *columns) if row[-2:] != (None, None)]
    columns = ("game", "seat", "bot", "version", "ply", "fault")
    if list(rows_of(tables["faults"], *columns)) != told:
        raise DeliveryRefused("its tables disagree on faults")
    if any(row[-1] not in list(FaultKind) for row in told):
        raise DeliveryRefused("it has a fault of an unknown kind")


def check_words(tables: Tables, assignment: GamesToPlay) -> None:
    """Refuse words that no bot of these games can have said: too much, or of another board."""
    printed: Counter[tuple[int, int]] = Counter()
    notebooks: dict[tuple[int, int], Notebook] = {}
    boards, most_letters = boards_of(tables, assignment), most_printed(assignment.settings.limits)
    last = None
    for game, ply, seat, kind, *said in rows_of(tables["words"], *SCHEMAS["words"].names):
        notebook = notebooks.setdefault((game, seat), Notebook(boards[game]))
        if last != (game, ply, seat):
            notebook.turn_page()
        last = (game, ply, seat)
        if kind == WordsKind.PRINT and not any((said[0], said[2], said[3])):
            printed[game, seat] += max(1, len(said[1]))
            is_sound = printed[game, seat] <= most_letters
        else:
            is_sound = kind == WordsKind.NOTE and is_kept(said, notebook)
        if not is_sound:
            raise DeliveryRefused(f"its words in game {game} are none that a bot can have said")


def is_kept(said: list[Any], notebook: Notebook) -> bool:
    """Whether a row is a note that there is room for."""
    try:
        return notebook.keep(msgspec.convert(said, Note))
    except msgspec.ValidationError:
        return False


def rows_of(table: pa.Table, *columns: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table, with only these columns."""
    return zip(*(table[column].to_pylist() for column in columns), strict=True)
