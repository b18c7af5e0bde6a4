"""Tournaments for bots that play the Ticket to Ride family of board games."""

__version__ = "0.1.0"
