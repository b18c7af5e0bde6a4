"""Who plays the games of a tournament: processes on this machine, or on those of a cluster."""
