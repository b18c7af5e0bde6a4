"""One game between bots: who sits where, their time, their faults, the record."""
