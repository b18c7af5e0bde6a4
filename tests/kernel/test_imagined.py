"""Play-outs of imagined games are the same with the kernel and without it."""

from random import Random

import pytest

from arena.kernel import Table, imagined, playouts, trials
from arena.kernel.batch import Batch
from arena.referee.actions import Pass
from arena.referee.game import Game, IllegalAction
from arena.referee.rulesets import NAMES


def position(ruleset: str, decisions: int) -> Game:
    """A game in which some random actions were played."""
    rng = Random(ruleset)
    game = Game(ruleset, 3, 5)
    for _ in range(decisions):
        game.apply(rng.choice(game.legal()))
    return game


@pytest.mark.parametrize("ruleset", NAMES)
def test_playouts_are_the_same_without_the_kernel(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = position(ruleset, 40)
    view = game.view(game.seat)
    actions = [None, *game.legal()[:2]]
    compiled = trials(view, Random(3), 2, actions)
    monkeypatch.setattr(imagined, "KernelTable", None)
    assert trials(view, Random(3), 2, actions) == compiled


def test_playouts_give_a_result_for_each_imagined_game() -> None:
    game = position("usa", 1)
    results = playouts(game.view(game.seat), Random(1), 20)
    assert len(results) == 20
    assert len({result.seats[0].score for result in results}) > 1
    assert all(sorted(seat.place for seat in result.seats)[0] == 1 for result in results)


def test_an_illegal_action_is_refused_in_the_referees_words() -> None:
    game = position("usa", 20)
    with pytest.raises(IllegalAction, match="passing is legal only when nothing else is"):
        Table.from_game(game).finished(Pass(), 1)


def test_copies_in_a_batch_are_played_on_alike_by_the_referee() -> None:
    batch = Batch.copies(Table.from_game(position("africa", 30)), 4, 7)
    table = batch.table(2)
    game = table.to_game()
    while not game.over:
        number = game.turns % table.count()
        game.apply(table.nth(number))
        table.play(number)
    assert table.result() == game.result()
