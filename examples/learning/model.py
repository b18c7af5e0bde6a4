"""The net of bots/learner in torch, for training, and its way to numpy."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

LEARNER = Path(__file__).parents[2] / "bots" / "learner"
sys.path.insert(0, str(LEARNER))

from features import ACTION_FEATURES, Ground, Position  # noqa: E402 - the bot's own files

from arena.planning.arrays import layout_of, numbering_of  # noqa: E402
from arena.referee.modules import rules_of  # noqa: E402
from arena.referee.rulesets import find_ruleset  # noqa: E402

RULESET, SEATS = "usa", 2
HIDDEN, SPECIAL = 256, 48
SOME = 24
"""How many actions of a position are judged while learning what was played."""
GENERATOR = np.random.default_rng(0)
NOTHING = -1e9
"""The merit of an action that is not legal."""

RULES = rules_of(find_ruleset(RULESET))
GROUND = Ground(layout_of(RULES, SEATS), numbering_of(RULES))
ACTIONS = len(numbering_of(RULES))
WIDTH = Position(
    GROUND,
    np.zeros((1, GROUND.layout.size), np.int16),
    np.zeros((1, GROUND.ways.size), np.int16),
).row_of_state.shape[1]


class Model(nn.Module):
    """Judges actions as `net.py` does, and says what a position is worth, from -1 to 1."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(WIDTH, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.context, self.head = nn.Linear(HIDDEN, SPECIAL), nn.Linear(HIDDEN, ACTIONS)
        self.action = nn.Linear(ACTION_FEATURES, SPECIAL, bias=False)
        self.merit, self.value = nn.Linear(SPECIAL, 1, bias=False), nn.Linear(HIDDEN, 1)
        self.plain = nn.Linear(ACTION_FEATURES, 1, bias=False)
        nn.init.zeros_(self.plain.weight)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """How likely each action is, as a logarithm, by state and number; what states are worth."""
        hidden = torch.relu(self.second(torch.relu(self.first(batch.states))))
        special = torch.relu(self.action(batch.actions) + self.context(hidden)[batch.rows])
        here = self.head(hidden)[batch.rows, batch.numbers] + self.merit(special)[:, 0]
        here = here + self.plain(batch.actions)[:, 0] + batch.lift
        merits = torch.full((len(batch.states), ACTIONS), NOTHING)
        merits = merits.index_put((batch.rows, batch.numbers), here)
        return torch.log_softmax(merits, 1), torch.tanh(self.value(hidden))[:, 0]


class Batch:
    """Some positions as tensors, with their legal actions one after the other.

    There are a hundred of them on average, most of them claims: with `played`, the actions that
    were played, only these and some of the others are judged, each in place of several. Claims
    count as `eager` times as likely as the net finds them, as the bot has it.
    """

    def __init__(
        self,
        observations: np.ndarray,
        ways: np.ndarray,
        masks: np.ndarray,
        played: np.ndarray | None = None,
        eager: float = 1.0,
    ) -> None:
        position = Position(GROUND, observations, ways)
        rows, numbers = GROUND.thrifty(masks).nonzero()
        lift = np.zeros(len(rows), np.float32)
        if played is not None:
            share = np.minimum(1.0, SOME / np.bincount(rows, minlength=len(masks)))[rows]
            is_played = numbers == played[rows]
            judged = is_played | (GENERATOR.random(len(rows)) < share)
            lift = np.where(is_played, 0.0, -np.log(share)).astype(np.float32)[judged]
            rows, numbers = rows[judged], numbers[judged]
        lift = lift + np.float32(np.log(eager)) * (GROUND.route[numbers] >= 0)
        self.lift = torch.from_numpy(lift.astype(np.float32))
        self.states = torch.from_numpy(position.row_of_state)
        self.rows, self.numbers = torch.from_numpy(rows), torch.from_numpy(numbers)
        self.actions = torch.from_numpy(position.of_actions(rows, numbers))


def mean_of(files: Sequence[Path]) -> Model:
    """The mean of the models in some files."""
    saved = [torch.load(file, weights_only=True)["model"] for file in files]
    model = Model()
    model.load_state_dict({name: sum(one[name] for one in saved) / len(saved) for name in saved[0]})
    return model


def as_numpy(model: Model) -> dict[str, np.ndarray]:
    """The weights as `net.py` reads them, in half the bytes."""
    found = {}
    for name in ("first", "second", "context", "head"):
        layer = getattr(model, name)
        found[name], found[f"{name}_bias"] = layer.weight, layer.bias
    found |= {"action": model.action.weight, "merit": model.merit.weight[0]}
    found["plain"] = model.plain.weight[0]
    return {name: weight.detach().numpy().astype(np.float16) for name, weight in found.items()}


def write_net(model: Model) -> Path:
    """Write the weights into the bot's folder, not packed: a bot is to be there at once."""
    path = LEARNER / "net.npz"
    np.savez(path, **as_numpy(model))
    return path
