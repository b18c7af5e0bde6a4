"""The record of a game: its chance outcomes and decisions, and playing it again from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from arena.boards import BoardFiles, board_names
from arena.referee.actions import Action, NotationError, number
from arena.referee.chance import Recorded, RecordError
from arena.referee.events import Decided, Event, Shuffled
from arena.referee.game import Game, IllegalAction
from arena.referee.modules import rules_of
from arena.referee.phases import CHANCE
from arena.referee.rules import Rules
from arena.referee.rulesets import Ruleset, find_ruleset
from arena.vocabulary import Ply, Seat

NOBODY: Final = -1
"""The seat of a chance outcome."""


class Row(Struct, frozen=True):
    """A chance outcome or a decision."""

    seat: Seat
    phase: str
    action: str


class Record(Struct, frozen=True, omit_defaults=True):
    """A game written down, with all that it takes to play it again."""

    ruleset: str
    seats: int
    bonuses: tuple[str, ...]
    rows: tuple[Row, ...]
    board: str | BoardFiles = ""
    """The board if it is no bundled one, its folder or its files' contents; else empty."""


def record_of(game: Game) -> Record:
    """The record of a game, finished or not."""
    if game.sampled_by is not None:
        raise RecordError("a sampled game has no record: its past is not known")
    ruleset = game.rules.ruleset
    rows = rows_of(game.rules, game.events())
    bonuses = tuple(sorted(ruleset.bonuses))
    return Record(ruleset.name, game.seats, bonuses, tuple(rows), own_board(ruleset))


def own_board(ruleset: Ruleset) -> str | BoardFiles:
    """The board of a ruleset as records name it: nothing if it is a bundled one."""
    return "" if ruleset.board in board_names() else ruleset.board


def replay(record: Record) -> Game:
    """Play a record again; a row that the rules don't allow is an error that names its ply."""
    *_, game = positions(record)
    return game


def positions(record: Record) -> Iterator[Game]:
    """Play a record again, and yield the game (always the same) at each question and at its end."""
    rules = rules_for(record)
    game = Game(rules.ruleset, record.seats, Recorded(outcomes(rules, record.rows)))
    ply = compare(record.rows, 0, rows_of(rules, game.events()))
    yield game
    while ply < len(record.rows):
        before, row = game.log, record.rows[ply]
        try:
            action = rules.parse(row.action)
            game.apply(action)
        except (IllegalAction, NotationError, RecordError) as error:
            raise RecordError(f"ply {ply}: {error}") from error
        ply = compare(record.rows, ply, rows_of(rules, game.events(before), action, row.action))
        yield game


def rules_for(record: Record) -> Rules:
    """The rules that a record was played by."""
    ruleset = find_ruleset(record.ruleset).with_bonuses(record.bonuses)
    if record.board:
        ruleset = ruleset.on_board(record.board)
    return rules_of(ruleset)


def compare(told: Sequence[Row], ply: Ply, played: Iterable[Row]) -> Ply:
    """Check that the record has these rows from `ply` on; return the ply after them."""
    for row in played:
        if ply >= len(told):
            raise RecordError(f"the record breaks off before ply {ply}, {row.action!r}")
        if told[ply] != row:
            raise RecordError(f"ply {ply} is {words(row)}, not {words(told[ply])}")
        ply += 1
    return ply


def words(row: Row) -> str:
    """A row as a person reads it."""
    return f"{row.phase[:40]!r} of seat {row.seat}: {row.action[:40]!r}"


def is_row(event: Event) -> bool:
    """Whether an event is a row of the record, and so a ply: a decision or a chance outcome."""
    return type(event) is Decided or type(event) is Shuffled


def plies_in(events: Iterable[Event]) -> int:
    """How many of these events are plies."""
    return sum(map(is_row, events))


def rows_of(
    rules: Rules, events: Iterable[Event], known: Action | None = None, text: str = ""
) -> list[Row]:
    """The rows of a record that these events are; `text` is that of the action `known`."""
    rows = []
    for event in events:
        if type(event) is Decided:
            action = event.action
            told = text if action is known else action.text(rules.board)
            rows.append(Row(event.seat, str(event.phase), told))
        elif type(event) is Shuffled:
            rows.append(Row(NOBODY, CHANCE.value, outcome_text(rules, event)))
    return rows


def outcome_text(rules: Rules, shuffled: Shuffled) -> str:
    """A shuffled pile as records write it: in letters, or in numbers for tickets."""
    letters = rules.piles[shuffled.pile].letters
    if letters:
        return f"{shuffled.pile} {''.join(letters[card] for card in shuffled.cards)}"
    return " ".join([shuffled.pile, *map(str, shuffled.cards)])


def outcomes(rules: Rules, rows: Iterable[Row]) -> dict[str, list[tuple[int, ...]]]:
    """The shuffles of a record, by pile."""
    found: dict[str, list[tuple[int, ...]]] = {pile: [] for pile in rules.piles}
    for ply, row in enumerate(rows):
        if not isinstance(row.action, str) or not isinstance(row.phase, str):
            raise RecordError(f"ply {ply} has no text")
        if row.seat == NOBODY:
            pile, cards = read_outcome(rules, ply, row.action)
            found[pile].append(cards)
    return found


def read_outcome(rules: Rules, ply: Ply, text: str) -> tuple[str, tuple[int, ...]]:
    """The pile, and its cards in order, in the text of a chance outcome."""
    pile, _, rest = text.partition(" ")
    if pile not in rules.piles:
        raise RecordError(f"ply {ply}: {pile[:40]!r} is no pile of {rules.ruleset.name}")
    letters = rules.piles[pile].letters
    read = [letters.find(word) for word in rest] if letters else map(number, rest.split(" "))
    cards = tuple(card for card in read if card is not None and card >= 0)
    if len(cards) != (len(rest) if letters else rest.count(" ") + 1):
        raise RecordError(f"ply {ply}: {text[:40]!r} does not tell the cards of a pile")
    return pile, cards
