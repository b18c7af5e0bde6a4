"""The tables of a ruleset as the kernel reads them, all taken from the referee's own rules."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from arena.boards.colors import GRAY, LOCOMOTIVE
from arena.referee.actions import BLIND, Claim, Keep, Pass, Take, TakeTickets
from arena.referee.claiming import CLAIM
from arena.referee.modules import BASIC, alvin, europe, rules_of, terrain, towns, warehouses
from arena.referee.modules.alvin import MoveAlvin
from arena.referee.modules.europe.actions import (
    GIVE_UP,
    PRICES,
    STATIONS,
    BuildStation,
    GiveUpTunnel,
    PaySurcharge,
    stations_for,
)
from arena.referee.modules.europe.tunnels import tunnels_on
from arena.referee.modules.terrain.actions import TAKES as TERRAIN_TAKES, DoubledClaim, TakeTerrain
from arena.referee.modules.terrain.cards import LETTERS as TERRAINS, TERRAIN_OF
from arena.referee.modules.terrain.doubling import doubled_payments, doublings
from arena.referee.modules.towns import SKIP, BuildCity, SkipCity, StartTown
from arena.referee.modules.warehouses.actions import (
    END_TURN,
    STORES,
    Collect,
    EndTurn,
    PlaceDepot,
    Store,
)
from arena.referee.rules import Rules
from arena.referee.rulesets import GLOBETROTTER, LONGEST_PATH, Ruleset, find_ruleset
from arena.referee.taking import TAKES
from arena.referee.tickets import TAKE_TICKETS
from arena.referee.turns import PASS
from arena.vocabulary import CityNumber

ADDED: Final = tuple(module.MODULE for module in (alvin, europe, terrain, towns, warehouses))
KNOWN: Final = (*BASIC, *ADDED)
"""The modules that the kernel plays."""
CLASSES: Final = (
    *(Take, Claim, TakeTickets, Keep, Pass, TakeTerrain, DoubledClaim, StartTown, BuildCity),
    *(SkipCity, MoveAlvin, PlaceDepot, Store, Collect, EndTurn),
    *(PaySurcharge, GiveUpTunnel, BuildStation),
)
"""The actions that the kernel knows."""
PLAIN: Final = (TAKE_TICKETS, PASS, SKIP, END_TURN, GIVE_UP)
"""Those that leave nothing to choose."""
MOST_OFFERED: Final = 8
"""The most tickets that the kernel offers a seat at once."""
LONG: Final = "long"
"""The one deck beside the usual one that the kernel deals first tickets from."""

Tables = dict[str, Any]


@cache
def rules_named(ruleset: Ruleset | str) -> Rules:
    """The referee's rules of a ruleset, or of the one that has this name."""
    return rules_of(ruleset if isinstance(ruleset, Ruleset) else find_ruleset(ruleset))


def unknown_part(rules: Rules) -> str | None:
    """What the kernel does not know of these rules, in a sentence; None if it knows all."""
    ruleset = rules.ruleset
    for module in rules.modules:
        if module not in KNOWN:
            return f"the kernel does not know the module {module.name}"
    if rules.kinds[Claim].core is not CLAIM:
        return "the kernel knows other claims than those of these rules"
    if [deck.name for deck in ruleset.first_decks] not in ([], [LONG]):
        return f"the kernel knows one deck of first tickets at most, which is called {LONG}"
    return None


def tables_of(rules: Rules) -> Tables:
    """All numbers of a ruleset."""
    return {**routes_of(rules), **tickets_of(rules), **numbers_of(rules), **modules_of(rules)}


def routes_of(rules: Rules) -> Tables:
    """The routes of the board, and where they lead."""
    board = rules.board
    prices = doublings(board) if has(rules, "terrain") else [(0, 0)] * len(board.routes)
    return {
        "cities": len(board.cities),
        "nodes": board.node_count,
        "lengths": board.lengths,
        "colors": board.colors,
        "ferries": board.ferries,
        "points": rules.points,
        "prices": [price for _, price in prices],
        "ends": [int(city) for route in board.routes for city in route.cities],
        "end_nodes": [int(node) for ends in board.ends for node in ends],
        "connection": board.connection,
        "touching": board.touching,
        "up_to": board.up_to,
        "town": [int(city.kind == "city") for city in board.cities],
    }


def tickets_of(rules: Rules) -> Tables:
    """The tickets of the board, and those of the decks."""
    tickets = rules.board.tickets
    return {
        "ticket_points": [ticket.points for ticket in tickets],
        "places": tuple(tuple(map(int, nodes)) for ticket in tickets for nodes in ticket.ends),
        "deck": rules.deck,
        "long_deck": rules.first_decks.get(LONG, ()),
    }


def numbers_of(rules: Rules) -> Tables:
    """The numbers of the rulebook."""
    ruleset = rules.ruleset
    names = (
        *("first_hand", "row", "crowd", "last_trains", "open_doubles", "trains", "deal", "keep"),
        *("take", "globetrotter", "fewest_seats", "most_seats"),
    )
    first = ruleset.first_decks[0] if ruleset.first_decks else None
    most = None if first is None else first.most
    basic = [name for name in (LONGEST_PATH, GLOBETROTTER) if name in ruleset.bonuses]
    return {
        **{name: getattr(ruleset, name) for name in names},
        "cards": ruleset.cards,
        "mixes_returned": int(ruleset.mixes_returned),
        "returned_leave": int(ruleset.returned_leave),
        "long_deal": 0 if first is None else first.deal,
        "long_most": MOST_OFFERED if most is None else min(most, MOST_OFFERED),
        "bonuses": (*basic, *rules.bonuses),
    }


def modules_of(rules: Rules) -> Tables:
    """The modules in play, which kinds of action answer which question, and setting up."""
    asked = {str(phase): kinds for phase, kinds in rules.asked.items()}
    home = rules.board.city(alvin.HOME) if has(rules, "alvin") else 0
    return {
        **{name: int(has(rules, name)) for name in [module.name for module in ADDED]},
        "tunnels": tunnels_on(rules.board) if has(rules, "europe") else 0,
        "alvin_home": int(home),
        "terrain_of": [TERRAIN_OF.get(color, 0) for color in range(GRAY + 1)],
        "asked": {word: tuple(kind.__name__ for kind in kinds) for word, kinds in asked.items()},
        "set_up": tuple((str(step.phase), step.backwards) for step in rules.set_up),
    }


def has(rules: Rules, module: str) -> bool:
    """Whether a module is in play."""
    return any(part.name == module for part in rules.modules)


def objects_of(rules: Rules) -> dict[str, Any]:
    """The referee's objects that the kernel gives and takes: phases, classes and actions."""
    cities = [CityNumber(number) for number in range(len(rules.board.cities))]
    in_play = [action for action in CLASSES if action in rules.kinds]
    return {
        "phases": rules.phases,
        "classes": {action.__name__: action for action in in_play},
        "plain": {type(action).__name__: action for action in PLAIN},
        "by_what": {
            "Take": tuple(TAKES[card] for card in (*range(LOCOMOTIVE + 1), BLIND)),
            "TakeTerrain": tuple(TERRAIN_TAKES[kind] for kind in (*range(len(TERRAINS)), BLIND)),
            "StartTown": tuple(StartTown(city) for city in cities),
            "MoveAlvin": tuple(MoveAlvin(city) for city in cities),
            "PlaceDepot": tuple(PlaceDepot(city) for city in cities),
            "Store": STORES,
        },
        "claims": tuple(claim for ways in rules.payments.ways for claim in ways),
        "stations": stations_of(rules),
        "doubled": lambda extra: doubled_claims(rules, extra),
    }


def stations_of(rules: Rules) -> tuple[tuple[BuildStation, ...], ...]:
    """All stations that can be built, by the way to pay for them and by the city."""
    if not has(rules, "europe"):
        return ()
    return tuple(
        stations_for(rules.board, color, price, locomotives)
        for price in range(1, STATIONS + 1)
        for color, locomotives in PRICES[price]
    )


def doubled_claims(rules: Rules, extra: int) -> tuple[DoubledClaim | None, ...]:
    """The doubled claims with this many locomotives as terrain, None where none can be."""
    doubled = doubled_payments(rules, extra).ways
    return tuple(
        claim
        for ways, plain in zip(doubled, rules.payments.ways, strict=True)
        for claim in (ways or [None] * len(plain))
    )
