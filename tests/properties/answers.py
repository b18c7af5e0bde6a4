"""Answers to try at a question: legal ones, plausible ones and nonsense, each with its text."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from msgspec.structs import replace

from arena.referee.actions import Action, Claim, Keep, Pass, Take, TakeTickets
from arena.referee.game import Game
from tests.properties.games import games, steps

Answers = dict[str, Any]
"""Answers by how Python writes them: `Take(card=1.0)` is not `Take(card=1)`, though they equal."""

NOTHINGS = (None, "take R", "", 0, 7, True, 1.5, (), [], {}, object(), Action, Take, Claim)
WRONG_FIELDS = (
    None, True, False, 0, 1, 2, -1, -2, -(10**30), 10**30, 1.0, 0.5, float("nan"), float("inf"),
    "", "R", "1", b"1", (), (0,), (True,), (0.0,), (-1,), ((),), ([],), [], [3], {}, {1: 2}, {1},
)  # fmt: skip


def by_text(answers: Iterable[Any]) -> Answers:
    """These answers, each once."""
    return {repr(answer): answer for answer in answers}


@cache
def actions_anywhere(ruleset: str, seats: int) -> Answers:
    """Every claim and take on this board, and what else was legal at some state of its games."""
    lengths = Game(ruleset, seats, 0).board.lengths
    return by_text([*every_claim(lengths), *others(), *legal_somewhere(ruleset, seats)])


def every_claim(lengths: tuple[int, ...]) -> Iterator[Claim]:
    """Every route with every colour and number of locomotives, also such as fit no route."""
    for route, length in enumerate(lengths):
        for color in range(-1, 11):
            for locomotives in range(-1, length + 2):
                yield Claim(route, color, locomotives)
    for route in (-1, -len(lengths), len(lengths), 10**30):
        yield from (Claim(route, color, 1) for color in range(9))


def others() -> Iterator[Action]:
    """Every take, also of cards that there are not, and the actions with nothing to choose."""
    yield from (Take(card) for card in (*range(-3, 12), 10**30, -(10**30)))
    yield from (TakeTickets(), Pass())


@cache
def legal_somewhere(ruleset: str, seats: int) -> tuple[Action, ...]:
    """What was legal at some states of a few games: actions of all modules are among them."""
    found: dict[str, Action] = {}
    for game, policy, rng in games(ruleset, seats, 1):
        for state in steps(game, policy, rng):
            legal = state.legal()
            found.update((repr(action), action) for action in rng.sample(legal, min(3, len(legal))))
    return tuple(found.values())


def keeps(game: Game) -> Iterator[Keep]:
    """Every choice among the tickets dealt to anybody, in every order, and tickets not dealt."""
    for dealt in {*game.offers, tuple(game.ticket_deck[:3]), game.tickets[game.seat][:3]}:
        for number in range(len(dealt) + 1):
            yield from map(Keep, permutations(dealt, number))
        yield from (Keep((*dealt, *dealt[:1])), Keep(dealt[:1] * 2))
        yield from (Keep((*dealt[:2], foreign)) for foreign in (-1, 0, 1, 10**30))


def nonsense(game: Game, rng: Random) -> Answers:
    """What is no action, and actions with fields of a wrong type or beyond all bounds.

    Legal actions are spoilt most of all: an answer that is right but for its type is the hardest.
    """
    ruleset = game.rules.ruleset.name
    known = by_kind([*game.legal(), *rng.sample(legal_somewhere(ruleset, game.seats), 60)])
    few = [action for actions in known.values() for action in actions[:4]]
    odd = (Claim([1], {}, None), Claim(True, 0, 0), Take(1.0), Keep([3]), Keep((3, 3)), Keep(None))
    return by_text([*NOTHINGS, *odd, *(wrong for action in few for wrong in spoilt(action))])


def by_kind(actions: Iterable[Action]) -> dict[type[Action], list[Action]]:
    """Actions, by what they do."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    return kinds


def spoilt(action: Action) -> Iterator[Action]:
    """An action with something else in each of its fields."""
    for field in action.__struct_fields__:
        value = getattr(action, field)
        items = value if isinstance(value, tuple) else (value,)
        same = (float(item) if type(item) is int else item for item in items)
        twins = (list(items), tuple(same), *map(float, items[:1]), *map(bool, items[:1]))
        for wrong in (*WRONG_FIELDS, *twins):
            yield replace(action, **{field: wrong})
