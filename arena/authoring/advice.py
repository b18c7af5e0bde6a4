"""What an author can do about a bot's fault: advice by the words that the fault came with."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Final

import arena.bot
from arena.match.faults import FaultKind
from arena.match.hints import EXPORTED
from arena.match.limits import Limits
from arena.match.source import Source
from arena.own_files import MAIN
from arena.referee.actions import Action

TOGETHER: Final = (
    f"a bot of several files is a folder with {MAIN} and the others in it: docs/bots.md tells more"
)
PLAY_ON: Final = "a bot plays until the game is over: return an action instead"
NETWORK: Final = "a bot has no network: what it needs must be in its file or in its parameters"
PROGRAMS: Final = "a bot can start no other process or program: compute it in choose itself"
THREADS: Final = "a bot has a single thread: call the function itself, without a thread or a pool"
NUMBERS: Final = (
    "the fields of an action are whole numbers: cards are RED ... PURPLE, LOCOMOTIVE and BLIND of"
    " arena.bot, and routes, tickets and cities are counted from 0"
)

Found = re.Match[str]


def advice(kind: str, sentence: str, traceback: str, source: Source, limits: Limits) -> str:
    """What to do about a fault; empty if the fault says all there is to say."""
    if kind == FaultKind.TIMEOUT:
        return about_idleness(limits) if "idle" in sentence else about_time(limits)
    if kind == FaultKind.MEMORY:
        return about_memory(limits)
    if "File too large" in sentence:
        return about_output(limits)
    text = f"{kind}: {sentence}\n{traceback}"
    for pattern, answer in RULES:
        found = re.search(pattern, text)
        if found:
            return found.expand(answer) if isinstance(answer, str) else answer(found, source)
    return ""


def about_time(limits: Limits) -> str:
    """For a bot that computes for too long."""
    less = (
        "look at the loop there, or stop in time: view.cpu_left() tells what is left of the game's"
    )
    return f"{less} {limits.cpu:g} s; {setting('cpu', limits.cpu)}"


def about_idleness(limits: Limits) -> str:
    """For a bot that sleeps or waits."""
    less = "don't sleep, and wait for nothing: nothing comes while a bot is asked"
    return f"{less}; a game has {limits.idle:g} s for that; {setting('idle', limits.idle)}"


def about_memory(limits: Limits) -> str:
    """For a bot that takes too much memory."""
    return f"keep less at a time: it has {limits.memory} MB; {setting('memory', limits.memory)}"


def about_output(limits: Limits) -> str:
    """For a bot that prints too much."""
    less = f"print less: there is room for {limits.output} KB in a game"
    return f"{less}; {setting('output', limits.output)}"


def setting(key: str, value: float) -> str:
    """How a limit is changed, here and in a tournament."""
    return (
        f"the limit is {key} under [limits] in a tournament's file, and arena check --limits"
        f" '{key} = {2 * value:g}' tries another"
    )


def about_import(found: Found, source: Source) -> str:
    """For a module that bots can't import."""
    module = found["module"]
    top, _, name = module.rpartition(".")
    if top == "arena" and name in EXPORTED:
        return f"write `from arena.bot import {name}`"
    top = module.partition(".")[0]
    if top in ("urllib", "http", "requests", "ssl", "socketserver", "ftplib", "smtplib", "aiohttp"):
        return NETWORK
    if module.startswith("concurrent.futures.thread"):
        return THREADS
    if top in ("multiprocessing", "concurrent"):
        return PROGRAMS
    if top in sys.stdlib_module_names:
        return f"do without {module}: docs/bots.md tells what can be imported"
    return f"do without {module}, and if that is a file of your own: {TOGETHER}"


def about_missing_name(found: Found, source: Source) -> str:
    """For a name that `arena.bot` does not have: perhaps it was to be a base class."""
    base = re.search(rf"class \w{{1,60}}\([^)\n]{{0,100}}\b{found['name']}\b", text_of(source))
    needs = (
        "a bot needs no base class: write `class MyBot:` with a method choose(self, view, legal)"
    )
    return needs if base else "docs/bots.md lists what arena.bot has"


def about_attribute(found: Found, source: Source) -> str:
    """For an attribute that an object does not have."""
    owner, name = found["owner"], found["name"]
    if re.search(rf"^class {owner}\b", text_of(source), re.MULTILINE):
        return f"give it its first value in __init__ or start: self.{name} = 0, for one"
    if owner == "Legal":
        return "legal can't be changed: make a list of it first, actions = list(legal)"
    if owner == "View":
        if name in ("apply", "clone", "play", "step"):
            return (
                "a view is not played on: view.sample(view.rng) is a game that has apply and clone"
            )
        return "docs/bots.md lists what a view has"
    if is_action(owner):
        kinds = "ask isinstance(action, Claim) first, or take the claims alone: claims_among(legal)"
        return f"not every action in legal has a {name}: {kinds}"
    return f"docs/bots.md lists what a {owner} has" if owner in EXPORTED else ""


def is_action(name: str) -> bool:
    """Whether this is the name of an action that bots can import."""
    exported = getattr(arena.bot, name, None)
    return isinstance(exported, type) and issubclass(exported, Action)


def about_constructor(found: Found, source: Source) -> str:
    """For a constructor that wants something."""
    name = found["name"]
    if name in ("view", "legal", "game"):
        return "a bot is made before the game begins: start(self, view) is where it first sees it"
    return f"give {name} a default value, or a value with --parameters '{name} = 2'"


def text_of(source: Source) -> str:
    """The text of a bot's files."""
    return "\n".join(code.decode("utf-8-sig", "replace") for code in source.codes)


def about_file(found: Found, source: Source) -> str:
    """For a file that a bot has tried to open: perhaps one that lies beside it."""
    path = found["path"]
    named = [own for own in source.folder.files if f"/{path}".endswith(f"/{own}")]
    if named:
        own = max(named, key=len)
        return f"a bot can open no file on the disk: data({own!r}) of arena.bot is this one, open"
    return (
        f"a bot can open no file, and so not {path!r}: what it reads lies in its folder, beside"
        f" {MAIN}, and data('name') of arena.bot reads it; print what you want to read later"
    )


HOOKS: Final = {"choose": "self, view, legal", "start": "self, view", "end": "self, result"}
"""What the methods of a bot are given."""
RULES: Final[tuple[tuple[str, str | Callable[[Found, Source], str]], ...]] = (
    # Answers.
    (r"got `str` - at", NUMBERS),
    (r"the answer is no action: ", NUMBERS),
    (
        r"Encoding objects of type (\S+) is unsupported",
        r"a field of the action is of the type \1: make it a plain number with int(...)",
    ),
    (r"the answer has \d+ bytes", "an action is small: look at what the returned one holds"),
    (r"Missing required argument '(\w+)'", r"an action is made with all its fields: \1 is missing"),
    (r"Unexpected keyword argument", "docs/bots.md lists the fields of all actions"),
    (r"immutable type", "an action can't be changed: make another one"),
    (
        r"^illegal: .*only tickets just dealt",
        "Keep takes numbers of tickets out of view.my_offer; legal has every choice there is",
    ),
    (
        r"^illegal: .*does not answer the question '(\w+)'",
        r"look at view.phase first: here it was '\1'; legal has every answer to it",
    ),
    (
        r"^illegal: .*\(([A-Z]\d+)\)",
        r"legal has every action that is allowed, and view.refusal(action) tells why one is not;"
        r" `arena rules \1` has the rule",
    ),
    # Files that are no bots.
    (
        r"^invalid: .* has no class with a method choose\(view, legal\)",
        "write `class MyBot:` with a method `def choose(self, view, legal):`; `arena new` writes a"
        " whole one",
    ),
    (r"TabError", "indent with spaces only, in the whole file"),
    (r"(Syntax|Indentation)Error", "Python can't read this line, or the one before it"),
    (r"relative import", TOGETHER),
    (r"a bot can import .* and numpy, not (?P<module>[\w.]+)", about_import),
    (r"(\S+) can't be loaded during a game", r"write `import \1` at the top of the file"),
    (r"cannot import name '(?P<name>\w+)' from 'arena\.bot'", about_missing_name),
    (r"__init__\(\) missing .*: '(?P<name>\w+)'", about_constructor),
    *(
        (rf"\b{hook}\(\) (takes|missing)", f"it is called so: def {hook}({given})")
        for hook, given in HOOKS.items()
    ),
    # What bots can't have.
    (r"PermissionError: .*not permitted: '(?P<path>.*)'", about_file),
    (r"not permitted\n(.*\n)*.*(subprocess\.py|os\.(fork|exec|spawn|posix_))", PROGRAMS),
    (r"not permitted\n(.*\n)*.*socket", NETWORK),
    (r"can't start new thread", THREADS),
    (r"KeyError: (.*)\n(.*\n)*.*os\.environ", "the environment is empty: use a parameter"),
    (r"EOFError", "nobody is there to answer input(): decide it in choose"),
    (r"SystemExit|exit code", PLAY_ON),
    # Usual slips.
    (
        r"'(Card|Ticket)Memory' object",
        "that is the view's own memory: view.hand[RED] is how many red cards you have, and"
        " view.my_tickets are your tickets",
    ),
    (r"'(?P<owner>\w+)' object has no attribute '(?P<name>\w+)'", about_attribute),
    (r"of 'View' object has no setter", "a view can't be changed: keep what you need in self"),
    (r"'<' not supported between", "say what counts: sorted(legal, key=...)"),
    (r"indices must be integers.* not str\n?(.*\n)*.*arena/", "cities are numbers here:"
     " view.board.city('Denver') is the number of Denver"),
    (r"IndexError: (.*\n)*.*\blegal\[", "legal has len(legal) actions: the last is legal[-1]"),
    (r"RecursionError", "a function calls itself without an end: look at when it should stop"),
    (r"ended by signal", "a library written in C crashed: look at what that line gives it"),
)  # fmt: skip
"""What the text of a fault may have in it, and the advice then; the first that fits is given."""
