"""The seeds of shuffles and bots: one-way functions of a seed and of words for its use."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from arena.vocabulary import Seat


def number_of(text: str) -> int:
    """A number of 64 bits from a text, equal on every machine, that does not give the text away."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())


def shuffle_seed(game: int, pile: str, nth: int) -> int:
    """The seed of the `nth` shuffle of a pile, from 0, in the game of this seed."""
    return number_of(f"{game} {pile} {nth}")


def bot_seed(game: int, seat: Seat) -> int:
    """The seed of the generator of the bot at a seat, in a game outside tournaments."""
    return number_of(f"{game} bot {seat}")


def tournament_number(*words: object) -> int:
    """A number of 63 bits, which fits a column, for one use in a tournament.

    The words are quoted, because a tournament's seed may be any text: so no two lists of words give
    the same number by being written the same.
    """
    return number_of("\n".join(map(ascii, words))) >> 1


def tournament_numbers(words: Sequence[object], last: Iterable[int]) -> list[int]:
    """The numbers for these words with each of the last ones: quicker than one by one."""
    before = "\n".join(map(ascii, words))
    return [number_of(f"{before}\n{word}") >> 1 for word in last]
