"""Whose turn is next (G6), passing (G7), calling the last round and ending the game (E1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from arena.referee.actions import Pass
from arena.referee.events import Asked, Ended, LastRound, Passed, Shuffled
from arena.referee.kinds import OnlyKind
from arena.referee.module import Module, Question
from arena.referee.observed import Form, Observed
from arena.referee.phases import TURN, BasicPhase
from arena.referee.scoring import result_of
from arena.referee.table import Table

if TYPE_CHECKING:
    from arena.referee.game import Game

PASS: Final = Pass()


def follow_set_up(game: Game) -> None:
    """Ask the next seat for its part in setting up; after the last, seat 0 begins."""
    order = game.rules.setting_up_order(game.seats)
    done = order.index((game.phase, game.seat)) + 1
    if done < len(order):
        phase, seat = order[done]
        game.ask(seat, phase)
    else:
        game.ask(0, TURN)


def follow_claim(game: Game) -> None:
    """Ask the questions that follow a claim, then end the turn."""
    ask_first(game, game.rules.after_claim)


def follow_action(game: Game) -> None:
    """Ask the questions at the end of a turn, then end it."""
    ask_first(game, game.rules.end_of_turn)


def follow_answer(game: Game) -> None:
    """Go on with the questions after the one just answered."""
    questions = game.rules.after_claim
    phases = [question.phase for question in questions]
    ask_first(game, questions[phases.index(game.phase) + 1 :])


def ask_first(game: Game, questions: Iterable[Question]) -> None:
    """Ask the first of these questions that arises; if none does, the turn is over."""
    for question in questions:
        if question.arises(game):
            game.ask(game.turn, question.phase, question.secretly)
            return
    finish_turn(game)


def finish_turn(game: Game) -> None:
    """Let the next seat begin its turn; call the last round or end the game if due (E1, G7)."""
    if game.last_turns is None:
        if game.trains[game.turn] <= game.rules.ruleset.last_trains:
            game.emit(LastRound(game.turn))
    elif game.last_turns == 0:
        finish_game(game, "trains")
        return
    if game.passes == game.seats:
        finish_game(game, "stalemate")
        return
    game.ask((game.turn + 1) % game.seats, TURN)


def turns_to_begin(table: Table) -> int:
    """How many turns are still to begin in the last round; -1 before it."""
    return -1 if table.last_turns is None else table.last_turns


def finish_game(game: Game, end: str) -> None:
    """Score the game and show all tickets."""
    game.emit(Ended(tuple(game.tickets), result_of(game, end)))


class PassKind(OnlyKind[Pass]):
    """Passing, which is legal only when nothing else is (G7)."""

    action = Pass
    only = PASS
    phases = (TURN,)
    counts = False
    disturbance = 30

    def refusal(self, table: Table, action: Pass) -> str | None:
        """Why passing is not legal; None if it is."""
        if table.deck_size or can_act(table):  # the quick answer first: a card can be taken
            return "passing is legal only when nothing else is (G7)"
        return None

    def play(self, game: Game, action: Pass) -> None:
        """Pass the turn."""
        game.emit(Passed(game.seat))

    def follow(self, game: Game, action: Pass) -> None:
        """End the turn: no question follows a pass."""
        finish_turn(game)


def can_act(table: Table) -> bool:
    """Whether the seat whose turn it is can do anything that a turn is for (G6)."""
    kinds = table.rules.asked[TURN].values()
    return any(kind.counts and kind.options(table) for kind in kinds)


TURNS: Final = Module(
    name="turns",
    kinds=(PassKind(),),
    events=(Shuffled, Asked, Passed, LastRound, Ended),
    phases=BasicPhase,
    observed=(
        Observed("phase", Form.MY_QUESTION, lambda table: table.phase),
        Observed("turn", Form.SEAT, lambda table: table.turn),
        Observed("turns", Form.NUMBERS, lambda table: table.turns),
        Observed("last_turns", Form.NUMBERS, turns_to_begin),
    ),
)
