"""How well tickets go with routes."""

import pytest

from arena.planning.guessing import fit
from tests.arrange import arrange, begin

DENVER_EL_PASO = 25
DENVER_SANTA_FE = 38
EL_PASO_SANTA_FE = 49
DALLAS_EL_PASO = 24


@pytest.mark.parametrize(
    ("routes", "expected"),
    [
        ([], 0.0),
        ([DALLAS_EL_PASO], 0.5),
        ([DENVER_SANTA_FE], 0.5),
        ([DENVER_SANTA_FE, DALLAS_EL_PASO], 1.0),
        ([DENVER_SANTA_FE, EL_PASO_SANTA_FE], 2.0),
    ],
)
def test_a_ticket_fits_the_more_of_it_is_built(routes: list[int], expected: float) -> None:
    game = arrange(begin(), tickets=[[], [DENVER_EL_PASO]], routes=[[], routes])
    assert fit(game, 1) == expected


def test_it_is_the_mean_of_all_tickets() -> None:
    routes = [DENVER_SANTA_FE, EL_PASO_SANTA_FE]
    game = arrange(begin(), tickets=[[], [DENVER_EL_PASO, 0]], routes=[[], routes])
    assert 1.0 <= fit(game, 1) < 2.0
