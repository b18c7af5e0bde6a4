"""Verifying results (`arena verify`): playing each stored game again, and comparing everything."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from arena import kernel
from arena.boards import BoardFiles
from arena.errors import ArenaError
from arena.match.faults import Fault, FaultKind
from arena.match.kept_tickets import KeptTicket, kept_tickets
from arena.match.match import Played, places
from arena.match.substitute import quietest
from arena.progress import Progress
from arena.referee.chance import Chance, RecordError, Seeded
from arena.referee.game import Game
from arena.referee.modules import MODULES, rules_of
from arena.referee.record import Record, Row, own_board, plies_in, positions, record_of
from arena.referee.rules import Rules
from arena.referee.rulesets import Ruleset
from arena.results.board_copies import board_differences
from arena.results.folder_check import bot_differences, check_folder
from arena.results.manifest import Manifest, results_of, schedule_of
from arena.results.seal import SealCheck, check_seal
from arena.results.secret_file import SecretError, known_secret
from arena.results.store import PART, DamagedPart, GameStore
from arena.results.tables import Scribe, Tables
from arena.tournament.secret import Secret
from arena.tournament.sittings import Fixture, Sitting
from arena.vocabulary import Ply, Seat
from arena.workers.pool import Heartbeat, Perform, WorkerPool

RULES: Final = {
    "turns": "G6",
    "end": "E1",
    "score": "E2",
    "routes": "C6",
    "tickets_won": "E2",
    "tickets_lost": "E2",
    "longest_path_bonus": "E3",
    "globetrotter_bonus": "E4",
    "tickets_kept": "D1",
    "tickets_completed": "E2",
    "longest_path": "E3",
    "trains_left": "C2",
    "place": "E5",
    "completed": "E2",
}
"""The rule that each column comes from; modules name those of their bonuses."""
COMPARED: Final = {
    **dict.fromkeys(("games", "seats", "moves", "tickets")),
    "faults": ["game", "seat", "bot", "version", "ply", "fault"],
}
"""The tables that are compared, and of faults the columns: not what the bots said."""
ENGINE: Final = "engine"
"""The column with the engine that played a game: several may have played a tournament."""
AT_A_TIME: Final = 100
"""Games that are compared together."""
ROW_COLUMNS: Final = ("seat", "phase", "action")
"""What the kernel compares in every row of a record."""
UNWRITTEN: Final = Row(0, "", "")
"""Stands for a row that the kernel has compared."""
UNFINISHED: Final = -1
"""The number that stands for the games that are in no part yet."""
UNCHECKED: Final = "That the deals come from its secret can be checked once that is revealed"
NO_BOTS: Final = "The bots are not in this public copy, so they can't be checked"
SLOWEST: Final = 600.0
"""The most seconds that playing one game again may take."""


class Findings(Struct, frozen=True):
    """The result of verifying one part."""

    games: int
    differences: list[str]


decode_findings: Final = msgspec.msgpack.Decoder(Findings).decode


class GamesToVerify(Struct, frozen=True):
    """What workers need to verify a run: they get it once, and then only numbers of parts."""

    folder: str
    manifest: Manifest
    secret: Secret | None
    """What all deals come from, if it is known."""

    @property
    def longest(self) -> float:
        """Seconds that a game can take at most."""
        return SLOWEST

    @contextmanager
    def open(self) -> Iterator[tuple[str, Perform]]:
        """In the worker: yields no level of isolation, and the function that verifies a part."""
        yield "", Verifier(self).verify


class Verifier:
    """Verifies one part after the other."""

    def __init__(self, archive: GamesToVerify) -> None:
        manifest = archive.manifest
        self._store = GameStore(Path(archive.folder))
        self._settings = manifest.settings
        self._schedule = schedule_of(manifest)
        self._secret = archive.secret
        self._engines = manifest.engines
        self._scribe = Scribe(manifest.bots)

    def verify(self, part: int, heartbeat: Heartbeat) -> bytes:
        """The findings of a part, packed."""
        try:
            tables = self._tables(part)
        except DamagedPart as error:
            return msgspec.msgpack.encode(Findings(0, [str(error)]))
        differences: list[str] = []
        games = games_in(tables)
        while some := list(islice(games, AT_A_TIME)):
            for game in some:
                heartbeat.begin(game.number)
            alike = self._alike(some)
            for game in some:
                if game.number not in alike:
                    heartbeat.begin(game.number)
                    differences += self._differences(game)
        return msgspec.msgpack.encode(Findings(len(tables["games"]), differences))

    def _tables(self, part: int) -> Tables:
        """The tables of a part, or of the games that are in none yet."""
        if part != UNFINISHED:
            return self._store.read(part, COMPARED)
        return self._store.read_unfinished(COMPARED) or self._scribe.hand_over()

    def _alike(self, games: Sequence[StoredRows]) -> set[int]:
        """The numbers of games that the compiled kernel finds right in everything.

        It is quick to see that all is right, and leaves all else to the referee, who tells what is
        wrong: so games are compared together, and none of them counts if one differs.
        """
        if not kernel.available():
            return set()
        right = [game for game in games if self._write_compiled(game)]
        return {game.number for game in right} if self._same(right) else set()

    def _write_compiled(self, stored: StoredRows) -> bool:
        """Write down a game as the kernel plays it again, if every row of its record is right."""
        try:
            sitting, seed = self._seated(stored)
            played = replayed_by_kernel(self._settings.rules(sitting.ruleset), stored, seed)
        except ArenaError:
            return False
        if played is None:
            return False
        self._scribe.write(fixture(sitting, seed), played)
        return True

    def _same(self, games: Sequence[StoredRows]) -> bool:
        """Whether the games written down are the stored ones, rows of records left out."""
        anew = self._scribe.hand_over_columns()
        return all(
            list(chain.from_iterable(game.tables[table][column] for game in games))
            == anew[table][column]
            for table, columns in (games[0].tables if games else {}).items()
            for column in columns
            if column != ENGINE and not (table == "moves" and column in ROW_COLUMNS)
        )

    def _seated(self, stored: StoredRows) -> tuple[Sitting, int]:
        """Who sits where in a stored game, and its seed; a wrong engine or seed is refused."""
        self._check_engine(stored)
        sitting = self._schedule[stored.number]
        (seed,) = stored.tables["games"]["seed"]
        self._check_seed(sitting, seed)
        return sitting, seed

    def _differences(self, stored: StoredRows) -> list[str]:
        """Sentences for all that is wrong with a stored game."""
        try:
            sitting, seed = self._seated(stored)
            rules = self._settings.rules(sitting.ruleset)
            played = replayed(rules, stored, seed)
            check_deal(rules, seed, played.record)
        except ArenaError as error:
            return [f"game {stored.number}: {error}"]
        self._scribe.write(fixture(sitting, seed), played)
        anew = StoredRows(stored.number, self._scribe.hand_over_columns())
        return [f"game {stored.number}{words}" for words in differences(stored, anew)]

    def _check_engine(self, stored: StoredRows) -> None:
        """Refuse a game that was played by an engine which the manifest does not name."""
        (engine,) = stored.tables["games"][ENGINE]
        if engine not in self._engines:
            raise RecordError(
                f"it was played by engine {engine!r}, which the manifest does not name"
            )

    def _check_seed(self, sitting: Sitting, seed: int) -> None:
        """Refuse a seed that does not come from the tournament's secret, if that is known."""
        if self._secret is not None and seed != self._secret.game_seed(sitting):
            raise RecordError(f"its seed {seed} does not come from the tournament's secret")


class StoredRows(Struct, frozen=True):
    """The rows of one game, by table and column."""

    number: int
    tables: dict[str, dict[str, list[Any]]]


def games_in(tables: Tables) -> Iterator[StoredRows]:
    """The games of a part, one by one."""
    numbers = tables["games"]["game"].to_pylist()
    columns = {name: table.to_pydict() for name, table in tables.items() if name in COMPARED}
    at = dict.fromkeys(columns, 0)
    for number in numbers:
        rows: dict[str, dict[str, list[Any]]] = {}
        for name, columns_of in columns.items():
            start = at[name]
            at[name] = end = bisect_right(columns_of["game"], number, start)
            rows[name] = {key: column[start:end] for key, column in columns_of.items()}
        yield StoredRows(number, rows)


class CheckedChance:
    """Chance that repeats the shuffles of a record, refusing those that the seed does not give."""

    def __init__(self, told: Chance, seed: int) -> None:
        self._told = told
        self._seeded = Seeded(seed)

    def shuffled(self, pile: str, nth: int, cards: Sequence[int]) -> list[int]:
        order = self._told.shuffled(pile, nth, cards)
        if order != self._seeded.shuffled(pile, nth, cards):
            raise RecordError(f"shuffle {nth + 1} of the pile {pile!r} is not the seed's (T6)")
        return order


def replayed_by_kernel(rules: Ruleset, stored: StoredRows, seed: int) -> Played | None:
    """The game that a stored record gives, by the compiled kernel.

    None if a row is not what the rules and the seed give, or if bots failed: then the referee plays
    the record, and tells what is wrong. Its rows are not written down again, only their number.
    """
    from arena.kernel.records import replayed as compiled  # is not there without the kernel

    seats, moves = stored.tables["seats"], stored.tables["moves"]
    if any(seats["fault"]):
        return None
    known, board = looked_up(rules)
    columns = moves["seat"], moves["phase"], moves["action"]
    found = compiled(known, seed, len(seats["seat"]), columns)
    if found is None:
        return None
    rows = (UNWRITTEN,) * len(moves["seat"])
    record = Record(rules.name, len(seats["seat"]), tuple(sorted(rules.bonuses)), rows, board)
    tickets = known.board.tickets
    kept = tuple(
        KeptTicket(seat, number, ticket.city_a, ticket.city_b, ticket.points, ply, completed)
        for seat, number, ply, completed in found.kept
        for ticket in (tickets[number],)
    )
    return Played(record, found.result, places(found.result, {}), kept, (), (), ())


@cache
def looked_up(rules: Ruleset) -> tuple[Rules, str | BoardFiles]:
    """The rules of a ruleset, and its board as records name it: looked up once."""
    return rules_of(rules), own_board(rules)


def fixture(sitting: Sitting, seed: int) -> Fixture:
    """What was to be played, as it is written down."""
    return Fixture(sitting.game, sitting.ruleset, sitting.deal, seed, sitting.table, ())


def replayed(rules: Ruleset, stored: StoredRows, seed: int) -> Played:
    """The game that a stored record gives when it is played again, with the stored faults."""
    seats, moves = stored.tables["seats"], stored.tables["moves"]
    told = map(Row, moves["seat"], moves["phase"], moves["action"])
    bonuses = tuple(sorted(rules.bonuses))
    record = Record(rules.name, len(seats["seat"]), bonuses, tuple(told), own_board(rules))
    kinds = zip(seats["fault"], seats["fault_ply"], strict=True)
    faults = {seat: Fault(seat, ply, kind, "") for seat, (kind, ply) in enumerate(kinds) if kind}
    for fault in faults.values():
        check_fault(record, fault)
    game = refereed(record, faults, seed)
    result = game.result()
    ranks = places(result, faults)
    in_order = tuple(sorted(faults.values(), key=lambda fault: fault.ply))
    tickets = tuple(kept_tickets(game, record))
    return Played(record, result, ranks, tickets, in_order, (), ())


def check_deal(rules: Ruleset, seed: int, record: Record) -> None:
    """Refuse a record whose first cards are not those that the game's seed deals."""
    for ply, row in enumerate(record_of(Game(rules, record.seats, seed)).rows):
        if record.rows[ply] != row:
            raise RecordError(f"ply {ply} is not what the seed deals (G4)")


def refereed(record: Record, faults: Mapping[Seat, Fault], seed: int) -> Game:
    """Play a record to its end; answers for faulty bots must be the quietest legal ones."""
    ply, counted = 0, None
    for game in positions(record):
        if not isinstance(game.chance, CheckedChance):
            game.chance = CheckedChance(game.chance, seed)
        if faults and not game.over and game.seat in faults:
            ply += plies_in(game.events(counted))
            counted = game.log
            check_substitute(game, record, faults[game.seat], ply)
    if not game.over:
        raise RecordError(f"ply {len(record.rows)}: the game goes on, but the record ends (E1)")
    return game


def check_fault(record: Record, fault: Fault) -> None:
    """Refuse a fault of an unknown kind, or at a ply that is not its seat's."""
    if fault.kind not in list(FaultKind):
        raise RecordError(f"seat {fault.seat}: {fault.kind!r} is no fault")
    own = [ply for ply, row in enumerate(record.rows) if row.seat == fault.seat]
    if fault.ply not in own:
        raise RecordError(f"ply {fault.ply} is not one of seat {fault.seat}, which failed there")


def check_substitute(game: Game, record: Record, fault: Fault, ply: Ply) -> None:
    """Compare the next row, the one at `ply`, if the referee answered it for a faulty bot."""
    if fault.ply <= ply < len(record.rows):
        said, expected = (
            record.rows[ply].action,
            quietest(game.rules, game.legal()).text(game.board),
        )
        if said != expected:
            raise RecordError(f"ply {ply} is {said!r} for a faulty bot, not {expected!r}")


def differences(stored: StoredRows, anew: StoredRows) -> Iterator[str]:
    """Where a game as it is stored differs from the game as it was played again."""
    for name, columns in stored.tables.items():
        for column, there in columns.items():
            values = anew.tables[name][column]
            if there != values and column != ENGINE:
                yield difference(name, column, there, values)


def difference(name: str, column: str, there: list[Any], anew: list[Any]) -> str:
    """The first value that differs, in words."""
    if len(there) != len(anew):
        return f": {len(there)} rows in {name}, not {len(anew)}"
    at = next(n for n, pair in enumerate(zip(there, anew, strict=True)) if pair[0] != pair[1])
    where = {"games": "", "seats": f", seat {at}", "moves": f", ply {at}"}.get(name, f", {name}")
    rule = f" ({rule_of(column)})" if rule_of(column) else ""
    return f"{where}: {column} is {there[at]!r} but the record gives {anew[at]!r}{rule}"


def rule_of(column: str) -> str | None:
    """The number of the rule that a column comes from, if it comes from one."""
    name = column.removesuffix("_bonus")
    for module in MODULES.values():
        if name in module.bonuses:
            return module.bonuses[name].rule
    return RULES.get(column)


class Verdict(Struct):
    """The result of verifying a run."""

    seal: SealCheck
    games: int = 0
    missing: int = 0
    differences: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """What need not be wrong, because the run has not ended."""
    origin: str | None = None
    """What the deals were found to come from; None if that is still a secret."""
    public: bool = False
    """Whether it is a public copy, in which there are no bots to check."""

    @property
    def complete(self) -> bool:
        """Whether all games are stored, and the command that stored them came to its end."""
        return not self._lacks()

    def sentence(self) -> str:
        """The verdict as a sentence for the user, and the hash."""
        told = f"{self.games:,} games refereed again: {self._outcome()}."
        told += f" {NO_BOTS}." if self.public else ""
        return "\n".join(filter(None, [told, self.seal.sentence()]))

    def _outcome(self) -> str:
        if self.differences:
            lacks = f", and the results are {self._incomplete()}" if self._lacks() else ""
            found = len(self.differences)
            return f"{found:,} difference{'s' if found > 1 else ''}{lacks}"
        right = "every score is right" if self.games else "there is nothing to compare"
        if self.games and self.origin is not None:
            right += f", and every deal comes from the {self.origin}"
        elif self.games:
            right += f". {UNCHECKED}"
        return f"the results are {self._incomplete()}. So far {right}" if self._lacks() else right

    def _incomplete(self) -> str:
        return f"incomplete ({'; '.join(self._lacks())})"

    def _lacks(self) -> list[str]:
        """What complete results would have."""
        total = self.games + self.missing
        lacks = [f"{self.missing:,} of {total:,} games are not stored"] if self.missing > 0 else []
        lacks += [] if self.seal.sealed else ["there is no seal, so the run has not ended"]
        return lacks + (["the tables tell of fewer games"] if self.remarks else [])


def verify(folder: Path, workers: int, published: str | None = None) -> Verdict:
    """Referee every stored game again, rate them again, and compare everything.

    A published hash is compared with that of the folder.
    """
    manifest = results_of(folder)
    store = GameStore(folder)
    schedule = schedule_of(manifest)
    verdict = Verdict(check_seal(folder, published), public=manifest.public)
    secret = checked_secret(folder, manifest, verdict)
    parts = list(store.parts())
    with Progress(min(len(schedule), len(parts) * PART), 0, "games") as progress:
        pool = WorkerPool(
            min(workers, max(1, len(parts))), GamesToVerify(str(folder), manifest, secret)
        )
        try:
            for done in pool.work([*parts, UNFINISHED]):
                found = decode_findings(done.result)
                verdict.games += found.games
                verdict.differences += found.differences
                progress.advance(found.games)
        finally:
            pool.close()
    verdict.missing = len(schedule) - verdict.games
    verdict.differences += bot_differences(folder, manifest)
    verdict.differences += board_differences(folder, manifest.settings)
    if not verdict.differences:  # else the tables can't be right
        around = check_folder(folder, manifest, store, verdict.seal.sealed)
        verdict.differences += around.differences
        verdict.remarks += around.remarks
    verdict.differences += verdict.seal.differences
    return verdict


def checked_secret(folder: Path, manifest: Manifest, verdict: Verdict) -> Secret | None:
    """What the deals come from, if it is known; the verdict says so, or that it is a wrong one."""
    try:
        secret = known_secret(folder, manifest)
    except SecretError as error:
        verdict.differences.append(str(error))
        return None
    if secret is not None:
        verdict.origin = "secret" if manifest.settings.seed is None else "public seed"
    return secret
