"""Actions by number: every legal action has one of its own, and the numbers last."""

from hashlib import blake2b
from random import Random

import pytest

from arena.errors import ArenaError
from arena.planning.arrays import layout_of, mask, numbering_of
from arena.referee.actions import Keep
from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.modules.terrain import DoubledClaim
from arena.referee.modules.warehouses import Store
from arena.referee.rulesets import RULESETS, find_ruleset
from tests.properties.games import states
from tests.properties.tables import at_each_table, with_each_ruleset

pytestmark = pytest.mark.usefixtures("with_toy")

STATES = 4
LASTING = {
    "usa2004": "cb24e38f0ce6",
    "usa2004+warehouses": "a19204da9496",
    "usa": "cb24e38f0ce6",
    "usa+warehouses": "a19204da9496",
    "usa1910": "a535c5d0d2d0",
    "usa1910+warehouses": "2cc814029b9f",
    "mega": "04c703a7002b",
    "mega+warehouses": "2ee111ab6105",
    "bigcities": "c16b3199d74d",
    "bigcities+warehouses": "31c87aa82821",
    "africa": "f8295115ccb6",
    "africa+warehouses": "6b81d5042f93",
    "oldwest": "848bb2935039",
    "oldwest+alvin": "71eef2fbf529",
    "oldwest+warehouses": "7e0aeb352c14",
    "europe": "ea38b45c6ec8",
    "europe+warehouses": "c7a1390a9acc",
    "europe1912": "9192ce945d95",
    "europe1912+warehouses": "456af2e03fbe",
    "europemega": "b53d00d3d2f2",
    "europemega+warehouses": "65ffc155a98d",
    "europebigcities": "7dc9cfe1dfca",
    "europebigcities+warehouses": "f4619e911568",
    "oldwest+alvin+warehouses": "7cbf45f716f1",
}
"""By ruleset: what its actions by number, and the layouts of its observations, come to.

Whoever changes one of them raises `arena.rl.VERSION`: trained nets rely on every number.
"""


@at_each_table
def test_every_legal_action_has_a_number_that_means_it(ruleset: str, seats: int) -> None:
    for game, _ in states(ruleset, seats, STATES):
        view, legal = game.view(game.seat), game.legal()
        numbering = numbering_of(game.rules)
        numbers = [numbering.index_of(action, view) for action in legal]
        assert [numbering.action_of(number, view) for number in numbers] == legal
        assert sorted(numbers) == mask(view).nonzero()[0].tolist()


@at_each_table
def test_a_number_that_is_not_legal_means_no_legal_action(ruleset: str, seats: int) -> None:
    for game, rng in states(ruleset, seats, STATES):
        view = game.view(game.seat)
        numbering, legal = numbering_of(game.rules), mask(view)
        numbers = [n for n in range(len(numbering)) if not legal[n]]
        for number in rng.sample(numbers, 40):
            assert not game.is_legal(numbering.action_of(number, view))


@with_each_ruleset
def test_no_two_numbers_stand_for_one_action(ruleset: str) -> None:
    numbering = numbering_of(rules_of(find_ruleset(ruleset)))
    assert len(set(numbering.actions)) == len(numbering)
    assert len({numbering.text(number) for number in range(len(numbering))}) == len(numbering)


def test_a_ruleset_with_additions_goes_on_where_the_plain_one_ends() -> None:
    plain, added = (numbering_of(rules_of(find_ruleset(n))) for n in ("usa", "usa+warehouses"))
    assert added.actions[: len(plain)] == plain.actions


def test_g5_tickets_are_kept_by_their_places() -> None:
    game = Game("usa", 2, 3)
    first, second, third = game.offers[0]
    numbering = numbering_of(game.rules)
    number = numbering.index_of(Keep((first, third)), game)
    assert numbering.text(number) == "keep 0 2"
    assert numbering.action_of(number, game) == Keep((first, third))
    assert numbering.index_of(Keep((first, second)), game) != number


def test_w2_seats_are_counted_from_the_one_that_is_asked() -> None:
    game = Game("usa+warehouses", 3, 3)
    numbering = numbering_of(game.rules)
    own = numbering.index_of(Store(game.seat), game)
    assert numbering.text(own) == "store 0"
    game.seat = 2
    assert numbering.action_of(own, game) == Store(2)
    assert numbering.action_of(own + 1, game) == Store(0)


def test_a7_a_tie_is_one_number_however_many_locomotives_it_takes() -> None:
    game = Game("africa", 2, 3)
    terrain = next(part for kind, part in game.extras.items() if kind.__name__ == "Terrain")
    numbering = numbering_of(game.rules)
    route = game.board.lengths.index(2)
    kind = rules_terrain(game, route)
    numbers = set()
    for ahead in (4, 5):
        terrain.cards[0][kind], terrain.cards[1][kind] = 0, ahead
        way = next(way for way in game.rules.payments.ways[route])
        claim = DoubledClaim(way.route, way.color, way.locomotives, 0, ahead)
        number = numbering.index_of(claim, game)
        assert numbering.action_of(number, game) == claim
        numbers.add(number)
    assert len(numbers) == 1


def rules_terrain(game: Game, route: int) -> int:
    """The terrain of a route."""
    from arena.referee.modules.terrain.doubling import doublings

    return doublings(game.board)[route][0]


def test_a_number_that_there_is_not_is_refused() -> None:
    game = Game("usa", 2, 1)
    for number in (-1, len(numbering_of(game.rules))):
        with pytest.raises(ArenaError, match="actions have the numbers 0 to 1078"):
            numbering_of(game.rules).action_of(number, game)


@pytest.mark.parametrize("ruleset", LASTING)
def test_numbers_and_layouts_are_those_of_this_version(ruleset: str) -> None:
    assert digest(ruleset) == LASTING[ruleset]


def digest(ruleset: str) -> str:
    """What the actions and the layouts of a ruleset come to."""
    rules = rules_of(RULESETS[ruleset])
    numbering = numbering_of(rules)
    words = [numbering.text(number) for number in range(len(numbering))]
    for seats in range(rules.ruleset.fewest_seats, rules.ruleset.most_seats + 1):
        words += [
            f"{part.name} {part.form.value} {part.start} {part.shape}"
            for part in layout_of(rules, seats).parts.values()
        ]
    return blake2b("\n".join(words).encode(), digest_size=6).hexdigest()


def test_random_play_meets_every_kind_of_action() -> None:
    game, rng, met = Game("oldwest+alvin+warehouses", 4, 5), Random(5), set()
    while not game.over:
        view = game.view(game.seat)
        number = rng.choice(mask(view).nonzero()[0].tolist())
        action = numbering_of(game.rules).action_of(number, view)
        met.add(type(action))
        game.apply(action)
    assert len(met) >= 10
