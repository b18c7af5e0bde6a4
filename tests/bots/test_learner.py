"""The bot that has learnt: what its net is given, and that it plays by the rules everywhere."""

import sys
from pathlib import Path

import numpy as np
import pytest

from arena.planning import Judgement, Weights
from arena.planning.arrays import layout_of, mask, numbering_of, observation, ways
from arena.referee.game import Game

LEARNER = Path(__file__).parents[2] / "bots" / "learner"


@pytest.fixture
def features(monkeypatch: pytest.MonkeyPatch) -> object:
    """The bot's own file of features."""
    monkeypatch.syspath_prepend(str(LEARNER))
    import features

    yield features
    del sys.modules["features"]


def test_what_the_planner_plays_is_never_left_out(features) -> None:
    judgements = [Judgement(Weights()) for _ in range(2)]
    for seed in range(2):
        game = Game("usa", 2, seed)
        numbering = numbering_of(game.rules)
        ground = features.Ground(layout_of(game.rules, 2), numbering)
        while not game.over:
            view = game.view(game.seat)
            thrifty = ground.thrifty(mask(view)[None])[0]
            values = judgements[game.seat].values(view, view.legal())
            action = max(values, key=lambda value: value[0])[1]
            assert thrifty[numbering.index_of(action, view)]
            assert thrifty.sum() <= mask(view).sum()
            game.apply(action)


def test_features_are_the_same_for_one_position_and_for_many(features) -> None:
    game, rows = Game("usa", 3, 1), []
    rng = np.random.default_rng(1)
    ground = features.Ground(layout_of(game.rules, 3), numbering_of(game.rules))
    while len(rows) < 40:
        view = game.view(game.seat)
        rows.append((observation(view), ways(view), mask(view)))
        legal = game.legal()
        game.apply(legal[rng.integers(len(legal))])
    many = features.Position(
        ground, *(np.stack(each) for each in list(zip(*rows, strict=True))[:2])
    )
    for at, (seen, plan, legal) in enumerate(rows):
        one = features.Position(ground, seen[None], plan[None])
        numbers = legal.nonzero()[0]
        assert np.allclose(one.row_of_state[0], many.row_of_state[at])
        alone = one.of_actions(np.zeros(len(numbers), int), numbers)
        assert np.allclose(alone, many.of_actions(np.full(len(numbers), at), numbers))
        assert np.abs(one.row_of_state).max() < 20
