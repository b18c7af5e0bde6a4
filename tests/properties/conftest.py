"""What all properties share."""

from collections.abc import Iterator

import pytest

from tests.toy import toy_in_use


@pytest.fixture(autouse=True)
def with_toy() -> Iterator[None]:
    """The toy expansion is one of the games that properties are about."""
    with toy_in_use():
        yield
