"""Sleeps before it is even a bot."""

import time

time.sleep(60)


class Sleeper:
    """Never gets to play."""

    def choose(self, view, legal):
        return legal[0]
