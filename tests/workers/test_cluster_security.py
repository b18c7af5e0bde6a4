"""Who can reach a cluster: a local one wants its certificate, others want tls:// or a word."""

import stat
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from distributed.security import Security

from arena.cli import main
from arena.workers import cluster
from arena.workers.cluster import ClusterError, connect
from arena.workers.cluster_local import LocalCluster
from arena.workers.cluster_security import Certificate, SecurityError, refuse_open

CLOSED = ("tls://far.example:8786", "wss://10.0.0.1:1", "tcp://127.0.0.1:8786", "tcp://[::1]:1")
OPEN = ("tcp://far.example:8786", "10.0.0.1:8786", "ws://far.example:1", "tcp://0.0.0.0:8786")


@pytest.mark.parametrize("address", [*CLOSED, "localhost:8786", "tcp://127.9.9.9:1"])
def test_an_address_that_nobody_else_reaches_is_fine(address: str) -> None:
    refuse_open(address, insecure=False)
    with pytest.raises(SecurityError, match="--insecure is for tcp:// beyond this machine"):
        refuse_open(address, insecure=True)


@pytest.mark.parametrize("address", OPEN)
def test_an_open_address_wants_to_be_called_insecure(address: str) -> None:
    with pytest.raises(SecurityError) as refused:
        refuse_open(address, insecure=False)
    assert str(refused.value) == (
        f"{address} is not encrypted: whoever reaches that scheduler, or the network between, can"
        " run programs on its workers and forge results; use tls://, or say --insecure"
    )
    refuse_open(address, insecure=True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--cluster", "tcp://far.example:8786"], "is not encrypted: whoever reaches"),
        (["--insecure"], "--insecure is for a cluster"),
        (["--cluster", "local", "--insecure"], "which local is not"),
    ],
)
def test_a_command_says_so_before_it_begins(
    words: list[str], sentence: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    result = CliRunner().invoke(main, ["run", "configs/usa.toml", "--out", str(out), *words])
    assert result.exit_code == 2
    assert sentence in result.output
    assert not out.exists()


def test_a_local_cluster_lets_in_nobody_without_its_certificate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 5.0)
    started = LocalCluster(1)
    try:
        assert started.address.startswith("tls://127.0.0.1:")
        files = list(Path(started._folder.name).glob("*.pem"))
        assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600, 0o600]
        connect(started.address, started.certificate.security()).close()
        plain = started.address.replace("tls://", "tcp://")
        with pytest.raises(ClusterError, match="there is no Dask scheduler"):
            connect(plain, Security())
        with pytest.raises(SecurityError, match="wants a certificate, and Dask's settings name no"):
            connect(started.address, Security())
    finally:
        started.close()
    assert not any(file.exists() for file in files)


def test_another_runs_certificate_is_not_that_of_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 5.0)
    started = LocalCluster(1)
    try:
        with pytest.raises(ClusterError, match="there is no Dask scheduler"):
            connect(started.address, Certificate(tmp_path).security())
    finally:
        started.close()


def test_without_cryptography_there_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(SecurityError, match="needs cryptography, which is not installed"):
        Certificate(tmp_path)
