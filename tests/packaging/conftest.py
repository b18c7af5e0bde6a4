"""A release that is built and installed once for all tests of packaging."""

from pathlib import Path

import pytest

from tests.packaging.clean_environment import Built, Environment, build, install


@pytest.fixture(scope="package")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The sdist and the wheel."""
    return build(tmp_path_factory.mktemp("release"))


@pytest.fixture(scope="package")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """A clean environment with the wheel."""
    return install(built.wheel, tmp_path_factory.mktemp("installed") / "env")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty folder outside the clone, where commands are typed."""
    return tmp_path
