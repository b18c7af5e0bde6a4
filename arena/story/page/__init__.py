"""The parts of the replay page: what it shows of a table, its frames, its chart, the document."""
