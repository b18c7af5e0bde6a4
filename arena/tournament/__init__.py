"""A tournament: its configuration, its schedule, running it, and bots that join or leave."""
