"""The kernel's longest path is the referee's, on networks that no game would come to."""

from random import Random

import pytest

from arena.kernel import _kernel
from arena.referee.longest_path import longest_path

NETWORKS = 400
"""Networks of each kind."""


@pytest.mark.parametrize(
    ("nodes", "edges", "longest"),
    [(4, 12, 6), (8, 14, 9), (12, 24, 1), (14, 14, 9), (20, 22, 200)],
    ids=["parallel", "dense", "alike", "loose", "long"],
)
def test_e3_random_networks_have_the_referees_longest_path(
    nodes: int, edges: int, longest: int
) -> None:
    rng = Random(nodes)
    for _ in range(NETWORKS):
        network = [
            (*rng.sample(range(nodes), 2), rng.randint(1, longest))
            for _ in range(rng.randint(1, edges))
        ]
        assert _kernel.longest_path(network) == longest_path(network), network


@pytest.mark.parametrize("rings", [1, 2, 3])
def test_e3_rings_that_share_a_city_are_run_through_one_after_the_other(rings: int) -> None:
    ring = [(0, 1, 2), (1, 2, 3), (2, 0, 4)]
    network = [
        (a and a + 2 * number, b and b + 2 * number, length)
        for number in range(rings)
        for a, b, length in ring
    ]
    assert _kernel.longest_path([*network, (0, 20, 5), (20, 21, 6)]) == 9 * rings + 11
