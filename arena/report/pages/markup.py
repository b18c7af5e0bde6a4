"""HTML from parts: elements, texts that can't become markup, tables and figures."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from arena.ranking.printed import places_text
from arena.story.page.document import plain


def tag(name: str, *inside: str, **attributes: str | None) -> str:
    """An element with an end; an attribute that is None is left out.

    `_` stands for `-` in the name of an attribute, and at its end for nothing: `class_`.
    """
    head = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{plain(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{head}>{''.join(inside)}</{name}>"


def named(text: str) -> str:
    """A name that a stranger chose, apart from the text around it whichever way it is written."""
    return tag("bdi", plain(text))


def link(address: str, *inside: str, title: str | None = None) -> str:
    """A link to another page of the report, or to a place on this one."""
    return tag("a", *inside, href=address, title=title)


class Column(NamedTuple):
    """A column of a table: its header as HTML, and how its cells are shown."""

    header: str
    kind: str | None = None
    """The class of its cells: `n` for numbers, `drawn` for a picture; with `wide`, left out on a
    narrow screen."""


def table(
    caption: str, columns: Sequence[Column], rows: Iterable[Sequence[str]], kind: str = ""
) -> str:
    """A table whose rows are named by their first cell, which is the header of its row."""
    head = tag("tr", *(tag("th", one.header, scope="col", class_=one.kind) for one in columns))
    lines = []
    for first, *others in rows:
        cells = [
            tag("td", cell, class_=one.kind) for cell, one in zip(others, columns[1:], strict=True)
        ]
        lines.append(tag("tr", tag("th", first, scope="row", class_=columns[0].kind), *cells))
    whole = tag(
        "table",
        tag("caption", caption, class_="unseen"),
        tag("thead", head),
        tag("tbody", "\n".join(lines)),
        class_=kind or None,
    )
    return scrolled(caption, whole)


def scrolled(label: str, wide: str) -> str:
    """Something that may be wider than the screen, and can then be moved; also with the keys."""
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">{wide}</div>'


def figure(title: str, about: str, *body: str, reading: str = "", behind: str = "") -> str:
    """A figure: its title, what it is about in a sentence, itself, and the games behind it.

    Where that needs more words, below it how it is read. All of them are HTML.
    """
    caption = tag("figcaption", tag("h3", title), tag("p", about))
    how = tag("p", reading, class_="behind") if reading else ""
    games = tag("p", "Games behind it: ", behind, class_="behind") if behind else ""
    return tag("figure", caption, "\n", *body, how, games) + "\n"


def section(place: str, title: str, *body: str) -> str:
    """A part of a page that can be linked to."""
    heading = tag("h2", plain(title), id=f"{place}-title")
    return tag("section", heading, "\n", *body, id=place, aria_labelledby=f"{place}-title") + "\n"


def folded(title: str, *body: str, is_open: bool = False) -> str:
    """Something that is unfolded by a click, or stands open."""
    opened = " open" if is_open else ""
    return f"<details{opened}><summary>{title}</summary>\n{''.join(body)}</details>\n"


def first_open(parts: Sequence[tuple[str, str]]) -> str:
    """Parts with their titles: the first as it is, all others to be unfolded."""
    if not parts:
        return ""
    (_, first), *others = parts
    return first + "".join(folded(title, part) for title, part in others)


def listed(items: Iterable[str], kind: str | None = None) -> str:
    """A list; nothing if it is empty."""
    lines = [tag("li", item) for item in items]
    return tag("ul", *lines, class_=kind) if lines else ""


def remarks(sentences: Sequence[str]) -> str:
    """Sentences on a table, as text: those that are printed below it, without their line breaks."""
    return listed((plain(" ".join(sentence.split())) for sentence in sentences), "remarks")


NONE: Final = "\N{EN DASH}"
"""What stands for a figure that is not known."""


def percent(rate: float) -> str:
    """A rate in whole percent."""
    return NONE if rate != rate else f"{100 * rate:.0f}%"


def minus(number: str) -> str:
    """A number with the sign for minus, which is as wide as the one for plus."""
    return number.replace("-", "\N{MINUS SIGN}")


def between(ends: Sequence[float]) -> str:
    """An interval in whole percent."""
    low, high = ends
    return f"{100 * low:.0f}\N{EN DASH}{100 * high:.0f}%"


def places_of(row: Mapping[Hashable, Any]) -> str:
    """The places that a bot may hold, from its line of a table."""
    return places_text(dict(row)).replace("-", "\N{EN DASH}")


def enumerated(words: Iterable[str]) -> str:
    """Words with commas between them, and `and` before the last."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def several(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
