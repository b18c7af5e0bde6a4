"""The sentences of a replay: what each event of the basic game says, without its subject.

What is hidden from the hearer is hidden here as well: an event that was masked says no more than
that something happened. The table is the hearer's, with the event already on it. The sentences of
the basic game are here; a module brings those of its own events.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from arena.boards.colors import LOCOMOTIVE, NAMES
from arena.referee.events import (
    HIDDEN,
    Claimed,
    Cleared,
    Dealt,
    Drew,
    Event,
    Kept,
    LastRound,
    Offered,
    Passed,
    PaymentLaid,
    PaymentTakenUp,
    Shown,
    Shuffled,
    Took,
)
from arena.referee.module import Sentence
from arena.referee.scene import Scene, cards_in_words, number, payment_in_words
from arena.vocabulary import Seat


def words(event: Event, scene: Scene) -> str:
    """What happened, in words that follow the name of the seat if there is one."""
    return sentence_of(event, scene).words(event, scene)


def doer(event: Event, scene: Scene) -> Seat | None:
    """The seat that an event's sentence is about; None if it is about no seat."""
    if sentence_of(event, scene).by_asked:
        return scene.table.seat
    seat: Seat | None = getattr(event, "seat", None)
    return seat


def sentence_of(event: Event, scene: Scene) -> Sentence:
    """How an event is told: by the basic game, or by the module that has it."""
    kind = type(event)
    if kind in BASIC:
        return BASIC[kind]
    for module in scene.table.rules.modules:
        if kind in module.telling.sentences:
            return module.telling.sentences[kind]
    raise NotImplementedError(f"{kind.__name__} has no words")


def laid_open(event: Event, scene: Scene) -> str | None:
    """The card that an event laid open on the table; None if it is no such event."""
    if isinstance(event, Shown):
        return NAMES[event.card]
    for module in scene.table.rules.modules:
        name = module.telling.laid_open.get(type(event))
        if name is not None:
            return name(event)
    return None


def shuffling(event: Shuffled, scene: Scene) -> str:
    """Which pile was shuffled, and its size."""
    pile = scene.table.rules.piles[event.pile]
    return f"{pile.sentence}: {number(event.size, 'card' if pile.letters else 'ticket')}"


def dealing(event: Dealt, scene: Scene) -> str:
    """The first cards of a seat."""
    dealt = cards_in_words(event.cards) if event.cards else number(event.size, "card")
    return f"is dealt {dealt}"


def taking(event: Took, scene: Scene) -> str:
    """The card taken from the row."""
    card = "a locomotive" if event.card == LOCOMOTIVE else NAMES[event.card]
    return f"takes {card} from the row"


def drawing(event: Drew, scene: Scene) -> str:
    """Words for a card that was drawn, with its colour if that is known."""
    seen = "" if event.card == HIDDEN else f": {NAMES[event.card]}"
    return f"takes a card unseen{seen}"


def claiming(event: Claimed, scene: Scene) -> str:
    """The route claimed, what was paid for it and what it brought."""
    board, table, seat = scene.table.board, scene.table, event.seat
    paid = payment_in_words(event.color, board.lengths[event.route], event.locomotives)
    remarks = [module.telling.claim_remark for module in table.rules.modules]
    remark = "".join(told(event, scene) for told in remarks if told is not None)
    standing = f"score {table.scores[seat]}, {number(table.trains[seat], 'train')} left"
    claim = f"claims {board.route_name(event.route)} with {paid}"
    return f"{claim} for {gains(event, scene)}{remark} ({standing})"


def gains(event: Claimed, scene: Scene) -> str:
    """The points of a claim, and who gets them where it is not the claimer alone (O4)."""
    points = {seat: event.points * times for seat, times in Counter(event.scorers).items()}
    if [*points] == [event.seat]:
        return number(points[event.seat], "point")
    return " and ".join(
        f"{number(gain, 'point')} to {'itself' if seat == event.seat else scene.who(seat)}"
        for seat, gain in points.items()
    )


def laying_down(event: PaymentLaid, scene: Scene) -> str:
    """The payment laid down for a route that is not claimed yet."""
    board = scene.table.board
    paid = payment_in_words(event.color, board.lengths[event.route], event.locomotives)
    return f"lays down {paid} for {board.route_name(event.route)}"


def offering(event: Offered, scene: Scene) -> str:
    """The tickets that a seat may choose from, or how many they are."""
    if event.tickets:
        offer = f"tickets: {scene.tickets(event.tickets)}"
    else:
        offer = number(event.size, "ticket")
    return f"{'takes' if scene.table.turns else 'is dealt'} {offer}"


def keeping(event: Kept, scene: Scene) -> str:
    """The tickets kept and returned, or how many they are."""
    kept, returned = number(event.kept_size, "ticket"), str(event.returned_size)
    if event.kept:
        kept, returned = scene.tickets(event.kept), scene.tickets(event.returned)
    return f"keeps {kept}; returns {returned if event.returned_size else 'none'}"


def last_round(event: LastRound, scene: Scene) -> str:
    """Words for the call of the last round."""
    left = number(scene.table.trains[event.seat], "train")
    return f"has {left} left: the last round begins"


BASIC: Final[dict[type[Event], Sentence]] = {
    Shuffled: Sentence(shuffling),
    Dealt: Sentence(dealing),
    Cleared: Sentence(lambda event, scene: "too many locomotives lie in the row: it is cleared"),
    Took: Sentence(taking),
    Drew: Sentence(drawing),
    Claimed: Sentence(claiming),
    PaymentLaid: Sentence(laying_down),
    PaymentTakenUp: Sentence(lambda event, scene: "takes up the payment"),
    Offered: Sentence(offering),
    Kept: Sentence(keeping),
    Passed: Sentence(lambda event, scene: "passes: nothing is legal"),
    LastRound: Sentence(last_round),
}
"""The sentences of the basic game's events."""
