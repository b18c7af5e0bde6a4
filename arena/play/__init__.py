"""People against bots (`arena play`), on a page in the browser or as text in the terminal."""
