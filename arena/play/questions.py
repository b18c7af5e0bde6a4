"""A question to a person: the answers that are offered, what was typed, and why it is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from arena.errors import ArenaError
from arena.referee.actions import BLIND, Action, Claim, NotationError, RouteClaim, Take, number
from arena.referee.claiming import cost
from arena.referee.rule_texts import RuleText, find_rules
from arena.referee.scene import Scene
from arena.referee.view import SeatView
from arena.story.answers import answer_words, question_words
from arena.vocabulary import CityNumber, RouteNumber, TicketNumber

CITED: Final = re.compile(r"\b[A-Z]\d{1,2}\b")
"""The number of a rule."""


class Offer(Struct, frozen=True, omit_defaults=True):
    """An answer that a person may give."""

    text: str
    """As records write it."""
    words: str
    route: RouteNumber | None = None
    """The route that it is about, where it is about one."""
    city: CityNumber | None = None


class CardInRow(Struct, frozen=True):
    """A card that lies in the row, or the deck, and the answer that takes it, legal or not."""

    letter: str
    text: str
    words: str
    legal: bool


class Part(Struct, frozen=True, omit_defaults=True):
    """One of several things that a person may choose together: a ticket, a warehouse."""

    number: int
    words: str
    ticket: TicketNumber | None = None
    """The ticket, if it is one."""


class Cited(Struct, frozen=True):
    """A rule that a refusal cites, in full."""

    number: str
    title: str
    text: tuple[str, ...]


class Refused(ArenaError):
    """An answer that a person can't give; the text says why, with its rule."""

    @property
    def rules(self) -> list[Cited]:
        """The rules that the sentence cites at its end."""
        cited = CITED.findall(str(self).rpartition("(")[2]) if str(self).endswith(")") else []
        found = [rule for name in dict.fromkeys(cited) for _, rule in find_rules(name)]
        return [Cited(rule.number, rule.title, paragraphs(rule)) for rule in found]


class AskedPerson:
    """A question as a person is asked it, made from that person's view alone."""

    def __init__(self, view: SeatView, names: Sequence[str]) -> None:
        self.view = view
        self.scene = Scene(view, tuple(names))
        self.legal = view.legal()
        self.words = question_words(self.scene)

    @property
    def offers(self) -> list[Offer]:
        """All answers, in the order of the rules."""
        return [self._offer(action) for action in self.legal]

    def parts(self) -> tuple[str, list[Part]] | None:
        """For a choice of several: the word that begins its answers, and what there is to choose.

        None for all other questions.
        """
        lists = [parts for action in self.legal if (parts := parts_of(action)) is not None]
        if not lists or len(lists) < len(self.legal):
            return None
        longest_first = sorted(lists, key=len, reverse=True)
        numbers = dict.fromkeys(number for parts in longest_first for number in parts)
        return self.legal[0].word, [self._part(number) for number in numbers]

    def _part(self, number: int) -> Part:
        """One of the things to choose from, in the words of the answer that chooses it alone."""
        word, kind = self.legal[0].word, type(self.legal[0])
        words = answer_words(kind((number,)), self.scene).removeprefix(f"{word} ")
        return Part(number, words, number if number in self.view.my_offer else None)

    def row(self) -> list[CardInRow]:
        """The cards that can be clicked, the deck last; none if no card is to be taken."""
        if Take not in {type(action) for action in self.legal}:
            return []
        counts = enumerate(self.view.row)
        lying = [card for card, count in counts for _ in range(count)]
        deck = [BLIND] if self.view.deck_size else []
        return [self._card(Take(card)) for card in (*lying, *deck)]

    def _card(self, take: Take) -> CardInRow:
        """A card of the row or the deck, with the answer that takes it."""
        text, words = take.text(self.view.board), answer_words(take, self.scene)
        return CardInRow(text[-1], text, words, take in self.legal)

    def read(self, text: str) -> Action:
        """The legal answer that was given: its number in the list from 1, or its text."""
        nth = number(text)
        if nth is not None:
            if not 1 <= nth <= len(self.legal):
                raise Refused(f"there is no answer {nth}, only 1 to {len(self.legal)}")
            return self.legal[nth - 1]
        parts = self.parts()
        try:
            none = parts is not None and text == parts[0]
            action = type(self.legal[0])(()) if none else self.view.rules.parse(text)
        except NotationError as error:
            raise Refused(self._misread(text) or str(error)) from None
        self.refuse(action)
        return action

    def refuse(self, action: Action) -> None:
        """Refuse an action that is not legal."""
        reason = self.view.refusal(action)
        if reason is not None:
            raise Refused(reason)

    def refuse_route(self, route: RouteNumber) -> None:
        """Refuse to claim a route, by the payment that comes nearest to what the hand has."""
        claims = [claim for claim in self.view.rules.payments.all if claim.route == route]
        if not claims:
            raise Refused(f"there is no route {route} on this board (C1)")
        nearest = min(claims, key=lambda claim: (self._missing(claim), claim.locomotives))
        reason, name = self.view.refusal(nearest), self.view.board.route_name(route)
        if reason is not None:
            raise Refused(reason if name in reason else f"{name}: {reason}")

    def _misread(self, text: str) -> str:
        """What is wrong with a text that claims a route with too many or too few cards."""
        word, _, rest = text.partition(" ")
        route, board = number(rest.partition(" ")[0]), self.view.board
        if word != "claim" or route is None or route >= len(board.routes):
            return ""
        spaces, example = board.lengths[route], self.view.payments(route)
        such = f", such as {example[0].text(board)!r}" if example else ""
        return f"route {route} is {board.route_name(route)} and takes {spaces} cards{such} (C1)"

    def _missing(self, claim: Claim) -> int:
        """How many cards of a payment the hand lacks."""
        hand = self.view.hand
        return sum(max(0, needed - hand[card]) for card, needed in cost(self.view.board, claim))

    def _offer(self, action: Action) -> Offer:
        return Offer(
            action.text(self.view.board),
            answer_words(action, self.scene),
            action.route if isinstance(action, RouteClaim) else None,
            getattr(action, "city", None),
        )


def parts_of(action: Action) -> tuple[int, ...] | None:
    """The numbers of an answer whose text is nothing but a list of them; None for any other."""
    values = [getattr(action, name) for name in action.__struct_fields__]
    return values[0] if len(values) == 1 and isinstance(values[0], tuple) else None


def paragraphs(rule: RuleText) -> tuple[str, ...]:
    """The text of a rule and its rulings, without Markdown's marks for code."""
    rulings = (f"Ruling: {ruling}" for ruling in rule.rulings)
    return tuple(paragraph.replace("`", "") for paragraph in (*rule.text, *rulings))
