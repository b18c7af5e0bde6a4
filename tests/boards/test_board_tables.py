"""The tables of a board, against answers worked out by hand."""

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.boards import Board, BoardError, load_board
from arena.boards.colors import BLUE, GRAY, GREEN, PURPLE, RED, WHITE

WriteBoard = Callable[..., Path]


@pytest.fixture
def grove(write_board: WriteBoard) -> Board:
    return load_board(write_board())


def ticket_ends(board: Board, city_a: str, city_b: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    (ends,) = {t.ends for t in board.tickets if (t.city_a, t.city_b) == (city_a, city_b)}
    return ends


def test_a_city_is_its_own_node_and_a_dead_end_has_one_for_each_route(grove: Board) -> None:
    assert grove.ends == ((0, 1), (1, 0), (1, 8), (9, 2), (0, 3), (3, 5), (1, 4))
    assert grove.node_count == 10


def test_rows_become_columns(grove: Board) -> None:
    assert grove.lengths == (2, 2, 3, 1, 4, 9, 6)
    assert grove.colors == (RED, GRAY, BLUE, GREEN, PURPLE, GRAY, WHITE)
    assert grove.ferries == (0, 0, 0, 0, 0, 2, 0)
    assert grove.longest == 9


def test_connection_holds_parallel_routes_whatever_the_order_of_cities(grove: Board) -> None:
    assert grove.connection == (0b11, 0b11, 0b100, 0b1000, 0b10000, 0b100000, 0b1000000)


def test_touching_holds_the_routes_that_end_in_a_city(grove: Board) -> None:
    ash, birch, cedar, dot, elm_n, elm_s, fir, gorse = grove.touching
    assert (ash, birch, cedar, dot) == (0b0010011, 0b1000111, 0b0001000, 0b0110000)
    assert (elm_n, elm_s, fir, gorse) == (0b1000000, 0b0100000, 0b0001100, 0)


def test_up_to_holds_the_routes_that_so_many_trains_can_fill(grove: Board) -> None:
    assert grove.up_to[:7] == (0, 0b1000, 0b1011, 0b1111, 0b11111, 0b11111, 0b1011111)
    assert grove.up_to[8] == 0b1011111
    assert grove.up_to[9:] == (0b1111111,) * 52
    assert grove.everything == 0b1111111


def test_a_ticket_to_a_group_ends_in_any_of_its_cities(grove: Board) -> None:
    assert ticket_ends(grove, "Ash", "Elm") == ((0,), (4, 5))


def test_a_ticket_to_a_dead_end_ends_at_any_route_into_it(grove: Board) -> None:
    assert ticket_ends(grove, "Ash", "Fir") == ((0,), (8, 9))


def test_africa_routes_into_a_country_share_no_node() -> None:
    africa = load_board("africa")
    into_nigeria = [0, 1, 6, 7]
    assert [africa.ends[route] for route in into_nigeria] == [(0, 48), (0, 49), (1, 51), (1, 52)]
    assert ticket_ends(africa, "Bangui", "Nigeria") == ((3,), (48, 49, 51, 52))
    assert africa.node_count == 57


def test_africa_madagascar_is_either_of_two_cities() -> None:
    assert ticket_ends(load_board("africa"), "Pretoria", "Madagascar") == ((26,), (43, 44))


def test_usa_masks_of_a_double_route() -> None:
    usa = load_board("usa")
    assert usa.connection[98] == usa.connection[99] == 1 << 98 | 1 << 99
    assert usa.touching[usa.city("Las Vegas")] == 1 << 61 | 1 << 62


def test_city_finds_a_number_or_names_the_nearest() -> None:
    usa = load_board("usa")
    assert usa.city("Denver") == 6
    with pytest.raises(BoardError, match="no city 'Denvre'; did you mean Denver"):
        usa.city("Denvre")


def test_route_name_is_both_cities(grove: Board) -> None:
    assert grove.route_name(5) == "Dot \N{EN DASH} Elm S"


def test_deck_is_a_set_or_everything(grove: Board) -> None:
    assert grove.deck("old") == (0, 1)
    assert grove.deck("new") == (0, 2)
    assert grove.deck(None) == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("usa", "no ticket set 'mgea'; did you mean mega"),
        ("oldwest", "'oldwest' has no ticket sets, so it has no set 'mgea'"),
    ],
)
def test_an_unknown_set_is_refused(board: str, sentence: str) -> None:
    with pytest.raises(BoardError, match=sentence):
        load_board(board).deck("mgea")


def test_a_set_without_tickets_is_refused(write_board: WriteBoard) -> None:
    folder = write_board("tickets.csv", 2, "Ash,Elm,8,1,0")
    tickets = folder / "tickets.csv"
    tickets.write_text(tickets.read_text().replace("Fir,Ash,6,0,1", "Fir,Ash,6,0,0"))
    with pytest.raises(BoardError, match="no ticket set 'new', only old"):
        load_board(folder).deck("new")


def test_a_board_survives_the_trip_to_another_process() -> None:
    usa = load_board("usa")
    copy = pickle.loads(pickle.dumps(usa))
    assert (copy.routes, copy.tickets, copy.up_to) == (usa.routes, usa.tickets, usa.up_to)
