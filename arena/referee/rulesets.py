"""The rulesets by name: board, ticket deck, seats, trains, points and modules of each variant."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from arena.boards.board import MOST_TRAINS
from arena.boards.board_files import BoardFiles
from arena.boards.colors import LOCOMOTIVE
from arena.errors import ArenaError, unknown

LONGEST_PATH: Final = "longest_path"
GLOBETROTTER: Final = "globetrotter"
BONUSES: Final = (GLOBETROTTER, LONGEST_PATH)
"""The bonuses that a configuration can switch on or off."""


class RulesetError(ArenaError):
    """A ruleset that does not exist, or that can't be played as asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDeck:
    """Tickets dealt at the start from a deck of their own; those not dealt leave the game."""

    name: str
    """The word of its row in records."""
    tickets: str
    """The set of tickets on the board."""
    deal: int
    """How many of them each seat is dealt, before those of the usual deck."""
    most: int | None = None
    """How many of them a seat may keep at most; None for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One variant: a board, a ticket deck, the numbers of its rulebook and its modules."""

    name: str
    board: str | BoardFiles
    """A bundled board's name, the path of a board's folder, or the contents of a board's files."""
    deck: str | None
    """The set of tickets on that board; None for all of them."""
    fewest_seats: int = 2
    most_seats: int = 5
    trains: int = 45
    """Trains of a seat at the start (G3)."""
    deal: int = 3
    """Tickets dealt at the start; `keep` of them or more stay."""
    keep: int = 2
    first_decks: tuple[FirstDeck, ...] = ()
    """Further decks of which tickets are dealt at the start."""
    returned_leave: bool = False
    """Whether the tickets returned at the start leave the game, and don't go under the deck."""
    take: int = 3
    """Tickets taken later; one or more stay."""
    bonuses: frozenset[str] = frozenset()
    globetrotter: int = 15
    """What the Globetrotter bonus is worth, where it is in force."""
    mixes_returned: bool = False
    """Whether the tickets returned at the start are shuffled together before they go back (G5)."""
    cards: tuple[int, ...] = (12, 12, 12, 12, 12, 12, 12, 12, 14)
    """How many train cards of each colour there are, locomotives last (G2)."""
    first_hand: int = 4
    """Train cards dealt to each seat (G4)."""
    row: int = 5
    """Train cards that lie face up (G4)."""
    crowd: int = 3
    """Locomotives that clear a full row (T5)."""
    last_trains: int = 2
    """A turn that ends with this many trains or fewer calls the last round (E1)."""
    open_doubles: int = 4
    """With fewer seats, claiming one route of a connection closes the others (C5, O5)."""
    points: tuple[int, ...] = (0, 1, 2, 4, 7, 10, 15, 18, 21, 27)
    """What a route is worth, by its length (C6)."""
    modules: tuple[str, ...] = ()
    """The names of its expansions; their order does not matter."""

    def __post_init__(self) -> None:
        if not 1 <= self.trains <= MOST_TRAINS:
            raise RulesetError(f"a seat has 1 to {MOST_TRAINS} trains, not {self.trains}")
        if not 1 <= self.keep <= self.deal or self.take < 1:
            raise RulesetError("of the tickets dealt at least one is kept, and no more than dealt")
        if len(self.cards) != LOCOMOTIVE + 1 or min(self.cards) < 0:
            raise RulesetError(f"there are cards of {LOCOMOTIVE + 1} kinds, not {self.cards}")
        if not (self.first_hand >= 0 and self.row >= 1 and 1 <= self.crowd <= self.row):
            raise RulesetError("hands, rows and the locomotives that clear a row make no sense")

    def with_bonuses(self, bonuses: Iterable[str]) -> "Ruleset":
        """The same ruleset with exactly these bonuses in force."""
        try:
            chosen = frozenset(bonuses)
        except TypeError:
            raise RulesetError(f"bonuses are a list of names, not {bonuses!r}") from None
        for bonus in sorted(chosen.difference(BONUSES), key=str):
            raise RulesetError(unknown("bonus", bonus, BONUSES))
        return replace(self, bonuses=chosen)

    @property
    def most_first(self) -> int | None:
        """How many tickets of the first decks a seat may keep in all; None for all of them."""
        limits = [deck.most for deck in self.first_decks if deck.most is not None]
        return sum(limits) if limits and len(limits) == len(self.first_decks) else None

    def on_board(self, board: str | BoardFiles) -> "Ruleset":
        """The same ruleset on another board, with all of that board's tickets in one deck."""
        return replace(self, board=board, deck=None, first_decks=())

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that this ruleset does not allow (G1)."""
        if type(seats) is not int or not self.fewest_seats <= seats <= self.most_seats:
            raise RulesetError(
                f"{self.name} is for {self.fewest_seats} to {self.most_seats} seats,"
                f" not {seats} (G1)"
            )


EUROPE: Final = Ruleset(  # X1, X2
    name="europe",
    board="europe",
    deck="regular",
    first_decks=(FirstDeck(name="long", tickets="long", deal=1),),
    returned_leave=True,
    bonuses=frozenset({LONGEST_PATH}),
    modules=("europe",),
)
"""The board of Europe, of which there are variants by ticket deck."""

BASE: Final = (
    # U1
    Ruleset(name="usa2004", board="usa", deck="base2004", bonuses=frozenset({LONGEST_PATH})),
    # U2
    Ruleset(name="usa", board="usa", deck="classic_reprint", bonuses=frozenset({LONGEST_PATH})),
    # U3
    Ruleset(name="usa1910", board="usa", deck="usa1910", bonuses=frozenset({GLOBETROTTER})),
    # U4
    Ruleset(
        name="mega", board="usa", deck="mega", deal=5, keep=3, take=4, bonuses=frozenset(BONUSES)
    ),
    # U5
    Ruleset(name="bigcities", board="usa", deck="big_cities", deal=4, keep=2, take=4),
    # A1
    Ruleset(
        name="africa",
        board="africa",
        deck=None,
        deal=4,
        keep=2,
        take=4,
        bonuses=frozenset({GLOBETROTTER}),
        globetrotter=10,
        modules=("terrain",),
    ),
    # O1
    Ruleset(
        name="oldwest",
        board="oldwest",
        deck=None,
        most_seats=6,
        trains=40,
        deal=5,
        keep=3,
        take=4,
        bonuses=frozenset({GLOBETROTTER}),
        mixes_returned=True,
        modules=("towns",),
    ),
    # X9
    EUROPE,
    replace(EUROPE, name="europe1912", deck="regular1912"),
    replace(
        EUROPE,
        name="europemega",
        deck="mega",
        deal=5,
        keep=3,
        first_decks=(FirstDeck(name="long", tickets="mega_long", deal=2, most=1),),
    ),
    replace(EUROPE, name="europebigcities", deck="big_cities", deal=5, take=4, first_decks=()),
)
"""The rulesets without anything added to them."""

ADDITIONS: Final = {
    "alvin": frozenset({"oldwest"}),
    "warehouses": frozenset(ruleset.name for ruleset in BASE),
}
"""The modules that a name can add with `+`, and the rulesets that they can be added to."""

NAMES: Final = tuple(
    "+".join((ruleset.name, *added))
    for ruleset in BASE
    for number in range(len(ADDITIONS) + 1)
    for added in combinations(ADDITIONS, number)
    if all(ruleset.name in ADDITIONS[addition] for addition in added)
)
"""Every ruleset there is, additions in alphabetical order."""


def named(name: str) -> Ruleset:
    """The bundled ruleset of this name, put together from its parts."""
    base, *added = name.split("+")
    ruleset = next(ruleset for ruleset in BASE if ruleset.name == base)
    return replace(ruleset, name=name, modules=(*ruleset.modules, *added))


RULESETS: Final = {name: named(name) for name in NAMES}
"""All rulesets by name: the bundled ones, and those that were registered."""


def register_ruleset(ruleset: Ruleset) -> None:
    """Let a ruleset of the user's own be found by its name, in this process."""
    if ruleset.name in RULESETS:
        raise RulesetError(f"there is a ruleset {ruleset.name!r} already")
    RULESETS[ruleset.name] = ruleset


def find_ruleset(name: str) -> Ruleset:
    """The ruleset of this name, such as `usa` or `oldwest+alvin+warehouses`."""
    if name not in RULESETS:
        raise RulesetError(unknown("ruleset", name, RULESETS))
    return RULESETS[name]
