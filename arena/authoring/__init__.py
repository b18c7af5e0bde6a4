"""What an author does before submitting a bot: start from one, check it, compare it."""
