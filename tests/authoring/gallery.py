"""Broken bots, as their authors write them, each with what `arena check` must tell its author.

A bot is its whole file; most are made of the body of their `choose`, which begins in line 3, or of
what they do in a turn, in line 4. The words beside a bot must all be in what its author reads, in
this order: what came back, and what to do instead.
"""

from textwrap import dedent, indent

Gallery = dict[str, tuple[str, list[str]]]


def choosing(body: str, before: str = "") -> str:
    """The file of a bot whose `choose` has this body."""
    head = "class MyBot:\n    def choose(self, view, legal):\n"
    return before + head + indent(dedent(body).strip(), " " * 8) + "\n"


def on_turn(body: str, before: str = "") -> str:
    """The file of a bot that does this when it has a turn."""
    return choosing(f'if view.phase == "turn":\n    {body}\nreturn legal[0]', before)


def playing(before: str = "", inside: str = "", after: str = "") -> str:
    """The file of a bot that would play well, but for what is around and in its class."""
    return f"{before}class MyBot:\n{inside}{GOOD}{after}"


GOOD = "    def choose(self, view, legal):\n        return legal[0]\n"
BOT = "from arena.bot import *\n"
ANSWERS: Gallery = {
    "returns nothing": (
        choosing("best = legal[0]"),
        ["choose returned None", "without a return when view.phase is 'keep'", "such as Keep("],
    ),
    "returns nothing on a turn": (
        choosing("if view.phase == 'keep':\n    return legal[0]"),
        ["choose returned None", "without a return when view.phase is 'turn'", "such as Take("],
    ),
    "returns an index": (
        choosing("return 1"),
        ["choose returned 1, an int, which is no action", "return legal[1]"],
    ),
    "returns an index that is too large": (
        choosing("return 1000"),
        ["choose returned 1000, an int", "return one of the 4 actions in legal"],
    ),
    "returns an index of numpy": (
        choosing("return numpy.argmax([1, 2])", "import numpy\n"),
        ["choose returned an int64", "return legal[1]"],
    ),
    "returns a truth": (
        choosing("return legal[0] in legal"),
        ["choose returned True, a bool", "return one of the 4 actions in legal"],
    ),
    "returns the text of an action": (
        on_turn("return 'take ?'"),
        ["choose returned 'take ?', a str", "return the action itself, Take(card=-1)"],
    ),
    "returns the name of an action": (
        on_turn("return 'TakeTickets'"),
        ["choose returned 'TakeTickets', a str", "such as TakeTickets(), without quotes"],
    ),
    "returns a wrong name": (
        on_turn("return 'take_ticket'"),
        ["choose returned 'take_ticket', a str", "did you mean TakeTickets"],
    ),
    "returns a class": (
        on_turn("return TakeTickets", BOT),
        ["choose returned the class TakeTickets", "make an action of it, such as TakeTickets()"],
    ),
    "returns all answers": (
        choosing("return legal"),
        ["choose returned a Legal, which is no action", "return one of them"],
    ),
    "returns a list of answers": (
        choosing("return [action for action in legal]"),
        ["choose returned a list, which is no action", "return one of them"],
    ),
    "returns a worth with the answer": (
        choosing("return max((7, action) for action in legal[:1])"),
        ["choose returned a tuple", "return only the action in it, which is at [1]"],
    ),
    "returns a dictionary": (
        choosing("return {'action': legal[0]}"),
        ["choose returned a dict", "return only the action in it, ['action']"],
    ),
    "returns the view": (
        choosing("return view"),
        ["choose returned a View", "return one of the actions in legal, such as Keep("],
    ),
    "returns a method": (
        choosing("return legal.count"),
        ["choose returned a method", "call it", "return what it gives"],
    ),
    "is asynchronous": (
        choosing("return legal[0]").replace("def", "async def"),
        ["choose returned a coroutine", "`def choose`, not `async def choose`"],
    ),
    "yields": (
        choosing("yield legal[0]"),
        ["choose returned a generator", "use `return` instead of `yield`"],
    ),
    "answers by another ruleset": (
        on_turn("return SkipCity()", BOT),
        ["a SkipCity, which is no action of usa", "are Take, Claim, TakeTickets, Keep, Pass"],
    ),
    "answers with a kind of its own": (
        on_turn("return Blind(BLIND)", f"{BOT}class Blind(Take): pass\n"),
        ["choose returned a Blind", "it is a subclass; return a Take itself"],
    ),
    "answers another question": (
        on_turn("return Keep((0,))", BOT),
        ["Keep(tickets=(0,)) is illegal", "only take or claim or", "view.phase first", "'turn'"],
    ),
    "names a colour by its letter": (
        on_turn("return Take('R')", BOT),
        ["whose field 1 is a str, not an int", "cards are RED", "of arena.bot"],
    ),
    "has a field of numpy": (
        on_turn("return Take(numpy.int64(0))", f"import numpy\n{BOT}"),
        ["Encoding objects of type numpy.int64", "a plain number with int(...)"],
    ),
    "has a huge answer": (
        choosing("return Keep((0,) * 10**6)", BOT),
        ["bytes, more than 65536", "an action is small"],
    ),
    "makes an action of too little": (
        on_turn("return Claim(3)", BOT),
        ["my_bot.py, line 5: TypeError", "all its fields: color is missing"],
    ),
    "makes an action by a wrong name": (
        on_turn("return Take(colour=3)", BOT),
        ["line 5: TypeError: Unexpected keyword argument 'colour'; did you mean color?", "fields"],
    ),
    "changes an action": (
        on_turn("legal[0].card = 3"),
        ["my_bot.py, line 4: AttributeError: immutable type", "make another one"],
    ),
    "keeps no ticket": (
        choosing("return Keep(())", BOT),
        ["Keep(tickets=()) is illegal", "2 tickets or more", "view.refusal", "arena rules G5"],
    ),
    "keeps tickets that were not dealt": (
        choosing("return Keep((0, 1, 2))", BOT),
        ["only tickets just dealt can be kept", "out of view.my_offer"],
    ),
    "claims what it can't pay": (
        on_turn("return Claim(0, RED, 0)", BOT),
        ["it takes 2 red cards", "legal has every action that is allowed", "arena rules C1"],
    ),
    "claims a route that is not there": (
        on_turn("return Claim(999, RED, 0)", BOT),
        ["there is no route 999 on the board usa", "arena rules C1"],
    ),
    "takes a gray card": (
        on_turn("return Take(GRAY)", BOT),
        ["Take(card=9) is illegal: there is no card 9", "arena rules G2"],
    ),
    "passes": (
        on_turn("return Pass()", BOT),
        ["Pass() is illegal: passing is legal only when nothing else is", "arena rules G7"],
    ),
}
"""What bots return instead of a legal action."""
LOADING: Gallery = {
    "lacks a colon": (
        "class MyBot\n    pass\n",
        ["my_bot.py, line 1: SyntaxError: expected ':'", "Python can't read this line", "^"],
    ),
    "is not indented": (
        "class MyBot:\ndef choose(self, view, legal):\n    return legal[0]\n",
        ["my_bot.py, line 2: IndentationError", "Python can't read this line, or the one before"],
    ),
    "mixes tabs and spaces": (
        "class MyBot:\n    def choose(self, view, legal):\n\tx = 1\n        return legal[0]\n",
        ["my_bot.py, line 3: TabError", "indent with spaces only"],
    ),
    "has no class": (
        "print('hello')\n",
        [
            "my_bot.py has no class with a method choose",
            "write `class MyBot:`",
            "arena new",
            "hello",
        ],
    ),
    "has a function alone": (
        "def choose(view, legal):\n    return legal[0]\n",
        ["no class with a method choose(view, legal): choose stands alone", "into a class"],
    ),
    "has a method of another name": (
        "class MyBot:\n    def chose(self, view, legal):\n        return legal[0]\n",
        ["no class with a method choose(view, legal); is MyBot.chose meant?"],
    ),
    "has two bots": (
        playing(after=f"class Other:\n{GOOD}"),
        ["several bot classes, MyBot and Other: name one with BOT = MyBot"],
    ),
    "has a base class of its own": (
        playing(after="class Better(MyBot):\n    pass\n"),
        ["several bot classes, MyBot and Better: name one with BOT = Better"],
    ),
    "names an object as the bot": (
        playing(after="BOT = MyBot()\n"),
        ["BOT in my_bot.py is no class", "name the class itself, BOT = MyBot"],
    ),
    "names a text as the bot": (
        playing(after="BOT = 'MyBot'\n"),
        ["BOT in my_bot.py is no class with a method choose(view, legal)"],
    ),
    "has a base class that is not there": (
        f"from arena.bot import BaseBot\nclass MyBot(BaseBot):\n{GOOD}",
        ["line 1: ImportError", "did you mean Bot?", "a bot needs no base class", "`class MyBot:`"],
    ),
    "imports from the wrong place": (
        playing("from arena import Claim\n"),
        ["line 1: ImportError", "not arena.Claim", "write `from arena.bot import Claim`"],
    ),
    "imports a wrong name": (
        playing("from arena.bot import Clame\n"),
        ["line 1: ImportError: cannot import name 'Clame' from 'arena.bot'; did you mean Claim"],
    ),
    "imports relatively": (
        playing("from .helpers import plan\n"),
        ["my_bot.py, line 1: ImportError: attempted relative import", "several files is a folder"],
    ),
    "imports a file beside it": (
        playing("import helpers\n"),
        ["my_bot.py, line 1: ImportError", "not helpers", "several files is a folder"],
    ),
    "imports what is not installed": (
        playing("import torch\n"),
        ["ImportError: a bot can import most of the standard library", "do without torch"],
    ),
    "imports the network": (
        playing("import urllib.request\n"),
        ["line 1: ImportError", "not urllib.request", "a bot has no network"],
    ),
    "imports processes": (
        playing("from multiprocessing import Pool\n"),
        ["line 1: ImportError", "not multiprocessing", "a bot can start no other process"],
    ),
    "imports by a name it has put together": (
        choosing("import importlib\nreturn importlib.import_module('color' + 'sys')"),
        ["line 4: ImportError: colorsys can't be loaded during a game", "write `import colorsys`"],
    ),
    "imports what no bot can": (
        choosing("import turtle"),
        ["my_bot.py, line 3: ImportError", "do without turtle: arena docs bots"],
    ),
    "fails in its file": (
        playing("TABLE = [1, 2][2]\n"),
        ["my_bot.py, line 1: IndexError: list index out of range", "TABLE = [1, 2][2]"],
    ),
    "fails in its constructor": (
        playing(inside="    def __init__(self): self.depth = 1 / 0\n"),
        ["my_bot.py, line 2: ZeroDivisionError", "in __init__"],
    ),
    "wants a parameter": (
        playing(inside="    def __init__(self, depth): self.depth = depth\n"),
        ["missing 1 required positional argument: 'depth'", "--parameters 'depth = 2'"],
    ),
    "wants the view in its constructor": (
        playing(inside="    def __init__(self, view): pass\n"),
        ["argument: 'view'", "made before the game begins: start(self, view)"],
    ),
    "takes no legal": (
        "class MyBot:\n    def choose(self, view):\n        return view.legal()[0]\n",
        ["MyBot.choose() takes 2 positional arguments but 3", "def choose(self, view, legal)"],
    ),
    "takes no self": (
        "class MyBot:\n    def choose(view, legal):\n        return legal[0]\n",
        ["MyBot.choose() takes 2 positional arguments but 3", "def choose(self, view, legal)"],
    ),
    "takes too much": (
        "class MyBot:\n    def choose(self, view, legal, clock):\n        return legal[0]\n",
        ["argument: 'clock'", "def choose(self, view, legal)"],
    ),
    "starts without a view": (
        playing(inside="    def start(self): pass\n"),
        ["MyBot.start() takes 1 positional argument but 2", "def start(self, view)"],
    ),
    "fails when it starts": (
        playing(inside="    def start(self, view): self.reds = view.cards['red']\n"),
        ["my_bot.py, line 2: TypeError", "view.hand[RED]", "in start"],
    ),
    "ends without a result": (
        playing(after="    def end(self): pass\n"),
        ["But end(result) failed", "MyBot.end() takes 1 positional", "def end(self, result)"],
    ),
    "fails when it ends": (
        playing(after="    def end(self, result): print(result.scores)\n"),
        ["end(result) failed", "my_bot.py, line 4: AttributeError", "did you mean seats?"],
    ),
}
"""What is wrong with bots before they play, or once they have."""
DEEDS: Gallery = {
    "asks the view for a wrong name": (
        choosing("return legal[view.my_ticket[0]]"),
        ["line 3: AttributeError", "'my_ticket'; did you mean my_tickets", "arena docs bots"],
    ),
    "asks for a variable that is not there": (
        choosing("return legals[0]"),
        ["my_bot.py, line 3: NameError: name 'legals' is not defined; did you mean legal"],
    ),
    "forgets an import": (
        on_turn("return Take(BLIND)"),
        ["my_bot.py, line 4: NameError", "is `from arena.bot import Take` missing?"],
    ),
    "forgets self": (
        choosing("return legal[plan]").replace(
            "class MyBot:\n", "class MyBot:\n    plan = 0\n"
        ),
        ["my_bot.py, line 4: NameError: name 'plan' is not defined; did you mean self.plan?"],
    ),
    "counts from nothing": (
        choosing("self.moves += 1\nreturn legal[0]"),
        ["line 3: AttributeError", "no attribute 'moves'", "in __init__ or start: self.moves ="],
    ),
    "sorts legal": (
        choosing("legal.sort()\nreturn legal[0]"),
        ["line 3: AttributeError", "'Legal' object has no attribute 'sort'", "list(legal)"],
    ),
    "compares actions": (
        choosing("return sorted(legal)[0]"),
        ["my_bot.py, line 3: TypeError: '<' not supported", "sorted(legal, key=...)"],
    ),
    "takes every action for a claim": (
        on_turn("return max(legal, key=lambda a: a.route)"),
        ["line 4: AttributeError", "not every action in legal has a route", "claims_among(legal)"],
    ),
    "names a city where a number is wanted": (
        choosing("return legal[view.distance('Denver', 'Miami')]"),
        ["my_bot.py, line 3: TypeError", "cities are numbers", "view.board.city('Denver')"],
    ),
    "names a city that is not there": (
        choosing("return legal[view.board.city('Dever')]"),
        ["my_bot.py, line 3:", "there is no city 'Dever'; did you mean Denver"],
    ),
    "plays on the view": (
        on_turn("view.apply(legal[0])"),
        ["line 4: AttributeError", "a view is not played on: view.sample(view.rng)"],
    ),
    "changes the view": (
        choosing("view.hand = []\nreturn legal[0]"),
        ["line 3: AttributeError", "a view can't be changed: keep what you need in self"],
    ),
    "counts too far": (
        choosing("return legal[100]"),
        ["line 3: IndexError", "legal has len(legal) actions", "return legal[100]"],
    ),
    "fails in a method of its own": (
        choosing("return self.best(legal)")
        + "    def best(self, legal):\n        return legal[1 // 0]\n",
        ["my_bot.py, line 5: ZeroDivisionError", "line 3, in choose", "line 5, in best"],
    ),
    "calls itself for ever": (
        choosing("return self.choose(view, legal)"),
        ["line 3: RecursionError", "a function calls itself without an end"],
    ),
    "asks the user": (
        choosing("return legal[int(input('which? '))]"),
        ["line 3: EOFError", "nobody is there to answer input()", "which?"],
    ),
    "exits": (
        choosing("exit()"),
        ["line 3: SystemExit", "return an action instead"],
    ),
    "ends its process": (
        choosing("os._exit(3)", "import os\n"),
        ["the bot's process ended with exit code 3", "return an action instead"],
    ),
    "reads a file beside it": (
        choosing("return legal[len(open('weights.json').read())]"),
        ["line 3: PermissionError", "can open no file, and so not 'weights.json'", "data("],
    ),
    "reads a file when it is loaded": (
        playing("from pathlib import Path\nWEIGHTS = Path('weights.json').read_text()\n"),
        ["line 2: PermissionError", "can open no file, and so not 'weights.json'", "data("],
    ),
    "writes a log": (
        choosing("open('log.txt', 'a').write('hi')\nreturn legal[0]"),
        ["line 3: PermissionError", "not 'log.txt'", "print what you want to read later"],
    ),
    "loads a net": (
        choosing("numpy.load('net.npy')\nreturn legal[0]", "import numpy\n"),
        ["my_bot.py, line 4: PermissionError", "and so not 'net.npy'"],
    ),
    "calls the network": (
        choosing("socket.create_connection(('127.0.0.1', 80))", "import socket\n"),
        ["my_bot.py, line 4: PermissionError", "a bot has no network"],
    ),
    "starts a thread": (
        choosing("threading.Thread(target=print).start()", "import threading\n"),
        ["my_bot.py, line 4: RuntimeError: can't start new thread", "a bot has a single thread"],
    ),
    "starts a pool of threads": (
        playing("from concurrent.futures import ThreadPoolExecutor\n"),
        ["my_bot.py, line 1: ImportError", "a bot has a single thread"],
    ),
    "starts a program": (
        choosing("subprocess.run(['ls'])\nreturn legal[0]", "import subprocess\n"),
        ["my_bot.py, line 4: PermissionError", "a bot can start no other process or program"],
    ),
    "forks": (
        choosing("os.fork()", "import os\n"),
        ["my_bot.py, line 4: PermissionError", "a bot can start no other process or program"],
    ),
    "reads the environment": (
        choosing("return legal[int(os.environ['DEPTH'])]", "import os\n"),
        ["my_bot.py, line 4: KeyError: 'DEPTH'", "the environment is empty: use a parameter"],
    ),
    "loops for ever": (
        choosing("n = 0\nwhile True:\n    n += 1"),
        ["my_bot.py, line", "used its 0.15 s of processor time", "view.cpu_left()",
         "cpu under [limits]", "--limits 'cpu = 0.3'", "in choose"],
    ),
    "loops for ever in C": (
        choosing("return legal[sum(range(10**15))]"),
        ["my_bot.py, line 3: the bot has used its 0.15 s of processor time", "sum(range(10**15))"],
    ),
    "sleeps": (
        choosing("time.sleep(60)\nreturn legal[0]", "import time\n"),
        ["my_bot.py, line 4: the bot has been idle for its 0.2 s", "don't sleep",
         "idle under [limits]"],
    ),
    "waits for itself": (
        choosing("lock = Lock()\nlock.acquire()\nlock.acquire()", "from threading import Lock\n"),
        ["my_bot.py, line 6: the bot has been idle", "wait for nothing", "lock.acquire()"],
    ),
    "takes all memory": (
        choosing("return legal[len('x' * 10**10)]"),
        ["line 3: MemoryError", "it has 512 MB", "memory under [limits]", "'memory = 1024'"],
    ),
    "prints too much": (
        choosing("while True: print('thinking ' * 1000)"),
        ["line 3: OSError", "print less: there is room for 64 KB", "output under [limits]"],
    ),
    "crashes in C": (
        choosing("return legal[ctypes.string_at(0)]", "import ctypes\n"),
        ["my_bot.py, line 4:", "signal 11 (Segmentation fault)", "a library written in C crashed"],
    ),
    "has chance of its own": (
        choosing("return legal[os.urandom(1)[0] % len(legal)]", "import os\n"),
        ["ply", "when played again", "use view.rng for all chance"],
    ),
}  # fmt: skip
"""What bots do, and can't or should not."""
FILES: dict[str, tuple[bytes, str]] = {
    "is empty": (b"\n", "is empty: arena new writes a bot to start from"),
    "is not in UTF-8": (
        b"# one\n# caf\xe9\n",
        "not UTF-8 text: byte 11; .* look at line 2, or save",
    ),
    "is in UTF-16": ("# hello\n".encode("utf-16"), "is no text in UTF-8: save it as UTF-8"),
    "declares another encoding": (b"# coding: latin-1\n", "declares the encoding 'latin-1'; only"),
    "is too large": (b"#" * (1 << 21), "is larger than 1 MB"),
}
"""Files that are refused before anything is run, and the sentence."""
SOUND = {
    "has Windows line ends": playing().replace("\n", "\r\n").encode(),
    "has a byte order mark": b"\xef\xbb\xbf" + playing().encode(),
    "has the base class Bot": f"from arena.bot import Bot\nclass MyBot(Bot):\n{GOOD}".encode(),
    "has letters of all kinds": playing("# Zürich, 東京\n").encode(),
}
"""Files that look odd, and play."""
