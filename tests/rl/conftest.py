"""What all tests of environments share."""

from collections.abc import Iterator

import pytest

from tests.toy import toy_in_use


@pytest.fixture
def with_toy() -> Iterator[None]:
    """The toy expansion is one of the games: it has no line of code in arena/rl."""
    with toy_in_use():
        yield
