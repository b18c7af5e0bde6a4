"""What all tests of the sandbox share."""

from tests.match.conftest import open_for_a_file

__all__ = ["open_for_a_file"]
