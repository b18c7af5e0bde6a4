"""Old West (O): starting towns, growing networks, city pieces, and who scores a route (O4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final, Self

from arena.boards.colors import LOCOMOTIVE
from arena.referee.actions import Action, CityAction, city_named, parse_payment, payment
from arena.referee.drawing import Drawing, Mark
from arena.referee.events import Claimed, Event, pay, teach_payment
from arena.referee.kinds import Kind, OnlyKind
from arena.referee.module import Limit, Module, Question, Sentence, SetUp, Telling
from arena.referee.observed import Form, Observed
from arena.referee.phases import Phase
from arena.referee.scene import payment_in_words
from arena.referee.table import Table
from arena.referee.turns import follow_answer, follow_set_up
from arena.vocabulary import Card, CityNumber, RouteMask, RouteNumber, Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.game import Game
    from arena.referee.rules import Rules
    from arena.referee.scene import Scene
    from arena.referee.view import SeatView

__all__ = ["BuildCity", "SkipCity", "StartTown", "Towns", "towns_of"]

PIECES: Final = 3
"""City pieces of a seat, the one on its starting town included (O1)."""
PRICE: Final = 2
"""Cards of one colour that a city piece costs after a claim (O3)."""


class TownsPhase(Phase):
    """What is asked about towns."""

    START = "start"
    """In which town to start."""
    CITY = "city"
    """Whether to put a city piece on an end of the route just claimed."""


class Towns:
    """The city pieces on the board, and what each seat's network reaches."""

    __slots__ = ("left", "owner", "reach", "start")

    def __init__(self, board: Board, seats: int) -> None:
        self.owner: dict[CityNumber, Seat] = {}
        """The seat whose piece stands on a town, by town."""
        self.left = [PIECES] * seats
        """For each seat, the pieces it has not placed."""
        self.start: list[CityNumber | None] = [None] * seats
        """For each seat, its starting town."""
        self.reach: list[RouteMask] = [0] * seats
        """For each seat, the mask of routes that touch its network."""

    def clone(self) -> Towns:
        """An independent copy."""
        other = object.__new__(Towns)
        other.owner = self.owner.copy()
        other.left = self.left[:]
        other.start = self.start[:]
        other.reach = self.reach[:]
        return other

    def pieces_of(self, seat: Seat) -> list[CityNumber]:
        """The towns that hold a piece of this seat, in the order of the board."""
        return sorted(town for town, owner in self.owner.items() if owner == seat)


def towns_of(table: Table) -> Towns:
    """The towns on a table whose ruleset has them."""
    towns: Towns = table.extras[Towns]
    return towns


class StartTown(CityAction, frozen=True):
    """Choose the starting town."""

    word: ClassVar[str] = "start"


class BuildCity(Action, frozen=True):
    """Put a city piece on an end of the route just claimed, for two cards of one colour."""

    word: ClassVar[str] = "city"
    city: CityNumber
    """The number of the city, an end of the route."""
    color: Card
    """The colour of the two cards; `LOCOMOTIVE` if both are locomotives."""
    locomotives: int
    """How many of the two are locomotives."""

    def text(self, board: Board) -> str:
        cards = payment(self.color, PRICE, self.locomotives)
        return f"city {board.cities[self.city].name} {cards}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        name, _, cards = text.rpartition(" ")
        city, paid = city_named(board, name), parse_payment(cards)
        if city is None or paid is None or paid[1] != PRICE:
            return None
        return cls(city, paid[0], paid[2])


class SkipCity(Action, frozen=True):
    """Put no city piece on an end of the route just claimed."""

    word: ClassVar[str] = "skip"


SKIP: Final = SkipCity()
PAIRS: Final = (
    *((color, locomotives) for color in range(LOCOMOTIVE) for locomotives in range(PRICE)),
    (LOCOMOTIVE, PRICE),
)
"""The ways to pay for a city piece: a colour, and how many of the cards are locomotives (O3)."""


class TownChosen(Event, frozen=True):
    """A seat put a city piece on its starting town."""

    seat: Seat
    city: CityNumber

    def change(self, table: Table) -> None:
        towns = towns_of(table)
        towns.start[self.seat] = self.city
        towns.reach[self.seat] = table.board.touching[self.city]
        place(towns, self.seat, self.city)


class CityBuilt(Event, frozen=True):
    """A seat paid for a city piece on an end of its new route."""

    seat: Seat
    city: CityNumber
    color: Card
    locomotives: int

    def change(self, table: Table) -> None:
        pay(table, self.seat, self.color, PRICE - self.locomotives)
        pay(table, self.seat, LOCOMOTIVE, self.locomotives)
        place(towns_of(table), self.seat, self.city)

    def teach(self, view: SeatView) -> None:
        teach_payment(view, self.seat, self.color, PRICE - self.locomotives)
        teach_payment(view, self.seat, LOCOMOTIVE, self.locomotives)


def place(towns: Towns, seat: Seat, city: CityNumber) -> None:
    """Put a piece of this seat on a town."""
    towns.owner[city] = seat
    towns.left[seat] -= 1


class StartTownKind(Kind[StartTown]):
    """Choosing the starting town (O1).

    Its options are the towns that are left, not tried one by one: with dozens of towns that took a
    twentieth of the time of a random game.
    """

    action = StartTown
    phases = (TownsPhase.START,)
    disturbance = 100

    def refusal(self, table: Table, action: StartTown) -> str | None:
        """Why a seat can't start there; None if it can."""
        return not_free(table, action.city)

    def options(self, table: Table) -> Sequence[StartTown]:
        """All towns that a seat can start in."""
        owner = towns_of(table).owner
        return [StartTown(city) for city in towns_on(table.board) if city not in owner]

    def every(self, rules: Rules) -> Iterable[StartTown]:
        """Every town of the board."""
        return map(StartTown, towns_on(rules.board))

    def play(self, game: Game, action: StartTown) -> None:
        """Put the first city piece there."""
        game.emit(TownChosen(game.seat, action.city))

    def follow(self, game: Game, action: StartTown) -> None:
        """Go on with setting up."""
        follow_set_up(game)


class BuildCityKind(Kind[BuildCity]):
    """Putting a city piece on an end of the route just claimed (O3).

    Its options are listed by the free ends and the pairs in hand, not tried one by one: whether
    there is any is asked after every claim.
    """

    action = BuildCity
    phases = (TownsPhase.CITY,)
    disturbance = 130

    def refusal(self, table: Table, action: BuildCity) -> str | None:
        """Why this city piece can't be built; None if it can."""
        towns, board = towns_of(table), table.board
        reason = not_free(table, action.city)
        if reason is not None:
            return reason
        if action.city not in board.routes[table.last_route].cities:
            name = board.cities[action.city].name
            return f"{name} is no end of the route just claimed (O3)"
        if not towns.left[table.seat]:
            return f"all {PIECES} city pieces are placed (O3)"
        paid = (action.color, action.locomotives)
        if not all(type(number) is int for number in paid) or paid not in payable(table):
            return "a city piece costs two cards of one colour that the seat holds (O3)"
        return None

    def options(self, table: Table) -> Sequence[BuildCity]:
        """All ways to put a city piece on an end of the route just claimed."""
        towns = towns_of(table)
        if not towns.left[table.seat]:
            return ()
        ends = table.board.routes[table.last_route].cities
        pairs = payable(table)
        free = [city for city in ends if city not in towns.owner and city in towns_on(table.board)]
        return [BuildCity(city, *pair) for city in free for pair in pairs]

    def every(self, rules: Rules) -> Iterable[BuildCity]:
        """Every town of the board, with every way to pay."""
        return (BuildCity(city, *pair) for city in towns_on(rules.board) for pair in PAIRS)

    def play(self, game: Game, action: BuildCity) -> None:
        """Pay for the city piece and place it."""
        game.emit(CityBuilt(game.seat, action.city, action.color, action.locomotives))

    def follow(self, game: Game, action: BuildCity) -> None:
        """Go on with the questions after a claim."""
        follow_answer(game)


class SkipCityKind(OnlyKind[SkipCity]):
    """Putting no city piece on the route just claimed, which is always legal."""

    action = SkipCity
    only = SKIP
    phases = (TownsPhase.CITY,)
    disturbance = 10

    def follow(self, game: Game, action: SkipCity) -> None:
        """Go on with the questions after a claim."""
        follow_answer(game)


def not_free(table: Table, city: CityNumber) -> str | None:
    """Why a town can't take a city piece; None if it can."""
    cities = table.board.cities
    if type(city) is not int or not 0 <= city < len(cities):
        return f"there is no city {city!r} on the board {table.board.name}"
    if city not in towns_on(table.board):
        return f"{cities[city].name} is a {cities[city].kind}, no town (O1)"
    owner = towns_of(table).owner.get(city)
    if owner is not None:
        return f"{cities[city].name} holds a city piece of seat {owner} (O1, O3)"
    return None


@cache
def towns_on(board: Board) -> tuple[CityNumber, ...]:
    """The cities of a board that can hold a piece."""
    return tuple(CityNumber(n) for n, city in enumerate(board.cities) if city.kind == "city")


def payable(table: Table) -> list[tuple[Card, int]]:
    """The ways in which the asked seat can pay for a city piece."""
    hand = table.hands[table.seat]
    return [
        (color, locomotives)
        for color, locomotives in PAIRS
        if hand[color] >= PRICE - locomotives and hand[LOCOMOTIVE] >= locomotives
    ]


def in_network(table: Table, seat: Seat) -> RouteMask:
    """The routes that touch a seat's network (O2)."""
    return towns_of(table).reach[seat]


def scorers(table: Table, route: RouteNumber) -> tuple[Seat, ...]:
    """Who scores a route: the owners of city pieces at its ends, else its claimer (O4)."""
    owner = towns_of(table).owner
    owners = tuple(owner[city] for city in table.board.routes[route].cities if city in owner)
    return owners or (table.seat,)


def extend(table: Table, event: Claimed) -> None:
    """A claimed route extends its seat's network."""
    towns, touching = towns_of(table), table.board.touching
    city_a, city_b = table.board.routes[event.route].cities
    towns.reach[event.seat] |= touching[city_a] | touching[city_b]


def may_build(table: Table) -> bool:
    """Whether a city piece could be put on an end of the route just claimed."""
    return bool(table.rules.asked[TownsPhase.CITY][BuildCity].options(table))


def building_in_words(event: CityBuilt, scene: Scene) -> str:
    """Words for a city piece that was put down, with the cards it cost."""
    paid = payment_in_words(event.color, PRICE, event.locomotives)
    return f"puts a city piece on {scene.city(event.city)} for {paid}"


def offer_in_words(action: BuildCity, scene: Scene) -> str:
    """Words that offer a person to put down a city piece."""
    paid = payment_in_words(action.color, PRICE, action.locomotives)
    return f"put a city piece on {scene.city(action.city)} for {paid}"


def pieces(scene: Scene, seat: Seat) -> list[str]:
    """The city pieces of a seat."""
    towns = towns_of(scene.table)
    return [f"city pieces: {scene.cities_of(towns.owner, seat)}; {towns.left[seat]} left"]


def marks(table: Table) -> Iterator[Mark]:
    """The city pieces on the board."""
    towns = towns_of(table)
    for city, seat in sorted(towns.owner.items()):
        what = "starting town" if towns.start[seat] == city else "city piece"
        yield Mark(name="city-piece", title=f"{what} of seat {seat}", city=city, seat=seat)


DISC: Final = '<circle class="piece" r="9"/><path class="number" d="M0,0"/>'

MODULE: Final = Module(
    name="towns",
    kinds=(StartTownKind(), BuildCityKind(), SkipCityKind()),
    events=(TownChosen, CityBuilt),
    phases=TownsPhase,
    exports=(BuildCity, SkipCity, StartTown, Towns, towns_of),
    state={Towns: Towns},
    set_up=(SetUp(TownsPhase.START, rank=10, backwards=True),),
    room=lambda board: {"starting town": len(towns_on(board))},
    limits=(
        Limit(
            in_network,
            "touches neither the starting town nor a town that the seat's routes reach (O2)",
        ),
    ),
    scorers=scorers,
    on_claim=extend,
    after_claim=(Question(TownsPhase.CITY, may_build, rank=20, secretly=True),),
    observed=(
        Observed("piece_owner", Form.OWNERS, lambda table: towns_of(table).owner),
        Observed("pieces_left", Form.SEATS, lambda table: towns_of(table).left),
        Observed("reach", Form.SEAT_ROUTES, lambda table: towns_of(table).reach),
    ),
    telling=Telling(
        sentences={
            TownChosen: Sentence(lambda event, scene: f"starts in {scene.city(event.city)}"),
            CityBuilt: Sentence(building_in_words),
        },
        declined={TownsPhase.CITY: "puts down no city piece"},
        accepted=(CityBuilt,),
        questions={
            TownsPhase.START: "In which town do you start?",
            TownsPhase.CITY: "Do you put a city piece on an end of the route?",
        },
        answers={
            StartTown: lambda action, scene: f"start in {scene.city(action.city)}",
            BuildCity: offer_in_words,
            SkipCity: lambda action, scene: "put down no city piece",
        },
        of_seat=pieces,
    ),
    drawing=Drawing(symbols={"city-piece": DISC}, of_table=marks),
)
