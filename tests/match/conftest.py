"""What all tests of matches share."""

from collections.abc import Iterator

import pytest

from tests.match.tables import close_venues


@pytest.fixture(scope="module", autouse=True)
def open_for_a_file() -> Iterator[None]:
    """Opening a venue takes longer than a game in it, so those of a file share theirs."""
    yield
    close_venues()
