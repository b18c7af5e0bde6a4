"""What all tests of workers share."""

from tests.tournament.conftest import no_tracker

__all__ = ["no_tracker"]
