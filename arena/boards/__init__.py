"""The printed boards: cities, routes and tickets as CSV, and the loader that lints them."""

from arena.boards.board import Board, BoardError, City, Route, Ticket
from arena.boards.board_files import BoardFiles
from arena.boards.loader import board_names, load_board

__all__ = [
    "Board",
    "BoardError",
    "BoardFiles",
    "City",
    "Route",
    "Ticket",
    "board_names",
    "load_board",
]
