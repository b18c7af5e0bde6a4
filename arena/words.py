"""Enumerations whose members are the words that files, tables and messages use."""

from enum import StrEnum


class Word(StrEnum):
    """One of a fixed set of words; it prints and compares as the plain text that it is."""

    __repr__ = str.__repr__
