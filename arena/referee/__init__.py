"""The rules. Pure: no clock, no files, no bots, no global state."""
