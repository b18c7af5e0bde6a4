"""Alvin the alien, a variant of Old West (V): capturing him, moving him, and his points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Final

from arena.referee.actions import CityAction
from arena.referee.drawing import Drawing, Mark
from arena.referee.events import Claimed, Event
from arena.referee.kinds import Kind
from arena.referee.module import Bonus, Module, Question, Sentence, Telling
from arena.referee.modules.towns import BuildCity, StartTown, towns_of, towns_on
from arena.referee.observed import Form, Observed
from arena.referee.phases import Phase
from arena.referee.table import Table
from arena.referee.turns import follow_answer
from arena.vocabulary import CityNumber, Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.game import Game
    from arena.referee.rules import Rules
    from arena.referee.scene import Scene

__all__ = ["Alvin", "MoveAlvin", "alvin_of"]

HOME: Final = "Roswell"
POINTS: Final = 10
"""What a capture is worth at once (V2, V3), and having him at the end (V4)."""


class AlvinPhase(Phase):
    """What is asked about Alvin."""

    ALVIN = "alvin"
    """Where to put him, after a capture."""


class Alvin:
    """Where Alvin stands, and which seat has him."""

    __slots__ = ("caught", "holder", "home", "town")

    def __init__(self, home: CityNumber) -> None:
        self.home = home
        """The town where he starts."""
        self.town = home
        self.holder: Seat | None = None
        """The seat that captured him last, if any did."""
        self.caught = False
        """Whether he was captured just now and has not been put down yet."""

    @classmethod
    def start(cls, board: Board, seats: int) -> Alvin:
        """Alvin at his home (V1)."""
        return cls(board.city(HOME))

    def clone(self) -> Alvin:
        """An independent copy."""
        other = Alvin(self.home)
        other.town = self.town
        other.holder = self.holder
        other.caught = self.caught
        return other


def alvin_of(table: Table) -> Alvin:
    """Alvin on a table whose ruleset has him."""
    alvin: Alvin = table.extras[Alvin]
    return alvin


class MoveAlvin(CityAction, frozen=True):
    """Put Alvin on one of the seat's own city pieces."""

    word: ClassVar[str] = "alvin"


class AlvinMoved(Event, frozen=True):
    """Alvin's new holder put him on a town."""

    seat: Seat
    city: CityNumber

    def change(self, table: Table) -> None:
        alvin = alvin_of(table)
        alvin.town = self.city
        alvin.caught = False


class MoveAlvinKind(Kind[MoveAlvin]):
    """Putting Alvin down after a capture."""

    action = MoveAlvin
    phases = (AlvinPhase.ALVIN,)
    disturbance = 90

    def refusal(self, table: Table, action: MoveAlvin) -> str | None:
        """Why Alvin can't be put there; None if he can."""
        towns = towns_of(table).pieces_of(table.seat)
        if type(action.city) is int and action.city in towns:
            return None
        names = " or ".join(table.board.cities[town].name for town in towns)
        return f"Alvin goes to one of the seat's own city pieces, {names} (V2)"

    def candidates(self, table: Table) -> Iterable[MoveAlvin]:
        """All of the seat's own city pieces."""
        return [MoveAlvin(town) for town in towns_of(table).pieces_of(table.seat)]

    def every(self, rules: Rules) -> Iterable[MoveAlvin]:
        """Every town of the board."""
        return map(MoveAlvin, towns_on(rules.board))

    def play(self, game: Game, action: MoveAlvin) -> None:
        """Put Alvin there."""
        game.emit(AlvinMoved(game.seat, action.city))

    def follow(self, game: Game, action: MoveAlvin) -> None:
        """Go on with the questions after a claim."""
        follow_answer(game)


def capture(table: Table, event: Claimed) -> None:
    """Capture Alvin, if another seat than his holder claims a route to his town (V2, V3)."""
    alvin = alvin_of(table)
    if alvin.holder != event.seat and alvin.town in table.board.routes[event.route].cities:
        alvin.holder = event.seat
        alvin.caught = True
        table.scores[event.seat] += POINTS


def is_caught(table: Table) -> bool:
    """Whether Alvin waits to be put down."""
    return alvin_of(table).caught


def keep_off(table: Table, action: StartTown | BuildCity) -> str | None:
    """Why no city piece can be placed at Alvin's home (V1); None anywhere else."""
    if action.city == table.extras[Alvin].home:  # asked of every free town: no call for it
        return f"no city piece is placed at {HOME} (V1)"
    return None


def holder_of(table: Table) -> int:
    """The seat that has Alvin; -1 if none has."""
    holder = alvin_of(table).holder
    return -1 if holder is None else holder


def bonus(game: Game) -> list[int]:
    """Points for having Alvin at the end (V4)."""
    holder = alvin_of(game).holder
    return [POINTS if seat == holder else 0 for seat in range(game.seats)]


def capture_in_words(event: Claimed, scene: Scene) -> str:
    """Words for a claim that captured Alvin; none for another claim."""
    return f" and captures Alvin for {POINTS} points" if is_caught(scene.table) else ""


def whereabouts(scene: Scene) -> list[str]:
    """Where Alvin is, and who has captured him."""
    alvin = alvin_of(scene.table)
    holder = "free" if alvin.holder is None else f"captured by {scene.who(alvin.holder)}"
    return [f"Alvin: on {scene.city(alvin.town)}, {holder}"]


def marks(table: Table) -> list[Mark]:
    """Alvin on his town."""
    alvin = alvin_of(table)
    title = "Alvin" if alvin.holder is None else f"Alvin, captured by seat {alvin.holder}"
    return [Mark(name="alvin", title=title, city=alvin.town)]


HEAD: Final = (
    '<g transform="translate(0,18)">'
    '<path class="skin" d="M0,8C-5,5 -8,1 -7,-4C-6,-9 6,-9 7,-4C8,1 5,5 0,8Z"/>'
    '<ellipse cx="-3" cy="-1" rx="1.7" ry="3" transform="rotate(-25 -3 -1)"/>'
    '<ellipse cx="3" cy="-1" rx="1.7" ry="3" transform="rotate(25 3 -1)"/></g>'
)
"""The head of an alien, below its town."""

MODULE: Final = Module(
    name="alvin",
    needs=("towns",),
    kinds=(MoveAlvinKind(),),
    events=(AlvinMoved,),
    phases=AlvinPhase,
    exports=(Alvin, MoveAlvin, alvin_of),
    state={Alvin: Alvin.start},
    room=lambda board: {"starting town": -1},
    restrictions={StartTown: keep_off, BuildCity: keep_off},
    on_claim=capture,
    after_claim=(Question(AlvinPhase.ALVIN, is_caught, rank=10),),
    bonuses={"alvin": Bonus(bonus, rule="V4")},
    observed=(
        Observed("alvin_town", Form.CITY, lambda table: alvin_of(table).town),
        Observed("alvin_holder", Form.SEAT, holder_of),
    ),
    telling=Telling(
        sentences={
            AlvinMoved: Sentence(lambda event, scene: f"puts Alvin on {scene.city(event.city)}")
        },
        claim_remark=capture_in_words,
        questions={AlvinPhase.ALVIN: "On which of your city pieces do you put Alvin?"},
        answers={MoveAlvin: lambda action, scene: f"put Alvin on {scene.city(action.city)}"},
        on_table=whereabouts,
    ),
    drawing=Drawing(
        symbols={"alvin": HEAD},
        style=".arena-board .skin{fill:#7ed957;stroke:#1c3d12;stroke-width:1.3}",
        of_table=marks,
    ),
)
