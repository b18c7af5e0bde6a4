"""A game as a picture: SVG, or an array of pixels where a drawing library is installed."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.errors import ArenaError
from arena.referee.game import Game
from arena.story.board_picture import position_picture

DRAWING: Final = ("resvg_py", "PIL")
"""The modules that draw pixels."""
LETTERS: Final = "DejaVu Sans"
"""The letters of names where the picture's own ones are not installed."""
DARK: Final = re.compile(r"@media\(prefers-color-scheme:dark\)\{.*?\}\}", re.DOTALL)
COLOR: Final = re.compile(r"(--[a-z]+):([^;}]+)")
SEAT_COLOR: Final = re.compile(r'\[data-seat="(\d)"\]\{--seat:([^;}]+)\}')
RULE: Final = re.compile(r"^([^{}\n]+)(\{[^{}]*var\(--seat\)[^{}]*\})", re.MULTILINE)
USE: Final = re.compile(r"var\((--[a-z]+)\)")


def picture(game: Game) -> str:
    """The board with all that lies open, as SVG."""
    return position_picture(game)


def pixels(game: Game) -> NDArray[np.uint8]:
    """The same as an array of rows, columns and red, green, blue."""
    missing = missing_library()
    if missing is not None:
        raise ArenaError(missing)
    import resvg_py
    from PIL import Image

    svg = without_variables(position_picture(game))
    drawn = resvg_py.svg_to_bytes(svg_string=svg, sans_serif_family=LETTERS)
    return np.asarray(Image.open(io.BytesIO(bytes(drawn))).convert("RGB"))


def missing_library() -> str | None:
    """What is to be installed to draw pixels, in a sentence; None if it is there."""
    if all(find_spec(module) is not None for module in DRAWING):
        return None
    return "an array of pixels is drawn by resvg_py and Pillow: pip install 'railarena[pixels]'"


def without_variables(svg: str) -> str:
    """The picture in its light colours, for programs that don't know the variables of CSS."""
    style, end, shapes = DARK.sub("", svg).partition("</style>")
    seats = SEAT_COLOR.findall(style)
    colors = {name: color for name, color in COLOR.findall(style) if name != "--seat"}

    def for_each_seat(rule: re.Match[str]) -> str:
        """A rule with the colour of a seat, as a rule for each seat."""
        return "\n".join(
            rule[1].replace("[data-seat]", "").replace(" ", f' [data-seat="{seat}"] ', 1)
            + rule[2].replace("var(--seat)", color)
            for seat, color in seats
        )

    style = RULE.sub(for_each_seat, style)
    return USE.sub(lambda use: colors.get(use[1], "none"), style + end + shapes)


def modes() -> dict[str, Callable[[Game], Any]]:
    """How a game can be rendered here, by the mode's name."""
    return {"svg": picture} if missing_library() else {"svg": picture, "rgb_array": pixels}


def mode_named(name: str | None) -> str | None:
    """A mode that can be rendered here, or none."""
    if name == "rgb_array" and (missing := missing_library()):
        raise ArenaError(missing)
    if name is not None and name not in modes():
        raise ArenaError(f"a game is rendered as {' or '.join(modes())}, not {name!r}")
    return name


def rendered(game: Game, mode: str | None) -> Any:
    """The board as it is now: SVG as text, or an array of pixels."""
    if mode is None:
        raise ArenaError(f"give the environment a render_mode: {' or '.join(modes())}")
    return modes()[mode](game)
