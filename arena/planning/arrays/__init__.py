"""Positions as arrays of numbers and actions by number, for bots that learn."""

from arena.planning.arrays.layout import ArrayLayout, Span, layout_of
from arena.planning.arrays.numbering import Numbering, numbering_of
from arena.planning.arrays.observation import mask, observation
from arena.planning.arrays.ways import WAYS, Ways, ways

__all__ = [
    "WAYS",
    "ArrayLayout",
    "Numbering",
    "Span",
    "Ways",
    "layout_of",
    "mask",
    "numbering_of",
    "observation",
    "ways",
]
