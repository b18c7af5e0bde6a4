"""A game told to people: the sentences of its events, its positions, its whole course."""
