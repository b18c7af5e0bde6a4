"""The answers to a tunnel that costs more: paying, or giving it up (X3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.boards.colors import COLORS, NAMES
from arena.referee.claiming import complete_claim, give_up_claim
from arena.referee.kinds import Kind, OnlyKind
from arena.referee.modules.europe.actions import GIVE_UP, GiveUpTunnel, PaySurcharge, ways_to_pay
from arena.referee.modules.europe.tunnels import (
    TURNED_UP,
    SurchargePaid,
    TunnelGivenUp,
    payable_more,
    surcharge,
)
from arena.referee.phases import Phase
from arena.referee.table import Table
from arena.referee.turns import follow_action, follow_claim

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.rules import Rules


class EuropePhase(Phase):
    """What is asked about tunnels."""

    SURCHARGE = "surcharge"
    """Whether to pay what a tunnel costs more, and with which cards."""


class PaySurchargeKind(Kind[PaySurcharge]):
    """Paying exactly what the tunnel costs more, which claims it."""

    action = PaySurcharge
    phases = (EuropePhase.SURCHARGE,)
    disturbance = 125

    def refusal(self, table: Table, action: PaySurcharge) -> str | None:
        """Why the surcharge can't be paid so; None if it can."""
        paid, laid = (action.color, action.cards, action.locomotives), table.pending
        assert laid is not None
        if all(type(number) is int for number in paid) and paid in payable_more(table):
            return None
        more, color = surcharge(table), NAMES[laid.color]
        return f"the tunnel costs {more} more in {color} or locomotives that the seat holds (X3)"

    def candidates(self, table: Table) -> Iterable[PaySurcharge]:
        """All mixtures that the hand has."""
        return [PaySurcharge(*paid) for paid in payable_more(table)]

    def every(self, rules: Rules) -> Iterable[PaySurcharge]:
        """Every way to pay one to three cards more."""
        return [
            PaySurcharge(color, cards, locomotives)
            for cards in range(1, TURNED_UP + 1)
            for color, locomotives in ways_to_pay(COLORS, cards)
        ]

    def play(self, game: Game, action: PaySurcharge) -> None:
        """Pay the surcharge and claim the tunnel."""
        game.emit(SurchargePaid(game.seat, action.color, action.cards, action.locomotives))
        complete_claim(game)

    def follow(self, game: Game, action: PaySurcharge) -> None:
        """Go on as after any claim."""
        follow_claim(game)

    def fuss(self, action: PaySurcharge) -> int:
        """How many locomotives are paid."""
        return action.locomotives


class GiveUpTunnelKind(OnlyKind[GiveUpTunnel]):
    """Giving the tunnel up, which is always legal."""

    action = GiveUpTunnel
    only = GIVE_UP
    phases = (EuropePhase.SURCHARGE,)
    disturbance = 5

    def play(self, game: Game, action: GiveUpTunnel) -> None:
        """Take the payment back."""
        laid = game.pending
        assert laid is not None
        give_up_claim(game)
        game.emit(TunnelGivenUp(game.seat, laid.route))

    def follow(self, game: Game, action: GiveUpTunnel) -> None:
        """The turn is over, but for the questions at its end: nothing was claimed."""
        follow_action(game)
