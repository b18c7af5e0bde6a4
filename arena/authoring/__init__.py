"""What an author does before submitting a bot: start from one, and check it."""
