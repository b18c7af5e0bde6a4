"""The bots' processes at one table: only the bot that is asked may compute."""

from __future__ import annotations

from arena.sandbox.processes import BotProcess


class Company:
    """The processes of the bots at one table."""

    def __init__(self) -> None:
        self._processes: list[BotProcess] = []

    def join(self, process: BotProcess) -> None:
        """Add the process of one more bot."""
        self._processes.append(process)

    def hold_others(self, asked: BotProcess) -> None:
        """Stop each bot that computes although another one is asked.

        This is done once the answer takes a while: bots that answer at once are not worth a look at
        the others, who have no time to do harm.
        """
        for process in self._processes:
            if process is not asked:
                process.hold_if_busy()
