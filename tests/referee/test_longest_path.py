"""The longest path (E3): by hand, by brute force, and by what must always hold."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, strategies as st

from arena.boards import load_board
from arena.referee.longest_path import longest_path
from arena.referee.trail_frontier import Edge, least_left_out


def brute_force(edges: Sequence[Edge]) -> int:
    """The longest of all paths, by walking every one of them."""
    at: dict[int, list[tuple[int, int, int]]] = {city: [] for edge in edges for city in edge[:2]}
    for number, (a, b, length) in enumerate(edges):
        at[a].append((1 << number, b, length))
        if a != b:
            at[b].append((1 << number, a, length))

    def walk(city: int, used: int) -> int:
        best = 0
        for edge, neighbour, length in at[city]:
            if not used & edge:
                best = max(best, length + walk(neighbour, used | edge))
        return best

    return max((walk(city, 0) for city in at), default=0)


def line(*lengths: int) -> list[Edge]:
    return [(city, city + 1, length) for city, length in enumerate(lengths)]


def loop(*lengths: int) -> list[Edge]:
    return [(city, (city + 1) % len(lengths), length) for city, length in enumerate(lengths)]


def star(*lengths: int) -> list[Edge]:
    return [(0, city, length) for city, length in enumerate(lengths, 1)]


def beside(edges: list[Edge], others: list[Edge]) -> list[Edge]:
    """Both networks, without a common city."""
    return edges + [(a + 100, b + 100, length) for a, b, length in others]


def grid(rows: int, columns: int) -> list[Edge]:
    """A grid of edges of length 1."""
    across = [(c, c + 1, 1) for c in range(rows * columns) if (c + 1) % columns]
    return across + [(c, c + columns, 1) for c in range((rows - 1) * columns)]


def everyone_with_everyone(cities: int) -> list[Edge]:
    return [(a, b, 1) for a in range(cities) for b in range(a)]


def multigraph(random: Random) -> list[Edge]:
    """A few cities with many edges: loops of one edge, parallel ones and separate parts too."""
    cities, longest = random.randint(1, 7), random.choice([1, 2, 6])
    return [
        (random.randrange(cities), random.randrange(cities), random.randint(1, longest))
        for _ in range(random.randint(0, min(4 + cities, 9)))
    ]


def usa_network(random: Random, count: int) -> list[Edge]:
    """Connected routes of the USA board with many loops, at most one between two cities."""
    board = load_board("usa")
    routes = {ends: (*ends, length) for ends, length in zip(board.ends, board.lengths, strict=True)}
    network = [routes.pop(random.choice(list(routes)))]
    while len(network) < count:
        cities = {city for edge in network for city in edge[:2]}
        touching = [ends for ends in routes if cities & {*ends}]
        some = random.sample(touching, min(4, len(touching)))
        network.append(routes.pop(max(some, key=lambda ends: len(cities & {*ends}))))
    return network


def connected_part(edges: Sequence[Edge]) -> list[Edge]:
    """All edges that can be reached from the first."""
    cities = set(edges[0][:2])
    for _ in edges:
        cities |= {city for edge in edges if cities & {*edge[:2]} for city in edge[:2]}
    return [edge for edge in edges if edge[0] in cities]


@pytest.mark.parametrize(
    ("edges", "length"),
    [
        pytest.param([], 0, id="no route"),
        pytest.param([(3, 5, 4)], 4, id="one route"),
        pytest.param(line(1, 2, 3, 4), 10, id="line"),
        pytest.param(star(2, 3, 5, 4), 9, id="star"),
        pytest.param([*line(2, 3, 4), (1, 9, 6)], 13, id="branch"),
        pytest.param(loop(1, 2, 3), 6, id="loop"),
        pytest.param([*loop(1, 2, 3), (0, 9, 4)], 10, id="loop with a branch"),
        pytest.param([*loop(1, 2, 3), (0, 8, 4), (0, 9, 5)], 15, id="loop between two branches"),
        pytest.param([*loop(1, 2, 3), (0, 8, 4), (1, 9, 5)], 14, id="branches apart on a loop"),
        pytest.param([*loop(1, 2, 3), (0, 7, 1), (7, 8, 2), (8, 0, 4)], 13, id="figure eight"),
        pytest.param([*line(2, 2), (0, 3, 1), (3, 2, 1), (0, 2, 3)], 9, id="theta"),
        pytest.param(everyone_with_everyone(4), 5, id="four cities, all joined"),
        pytest.param([(0, 1, 2), (0, 1, 2)], 4, id="parallel routes"),
        pytest.param([(0, 1, 2)] * 3, 6, id="three parallel routes"),
        pytest.param([(0, 0, 3)], 3, id="a loop of one route"),
        pytest.param([(0, 0, 3), *line(1, 1, 1)], 6, id="a loop of one route at the end"),
        pytest.param([(2, 2, 3), *line(1, 1, 1)], 6, id="a loop of one route on the way"),
        pytest.param(beside(line(2, 2), loop(1, 1, 1)), 4, id="the line beside the loop"),
        pytest.param(beside(line(2, 2), loop(1, 1, 3)), 5, id="the loop beside the line"),
        pytest.param(beside(star(3, 3, 3), line(1, 4)), 6, id="the star has more, not longer"),
    ],
)
def test_e3_by_hand(edges: list[Edge], length: int) -> None:
    assert longest_path(edges) == length
    assert brute_force(edges) == length


def test_e3_a_part_that_cannot_be_reached_is_lost_with_all_its_routes() -> None:
    # Three triangles round a city: without one of the spokes only two cities are odd, but with
    # the spoke its triangle is lost too.
    triangles = [
        edge
        for a in (1, 4, 7)
        for edge in ((0, a, 1), (a, a + 1, 1), (a + 1, a + 2, 1), (a, a + 2, 1))
    ]
    assert longest_path(triangles) == 8


def test_e3_longest_path_agrees_with_brute_force_on_multigraphs() -> None:
    random = Random(1)
    for _ in range(3000):
        edges = multigraph(random)
        assert longest_path(edges) == brute_force(edges), edges


def test_e3_longest_path_agrees_with_brute_force_on_usa_networks() -> None:
    random = Random(2)
    for _ in range(600):
        edges = usa_network(random, random.randint(1, 12)) + usa_network(random, 2)
        assert longest_path(edges) == brute_force(edges), edges


def test_e3_least_left_out_agrees_with_brute_force() -> None:
    # Directly: branches stay, and the limit is now too high, now met, now too low.
    random = Random(3)
    for round_ in range(3000):
        edges = multigraph(random) if round_ % 3 else usa_network(random, random.randint(4, 11))
        if edges:
            part = connected_part(edges)
            total = sum(length for _, _, length in part)
            least = total - brute_force(part)
            for limit in {total, least + 1, least, max(least - 1, 0)}:
                assert least_left_out(part, limit) == min(least, limit), (part, limit)


@pytest.mark.parametrize("rows", range(3, 7))
@pytest.mark.parametrize("columns", [3, 4, 5, 6, 7, 15])
def test_e3_grids_leave_out_what_pairs_their_odd_cities(rows: int, columns: int) -> None:
    # Odd are the cities on the rim, but for the corners: 2 * (rows + columns) - 8. All but two
    # pair up, at a distance of 1 with a neighbour on the same side; where all four sides have
    # an odd number of them, one pair lies round a corner, at a distance of 2.
    pairs = rows + columns - 5
    edges = grid(rows, columns)
    assert longest_path(edges) == len(edges) - pairs - (rows % 2 and columns % 2)


@pytest.mark.parametrize("rungs", [3, 4, 10, 15, 40])
def test_e3_ladders_leave_out_rungs(rungs: int) -> None:
    # All cities but the four corners are odd; each rung left out settles two.
    assert longest_path(grid(2, rungs)) == 2 * rungs + 1


@pytest.mark.parametrize("cities", range(3, 12))
def test_e3_all_cities_joined_leave_out_every_second_pair(cities: int) -> None:
    edges = everyone_with_everyone(cities)
    assert longest_path(edges) == len(edges) - (0 if cities % 2 else cities // 2 - 1)


def test_e3_long_lines_and_loops_need_no_deep_stack() -> None:
    assert longest_path(line(*[1] * 5000)) == 5000
    assert longest_path(loop(*[1] * 5000)) == 5000
    assert longest_path([*loop(*[1] * 1500), (0, 500, 1), (700, 1200, 1)]) == 1501


networks = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 6)), max_size=24)


@given(networks, st.randoms(use_true_random=False))
def test_e3_neither_order_nor_names_matter(edges: list[Edge], random: Random) -> None:
    names = random.sample(range(50), 10)
    other = [
        (names[a], names[b], length) if random.random() < 0.5 else (names[b], names[a], length)
        for a, b, length in random.sample(edges, len(edges))
    ]
    assert longest_path(other) == longest_path(edges)


@given(networks, networks)
def test_e3_of_two_networks_apart_the_longer_path_counts(
    edges: list[Edge], others: list[Edge]
) -> None:
    assert longest_path(beside(edges, others)) == max(longest_path(edges), longest_path(others))


@given(networks, st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 6)))
def test_e3_one_more_route_never_shortens_the_path(edges: list[Edge], more: Edge) -> None:
    before = longest_path(edges)
    after = longest_path([*edges, more])
    assert before <= after <= sum(length for _, _, length in [*edges, more])
