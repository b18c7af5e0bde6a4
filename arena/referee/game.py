"""One game from the first shuffle to the final score: dealing, playing actions, asking seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arena.boards.colors import LOCOMOTIVE
from arena.errors import ArenaError
from arena.referee.actions import Action
from arena.referee.chance import Chance, chance_of, spread
from arena.referee.events import (
    DECK,
    TICKETS,
    Asked,
    Dealt,
    Decided,
    Ended,
    Event,
    Shuffled,
    seen_by,
)
from arena.referee.kinds import Handler
from arena.referee.modules import rules_of
from arena.referee.phases import CARD, TURN, Phase
from arena.referee.results import Result
from arena.referee.row import settle
from arena.referee.rulesets import Ruleset, find_ruleset
from arena.referee.table import Table
from arena.referee.tickets import offer
from arena.vocabulary import Card, Seat, TicketNumber

if TYPE_CHECKING:
    from arena.referee.view import SeatView

Log = tuple[Event, "Log"] | None
"""The events of a game as nested pairs: the latest event, and the log before it.

A pair never changes, so a clone shares the whole log instead of copying it."""


class IllegalAction(ArenaError):
    """An answer that the rules don't allow, with the rule."""


class Game(Table):
    """A game in progress: the table with every hidden card, and all that has happened.

    It is a pure function of its ruleset, its chance and the actions applied to it.
    """

    __slots__ = {
        "chance": "Where the order of shuffled piles comes from.",
        "chosen": "For each seat, the first tickets that it keeps, once it has chosen them.",
        "deck": "The cards of the train deck; the next one to be drawn is the last.",
        "log": "All that has happened: the latest event, and the log before it; None if nothing.",
        "sampled_by": "The seat that imagined this game; None if it is a real one.",
        "secrets": "The hidden cards of modules, by type.",
        "ticket_deck": "The tickets of the ticket deck; the next one to be dealt is the first.",
    }

    chance: Chance
    deck: list[Card]
    ticket_deck: list[TicketNumber]
    secrets: dict[type, Any]
    chosen: list[tuple[TicketNumber, ...]]  # G5
    log: Log
    sampled_by: Seat | None

    def __init__(self, ruleset: Ruleset | str, seats: int, seed: int | Chance) -> None:
        """Set up a game whose shuffles come from a seed, or from a given chance."""
        chosen = ruleset if isinstance(ruleset, Ruleset) else find_ruleset(ruleset)
        rules = rules_of(chosen)
        rules.check_seats(seats)
        super().__init__(rules, seats)
        self.chance = chance_of(seed)
        self.chosen = [()] * seats
        self.secrets = {kind: new(seats) for kind, new in rules.secrets.items()}
        self.log = None
        self.sampled_by = None
        self._deal()

    def apply(self, action: Action) -> None:
        """Play `action` for the asked seat; an illegal one is refused and changes nothing.

        Questions with a single legal answer are answered at once.
        """
        handler = self.rules.handlers[self.phase].get(type(action))
        if handler is None:
            raise IllegalAction(self.rules.misplaced(self, action))
        reason = handler.refusal(self, action)
        if reason is not None:
            raise IllegalAction(reason)
        self._play(handler, action)
        self._answer_forced()

    def result(self) -> Result:
        """How the game came out."""
        if self.log is None or not isinstance(self.log[0], Ended):
            raise ArenaError("the game is not over, so it has no result yet")
        return self.log[0].result

    def clone(self) -> Game:
        """An independent copy, to play on with."""
        other = object.__new__(Game)
        self.copy_to(other)
        other.deck = self.deck[:]
        other.ticket_deck = self.ticket_deck[:]
        other.chosen = self.chosen[:]
        secrets = self.secrets
        other.secrets = {kind: secrets[kind].clone() for kind in secrets} if secrets else secrets
        other.chance = self.chance
        other.log = self.log
        other.sampled_by = self.sampled_by
        return other

    def view(self, seat: Seat) -> SeatView:
        """The game as this seat knows it; a sampled game has only its sampler's view."""
        from arena.referee.view import SeatView  # a view can make games, so it imports this file

        if self.sampled_by not in (None, seat):
            raise ArenaError(f"seat {self.sampled_by} sampled this game: it has no other views")
        view = SeatView(self.rules, self.seats, seat)
        for event in self.seen_by(seat):
            view.learn(event)
        return view

    def events(self, since: Log = None) -> list[Event]:
        """What has happened after `since`, an earlier `log`, in order."""
        found = []
        log = self.log
        while log is not since and log is not None:
            event, log = log
            found.append(event)
        return found[::-1]

    def seen_by(self, seat: Seat, since: Log = None) -> list[Event]:
        """What this seat may see of what has happened after `since`, in order."""
        return seen_by(seat, self.events(since))

    def emit(self, event: Event) -> None:
        """Add an event to the log and let it change the table."""
        self.log = (event, self.log)
        event.change(self)

    def ask(self, seat: Seat, phase: Phase, secretly: bool = False) -> None:
        """Ask a seat for a decision, secretly if the others must not notice."""
        self.emit(Asked(seat, phase, secretly))

    def shuffle(self, pile: str, nth: int, cards: Sequence[int]) -> list[int]:
        """Shuffle a pile; the next card to be drawn comes first."""
        order = self.chance.shuffled(pile, nth, cards)
        self.emit(Shuffled(pile, tuple(order), len(order)))
        return order

    def _deal(self) -> None:
        """Shuffle and deal in the order of a record's rows: cards, row, tickets (G4, G5)."""
        rules = self.rules
        first_hand = rules.ruleset.first_hand
        self.deck = self.shuffle(DECK, 0, spread(rules.ruleset.cards))[::-1]
        self.ticket_deck = self.shuffle(TICKETS, 0, rules.deck)
        first_decks = [
            (deck.deal, self.shuffle(deck.name, 0, rules.first_decks[deck.name]))
            for deck in rules.ruleset.first_decks
        ]
        for prepare in rules.before_dealing:
            prepare(self)
        for seat in range(self.seats):
            cards = tuple(self.deck.pop() for _ in range(first_hand))
            self.emit(Dealt(seat, cards, first_hand))
        settle(self)
        for seat in range(self.seats):
            first = [t for deal, deck in first_decks for t in deck[seat * deal :][:deal]]
            offer(self, seat, rules.ruleset.deal, first)
        for deal in rules.after_dealing:
            deal(self)
        phase, seat = rules.setting_up_order(self.seats)[0]
        self.ask(seat, phase)
        self._answer_forced()

    def _play(self, handler: Handler, action: Action) -> None:
        self.log = (Decided(self.seat, self.phase, action), self.log)
        handler.play(self, action)
        ruleset = self.rules.ruleset
        # Asked here and not in `settle`: most steps leave nothing to settle, and a call costs time.
        if not self.deck or self.row_size < ruleset.row or self.row[LOCOMOTIVE] >= ruleset.crowd:
            settle(self)
        handler.follow(self, action)

    def _answer_forced(self) -> None:
        while not self.over:
            # Listing all answers to see that there are two would take most of the time of a game.
            # A quick look shows them at most questions: a card of the deck and one of the row.
            if self.deck_size and (
                self.phase is TURN or (self.phase is CARD and self.row_size > self.row[LOCOMOTIVE])
            ):
                return
            answers: list[Action] = []
            for options in self.rules.listers[self.phase]:
                answers += options(self)
                if len(answers) > 1:  # rather than list claims, where there are cards to take
                    return
            (answer,) = answers
            self._play(self.rules.handlers[self.phase][type(answer)], answer)
