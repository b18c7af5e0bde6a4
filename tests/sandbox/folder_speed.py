"""What a folder of 32 MB costs a bot in a game: `python -m tests.sandbox.folder_speed`.

Games of bots that differ in nothing else are played in turns. Counted is the processor time of all
processes, the bots' ends included.
"""

import io
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

import numpy as np

from arena.match.bot_folder import Folder
from arena.match.limits import Limits
from arena.match.source import Source
from arena.referee.rulesets import find_ruleset
from arena.sandbox.venue import Venue
from arena.seeds import bot_seed

BLOCKS: Final = 4
GAMES: Final = 10
"""Games in a block: the system counts ended processes in steps of 10 ms."""
USA: Final = find_ruleset("usa")
NET: Final = np.random.default_rng(0).random((Limits().files << 17) - 1024)
PLAYS: Final = "class Bot:\n    def choose(self, view, legal):\n        return legal[0]\n"
READS: Final = {
    "one file": "",
    "a folder, not read": "",
    "array('net.npy')": "NET = array('net.npy')",
    "array('net.npy'), every page of it used": "NET = array('net.npy')\nNET[::512].sum()",
    "np.load(data('net.npy'))": "NET = np.load(data('net.npy'))",
    "np.load(data('net.npz'))": "NET = np.load(data('net.npz'))['net']",
}
"""How a bot reads its net, by what the table calls it."""


def main() -> None:
    """Measure, and print a line for each way of reading."""
    bots = [bot(way) for way in READS]
    spent: dict[str, list[float]] = {way: [] for way in READS}
    with Venue("sandbox", [USA], Limits()) as venue:
        venue.prepare(bots)
        for block in range(BLOCKS):
            for source in bots:
                before = used(venue)
                for game in range(block * GAMES, (block + 1) * GAMES):
                    seeds = [bot_seed(game, seat) for seat in range(2)]
                    played = venue.play_seeded(USA, [source] * 2, game, seeds)
                    assert not played.faults, played.faults
                spent[source.name].append((used(venue) - before) * 1000 / GAMES / 2)
    base = spent["one file"]
    for way, times in spent.items():
        more = median(time - one for time, one in zip(times, base, strict=True))
        print(f"{way:42} {more:6.1f} ms more a game")


def bot(way: str) -> Source:
    """A bot that reads its net in this way."""
    code = f"import numpy as np\nfrom arena.bot import array, data\n{READS[way]}\n{PLAYS}"
    files: dict[str, bytes] = {}
    if way != "one file":
        file = io.BytesIO()
        np.savez(file, net=NET) if "npz" in way else np.save(file, NET)
        files["net.npz" if "npz" in way else "net.npy"] = file.getvalue()
    return Source(way, "net/bot.py", code.encode(), {}, Folder(files))


def used(venue: Venue) -> float:
    """Seconds of processor time of this process, of the parent of bots, and of all bots ended."""
    parent = venue._parent
    assert parent is not None
    fields = Path(f"/proc/{parent._process.pid}/stat").read_text().rpartition(")")[2].split()
    return process_time() + sum(int(field) for field in fields[11:15]) / 100


if __name__ == "__main__":
    main()
