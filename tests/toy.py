"""A toy expansion, whole in this file: tollgates. `docs/expansions.md` tells it step by step.

Some routes have a tollgate. Twelve coins of value 0 to 2 lie in a hidden pile. A seat may take a
coin as its turn, and alone knows its value. Whoever claims a route with a tollgate turns up the top
coin of the pile: if it is worth anything, the claimer pays a coin of at least that value, or gives
the claim up. At the end coins score their value.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import TYPE_CHECKING, ClassVar, Final, Self

from arena.boards import Board
from arena.boards.loader import BUNDLED, MODULE_COLUMNS
from arena.referee.actions import Action, number
from arena.referee.chance import shuffle, spread
from arena.referee.claiming import complete_claim, give_up_claim
from arena.referee.drawing import Drawing, Mark
from arena.referee.events import HIDDEN, Event
from arena.referee.kinds import Kind, OnlyKind
from arena.referee.module import Bonus, Interruption, Module, Pile, Sentence, Telling
from arena.referee.modules import MODULES, register
from arena.referee.observed import Form, Observed
from arena.referee.phases import TURN, Phase
from arena.referee.rulesets import LONGEST_PATH, RULESETS, Ruleset, register_ruleset
from arena.referee.table import Table
from arena.referee.turns import follow_action, follow_claim
from arena.vocabulary import RouteMask

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.rules import Rules
    from arena.referee.scene import Scene

COINS: Final = (4, 4, 4)
"""How many coins there are of each value."""
GIVEN_UP: Final = -1
"""Stands for the coin of a toll that is not paid."""


# What lies on the table, and what only the game knows.


class Tolls:
    """The coins, as far as they are known."""

    __slots__ = ("coins", "gate", "pile", "sizes", "spent")

    def __init__(self, board: Board, seats: int) -> None:
        self.coins = [[0] * len(COINS) for _ in range(seats)]
        """For each seat, how many coins of each value it is known to hold."""
        self.sizes = [0] * seats
        """For each seat, how many coins it holds."""
        self.pile = 0
        """How many coins are in the pile."""
        self.spent = [0] * len(COINS)
        """How many coins of each value were paid or turned up."""
        self.gate = 0
        """The value of the coin turned up last."""

    def clone(self) -> Tolls:
        """An independent copy."""
        other = object.__new__(Tolls)
        other.coins = [coins[:] for coins in self.coins]
        other.sizes = self.sizes[:]
        other.pile = self.pile
        other.spent = self.spent[:]
        other.gate = self.gate
        return other


class CoinPile:
    """The hidden pile of coins; the next one is the last."""

    __slots__ = ("coins",)

    def __init__(self, seats: int) -> None:
        self.coins: list[int] = []

    def clone(self) -> CoinPile:
        """An independent copy."""
        other = CoinPile(0)
        other.coins = self.coins[:]
        return other


def tolls_of(table: Table) -> Tolls:
    """The coins of a table that has them."""
    tolls: Tolls = table.extras[Tolls]
    return tolls


def pile_of(game: Game) -> list[int]:
    """The hidden pile of a game."""
    pile: CoinPile = game.secrets[CoinPile]
    return pile.coins


# What seats decide, and what happens.


class TakeCoin(Action, frozen=True):
    """Take a coin from the pile."""

    word: ClassVar[str] = "coin"


class PayToll(Action, frozen=True):
    """Pay a coin of this value, or give the claim up."""

    word: ClassVar[str] = "toll"
    coin: int

    def text(self, board: Board) -> str:
        return "toll" if self.coin == GIVEN_UP else f"toll {self.coin}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        coin = number(text) if text else GIVEN_UP
        return None if coin is None else cls(coin)


class CoinTaken(Event, frozen=True):
    """A seat took a coin, which it alone sees."""

    seat: int
    coin: int

    def change(self, table: Table) -> None:
        tolls = tolls_of(table)
        if self.coin != HIDDEN:
            tolls.coins[self.seat][self.coin] += 1
        tolls.sizes[self.seat] += 1
        tolls.pile -= 1

    def seen_by(self, seat: int) -> Event:
        return self if seat == self.seat else CoinTaken(self.seat, HIDDEN)


class GateShown(Event, frozen=True):
    """The top coin of the pile was turned up at a tollgate."""

    seat: int
    coin: int

    def change(self, table: Table) -> None:
        tolls = tolls_of(table)
        tolls.gate = self.coin
        tolls.spent[self.coin] += 1
        tolls.pile -= 1


class TollPaid(Event, frozen=True):
    """A seat paid a toll."""

    seat: int
    coin: int

    def change(self, table: Table) -> None:
        tolls = tolls_of(table)
        coins = tolls.coins[self.seat]
        coins[self.coin] = max(0, coins[self.coin] - 1)
        tolls.sizes[self.seat] -= 1
        tolls.spent[self.coin] += 1


# The kinds of action: what makes them legal, and what they do.


class TollPhase(Phase):
    """What is asked about tolls."""

    TOLL = "toll"
    """Which coin to pay, in the middle of a claim."""


class TakeCoinKind(OnlyKind[TakeCoin]):
    """Taking a coin, which is a whole turn."""

    action = TakeCoin
    only = TakeCoin()
    phases = (TURN,)
    disturbance = 65

    def refusal(self, table: Table, action: TakeCoin) -> str | None:
        """Why no coin can be taken; None if one can."""
        return None if tolls_of(table).pile else "there are no coins left (Z1)"

    def play(self, game: Game, action: TakeCoin) -> None:
        """Take the top coin."""
        game.emit(CoinTaken(game.seat, pile_of(game).pop()))

    def follow(self, game: Game, action: TakeCoin) -> None:
        """The turn is over."""
        follow_action(game)


class PayTollKind(Kind[PayToll]):
    """Paying a toll, or giving the claim up."""

    action = PayToll
    phases = (TollPhase.TOLL,)
    disturbance = 15

    def refusal(self, table: Table, action: PayToll) -> str | None:
        """Why this coin can't be paid; None if it can."""
        tolls, coin = tolls_of(table), action.coin
        if type(coin) is not int or coin not in (GIVEN_UP, *range(len(COINS))):
            return f"there is no coin of value {coin!r} (Z2)"
        if coin == GIVEN_UP:
            return None
        if coin < tolls.gate:
            return f"the toll is {tolls.gate} and the coin is worth {coin} (Z2)"
        return None if tolls.coins[table.seat][coin] else f"the seat has no coin of {coin} (Z2)"

    def candidates(self, table: Table) -> Iterable[PayToll]:
        """Giving up, and every coin."""
        return map(PayToll, (GIVEN_UP, *range(len(COINS))))

    def every(self, rules: Rules) -> Iterable[PayToll]:
        """The same: which of them are legal depends on the position."""
        return map(PayToll, (GIVEN_UP, *range(len(COINS))))

    def play(self, game: Game, action: PayToll) -> None:
        """Pay and claim the route, or take the payment back."""
        if action.coin == GIVEN_UP:
            give_up_claim(game)
        else:
            game.emit(TollPaid(game.seat, action.coin))
            complete_claim(game)

    def follow(self, game: Game, action: PayToll) -> None:
        """Go on as after a claim, or as after any other action."""
        (follow_action if action.coin == GIVEN_UP else follow_claim)(game)

    def fuss(self, action: PayToll) -> int:
        """Giving up leaves the route to others."""
        return int(action.coin != GIVEN_UP)


def has_gate(table: Table, route: int) -> bool:
    """Whether a route has a tollgate."""
    return table.board.columns["toll"][route] > 0


def turn_up(game: Game) -> bool:
    """Turn up the top coin, if there is one; tells whether a toll is to be paid."""
    pile = pile_of(game)
    if not pile:
        return False
    game.emit(GateShown(game.seat, pile.pop()))
    return tolls_of(game).gate > 0


# Setting up, imagining what is hidden, and scoring.


def shuffle_coins(game: Game) -> None:
    """Shuffle all coins."""
    pile_of(game)[:] = game.shuffle("coins", 0, spread(COINS))[::-1]


def new_pile(table: Table, size: int) -> None:
    """All coins are in the pile."""
    tolls_of(table).pile = size


def imagine_coins(game: Game, rng: Random) -> None:
    """In a game that a seat imagines: the coins of others, and the order of the pile."""
    tolls = tolls_of(game)
    seen = [tolls.spent, *tolls.coins]
    unseen = spread([all_of - sum(known) for all_of, *known in zip(COINS, *seen, strict=True)])
    shuffle(unseen, rng)
    for seat, coins in enumerate(tolls.coins):
        while sum(coins) < tolls.sizes[seat]:
            coins[unseen.pop()] += 1
    pile_of(game)[:] = unseen


def worth(game: Game) -> list[int]:
    """What the coins of each seat are worth."""
    return [sum(v * n for v, n in enumerate(coins)) for coins in tolls_of(game).coins]


# How it is told.


def taking_in_words(event: CoinTaken, scene: Scene) -> str:
    """That a coin was taken, and its value if that is known."""
    return "takes a coin" if event.coin == HIDDEN else f"takes a coin of {event.coin}"


def purse(scene: Scene, seat: int) -> list[str]:
    """How many coins a seat has."""
    return [f"coins: {tolls_of(scene.table).sizes[seat]}"]


# How it is drawn.


def gates(board: Board) -> list[Mark]:
    """A tollgate on each route that has one."""
    return [
        Mark(name="gate", title="tollgate", route=route)
        for route, toll in enumerate(board.columns["toll"])
        if toll
    ]


def purses(table: Table) -> list[Mark]:
    """Before each seat, how many coins it has."""
    sizes = enumerate(tolls_of(table).sizes)
    return [Mark(name="coin", title="coins", seat=seat, text=str(size)) for seat, size in sizes]


DRAWING: Final = Drawing(
    symbols={
        "gate": '<path class="bar" d="M-7,-7V7M7,-7V7M-7,0H7"/>',
        "coin": '<circle class="piece" r="7"/>',
    },
    style=".arena-board .bar{fill:none;stroke:var(--claim);stroke-width:2}",
    of_board=gates,
    of_table=purses,
)


def route_on_hold(table: Table) -> RouteMask:
    """The mask of the route whose claim waits for a toll; none if there is no such claim."""
    return 0 if table.pending is None else table.board.bits[table.pending.route]


OBSERVED: Final = (
    Observed("coins", Form.SEATS, lambda table: tolls_of(table).coins, len(COINS)),
    Observed("purses", Form.SEATS, lambda table: tolls_of(table).sizes),
    Observed("gate", Form.NUMBERS, lambda table: tolls_of(table).gate),
    Observed("on_hold", Form.ROUTES, route_on_hold),
)

MODULE: Final = Module(
    name="tolls",
    kinds=(TakeCoinKind(), PayTollKind()),
    events=(CoinTaken, GateShown, TollPaid),
    phases=TollPhase,
    exports=(TakeCoin, PayToll, tolls_of),
    state={Tolls: Tolls},
    secrets={CoinPile: CoinPile},
    piles={"coins": Pile("012", new_pile, "the coins are shuffled")},
    route_columns={"toll": 1},
    before_dealing=shuffle_coins,
    imagine=imagine_coins,
    interruption=Interruption(TollPhase.TOLL, has_gate, turn_up),
    bonuses={"coins": Bonus(worth, rule="Z3")},
    telling=Telling(
        sentences={
            CoinTaken: Sentence(taking_in_words),
            GateShown: Sentence(lambda event, scene: f"meets a toll of {event.coin}"),
            TollPaid: Sentence(lambda event, scene: f"pays a coin of {event.coin}"),
        },
        of_seat=purse,
    ),
    observed=OBSERVED,
    drawing=DRAWING,
)


@cache
def toll_board() -> str:
    """The folder of a board with tollgates: that of the United States with every third route."""
    folder = Path(mkdtemp(prefix="tolls"))
    for name in ("cities", "routes", "tickets"):
        with (BUNDLED / "usa" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        if name == "routes":
            rows = [{**row, "toll": str(int(n % 3 == 0))} for n, row in enumerate(rows)]
        if name == "tickets":
            rows = [row for row in rows if row["classic_reprint"] == "1"]
            rows = [
                {column: row[column] for column in ("city_a", "city_b", "points")} for row in rows
            ]
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    return str(folder)


TOLLGATES: Final = "tollgates"


def use_toy() -> None:
    """Register the module and a ruleset that names it."""
    register(MODULE)
    bonuses = frozenset({LONGEST_PATH})
    register_ruleset(
        Ruleset(name=TOLLGATES, board=toll_board(), deck=None, bonuses=bonuses, modules=("tolls",))
    )


@contextmanager
def toy_in_use() -> Iterator[None]:
    """Have the toy registered for a while: other tests and their processes don't know it."""
    use_toy()
    try:
        yield
    finally:
        del MODULES[MODULE.name], RULESETS[TOLLGATES], MODULE_COLUMNS["toll"]
