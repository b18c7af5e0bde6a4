"""Who and what is compared: two bots and their companions, read from files, and what they play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from arena.errors import ArenaError, unknown
from arena.identity import engine
from arena.match.reading import read_source
from arena.match.seats import Isolation
from arena.match.source import Source
from arena.referee.rulesets import find_ruleset
from arena.tournament.bot_list import bots_near
from arena.tournament.configuration import Configuration, typed_seed
from arena.tournament.names import LONGEST, imitated, imitation, is_name, mixture
from arena.tournament.settings import SWAP, TOGETHER, Settings

HOME: Final = Path("results", "compare")
"""The folder for comparisons, each in a folder of its own."""
DIGITS: Final = 8
"""How many digits of a hash tell one comparison from others of bots with the same names."""


class ComparisonError(ArenaError):
    """Bots that can't be compared, with the reason."""


class Contenders(Struct, frozen=True, kw_only=True):
    """What the command line says of a comparison."""

    new: Path
    old: Path
    parameters: dict[str, Any]
    old_parameters: dict[str, Any]
    against: tuple[Path, ...]
    """The files of the companions; none for copies of the old bot."""
    rulesets: tuple[str, ...]
    seats: int
    together: bool
    """Whether both sit at one table, however many seats it has."""
    rounds: int
    """The most deals of each ruleset."""
    seed: str | None
    trusted: bool

    @property
    def schedule(self) -> str:
        """Whether both sit at the same table, or one after the other at the same seat."""
        alone = self.seats == 2 and not self.against
        return TOGETHER if self.together or alone else SWAP

    def configuration(self) -> Configuration:
        """The comparison as a tournament between these bots, of which the first two matter."""
        for ruleset in self.rulesets:
            find_ruleset(ruleset).check_seats(self.seats)
        bots = tuple(self._bots())
        refuse_names(bots)
        settings = Settings(
            name=f"{bots[0].name} and {bots[1].name}"[:LONGEST].strip(),
            rulesets=tuple(dict.fromkeys(self.rulesets)),
            seats=(self.seats,),
            rounds=self.rounds,
            seed=None if self.seed is None else typed_seed(self.seed),
            duplicate=True,
            schedule=self.schedule,
            isolation=Isolation.NONE if self.trusted else Isolation.SANDBOX,
        )
        return Configuration(settings, bots)

    def _bots(self) -> Iterator[Source]:
        """The new bot, the old one, and as many companions as there are, or as a table needs."""
        new, old = read_bot(self.new, self.parameters), read_bot(self.old, self.old_parameters)
        taken = [new.name]
        yield new
        named = f"{old.name}-old" if old.name == new.name else old.name
        yield (old := renamed(old, named, taken))
        needed = self.seats - (2 if self.schedule == TOGETHER else 1)
        companions = [read_bot(path, {}) for path in self.against] or [old]
        if self.against and not needed:
            raise ComparisonError("at 2 seats nobody sits together with both: leave out --against")
        more = max(needed, len(self.against))
        for companion in islice(cycle(companions), more):
            yield renamed(companion, companion.name, taken)


def read_bot(path: Path, parameters: dict[str, Any]) -> Source:
    """A bot from its file; a file that does not exist names the nearest one that does."""
    if not path.exists():
        raise ComparisonError(unknown("bot file", str(path), bots_near([Path()], str(path))))
    return read_source(path, **parameters)


def renamed(bot: Source, name: str, taken: list[str]) -> Source:
    """A bot under a name that no other has: copies are numbered."""
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    free = next(each for each in names if each not in taken)
    taken.append(free)
    return msgspec.structs.replace(bot, name=free)


def refuse_names(bots: Sequence[Source]) -> None:
    """Refuse names of files that can't be bots' names, or that would be taken for another's."""
    for bot in bots:
        if not is_name(bot.name):
            raise ComparisonError(f"{bot.name!a} can't be a bot's name: give the file another one")
        scripts = mixture(bot.name)
        if scripts is not None:
            raise ComparisonError(
                f"{bot.name!a} mixes {scripts} letters: give the file a name of one script"
            )
    for bot in bots:
        other = imitated(bot.name, (each.name for each in bots))
        if other is not None:
            raise ComparisonError(imitation(bot.name, other))


def folder_of(configuration: Configuration) -> Path:
    """The folder of a comparison: the same bots, rules and engine come back to the same one."""
    settings = msgspec.structs.replace(configuration.settings, rounds=1)
    bots = [(bot.name, bot.version) for bot in configuration.bots]
    told = msgspec.json.encode([settings, bots, engine().rpartition("+")[2]])
    return HOME / f"{settings.name.replace(' ', '-')}-{sha256(told).hexdigest()[:DIGITS]}"
