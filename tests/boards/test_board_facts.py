"""The bundled boards are the printed ones: counts, and rows checked by hand."""

from collections import Counter

import pytest

from arena.boards import Board, board_names, load_board
from arena.boards.colors import GRAY, ORANGE, PURPLE, RED, WHITE, YELLOW


def tracks_per_connection(board: Board) -> Counter[int]:
    pairs = Counter(frozenset((route.city_a, route.city_b)) for route in board.routes)
    return Counter(pairs.values())


def pairs_of(board: Board, deck: tuple[int, ...]) -> list[frozenset[str]]:
    return [frozenset((board.tickets[n].city_a, board.tickets[n].city_b)) for n in deck]


def test_four_boards_are_bundled() -> None:
    assert board_names() == ("africa", "europe", "oldwest", "usa")


@pytest.mark.parametrize(
    ("name", "places", "single", "double", "triple", "tickets", "longest"),
    [
        ("usa", 36, 56, 22, 0, 73, 6),
        ("oldwest", 41, 37, 36, 10, 50, 7),
        ("africa", 48, 75, 21, 0, 48, 6),
        ("europe", 47, 79, 11, 0, 101, 8),
    ],
)
def test_counts(
    name: str, places: int, single: int, double: int, triple: int, tickets: int, longest: int
) -> None:
    board = load_board(name)
    tracks = tracks_per_connection(board)
    assert board.name == name
    assert len(board.cities) == places
    assert (tracks[1], tracks[2], tracks[3]) == (single, double, triple)
    assert len(board.routes) == single + 2 * double + 3 * triple
    assert len(board.tickets) == tickets
    assert board.longest == longest


@pytest.mark.parametrize(
    ("set_name", "size"),
    [
        ("base2004", 30),
        ("usa1910", 35),
        ("mystery", 4),
        ("classic_reprint", 30),
        ("mega", 69),
        ("big_cities", 35),
    ],
)
def test_usa_sets_never_hold_a_pair_twice(set_name: str, size: int) -> None:
    usa = load_board("usa")
    pairs = pairs_of(usa, usa.deck(set_name))
    assert len(pairs) == len(set(pairs)) == size


def test_africa_places_by_kind() -> None:
    africa = load_board("africa")
    assert Counter(city.kind for city in africa.cities) == {
        "city": 35,
        "junction": 10,
        "country": 3,
    }
    assert [city.name for city in africa.cities if city.dead_end] == ["Nigeria", "Tchad", "Sudan"]
    assert [city.name for city in africa.cities if city.group == "Madagascar"] == [
        "Madagascar N",
        "Madagascar S",
    ]


@pytest.mark.parametrize(
    ("board", "number", "city_a", "city_b", "length", "color", "parallel", "locomotives"),
    [
        ("usa", 0, "Atlanta", "Charleston", 2, GRAY, 1, 0),
        ("usa", 34, "Denver", "Omaha", 4, PURPLE, 1, 0),
        ("usa", 95, "Salt Lake City", "San Francisco", 5, ORANGE, 2, 0),
        ("usa", 99, "Seattle", "Vancouver", 1, GRAY, 2, 0),
        ("oldwest", 0, "Albuquerque", "Durango", 2, WHITE, 1, 0),
        ("oldwest", 19, "Bakersfield", "Fresno", 1, PURPLE, 3, 0),
        ("oldwest", 111, "Los Angeles", "San Francisco", 7, GRAY, 1, 3),
        ("europe", 49, "Dieppe", "Paris", 1, PURPLE, 1, 0),
        ("europe", 70, "Madrid", "Pamplona", 3, WHITE, 2, 0),
        ("europe", 81, "Palermo", "Smyrna", 6, GRAY, 1, 2),
        ("europe", 86, "Petrograd", "Stockholm", 8, GRAY, 1, 0),
        ("africa", 1, "Ngaoundéré", "Nigeria", 3, RED, 2, 0),
        ("africa", 18, "Junction NW", "Tchad", 2, YELLOW, 1, 0),
        ("africa", 63, "Madagascar S", "Durban", 6, GRAY, 2, 2),
        ("africa", 108, "Bloemfontein", "Cape Town", 4, ORANGE, 1, 0),
    ],
)
def test_routes_checked_by_hand(
    board: str,
    number: int,
    city_a: str,
    city_b: str,
    length: int,
    color: int,
    parallel: int,
    locomotives: int,
) -> None:
    cities = load_board(board).cities
    route = load_board(board).routes[number]
    assert (cities[route.city_a].name, cities[route.city_b].name) == (city_a, city_b)
    assert (route.length, route.color) == (length, color)
    assert (route.parallel, route.locomotives) == (parallel, locomotives)


def test_only_these_routes_are_ferries() -> None:
    oldwest, africa = load_board("oldwest"), load_board("africa")
    assert not any(load_board("usa").ferries)
    assert [oldwest.route_name(n) for n, symbols in enumerate(oldwest.ferries) if symbols] == [
        "Los Angeles \N{EN DASH} San Francisco"
    ]
    assert [n for n, symbols in enumerate(africa.ferries) if symbols] == [59, 60, 62, 63]


EUROPES_FERRIES = {
    *("Amsterdam \N{EN DASH} London", "Athina \N{EN DASH} Brindisi", "Athina \N{EN DASH} Smyrna"),
    *("Brindisi \N{EN DASH} Palermo", "Constantinople \N{EN DASH} Sevastopol"),
    *("Dieppe \N{EN DASH} London", "Erzurum \N{EN DASH} Sevastopol"),
    *("Essen \N{EN DASH} Kobenhavn", "Palermo \N{EN DASH} Roma", "Palermo \N{EN DASH} Smyrna"),
    "Sevastopol \N{EN DASH} Sochi",
}
EUROPES_TUNNELS = {
    *("Angora \N{EN DASH} Constantinople", "Angora \N{EN DASH} Smyrna"),
    *("Barcelona \N{EN DASH} Pamplona", "Bucuresti \N{EN DASH} Budapest"),
    *("Bucuresti \N{EN DASH} Sofia", "Budapest \N{EN DASH} Kyiv"),
    *("Constantinople \N{EN DASH} Smyrna", "Erzurum \N{EN DASH} Sochi"),
    *("Madrid \N{EN DASH} Pamplona", "Marseille \N{EN DASH} Roma", "Marseille \N{EN DASH} Zürich"),
    *("München \N{EN DASH} Venezia", "München \N{EN DASH} Zürich", "Paris \N{EN DASH} Zürich"),
    *("Petrograd \N{EN DASH} Stockholm", "Sarajevo \N{EN DASH} Sofia"),
    "Venezia \N{EN DASH} Zürich",
}


def test_x5_only_these_routes_of_europe_are_ferries_or_tunnels_and_none_is_both() -> None:
    europe = load_board("europe")
    tunnels = {n for n, tunnel in enumerate(europe.columns["tunnel"]) if tunnel}
    ferries = {n for n, symbols in enumerate(europe.ferries) if symbols}
    assert {europe.route_name(n) for n in tunnels} == EUROPES_TUNNELS
    assert {europe.route_name(n) for n in ferries} == EUROPES_FERRIES
    assert (len(tunnels), len(ferries), tunnels & ferries) == (18, 13, set())


@pytest.mark.parametrize(
    ("set_name", "size", "points"),
    [
        ("regular", 40, 321),
        ("long", 6, 123),
        ("regular1912", 59, 484),
        ("mega", 89, 857),
        ("mega_long", 12, 230),
        ("big_cities", 45, 502),
    ],
)
def test_x9_europes_sets_never_hold_a_pair_twice(set_name: str, size: int, points: int) -> None:
    europe = load_board("europe")
    deck = europe.deck(set_name)
    pairs = pairs_of(europe, deck)
    assert len(pairs) == len(set(pairs)) == size
    assert sum(europe.tickets[n].points for n in deck) == points


def test_x9_europes_sets_lie_within_each_other() -> None:
    europe = load_board("europe")
    decks = {name: set(europe.deck(name)) for name in ("regular", "long", "regular1912", "mega")}
    assert decks["regular"] < decks["regular1912"] < decks["mega"]
    assert decks["long"] < set(europe.deck("mega_long"))
    assert not decks["mega"] & set(europe.deck("mega_long"))
    big = {*("Angora", "Athina", "Berlin", "London", "Madrid", "Moskva", "Paris", "Roma", "Wien")}
    assert list(europe.deck("big_cities")) == [
        n
        for n in europe.deck("mega")
        if not big.isdisjoint((europe.tickets[n].city_a, europe.tickets[n].city_b))
    ]


def test_big_cities_are_the_mega_tickets_that_touch_one() -> None:
    usa = load_board("usa")
    big = {"Chicago", "Dallas", "Houston", "Los Angeles", "Miami", "New York", "Seattle"}
    touching = [
        n for n in usa.deck("mega") if usa.tickets[n].city_a in big or usa.tickets[n].city_b in big
    ]
    assert list(usa.deck("big_cities")) == touching


def test_four_usa_tickets_have_two_values() -> None:
    usa = load_board("usa")
    old, new = (
        {(usa.tickets[n].city_a, usa.tickets[n].city_b): usa.tickets[n].points for n in deck}
        for deck in (usa.deck("base2004"), usa.deck("classic_reprint"))
    )
    assert old.keys() == new.keys()
    assert {pair: (old[pair], new[pair]) for pair in old if old[pair] != new[pair]} == {
        ("Los Angeles", "Miami"): (20, 19),
        ("Los Angeles", "New York"): (21, 20),
        ("New York", "Seattle"): (22, 20),
        ("Oklahoma City", "Sault St. Marie"): (9, 8),
    }


def test_old_west_has_no_sets_and_africa_one() -> None:
    assert not any(ticket.sets for ticket in load_board("oldwest").tickets)
    assert all(ticket.sets == {"reconstructed"} for ticket in load_board("africa").tickets)


def shortest_paths(board: Board) -> dict[tuple[int, int], int]:
    """Floyd and Warshall from city to city, never passing through a dead end."""
    cities = range(len(board.cities))
    far = {(a, b): 0 if a == b else 1000 for a in cities for b in cities}
    for route in board.routes:
        far[route.city_a, route.city_b] = far[route.city_b, route.city_a] = route.length
    for middle in cities:
        if not board.cities[middle].dead_end:
            for a, b in far:
                far[a, b] = min(far[a, b], far[a, middle] + far[middle, b])
    return far


def test_africa_points_are_the_shortest_path() -> None:
    africa = load_board("africa")
    best: dict[tuple[str, str], int] = {}
    for (a, b), length in shortest_paths(africa).items():
        pair = africa.cities[a].group, africa.cities[b].group
        best[pair] = min(length, best.get(pair, length))
    for ticket in africa.tickets:
        assert ticket.points == best[ticket.city_a, ticket.city_b], ticket
