"""Who is better: ratings, sums, intervals and the leaderboard."""
