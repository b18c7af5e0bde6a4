"""The workers that play a tournament's games: processes on this machine, or a Dask cluster."""
