"""What `arena.bot` gives authors beside the protocol."""

import pytest

from arena.bot import (
    BLIND,
    LOCOMOTIVE,
    RED,
    WHITE,
    Action,
    BuildCity,
    Claim,
    Collect,
    DoubledClaim,
    Game,
    MoveAlvin,
    Pass,
    PlaceDepot,
    SkipCity,
    StartTown,
    Take,
    TakeTickets,
    best_place,
    claims_among,
)
from tests.arrange import begin


def test_claims_are_found_among_all_actions_doubled_or_not() -> None:
    plain, doubled = Claim(3, RED, 0), DoubledClaim(4, RED, 0, 2, 0)
    legal: list[Action] = [Take(BLIND), plain, TakeTickets(), doubled, Pass()]
    assert claims_among(legal) == [plain, doubled]


@pytest.mark.parametrize("kind", [StartTown, PlaceDepot, MoveAlvin])
def test_a_place_is_where_a_city_is_worth_most(
    kind: type[StartTown | PlaceDepot | MoveAlvin],
) -> None:
    legal = [kind(5), kind(6), kind(7)]
    assert best_place(begin().view(0), legal, {5: 1, 6: 3}) == kind(6)


def test_a_city_is_built_where_it_is_worth_most() -> None:
    legal = [SkipCity(), BuildCity(5, RED, 0), BuildCity(6, RED, 1)]
    assert best_place(Game("oldwest", 2, 1).view(0), legal, {5: 1, 6: 3}) == BuildCity(6, RED, 1)


def test_a_city_is_built_even_where_it_is_worth_nothing() -> None:
    legal = [SkipCity(), BuildCity(5, RED, 0), BuildCity(5, LOCOMOTIVE, 1)]
    assert best_place(Game("oldwest", 2, 1).view(0), legal, {}) == BuildCity(5, RED, 0)


def test_a_city_is_built_without_locomotives_and_then_with_the_cards_held_most() -> None:
    view = begin("R W W W").view(0)
    with_locomotives = BuildCity(5, LOCOMOTIVE, 2)
    assert view.hand[WHITE] > view.hand[RED]
    legal = [with_locomotives, BuildCity(5, RED, 0), BuildCity(5, WHITE, 0)]
    assert best_place(view, legal, {5: 1}) == BuildCity(5, WHITE, 0)


def test_cards_are_collected_from_all_warehouses() -> None:
    legal = [Collect(()), Collect((0,)), Collect((0, 1)), Collect((1,))]
    view = Game("usa+warehouses", 2, 1).view(0)
    assert best_place(view, legal, {}) == Collect((0, 1))
