"""Writing SVG: elements, numbers and text that can't become markup."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from arena.story.picture.curve import Curve, Point
from arena.terminal import printable


def element(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An element; an attribute that is None is left out, and `_` stands for `-` in its name.

    A name that is a word of Python has `_` at its end: `class_`.
    """
    head = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{quoted(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    body = "".join(inside)
    return f"<{name}{head}>{body}</{name}>" if body else f"<{name}{head}/>"


def layer(name: str, elements: Iterable[str]) -> str:
    """A group of elements on lines of their own, with a class."""
    return "\n".join([f'<g class="{name}">', *elements, "</g>"])


def titled(text: str) -> str:
    """The title of an element: its tooltip, and its name for a screen reader."""
    return element("title", worded(text))


def worded(text: str) -> str:
    """A text as SVG shows it: never markup, and without characters that don't print."""
    return escape(printable(text).replace("\n", " "))


def quoted(value: str | float) -> str:
    """A value inside the quotation marks of an attribute."""
    if isinstance(value, str):
        return escape(printable(value), {'"': "&quot;", "\n": " ", "\t": " "})
    return number(value)


def number(value: float) -> str:
    """A number with at most one digit after the point."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    """A point as its two numbers."""
    return f"{number(point[0])},{number(point[1])}"


def path_of(curve: Curve) -> str:
    """The path along a curve."""
    return f"M{pair(curve.start)}Q{pair(curve.control)} {pair(curve.end)}"


def dots_of(points: Iterable[Point]) -> str:
    """A path from point to point, for markers at each of them."""
    return "M" + "L".join(map(pair, points))
