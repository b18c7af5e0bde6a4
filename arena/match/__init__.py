"""One game between bots: seats, clocks, isolation, faults, the record."""
