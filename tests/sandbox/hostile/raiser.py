"""Raises before it is even a bot."""

raise SystemExit("this file is no bot")
