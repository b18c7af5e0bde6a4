"""An HTML document in one file: a template filled in, values as harmless JSON, and a policy.

The policy (Content-Security-Policy) lets the document run its own script and style, known by their
hashes, and load nothing. Texts of bots are only ever in the JSON: no text of theirs is markup.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final

from arena.terminal import printable

PLACE: Final = re.compile(r"\{\{(\w+)\}\}")
"""A place of the template that is filled in."""
ESCAPED: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
"""Letters that could end the element that holds the JSON, or begin another."""


def source(name: str, package: str = __package__) -> str:
    """A file of this package, or of another, as text."""
    return files(package).joinpath(name).read_text("utf-8")


def filled(template: str, parts: Mapping[str, str]) -> str:
    """The template with each place filled in once; what is filled in is not looked at again."""
    return PLACE.sub(lambda place: parts[place[1]], template)


def as_json(value: object) -> str:
    """A value as JSON that can stand in a script element, its texts without control characters."""
    text = json.dumps(harmless(value), ensure_ascii=False, separators=(",", ":"))
    for letter, written in ESCAPED.items():
        text = text.replace(letter, written)
    return text


def harmless(value: object) -> object:
    """A value whose texts can't steer how others are shown: no control or direction characters."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Mapping):
        return {harmless(str(name)): harmless(inside) for name, inside in value.items()}
    if isinstance(value, list | tuple):
        return [harmless(inside) for inside in value]
    return value


def plain(text: str) -> str:
    """A text as HTML shows it."""
    return escape(printable(text))


def policy(style: str, script: str | None, *more: str) -> str:
    """The policy of a document with this style and this script, and with what is named besides.

    Nothing else is allowed, and no network.
    """
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src 'sha256-{digest(style)}'",
            f"script-src 'sha256-{digest(script)}'" if script is not None else "script-src 'none'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            *more,
        ]
    )


def digest(text: str) -> str:
    """The hash of an element's text, as policies write it."""
    return b64encode(sha256(text.encode()).digest()).decode()
