"""Many games: configuration, schedule, workers, store, ratings, leaderboard."""
