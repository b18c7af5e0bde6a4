"""Bots that end, break or raise in ways that are hard to report."""

import ctypes
import os
import sys

from arena.bot import Keep, Pass
from arena.match.bot_folder import BotError
from arena.match.faults import BotFault


class Exits:
    """Ends its process as if all were well."""

    def choose(self, view, legal):
        os._exit(0)


class ExitsPolitely:
    """Asks Python to end."""

    def choose(self, view, legal):
        sys.exit("goodbye")


class Aborts:
    """Ends its process by a signal to itself."""

    def choose(self, view, legal):
        os.abort()


class ReadsNowhere:
    """Reads where there is no memory."""

    def choose(self, view, legal):
        return ctypes.string_at(8)


class RaisesInConstructor:
    """Raises when it is made."""

    def __init__(self):
        raise ValueError("no bot for you")

    def choose(self, view, legal):
        return legal[0]


class RaisesAtStart:
    """Raises before the game."""

    def start(self, view):
        raise ValueError("no game for you")

    def choose(self, view, legal):
        return legal[0]


class Raises:
    """Raises when it is asked."""

    def choose(self, view, legal):
        raise ValueError("no answer for you")


class RaisesAtEnd:
    """Raises when the game is over, which harms no one."""

    def choose(self, view, legal):
        return legal[0]

    def end(self, result):
        raise SystemExit("sore loser")


class RaisesUnprintable:
    """Raises what raises when it is printed."""

    def choose(self, view, legal):
        class Unprintable(Exception):
            def __str__(self):
                raise SystemExit("not printed")

            __repr__ = __str__

        raise Unprintable


class RaisesEndless:
    """Raises what takes forever to print."""

    def choose(self, view, legal):
        class Endless(Exception):
            def __str__(self):
                while True:
                    pass

        raise Endless


class RaisesLong:
    """Raises a text that is too long to keep."""

    def choose(self, view, legal):
        raise ValueError("x" * 1_000_000)


class RaisesHalfCharacters:
    """Raises a text that can't be sent."""

    def choose(self, view, legal):
        raise ValueError("\ud800")


class RaisesBase:
    """Raises what few programs catch."""

    def choose(self, view, legal):
        class Unusual(BaseException):
            pass

        raise Unusual("not an Exception")


class RaisesGeneratorExit:
    """Raises what ends generators."""

    def choose(self, view, legal):
        raise GeneratorExit


class RaisesStopIteration:
    """Raises what ends loops."""

    def choose(self, view, legal):
        raise StopIteration


class Interrupts:
    """Raises what Ctrl-C raises."""

    def choose(self, view, legal):
        raise KeyboardInterrupt


class RaisesGroup:
    """Raises many errors in one another."""

    def choose(self, view, legal):
        error = ValueError("the innermost")
        for _ in range(500):
            error = ExceptionGroup("and around it", [error])
        raise error


class RaisesOwnFault:
    """Raises a fault of a kind that it made up, as the referee's own code would."""

    def choose(self, view, legal):
        raise BotFault("timeout", "the referee was slow")


class RaisesBotError:
    """Raises what the loading of a bot raises."""

    def choose(self, view, legal):
        raise BotError("x" * 30_000)


class RaisesEmptyFault:
    """Raises a fault with nothing of what it should have."""

    def choose(self, view, legal):
        raise BotFault.__new__(BotFault)


class FailsToFlush:
    """Has an output that raises what few programs catch."""

    def choose(self, view, legal):
        class Output:
            def flush(self):
                raise SystemExit("not flushed")

        sys.stdout = Output()
        return legal[0]


class AnswersNothing:
    """Returns nothing."""

    def choose(self, view, legal):
        return None


class AnswersText:
    """Returns the text of an action instead of the action."""

    def choose(self, view, legal):
        return "pass"


class AnswersList:
    """Returns all legal actions."""

    def choose(self, view, legal):
        return legal


class AnswersClass:
    """Returns a kind of action instead of an action."""

    def choose(self, view, legal):
        return Pass


class AnswersPretender:
    """Returns what says that it is an action."""

    def choose(self, view, legal):
        class Pretender:
            __class__ = Keep
            tickets = (0, 1)

        return Pretender()


class AnswersHeir:
    """Returns an action of a kind of its own."""

    def choose(self, view, legal):
        class Everything(Keep, frozen=True):
            more: int = 1

        return Everything((0, 1, 2))


class AnswersNamesake:
    """Returns an action of its own kind with a kind's name, and more in it that nobody reads."""

    def choose(self, view, legal):
        class Keep2(Keep, frozen=True, tag="Keep"):
            more: int = 1

        return Keep2((0, 1, 2))


class AnswersStrangeNumbers:
    """Returns an action whose numbers are its own."""

    def choose(self, view, legal):
        class Number(int):
            def __eq__(self, other):
                return True

            __hash__ = int.__hash__

        return Keep((Number(77), Number(78)))


class HasNoChoose:
    """Is no bot: it has no method to choose."""

    choose = None


class IsAsync:
    """Returns a promise instead of an answer."""

    async def choose(self, view, legal):
        return legal[0]


class LosesModules:
    """Takes all modules away from under Python."""

    def choose(self, view, legal):
        sys.modules.clear()
        sys.meta_path.clear()
        vars(sys.modules.get("builtins", sys)).clear()
        return legal[0]
