"""What a comparison found, as lines for the terminal and for a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import json
from msgspec.structs import replace

from arena.authoring.compare import ComparisonRun, plural
from arena.ranking.evidence import Decision
from arena.results.manifest import Entry
from arena.terminal import printable, wrapped
from arena.tournament.paired_schedule import NEW, OLD
from arena.tournament.settings import SWAP, TOGETHER

BY_GAMES: Final = {
    -1.0: "2 losses",
    -0.5: "loss and draw",
    0.0: "even",
    0.5: "win and draw",
    1.0: "2 wins",
}
"""What a deal of two games between two bots can end with, by its difference."""
DECIDES: Final = 20
"""How much a bet must have grown for its statement to be made."""


def report(run: ComparisonRun, command: str) -> str:
    """All that is to be told of a comparison, in Markdown that reads as plain text too."""
    settings = run.manifest.settings
    head = f"{verdict(run)}: {', '.join(settings.rulesets)}, {settings.seats[0]} seats"
    items = (wrapped(f"- {item}".split(" ")) for item in points(run))
    told = [wrapped(head.split(" "), ""), "", *items, f"- command: `{command}`"]
    return printable("\n".join([*told, f"- games: {run.folder}"]))


def verdict(run: ComparisonRun) -> str:
    """The decision as a sentence."""
    new, old = (run.manifest.bots[bot].name for bot in (NEW, OLD))
    match run.evidence.decision:
        case Decision.BETTER:
            return f"{new} is better than {old}"
        case Decision.WORSE:
            return f"{new} is worse than {old}"
        case Decision.NOT_BETTER:
            return f"{new} is not better than {old} by more than {run.evidence.delta:g}"
        case _:
            deals = plural(run.evidence.deals, "deal")
            return f"{deals} can't tell whether {new} is better than {old}"


def points(run: ComparisonRun) -> Iterator[str]:
    """What the verdict rests on, point by point."""
    found, manifest = run.evidence, run.manifest
    new, old = manifest.bots[NEW], manifest.bots[OLD]
    shares = [f"{run.differences.share(bot):.1%}" for bot in (NEW, OLD)]
    yield (
        f"{new.name} comes before {shares[NEW]} of its opponents, {old.name} before {shares[OLD]}:"
        f" a difference of {found.mean:+.3f}"
    )
    yield (
        f"in the long run it is above {found.low:+.3f} and below {found.high:+.3f}:"
        " each with 95%, however often one has looked"
    )
    yield dealt(run)
    if is_duel(run) and len(manifest.settings.rulesets) == 1:
        yield "deals: " + ", ".join(
            f"{words} {found.counts[value]:,}" for value, words in BY_GAMES.items()
        )
    yield (
        f"evidence, of which {DECIDES} decides: {found.better():.3g} for better,"
        f" {found.worse():.3g} for worse, {found.not_better():.3g} for not better by more than"
        f" {found.delta:g}"
    )
    yield from (bot_words(new), bot_words(old))
    if manifest.bots[2:]:
        yield f"companions: {'; '.join(companion_words(manifest.bots[2:]))}"
    levels = " and ".join(dict.fromkeys(used.isolation for used in manifest.environments))
    yield f"engine {' and '.join(manifest.engines)}, isolation: {levels}"


def dealt(run: ComparisonRun) -> str:
    """How many deals and games there were, how they were seated, and the faults."""
    settings = run.manifest.settings
    if is_duel(run):
        seated = "both seats"
    elif settings.schedule == SWAP:
        seated = "one after the other in every seat"
    else:
        seated = "at one table in every seat"
    each = f" of each of {len(settings.rulesets)} rulesets" if len(settings.rulesets) > 1 else ""
    deals, games = plural(run.evidence.deals, "deal"), plural(len(run.schedule), "game")
    faults = ", ".join(f"{name} {number:,}" for name, number in fault_counts(run).items() if number)
    return f"{deals}{each}, {seated}: {games}, {f'faults: {faults}' if faults else 'no faults'}"


def fault_counts(run: ComparisonRun) -> dict[str, int]:
    """In how many games each bot had a fault."""
    found = {bot.name: 0 for bot in run.manifest.bots}
    for tables in run.store.read_all({"games": ["game"], "faults": ["game", "bot"]}):
        for name in tables["faults"]["bot"].to_pylist():
            found[name] += 1
    return found


def is_duel(run: ComparisonRun) -> bool:
    """Whether every deal is two games between the two bots alone."""
    settings = run.manifest.settings
    return settings.seats == (2,) and settings.schedule == TOGETHER


def companion_words(bots: Sequence[Entry]) -> Iterator[str]:
    """The companions, with copies of one bot together."""
    for version in dict.fromkeys(bot.version for bot in bots):
        alike = [bot for bot in bots if bot.version == version]
        yield bot_words(replace(alike[0], name=", ".join(bot.name for bot in alike)))


def bot_words(bot: Entry) -> str:
    """A bot with all that makes it what it is."""
    values = (f"{name} = {json.encode(value).decode()}" for name, value in bot.parameters.items())
    told = ", ".join(values)
    return f"{bot.name}: {bot.file}, version {bot.version}{f', {told}' if told else ''}"
