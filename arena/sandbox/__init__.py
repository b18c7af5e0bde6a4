"""Processes for strangers' bots: their parent, the channel to them, and what confines them."""
