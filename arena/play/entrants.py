"""Who sits where in a game with people: the seats of people and bots, and their names."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from arena.errors import ArenaError, clipped
from arena.match.source import Source
from arena.referee.modules import rules_of
from arena.referee.rulesets import Ruleset
from arena.results.manifest import Entry, entry
from arena.tournament.names import imitated, imitation, is_name
from arena.vocabulary import Seat


class SeatingError(ArenaError):
    """People and bots that can't be seated as they were asked to be."""


class Entrant(Struct, frozen=True):
    """A person or a bot at a seat."""

    name: str
    bot: Source | None = None
    """The bot's file; None for a person."""

    @property
    def entry(self) -> Entry:
        """Its entry in the roster of the results; a person counts as a bot without a file."""
        if self.bot is not None:
            return entry(self.bot)
        return Entry(self.name, Source(self.name, "", b"", {}).version, "", {}, person=True)


def seated(
    ruleset: Ruleset,
    bots: Sequence[Source],
    people: int,
    seats: Sequence[Seat],
    names: Sequence[str],
) -> tuple[Entrant, ...]:
    """Everybody by seat: people at the seats they asked for, then the others, bots in order."""
    size = people + len(bots)
    check_size(ruleset, size, len(bots))
    check_seats(seats, people, size)
    free = (seat for seat in range(size) if seat not in seats)
    of_people = sorted([*seats, *(next(free) for _ in range(people - len(seats)))])
    persons, others = iter(person_names(names, people)), iter(distinct(bots))
    entrants = tuple(
        Entrant(next(persons)) if seat in of_people else entrant(next(others))
        for seat in range(size)
    )
    refuse_imitations([one.name for one in entrants])
    return entrants


def entrant(bot: Source) -> Entrant:
    """A bot at a seat."""
    return Entrant(bot.name, bot)


def check_size(ruleset: Ruleset, size: int, bots: int) -> None:
    """Refuse a table that is too small or too large for the rules."""
    if size == 1 and ruleset.fewest_seats > 1:
        raise SeatingError(
            "nobody plays alone: name a bot's file after the ruleset, or say --people 2"
        )
    if size > ruleset.most_seats:
        raise SeatingError(
            f"{ruleset.name} is for at most {ruleset.most_seats} seats,"
            f" not {size - bots} for people and {bots} for bots (G1)"
        )
    rules_of(ruleset).check_seats(size)


def check_seats(seats: Sequence[Seat], people: int, size: int) -> None:
    """Refuse seats that there are not, that are taken, or that nobody would sit on."""
    for at, seat in enumerate(seats):
        if not 0 <= seat < size:
            raise SeatingError(f"there is no seat {seat} among {size}, they are numbered from 0")
        if seat in seats[:at]:
            raise SeatingError(f"seat {seat} is taken: --seat {seat} is there twice")
    if len(seats) > people:
        raise SeatingError(
            f"{len(seats)} seats are asked for people, who are {people}: say --people {len(seats)}"
        )


def person_names(names: Sequence[str], people: int) -> list[str]:
    """The names of the people in the order of their seats, those given first."""
    if len(names) > people:
        raise SeatingError(f"there are {len(names)} names for {people} of --people")
    for name in names:
        if not is_name(name):
            raise SeatingError(f"{clipped(name)} can't be a name: it is too long, or not printable")
    if people == 1 and not names:
        return ["person"]
    return [*names, *(f"person {number + 1}" for number in range(len(names), people))]


def distinct(bots: Sequence[Source]) -> list[Source]:
    """The bots under names that differ: the second planner is called `planner 2`."""
    named: list[Source] = []
    for bot in bots:
        same = sum(other.file == bot.file for other in bots[: len(named)])
        named.append(replace(bot, name=f"{bot.name} {same + 1}") if same else bot)
    return named


def refuse_imitations(names: Sequence[str]) -> None:
    """Refuse names that are the same, or could be taken for one another."""
    for at, name in enumerate(names):
        if name in names[:at]:
            raise SeatingError(f"two at the table are called {name}: give one another --name")
        other = imitated(name, names[:at])
        if other is not None:
            raise SeatingError(imitation(name, other))
