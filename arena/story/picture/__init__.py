"""The parts of a board's picture: curves, wagons, labels, style, and the search for good places."""
