"""Ways over small maps, and the networks that join several places."""

from math import inf

import pytest

from arena.boards import load_board
from arena.planning.ways import Networks, Steps, cheapest, costs_from, steps_of

Lines = list[tuple[int, int, float]]


def small_map(lines: Lines) -> tuple[Steps, list[float]]:
    """The steps and costs of a map of numbered nodes and lines between them."""
    steps: Steps = [[] for _ in range(1 + max(max(a, b) for a, b, _ in lines))]
    for number, (node_a, node_b, _) in enumerate(lines):
        steps[node_a].append((node_b, number))
        steps[node_b].append((node_a, number))
    return steps, [cost for _, _, cost in lines]


TRIANGLE: Lines = [(0, 1, 2.0), (1, 2, 2.0), (0, 2, 3.0)]


def test_the_cheapest_way_goes_round_what_costs_more() -> None:
    steps, costs = small_map([(0, 1, 2.0), (1, 2, 2.0), (0, 2, 5.0)])
    assert cheapest(steps, costs, (0,), (2,)) == (4.0, [1, 0])


def test_the_way_to_where_one_is_costs_nothing() -> None:
    steps, costs = small_map(TRIANGLE)
    assert cheapest(steps, costs, (1,), (0, 1)) == (0.0, [])


def test_there_is_no_way_over_what_cannot_be_used() -> None:
    steps, _ = small_map(TRIANGLE)
    assert cheapest(steps, [inf, inf, inf], (0,), (2,)) is None


def test_costs_from_several_starts_are_those_from_the_nearest() -> None:
    steps, costs = small_map([(0, 1, 1.0), (1, 2, 4.0), (2, 3, 1.0)])
    assert costs_from(steps, costs, (0, 3)) == [0.0, 1.0, 1.0, 0.0]


def test_what_is_built_for_one_join_is_free_for_the_next() -> None:
    steps, costs = small_map(TRIANGLE)
    far, near = ((0,), (2,)), ((0,), (1,))
    assert Networks(steps, costs).join_in_order([near, far]) == (4.0, frozenset({0, 1}))


def test_the_best_order_of_joins_is_found() -> None:
    steps, costs = small_map(TRIANGLE)
    far, near = ((0,), (2,)), ((0,), (1,))
    assert Networks(steps, costs).join_in_order([far, near]) == (5.0, frozenset({0, 2}))
    assert Networks(steps, costs).join_all([far, near]) == (4.0, frozenset({0, 1}))


def test_owned_routes_are_no_part_of_what_is_to_be_paid() -> None:
    steps, _ = small_map(TRIANGLE)
    assert Networks(steps, [0.0, 2.0, 3.0]).join_all([((0,), (2,))]) == (2.0, frozenset({1}))


@pytest.mark.parametrize("joins", [1, 2, 3, 4, 6])
def test_all_joins_are_joined_however_many_there_are(joins: int) -> None:
    line: Lines = [(node, node + 1, 1.0) for node in range(joins)]
    steps, costs = small_map(line)
    wanted = [((node,), (node + 1,)) for node in range(joins)]
    assert Networks(steps, costs).join_all(wanted) == (float(joins), frozenset(range(joins)))


def test_there_is_no_network_if_one_join_cannot_be_made() -> None:
    steps, _ = small_map(TRIANGLE)
    assert Networks(steps, [2.0, inf, inf]).join_all([((0,), (1,)), ((0,), (2,))]) is None


def test_of_parallel_routes_the_cheaper_one_is_stepped_over() -> None:
    board = load_board("usa")
    route = next(r for r in range(len(board.routes)) if board.connection[r] != board.bits[r])
    mask = board.connection[route] & ~board.bits[route]
    other = mask.bit_length() - 1
    costs = [2.0] * len(board.routes)
    costs[other] = 1.0
    used = {number for steps in steps_of(board, costs) for _, number in steps}
    assert other in used
    assert route not in used
