"""What all tests of results share."""

from tests.tournament.conftest import no_tracker

__all__ = ["no_tracker"]
