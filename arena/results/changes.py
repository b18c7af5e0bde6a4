"""What has changed since games were played: the engine, and the planning that bots play by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from arena.identity import engine, plays_alike
from arena.match.source import Source
from arena.results.manifest import Entry, Manifest, ManifestError

NAMED: Final = 3
"""The most changed files that a message names."""


def refuse_engine(folder: Path, manifest: Manifest) -> None:
    """Refuse to go on with games that another engine has played."""
    if manifest.engines and not any(plays_alike(used, engine()) for used in manifest.engines):
        raise ManifestError(
            f"{folder} was played by engine {' and '.join(manifest.engines)}, and this arena has"
            f" {engine()}: its games can be read and verified; to play on with this engine, say"
            " --new-engine"
        )


def refuse_changed(manifest: Manifest, roster: Sequence[Source], playing: Iterable[int]) -> None:
    """Refuse a bot that is to play on but plays by other planning than when it joined."""
    changed = {at for at, bot in enumerate(manifest.bots) if changed_files(bot, roster[at])}
    if not changed:
        return
    for at in playing:
        if at in changed:
            bot = manifest.bots[at]
            raise ManifestError(
                f"{bot.name} can't play on as version {bot.version}:"
                f" {told(changed_files(bot, roster[at]))} since it joined (play on with the arena"
                " of that time, or withdraw it and submit it again as a new version)"
            )


def changed_files(bot: Entry, source: Source) -> list[str]:
    """The files of `arena.planning` that a bot plays by, and that are not as when it joined."""
    then, now = bot.planning, source.planning
    return sorted(name for name in then.keys() | now.keys() if then.get(name) != now.get(name))


def told(files: Sequence[str]) -> str:
    """That these files have changed, in words."""
    more = f" and {len(files) - NAMED} more" if len(files) > NAMED else ""
    return f"{', '.join(files[:NAMED])}{more} {'have' if len(files) > 1 else 'has'} changed"


def warnings(engines: Iterable[str], bots: Iterable[tuple[Entry, Source]]) -> Iterator[str]:
    """Why bots that are asked here may answer otherwise than they did in these engines' games."""
    for used in engines:
        if not plays_alike(used, engine()):
            yield f"games were played by engine {used}, and {engine()} asks now"
    for bot, source in bots:
        files = changed_files(bot, source)
        if files:
            yield f"{told(files)} since {bot.name} joined"
