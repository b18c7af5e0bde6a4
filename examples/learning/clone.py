"""Learn to play like the planner from its games: `arena dataset --ways` has made the arrays.

    python examples/learning/clone.py results/lessons-dataset model.pt --minutes 7

It goes on with the model in the file if there is one, and stops after these minutes of processor
time. Every twentieth game is kept apart, to tell how often the net plays what the planner played.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from model import ACTIONS, Batch, Model, write_net

APART = 20
ROWS = 512
RATE = 1.5e-3
SAVED = 200
"""After this many steps the model is saved again."""
VALUE = 0.25
"""How much telling the outcome counts beside telling the action."""


class Lessons:
    """The decisions of a dataset, in memory as small numbers."""

    def __init__(self, folder: Path) -> None:
        parts = [np.load(path) for path in sorted(folder.glob("part-*.npz"))]
        names = ("observations", "ways", "action_masks", "actions", "rewards", "games")
        arrays = {name: np.concatenate([part[name] for part in parts]) for name in names}
        self.masks = np.packbits(arrays.pop("action_masks").astype(bool), 1)
        self.observations, self.ways = arrays["observations"], arrays["ways"]
        self.actions, self.rewards = arrays["actions"].astype(np.int64), arrays["rewards"]
        apart = arrays["games"] % APART == 0
        self.apart, self.taught = np.flatnonzero(apart), np.flatnonzero(~apart)

    def batch(
        self, rows: np.ndarray, is_test: bool = False
    ) -> tuple[Batch, torch.Tensor, torch.Tensor]:
        """Some decisions: the positions, what was played there, and what came of it."""
        masks = np.unpackbits(self.masks[rows], 1, count=ACTIONS)
        actions = self.actions[rows]
        played = None if is_test else actions
        batch = Batch(self.observations[rows], self.ways[rows], masks, played)
        return batch, torch.from_numpy(actions), torch.from_numpy(self.rewards[rows])

    def shuffled(self, generator: np.random.Generator) -> Iterator[np.ndarray]:
        """All lessons once, some at a time."""
        order = generator.permutation(self.taught)
        yield from (order[at : at + ROWS] for at in range(0, len(order) - ROWS, ROWS))


def agreement(model: Model, lessons: Lessons) -> tuple[float, float]:
    """How often the net would play what the planner did in games kept apart; the mean loss."""
    hits, losses = [], []
    with torch.no_grad():
        for rows in np.array_split(lessons.apart[::4], 8):
            batch, actions, _ = lessons.batch(rows, is_test=True)
            likely, _ = model(batch)
            hits.append((likely.argmax(1) == actions).float().mean().item())
            losses.append(-likely[torch.arange(len(actions)), actions].mean().item())
    return float(np.mean(hits)), float(np.mean(losses))


def teach(model: Model, lessons: Lessons, state: dict, file: Path, minutes: float) -> None:
    """Learn until the minutes are over or all is learnt; what there is by then is saved often."""
    optimizer = torch.optim.AdamW(model.parameters(), RATE, weight_decay=1e-4)
    if "optimizer" in state:
        optimizer.load_state_dict(state["optimizer"])
    generator = np.random.default_rng(state["steps"])
    start, before = time.process_time(), state["spent"]
    while True:
        for rows in lessons.shuffled(generator):
            for group in optimizer.param_groups:
                group["lr"] = RATE * max(0.02, 1.0 - state["steps"] / state["planned"])
            batch, actions, rewards = lessons.batch(rows)
            likely, worth = model(batch)
            loss = -likely[torch.arange(len(actions)), actions].mean()
            loss = loss + VALUE * ((worth - rewards) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            state["steps"] += 1
            state["spent"] = before + time.process_time() - start
            is_over = state["spent"] - before > 60 * minutes or state["steps"] >= state["planned"]
            if state["steps"] % SAVED == 0 or is_over:
                agreed, apart = agreement(model, lessons)
                print(f"step {state['steps']}: agrees {agreed:.1%}, loss {apart:.3f}", flush=True)
                state["optimizer"] = optimizer.state_dict()
                told = {**state, "model": model.state_dict()}
                torch.save(told, file)
                torch.save(told, file.with_stem(f"{file.stem}-{state['steps']}"))
            if is_over:
                return


def main() -> None:
    """Teach the model in a file, and write the bot's net."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--minutes", type=float, default=7.0)
    parser.add_argument("--steps", type=int, default=2400, help="planned in all")
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    model, state = Model(), {"steps": 0, "spent": 0.0, "planned": given.steps}
    if given.model.exists():
        state = torch.load(given.model, weights_only=True)
        model.load_state_dict(state.pop("model"))
        state["planned"] = given.steps
    lessons = Lessons(given.dataset)
    print(
        f"{len(lessons.taught):,} lessons, {len(lessons.apart):,} decisions kept apart", flush=True
    )
    teach(model, lessons, state, given.model, given.minutes)
    print(f"{write_net(model)}, after {state['spent'] / 60:.1f} minutes of processor time in all")


if __name__ == "__main__":
    main()
