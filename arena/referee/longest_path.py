"""The exact longest path of one seat's routes (E3): a trail that uses no route twice.

the network
     |   branches are pulled in; this alone measures a network without loops, at little cost
its loops, with each branch that matters as one edge
     |   component by component, the greatest total first
the total of a component, less the least that a path must leave out (trail_frontier)
"""

from collections.abc import Sequence

from arena.referee.trail_frontier import Edge, least_left_out


def longest_path(edges: Sequence[Edge]) -> int:
    """The greatest length of a path that may pass a city again, but no edge twice."""
    best, network = _pull_in_branches(edges)
    components = [(sum(edge[2] for edge in part), part) for part in _components(network)]
    for total, component in sorted(components, reverse=True):
        if total > best:
            best = total - least_left_out(component, total - best)
    return best


def _pull_in_branches(edges: Sequence[Edge]) -> tuple[int, list[Edge]]:
    """The longest path within the branches, and the network left when they are pulled in.

    A path enters a branch only to end there, so at a city on a loop only the two longest
    branches can matter: each comes back as one edge to a city of its own.
    """
    cities = 1 + max([max(a, b) for a, b, _ in edges], default=0)
    degree, single = _loose_ends(edges, cities)
    longest = [0] * cities
    second = [0] * cities
    stays = [True] * len(edges)
    best = 0
    for city in range(cities):
        while degree[city] == 1:
            number = single[city]
            a, b, length = edges[number]
            stays[number] = False
            length += longest[city]
            degree[city] = 0
            city = a + b - city
            degree[city] -= 1
            single[city] ^= number
            best = max(best, longest[city] + length)
            if length > longest[city]:
                longest[city], second[city] = length, longest[city]
            elif length > second[city]:
                second[city] = length
    network = [edge for edge, staying in zip(edges, stays, strict=True) if staying]
    if network:
        network += _branches(degree, longest, second)
    return best, network


def _branches(degree: list[int], longest: list[int], second: list[int]) -> list[Edge]:
    """The two longest branches at each city that still has edges, as edges to new cities."""
    lengths = [
        (city, length)
        for branch in (longest, second)
        for city, length in enumerate(branch)
        if length and degree[city]
    ]
    return [(city, number, length) for number, (city, length) in enumerate(lengths, len(degree))]


def _loose_ends(edges: Sequence[Edge], cities: int) -> tuple[list[int], list[int]]:
    """For each city, how many edges it has, and the exclusive or of their numbers.

    Where one edge is left, the latter is its number: so branches are pulled in without any lists.
    """
    degree = [0] * cities
    single = [0] * cities
    for number, (a, b, _) in enumerate(edges):
        degree[a] += 1
        degree[b] += 1
        single[a] ^= number
        single[b] ^= number
    return degree, single


def _components(network: list[Edge]) -> list[list[Edge]]:
    """The edges of the network, a list for each connected component."""
    home: dict[int, list[Edge]] = {}
    for edge in network:
        a, b, _ = edge
        here = home.setdefault(a, [])
        there = home.setdefault(b, here)
        here.append(edge)
        if there is not here:
            here += there
            for x, y, _ in there:
                home[x] = home[y] = here
    return list({id(part): part for part in home.values()}.values())
