"""The secret that a tournament's deals come from: its commitment, and the seeds it gives."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from msgspec import Struct

from arena.seeds import tournament_number
from arena.tournament.sittings import Fixture, Sitting

BYTES: Final = 16
"""The size of a secret: 128 bits, which nobody can try out."""


class Secret(Struct, frozen=True):
    """What all seeds of a tournament are one-way functions of: no seed tells of another one."""

    words: int | str
    """128 random bits as hexadecimal digits, or the public seed of a configuration."""

    @property
    def commitment(self) -> str:
        """The hash that is published from the start, and that the secret must fit at the end."""
        return sha256(f"the secret of a tournament: {self.words!a}".encode()).hexdigest()

    def fixture(self, sitting: Sitting) -> Fixture:
        """A game of the schedule with its seeds."""
        seats, deal = len(sitting.table), sitting.deal
        bots = [tournament_number(self.words, "bot", seats, deal, seat) for seat in range(seats)]
        return Fixture(
            sitting.game,
            sitting.ruleset,
            deal,
            self.game_seed(sitting),
            sitting.table,
            tuple(bots),
        )

    def game_seed(self, sitting: Sitting) -> int:
        """The seed of a game's shuffles."""
        return tournament_number(self.words, "deal", len(sitting.table), sitting.deal)


def is_drawn(words: str) -> bool:
    """Whether a text can be a secret that was drawn."""
    return len(words) == 2 * BYTES and set(words) <= set("0123456789abcdef")


def draw_secret() -> Secret:
    """A new secret, which nobody can guess."""
    return Secret(secrets.token_hex(BYTES))
