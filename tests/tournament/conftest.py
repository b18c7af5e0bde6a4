"""What all tests of tournaments share."""

from collections.abc import Iterator

import pytest
from multiprocess import resource_tracker


@pytest.fixture(autouse=True)
def no_tracker() -> Iterator[None]:
    """Workers leave a tracker with whoever started them, which other tests would take for a bot."""
    yield
    resource_tracker._resource_tracker._stop()
