"""Who can reach a cluster: addresses that are open to all, and the certificate of a local one."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from distributed.comm.addressing import parse_address, parse_host_port
from distributed.security import Security

from arena.errors import ArenaError

LOCAL: Final = "local"
"""The address of a cluster that is started on this machine and ends with the run."""
ENCRYPTED: Final = ("tls", "wss")
"""Dask's protocols on which both sides show a certificate."""
CERTIFICATE: Final = "certificate.pem"
KEY: Final = "key.pem"


class SecurityError(ArenaError):
    """A cluster that is open to people who should not reach it."""


def refuse_open(address: str, insecure: bool) -> None:
    """Refuse an address that anybody could listen at, unless the user says `--insecure`."""
    is_open = is_open_to_others(address)
    if is_open and not insecure:
        raise SecurityError(
            f"{address} is not encrypted: whoever reaches that scheduler, or the network between,"
            " can run programs on its workers and forge results; use tls://, or say --insecure"
        )
    if insecure and not is_open:
        raise SecurityError(f"--insecure is for tcp:// beyond this machine, which {address} is not")


def is_open_to_others(address: str) -> bool:
    """Whether an address is beyond this machine, and not encrypted."""
    protocol, location = parse_address(address)
    if address == LOCAL or protocol in ENCRYPTED:
        return False
    host = str(parse_host_port(location, 0)[0])
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"


def connection_of(address: str, security: Security) -> dict[str, object]:
    """The arguments of connections to an address; it is refused if a certificate is missing."""
    arguments: dict[str, object] = security.get_connection_args("client")
    if parse_address(address)[0] in ENCRYPTED and arguments["ssl_context"] is None:
        raise SecurityError(
            f"{address} wants a certificate, and Dask's settings name none:"
            " arena docs cluster tells which to set"
        )
    return arguments


class Certificate:
    """A certificate for one run, in files that only this user can read."""

    def __init__(self, folder: Path) -> None:
        """Make a key and a certificate signed with it, which all of the run's processes share."""
        try:
            made = Security.temporary()
        except ImportError as missing:
            raise SecurityError(
                "--cluster local needs cryptography, which is not installed:"
                ' pip install "railarena[cluster]"'
            ) from missing
        self._certificate, self._key = folder / CERTIFICATE, folder / KEY
        for path, text in ((self._certificate, made.tls_ca_file), (self._key, made.tls_client_key)):
            path.touch(0o600, exist_ok=False)
            path.write_text(text)

    def options(self) -> Iterator[str]:
        """The options for the programs of Dask."""
        yield from ("--protocol", "tls", "--tls-ca-file", str(self._certificate))
        yield from ("--tls-cert", str(self._certificate), "--tls-key", str(self._key))

    def security(self) -> Security:
        """The settings for a client, who shows the same certificate."""
        return Security(
            require_encryption=True,
            tls_ca_file=str(self._certificate),
            tls_client_cert=str(self._certificate),
            tls_client_key=str(self._key),
        )
