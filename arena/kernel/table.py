"""A game in the kernel, with the actions, texts and results of the referee."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, Final, Self

from arena.kernel import _kernel
from arena.kernel.quick_chance import QuickChance
from arena.kernel.tables import numbers_of, objects_of, rules_named, tables_of, unknown_part
from arena.referee.actions import Action
from arena.referee.chance import Chance, Seeded, chance_of
from arena.referee.events import Ended, PaymentLaid
from arena.referee.game import Game, IllegalAction
from arena.referee.modules.alvin import Alvin
from arena.referee.modules.europe.stations import Stations
from arena.referee.modules.europe.tunnels import Tunnels
from arena.referee.modules.terrain.cards import Terrain, TerrainDeck
from arena.referee.modules.towns import Towns
from arena.referee.modules.warehouses.stock import StoredCards, Warehouses
from arena.referee.results import Result, SeatResult
from arena.referee.rules import Rules
from arena.referee.rulesets import Ruleset
from arena.referee.table import Table

ENDS: Final = ("", "trains", "stalemate")
"""How games end, by the kernel's number."""
NO_PAST: Final = -1
"""Stands for the seat that imagined a game: its past is not known, so it has no record."""
RESULT: Final = (
    *("score", "routes", "tickets_won", "tickets_lost", "first", "second", "third", "fourth"),
    *("tickets_kept", "tickets_completed", "longest_path", "trains_left", "place"),
)
"""The numbers of a seat's result in the kernel; the bonuses in force take the middle ones."""
BONUSES: Final = RESULT.index("first")


@lru_cache(maxsize=64)
def kernel_rules(rules: Rules) -> _kernel.Rules:
    """The kernel's tables of these rules, made once; rules that it does not know are refused."""
    reason = unknown_part(rules)
    if reason is not None:
        raise _kernel.KernelError(reason)
    return _kernel.Rules(rules, tables_of(rules), objects_of(rules))


class KernelTable(_kernel.Table):
    """A game in the kernel: `legal`, `apply`, `clone` and `result` as those of `Game`.

    `count()`, `nth(n)` and `play(n)` spare the list: play the nth legal action without naming it.
    """

    __slots__ = ()

    def __new__(cls, ruleset: Ruleset | str, seats: int, seed: int | Chance) -> Self:
        """Deal a game as the referee does from this seed, or from a given chance."""
        rules = rules_named(ruleset)
        rules.check_seats(seats)
        chance = chance_of(seed)
        source = chance.seed if isinstance(chance, Seeded) else chance
        return super().__new__(cls, kernel_rules(rules), seats, source)

    @classmethod
    def from_game(cls, game: Game) -> Self:
        """The table of a game of the referee's, played or imagined."""
        if not isinstance(game, Game):
            raise _kernel.KernelError(f"a table is made from a game, not from {game!r:.60}")
        end = ENDS.index(game.result().end) if game.over else 0
        source = game.chance.seed if isinstance(game.chance, Seeded) else game.chance
        return cls.read(kernel_rules(game.rules), game, parts_of(game), end, source)

    @property
    def rules(self) -> Rules:
        """The referee's rules that the game is played by."""
        return self.tables.python

    def refusal(self, action: Action) -> str | None:
        """Why `action` is not legal now, in the referee's words; None if it is."""
        return None if self.is_legal(action) else self.to_game().refusal(action)

    def text(self, action: Action) -> str:
        """An action as records write it."""
        return action.text(self.rules.board)

    def parse(self, text: str) -> Action:
        """The action that has this text in records."""
        return self.rules.parse(text)

    def play_out(self, rng: Random) -> int:
        """Play random legal actions until the game is over; return how many it took."""
        return self.random_end(rng.getrandbits(64))

    def result(self) -> Result:
        """How the game came out."""
        seats = tuple(seat_result(self.rules, numbers) for numbers in self.results())
        return Result(ENDS[self.end], self.turns, seats)

    def finished(self, action: Action | None, seed: int) -> Result:
        """The result of a copy after an action, None for none, and random play from a seed."""
        end, turns, numbers = self.finish(action, seed)
        return Result(ENDS[end], turns, tuple(seat_result(self.rules, some) for some in numbers))

    def to_game(self) -> Game:
        """The game as the referee has it, to play on with; its past is not known."""
        return game_of(self)

    def _refuse(self, action: Action) -> None:
        """Raise the referee's refusal of an action that the kernel found not legal."""
        reason = self.to_game().refusal(action)
        raise IllegalAction(
            reason or "the kernel refuses what the referee allows: please report it"
        )


def parts_of(game: Game) -> tuple[Any, ...]:
    """What the modules keep of a game, in the kernel's order; None for those not in play."""
    extras, secrets = game.extras, game.secrets
    return (
        *(extras.get(Terrain), secrets.get(TerrainDeck), extras.get(Towns), extras.get(Alvin)),
        *(extras.get(Warehouses), secrets.get(StoredCards)),
        *(extras.get(Stations), extras.get(Tunnels)),
    )


@lru_cache(maxsize=64)
def names_of(rules: Rules) -> tuple[str, ...]:
    """The bonuses in force, in the order of results."""
    names: tuple[str, ...] = numbers_of(rules)["bonuses"]
    return names


def seat_result(rules: Rules, numbers: tuple[int, ...]) -> SeatResult:
    """The result of a seat from the kernel's numbers."""
    score, routes, won, lost = numbers[:BONUSES]
    kept, completed, path, trains, place = numbers[-5:]
    bonuses = dict(zip(names_of(rules), numbers[BONUSES:], strict=False))
    return SeatResult(
        score=score,
        routes=routes,
        tickets_won=won,
        tickets_lost=lost,
        bonuses=bonuses,
        tickets_kept=kept,
        tickets_completed=completed,
        longest_path=path,
        trains_left=trains,
        place=place,
    )


def game_of(table: KernelTable) -> Game:
    """The referee's game with the state of a table."""
    values: dict[str, Any] = table.values()
    seats = table.seats
    game = object.__new__(Game)
    Table.__init__(game, table.rules, seats)
    game.phase = table.phase
    game.over = table.over
    game.last_turns = None if values["last_turns"] < 0 else values["last_turns"]
    for name in ("seat", "turn", "turns", "taken", "passes", "last_pass", "last_route", "shuffles"):
        setattr(game, name, values[name])
    for name in ("row", "row_size", "discard", "deck_size", "ticket_deck_size"):
        setattr(game, name, values[name])
    for name in ("hands", "hand_sizes", "trains", "scores", "owned", "open_to", "ticket_counts"):
        setattr(game, name, values[name][:seats])
    game.deck = values["deck"][: game.deck_size]
    lay_tickets(game, values)
    lay_parts(game, values)
    quick = table.quick
    game.chance = chance_of(table.source) if quick is None else QuickChance(quick)
    game.sampled_by = NO_PAST
    game.log = (Ended(tuple(game.tickets), table.result()), None) if game.over else None
    return game


def lay_tickets(game: Game, values: dict[str, Any]) -> None:
    """Give a game its tickets."""
    first, ring = values["ticket_first"], values["ticket_deck"]
    game.ticket_deck = (ring[first:] + ring[:first])[: game.ticket_deck_size]
    held = list(zip(values["keeper"], values["kept"], strict=True))[: values["kept_size"]]
    game.tickets = [tuple(t for owner, t in held if owner == seat) for seat in range(game.seats)]
    sizes = zip(values["offers"], values["offer_sizes"], strict=True)
    game.offers = [tuple(offer[:size]) for offer, size in sizes][: game.seats]
    game.chosen = [
        tuple(t for at, t in enumerate(offer) if chosen >> at & 1)
        for offer, chosen in zip(game.offers, values["chosen"], strict=False)
    ]


def lay_parts(game: Game, values: dict[str, Any]) -> None:
    """Give a game what its modules keep."""
    game.secrets = {kind: new(game.seats) for kind, new in game.rules.secrets.items()}
    seats = game.seats
    if Terrain in game.extras:
        terrain = game.extras[Terrain]
        for name in ("row", "discard", "deck_size", "shuffles"):
            setattr(terrain, name, values[f"terrain_{name}"])
        terrain.cards = values["terrain_cards"][:seats]
        terrain.doubled = values["doubled"]
        game.secrets[TerrainDeck].cards = values["terrain_deck"][: terrain.deck_size]
    if Towns in game.extras:
        towns = game.extras[Towns]
        towns.owner = owners(values["piece_owner"])
        towns.left = values["pieces_left"][:seats]
        towns.start = [None if town < 0 else town for town in values["start"][:seats]]
        towns.reach = values["reach"][:seats]
    if Alvin in game.extras:
        alvin = game.extras[Alvin]
        alvin.town, alvin.caught = values["alvin_town"], bool(values["alvin_caught"])
        alvin.holder = None if values["alvin_holder"] < 0 else values["alvin_holder"]
    if Stations in game.extras:
        lay_europe(game, values)
    if Warehouses in game.extras:
        warehouses = game.extras[Warehouses]
        warehouses.owner = owners(values["depot_owner"])
        warehouses.reserve = values["reserve"][:seats]
        warehouses.sizes = values["stored_sizes"][:seats]
        warehouses.stored_turn, warehouses.stored_taken = (
            values["stored_turn"],
            values["stored_taken"],
        )
        stored = values["stored"][: values["stored_size"]]
        game.secrets[StoredCards].of = [
            [card & 15 for card in stored if card >> 4 == seat] for seat in range(seats)
        ]


def lay_europe(game: Game, values: dict[str, Any]) -> None:
    """Give a game its stations and tunnels, and the payment on the table."""
    stations, tunnels, seats = game.extras[Stations], game.extras[Tunnels], game.seats
    stations.owner = owners(values["station_owner"])
    stations.left = values["stations_left"][:seats]
    tunnels.turned = values["turned"]
    tunnels.given_up = values["given_up"][:seats]
    if values["laid"]:
        laid = values["laid_route"], values["laid_color"], values["laid_locomotives"]
        game.pending = PaymentLaid(game.seat, *laid, 1)


def owners(by_city: list[int]) -> dict[int, int]:
    """The owners of cities that have one."""
    return {city: owner for city, owner in enumerate(by_city) if owner >= 0}
