"""The lists of `arena rulesets` and `arena boards`, as text and as JSON."""

from collections.abc import Sequence

from msgspec import Struct, json

from arena.boards import Board, board_names, load_board
from arena.referee.modules import rules_of
from arena.referee.rulesets import NAMES, Ruleset, find_ruleset
from arena.terminal import table


class RulesetRow(Struct, frozen=True):
    """A ruleset and its numbers."""

    name: str
    board: str
    seats: str
    trains: int
    tickets: int
    deal: str
    take: str
    bonuses: list[str]
    modules: list[str]
    note: str


class BoardRow(Struct, frozen=True):
    """A board and its numbers."""

    name: str
    cities: int
    routes: int
    tickets: int
    note: str


def rulesets(names: Sequence[str]) -> list[RulesetRow]:
    """The rulesets of these names, or all of them."""
    return [ruleset_row(name) for name in names or NAMES]


def ruleset_row(name: str) -> RulesetRow:
    """One ruleset and its numbers."""
    ruleset = find_ruleset(name)
    rules = rules_of(ruleset)
    return RulesetRow(
        name=ruleset.name,
        board=rules.board.name,
        seats=f"{ruleset.fewest_seats}-{ruleset.most_seats}",
        trains=ruleset.trains,
        tickets=len(rules.deck) + sum(map(len, rules.first_decks.values())),
        deal=" + ".join([*first_deals(ruleset), f"{ruleset.deal} keep {ruleset.keep}"]),
        take=f"{ruleset.take} keep 1",
        bonuses=sorted(ruleset.bonuses),
        modules=list(ruleset.modules),
        note=note(rules.board),
    )


def first_deals(ruleset: Ruleset) -> list[str]:
    """What is dealt of decks that are dealt from at the start only (X2)."""
    return [f"{deck.deal} {deck.name}" for deck in ruleset.first_decks]


def boards(folders: Sequence[str]) -> list[BoardRow]:
    """The boards in these folders, or all bundled ones."""
    return [board_row(folder) for folder in folders or board_names()]


def board_row(folder: str) -> BoardRow:
    """One board and its numbers."""
    board = load_board(folder)
    return BoardRow(
        board.name, len(board.cities), len(board.routes), len(board.tickets), note(board)
    )


def note(board: Board) -> str:
    """A warning about a board's tickets, if they are reconstructed."""
    made_up = any("reconstructed" in ticket.sets for ticket in board.tickets)
    return "tickets reconstructed" if made_up else ""


def ruleset_table(rows: Sequence[RulesetRow]) -> str:
    """The rulesets as text."""
    header = ("ruleset", "board", "seats", "trains", "tickets", "deal", "take", "extras", "note")
    return table(
        header,
        [
            (r.name, r.board, r.seats, r.trains, r.tickets, r.deal, r.take, extras(r), r.note)
            for r in rows
        ],
    )


def extras(row: RulesetRow) -> str:
    """Bonuses and modules of a ruleset."""
    return ", ".join([*row.bonuses, *row.modules]) or "-"


def board_table(rows: Sequence[BoardRow]) -> str:
    """The boards as text."""
    header = ("board", "cities", "routes", "tickets", "note")
    return table(header, [(r.name, r.cities, r.routes, r.tickets, r.note) for r in rows])


def as_json(rows: Sequence[Struct]) -> str:
    """Rows as JSON."""
    return json.format(json.encode(rows)).decode()
