"""The style of a board's picture: its colours in light and dark, as CSS that stays within it."""

from __future__ import annotations

from typing import Final

from arena.boards.colors import BLACK, BLUE, COLORS, GRAY, GREEN, LETTERS, NAMES, PURPLE, RED
from arena.story.picture.labels import FONT
from arena.story.picture.strip import LETTERS as STRIP_LETTERS
from arena.story.picture.svg import element
from arena.story.picture.tracks import CLAIMED, WAGON

SEATS: Final = ("#1f6fd6", "#d4213d", "#11804f", "#f2b705", "#30343b", "#d96bb0")
"""The colour of each seat."""
DARK_NUMBERS: Final = (3, 5)
"""The seats whose colour is so light that their number is dark."""
DARK_LETTERS: Final = frozenset(COLORS) - {RED, BLUE, GREEN, BLACK, PURPLE}
"""The colours of routes that are so light that their letter is dark."""
OUTLINE: Final = 1.0
"""How thick the outline of a wagon is."""

LIGHT: Final = """
--ground:#f4eee0;--land:#e7dcc2;--ink:#1d1d1f;--outline:#4b463d;--claim:#111;
--red:#d63a3f;--blue:#3f83d1;--green:#4c9c4e;--yellow:#f0c929;--black:#3b3b3b;--white:#fdfdfb;
--orange:#ee8a2b;--purple:#a765b8;--gray:#b9b3a6;--spot:#c9542f;--country:#7a4a2c;
"""
DARK: Final = """
--ground:#20252b;--land:#2d353d;--ink:#eceae4;--outline:#0d0f12;--claim:#f7f5ef;
--red:#d63a3f;--blue:#4a8fdd;--green:#4c9c4e;--yellow:#e8c22a;--black:#5a6068;--white:#e9e7e1;
--orange:#e9852a;--purple:#b073c2;--gray:#8b877d;--spot:#e0673f;--country:#b98a63;
"""

SHAPES: Final = f"""
.arena-board text{{font-family:Arial,Helvetica,"Liberation Sans",sans-serif}}
.arena-board .ground{{fill:var(--ground)}}
.arena-board .land{{stroke:var(--land);stroke-width:54;stroke-linecap:round;fill:none}}
.arena-board .route path{{fill:none}}
.arena-board .edge{{stroke:var(--outline);stroke-width:{WAGON:g}}}
.arena-board .wagons{{stroke-width:{WAGON - 2 * OUTLINE:g};stroke-dashoffset:-{OUTLINE:g}}}
.arena-board [data-seat] .edge{{stroke:var(--claim);stroke-width:{CLAIMED:g}}}
.arena-board [data-seat] .wagons{{stroke:var(--seat);stroke-width:{CLAIMED - 2 * OUTLINE:g}}}
.arena-board [data-seat] .engines{{display:none}}
.arena-board .engines{{marker:url(#arena-engine)}}
.arena-board .spot{{fill:var(--spot);stroke:var(--ground);stroke-width:1.5}}
.arena-board .junction .spot{{fill:var(--ink)}}
.arena-board .country .spot{{fill:var(--country)}}
.arena-board .name{{font-size:{FONT:g}px;fill:var(--ink);stroke:var(--ground);stroke-width:3;
stroke-linejoin:round;paint-order:stroke}}
.arena-board .name.country{{font-style:italic}}
.arena-board .seat text{{font-size:{STRIP_LETTERS:g}px;fill:var(--ink)}}
.arena-board marker text{{text-anchor:middle;font-weight:bold}}
.arena-board .letter{{font-size:6.5px}}
.arena-board .digit{{font-size:9px}}
.arena-board .bands{{opacity:.55}}
.arena-board .band{{fill:none;stroke-width:24;stroke-linecap:round}}
.arena-board .piece{{fill:var(--seat);stroke:var(--claim);stroke-width:1.4}}
.arena-board .number{{fill:none}}
"""


def style(modules: str) -> str:
    """The style sheet, with the rules that modules add."""
    dark = f".arena-board{{{DARK}}}".replace("\n", "")
    rules = [
        f".arena-board{{{LIGHT}}}".replace("\n", ""),
        f"@media(prefers-color-scheme:dark){{{dark}}}",
        *map(color_rules, (*COLORS, GRAY)),
        SHAPES.strip(),
        *map(seat_rules, range(len(SEATS))),
    ]
    return element("style", "\n".join([*rules, *([modules.strip()] if modules else [])]))


def color_rules(color: int) -> str:
    """The rules for routes of a colour: its wagons, and the letter on them."""
    name = NAMES[color]
    rules = [f".arena-board .{name} .wagons{{stroke:var(--{name})}}"]
    if color != GRAY:
        rules.append(f".arena-board .{name} .signs{{marker:url(#arena-{name})}}")
    return "\n".join(rules)


def seat_rules(seat: int) -> str:
    """The rules for what belongs to a seat: its colour, and the number on it."""
    chosen = f'.arena-board [data-seat="{seat}"]'
    return (
        f"{chosen}{{--seat:{SEATS[seat]}}}\n"
        f"{chosen} .signs,{chosen} .number{{marker:url(#arena-seat-{seat})}}"
    )


def markers() -> list[str]:
    """The letters of the colours, the numbers of the seats and the sign of a ferry."""
    letters = [
        marker(NAMES[color], "letter", LETTERS[color], color in DARK_LETTERS, 2.3)
        for color in COLORS
    ]
    digits = [
        marker(f"seat-{seat}", "digit", str(seat), seat in DARK_NUMBERS, 3.2)
        for seat in range(len(SEATS))
    ]
    return [*letters, *digits, ENGINE]


def marker(name: str, kind: str, text: str, is_dark: bool, drop: float) -> str:
    """A text that stands upright on the points of a path."""
    fill = "#1d1d1f" if is_dark else "#fff"
    return pinned(name, element("text", text, class_=kind, fill=fill, y=drop))


def pinned(name: str, shape: str) -> str:
    """A shape that stands upright on the points of a path."""
    return (
        f'<marker id="arena-{name}" markerUnits="userSpaceOnUse" markerWidth="1" markerHeight="1"'
        f' overflow="visible">{shape}</marker>'
    )


ENGINE: Final = pinned(
    "engine",
    '<circle r="5.6" fill="#fff" stroke="#222"/>'
    '<path d="M-3.4 1.2V-3H-1V-1H1V-2.6H2.2V-1H3.4V1.2Z" fill="#222"/>'
    '<circle cx="-2" cy="2" r="1.3" fill="#222"/><circle cx="1.8" cy="2" r="1.3" fill="#222"/>',
)
"""The sign of a locomotive, on the wagons of a ferry that need one."""
