"""A bot that follows its tickets by the shortest way.

Change what you like. `arena check` tells whether it still plays by the rules.
"""

from collections.abc import Sequence

from arena.bot import COLORS, GRAY, LOCOMOTIVE, Action, Claim, Keep, Take, View


class StarterBot:
    """The referee calls `choose` whenever it is this bot's decision."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer the question in `view.phase` with one of the legal actions."""
        if view.phase == "keep":
            return self.keep(view, legal)
        if view.phase in ("turn", "card"):
            return self.play(view, legal)
        return legal[0]  # questions of expansions: the first answer always does

    def keep(self, view: View, legal: Sequence[Action]) -> Action:
        """Keep what promises the most points for the trains it takes."""

        def promise(action: Action) -> int:
            assert isinstance(action, Keep)
            return sum(self.promise(view, ticket) for ticket in action.tickets)

        return max(legal, key=promise)

    def promise(self, view: View, ticket: int) -> int:
        """The points of a ticket less the trains still to lay for it."""
        points = view.board.tickets[ticket].points
        trains = view.ticket_distance(ticket)
        if trains is None or trains > view.my_trains:
            return -points
        return points - trains // 2

    def play(self, view: View, legal: Sequence[Action]) -> Action:
        """Claim a route of the plan, else take a card for it."""
        plan = self.plan(view)
        view.note("plan", routes=plan)  # marked in the replay of the game, for you alone
        claims = [a for a in legal if isinstance(a, Claim) and (a.route in plan or not plan)]
        if claims:
            lengths = view.board.lengths
            return max(claims, key=lambda claim: (lengths[claim.route], -claim.locomotives))
        wanted = self.wanted_colors(view, plan)
        takes = [a for a in legal if isinstance(a, Take)]
        for take in takes:
            if take.card in wanted:
                return take
        return takes[-1] if takes else legal[0]  # the last one is the blind card, if there is one

    def plan(self, view: View) -> set[int]:
        """The routes still to claim for the tickets that can be completed."""
        plan: set[int] = set()
        for ticket in view.my_tickets:
            trains, way = view.ticket_distance(ticket), view.ticket_way(ticket)
            if way and trains is not None and trains <= view.my_trains:
                plan.update(way)
        return plan

    def wanted_colors(self, view: View, plan: set[int]) -> set[int]:
        """The colours that the plan needs; for gray routes the one there is most of in hand."""
        wanted = {view.board.colors[route] for route in plan}
        if GRAY in wanted:
            wanted.add(max(COLORS, key=lambda color: view.hand[color]))
        if len(plan) > 1:
            wanted.add(LOCOMOTIVE)
        return wanted
