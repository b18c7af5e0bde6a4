"""The longest path of one seat's routes (E3).

network
   |  branches pulled in: a network without loops is measured here, at little cost
loops, with the branches that matter as one edge each
   |  one component after the other, the greatest total first
0 or 2 odd cities: every edge;  otherwise: all but the least left out (trail_frontier)
"""

from collections.abc import Sequence

from arena.referee.trail_frontier import Edge, least_left_out


def longest_path(edges: Sequence[Edge]) -> int:
    """The greatest length of a path that may pass a city again, but no edge twice."""
    if not edges:
        return 0
    best, network = _pull_in_branches(edges)
    components = [(sum(edge[2] for edge in part), part) for part in _components(network)]
    for total, component in sorted(components, reverse=True):
        if total > best:
            best = total - _left_out(component, total - best)
    return best


def _pull_in_branches(edges: Sequence[Edge]) -> tuple[int, list[Edge]]:
    """The longest path within branches, and the network left when they are cut back.

    A path enters a branch only to end there, so of those at a city on a loop only the two
    longest can matter: each comes back as one edge to a city of its own.
    """
    cities = 1 + max([max(a, b) for a, b, _ in edges])
    degree = [0] * cities
    # All the edges of a city, by exclusive or: with one edge left, its number.
    last = [0] * cities
    for number, (a, b, _) in enumerate(edges):
        degree[a] += 1
        degree[b] += 1
        last[a] ^= number
        last[b] ^= number
    longest = [0] * cities
    second = [0] * cities
    best = 0
    kept = [True] * len(edges)
    for city in range(cities):
        while degree[city] == 1:
            number = last[city]
            a, b, length = edges[number]
            kept[number] = False
            degree[city] = 0
            length += longest[city]
            city = a + b - city
            degree[city] -= 1
            last[city] ^= number
            best = max(best, longest[city] + length)
            if length > longest[city]:
                longest[city], second[city] = length, longest[city]
            elif length > second[city]:
                second[city] = length
    network = [edge for edge, stays in zip(edges, kept, strict=True) if stays]
    if network:
        for legs in longest, second:
            for city in range(cities):
                if degree[city] and legs[city]:
                    network.append((city, cities + len(network), legs[city]))
    return best, network


def _components(network: list[Edge]) -> list[list[Edge]]:
    """The network's edges, those that hang together in one list."""
    home: dict[int, list[Edge]] = {}
    for edge in network:
        a, b, _ = edge
        here = home.setdefault(a, [])
        there = home.setdefault(b, here)
        here.append(edge)
        if here is not there:
            here += there
            for x, y, _ in there:
                home[x] = home[y] = here
    return list({id(part): part for part in home.values()}.values())


def _left_out(component: list[Edge], limit: int) -> int:
    """The least length a path through the component leaves out, or the limit if that is less."""
    odd: set[int] = set()
    for a, b, _ in component:
        odd ^= {a} ^ {b}
    # Euler: with no more than two odd cities, one path takes every edge.
    return least_left_out(component, limit) if len(odd) > 2 else 0
