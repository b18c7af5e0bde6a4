"""The file with a tournament's secret, and finding the secret of results wherever it is known."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.results.files import write_private
from arena.results.manifest import Manifest
from arena.tournament.secret import Secret, draw_secret, is_drawn
from arena.tournament.settings import Settings

FILE: Final = "secret"
"""The file in a results folder that only its owner can read, and that is never published."""


class SecretError(ArenaError):
    """A secret that is missing, or is not the one that the results commit to."""


def first_secret(folder: Path, settings: Settings) -> Secret:
    """The secret of a tournament that begins: its public seed, or one that is drawn and kept.

    A run that was killed before it wrote a manifest may have left one: it is still unknown to all.
    """
    if settings.seed is not None:
        return Secret(settings.seed)
    secret = read_secret(folder)
    if secret is None:
        secret = draw_secret()
        write_private(folder / FILE, f"{secret.words}\n".encode())
    return secret


def secret_of(folder: Path, manifest: Manifest) -> Secret:
    """The secret of results, which must be known here."""
    secret = known_secret(folder, manifest)
    if secret is None:
        raise SecretError(
            f"{folder / FILE} is not there, or not yours to read: without its secret nobody can"
            " tell the seeds of this tournament"
        )
    return secret


def known_secret(folder: Path, manifest: Manifest) -> Secret | None:
    """The secret of results: their public seed, as it was revealed, or its file; None if unknown.

    One that does not fit the commitment in the manifest is an error.
    """
    seed, revealed = manifest.settings.seed, manifest.revealed
    if seed is not None:
        where, secret = "its seed", Secret(seed)
    elif revealed is not None:
        where, secret = "the revealed secret", Secret(revealed)
    elif (kept := read_secret(folder)) is not None:
        where, secret = str(folder / FILE), kept
    else:
        return None
    if secret.commitment != manifest.commitment:
        raise SecretError(f"{where} is not what the manifest of {folder} has committed to")
    return secret


def read_secret(folder: Path) -> Secret | None:
    """The secret that a folder keeps; None if there is none, or none for this user to read."""
    path = folder / FILE
    try:
        words = path.read_text("ascii", "replace").strip()
    except (FileNotFoundError, PermissionError):
        return None
    except OSError as error:
        raise SecretError(f"{path} cannot be read: {error.strerror}") from error
    if not is_drawn(words):
        raise SecretError(f"{path} is damaged: it holds no secret")
    return Secret(words)
