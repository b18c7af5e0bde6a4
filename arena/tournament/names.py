"""The names of bots and tournaments: what can be one, and which would be taken for another.

Two names imitate each other if people could take one for the other: they differ in case, accents,
invisible characters or repeated spaces, or in letters that look alike, also of other scripts.
"""

# ruff: noqa: RUF001 - letters that look alike are what this file is about

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from arena.terminal import printable

LONGEST: Final = 60
"""The most characters of a name."""
INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing; marks and format characters are known by their category."""
EAST_ASIAN: Final = frozenset(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"))
"""Scripts that are written together, by the first words of their characters' names."""
ALIKE: Final = {
    "a": "аαɑᴀꭺ", "b": "вьβʙƀ", "c": "сᴄⲥꮯ", "d": "ԁđɗᴅꭰ", "e": "еєεᴇꭼ", "f": "ꜰƒ",
    "g": "ɡɢցꮐ", "h": "нһհʜħꮋ", "i": "іιıɪɨɩ", "j": "јȷᴊꭻ", "k": "кκᴋꮶ", "l": "ӏʟłլꮮ|1",
    "m": "мᴍꮇ", "n": "пηոɴπ", "o": "оοσօᴏøⲟ0", "p": "рρᴘꮲþ", "q": "ԛզ", "r": "гʀꭱ",
    "s": "ѕꜱꮪ", "t": "тτᴛŧꭲ", "u": "υսᴜμʉ", "v": "ѵνᴠʋꮩ", "w": "ԝшωᴡաꮃ", "x": "хχ",
    "y": "уүγʏ", "z": "ᴢꮓ", "3": "зӡʒ", "4": "ч", "6": "б",
}  # fmt: skip
"""For each Latin letter or digit the small letters, and some signs, that look like it."""
CAPITALS: Final = {
    "a": "Α", "b": "Β", "e": "Ε", "h": "Η", "i": "Ι", "k": "Κ", "l": "I", "m": "Μ", "n": "Ν",
    "o": "Ο", "p": "Ρ", "t": "Τ", "x": "Χ", "y": "Υ", "z": "Ζ",
}  # fmt: skip
"""Capital letters that look like another letter than their small ones do."""
PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Pairs of letters that look like one."""


def by_letter(alike: dict[str, str]) -> dict[int, str]:
    """A table of look-alikes turned round, for `str.translate`."""
    return {ord(other): letter for letter, others in alike.items() for other in others}


SMALL: Final = by_letter({letter: others.casefold() for letter, others in ALIKE.items()})
LARGE: Final = by_letter(CAPITALS)


def is_name(value: object) -> bool:
    """Whether a value can be the name of a tournament or a bot, and of a file."""
    return (
        isinstance(value, str)
        and 0 < len(value) <= LONGEST
        and value == value.strip()
        and value[0] not in ".-=+@"  # hidden files, options, formulas of spreadsheets
        and not set(value) & set('/\\\n\t"')
        and printable(value) == value
        and visible(value) != ""
    )


def mixture(name: str) -> str | None:
    """The scripts whose letters a name mixes, in words; None if it keeps to one."""
    letters = (sign for sign in unicodedata.normalize("NFKC", name) if sign.isalpha())
    scripts = sorted({script_of(letter) for letter in letters} - {""})
    return " and ".join(scripts) if len(scripts) > 1 else None


def script_of(letter: str) -> str:
    """The script of a letter; the scripts of East Asia, which are written together, are one."""
    word = unicodedata.name(letter, "UNKNOWN").split()[0].partition("-")[0]
    if word == "MODIFIER":  # such letters belong to no script
        return ""
    return "East Asian" if word in EAST_ASIAN else word.capitalize()


def imitated(name: str, others: Iterable[str]) -> str | None:
    """The first of other names that a name imitates; its very text is no imitation."""
    looks = looks_of(name)
    return next((other for other in others if other != name and looks & looks_of(other)), None)


def imitation(name: str, other: str) -> str:
    """The sentence for a name that imitates another."""
    return f"the name {name!a} looks like {other}, another bot's: give it one of its own"


@lru_cache(maxsize=4096)  # each name of a tournament is compared with all others
def looks_of(name: str) -> frozenset[str]:
    """What a name looks like, by its small letters and by its capitals: `I` is like i and l."""
    seen = visible(name)
    return frozenset((plain(seen), plain(seen.translate(LARGE))))


def visible(name: str) -> str:
    """A name without accents and whatever shows nothing."""
    parts = unicodedata.normalize("NFKD", name)
    shown = (sign for sign in parts if unicodedata.category(sign)[0] not in "MC")
    return "".join(sign for sign in shown if sign not in INVISIBLE).strip()


def plain(seen: str) -> str:
    """What is seen of a name, in plain small letters."""
    digits = (str(unicodedata.digit(sign, sign)) for sign in seen.casefold())
    text = visible("".join(digits)).translate(SMALL)
    for pair, letter in PAIRS:
        text = text.replace(pair, letter)
    return re.sub(r"([\s_.-])\1+", r"\1", text)
