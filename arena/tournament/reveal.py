"""Publishing a tournament's secret at its end (`arena reveal`), for others to check its deals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from arena.errors import ArenaError
from arena.results.files import SEAL
from arena.results.manifest import FILE, Manifest, results_of, schedule_of, write_manifest
from arena.results.seal import hash_line, seal
from arena.results.secret_file import secret_of
from arena.results.store import GameStore
from arena.tournament.run import lock_folder


class RevealRefused(ArenaError):
    """A secret that is not to be published yet, or a tournament that has none."""


def reveal(folder: Path, anyway: bool, say: Callable[[str], None]) -> str:
    """Write the secret of a tournament into its manifest; returns a sentence that tells it.

    With games still to be played it is refused, unless the user wants it anyway.
    """
    refuse_public(folder, results_of(folder))
    with lock_folder(folder, say):
        manifest = results_of(folder)
        secret = str(secret_of(folder, manifest).words)
        if manifest.revealed is None:
            if not anyway:
                refuse_unfinished(folder, manifest)
            write_revealed(folder, manifest, secret)
    sentence = (
        f"The secret of {folder} is {secret}: it is in {FILE} now, for all to check the deals."
    )
    return "\n".join([sentence, *hash_line(folder)])


def write_revealed(folder: Path, manifest: Manifest, secret: str) -> None:
    """Write the secret into the manifest, and seal results anew that were sealed before."""
    sealed = (folder / SEAL).exists()
    write_manifest(folder, msgspec.structs.replace(manifest, revealed=secret))
    if sealed:
        seal(folder)


def refuse_public(folder: Path, manifest: Manifest) -> None:
    """Refuse a tournament whose seed everybody could know from the start."""
    if manifest.settings.seed is not None:
        raise RevealRefused(f"the seed of {folder} is public: there is nothing to reveal")


def refuse_unfinished(folder: Path, manifest: Manifest) -> None:
    """Refuse a tournament with games still to be played, for nobody could play them any more."""
    games, store = len(schedule_of(manifest)), GameStore(folder)
    store.open(games)
    missing = store.count_missing(games)
    if missing:
        raise RevealRefused(
            f"{missing:,} of {games:,} games of {folder} are still to be played, and can't be once"
            " its secret is known: play them first, or say --anyway"
        )
