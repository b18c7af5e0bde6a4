"""Improve by self-play on the compiled kernel: proximal policy optimization, from the clone on.

    python examples/learning/improve.py clone.pt better.pt --minutes 7

Both seats are played by the net as it is; a decision is judged by the reward of its game, less
what the net thought the position was worth. It goes on with the second file if that is there.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from model import ACTIONS, RULESET, SEATS, Batch, Model, write_net

from arena import rl

GAMES = 128
DECISIONS = 4096
"""How many decisions of finished games are learnt from at once."""
ROWS = 512
EPOCHS = 2
RATE = 3e-5
CLIP = 0.15
VALUE = 0.5
ENTROPY = 0.002


class Decision(NamedTuple):
    """A decision of self-play."""

    observation: np.ndarray
    ways: np.ndarray
    mask: np.ndarray
    action: int
    seat: int
    likely: float
    """The logarithm of how likely the net made the action."""
    worth: float


class SelfPlay:
    """Games of the net against itself."""

    def __init__(self, model: Model, seed: int) -> None:
        self.model = model
        self.games = rl.vector(RULESET, GAMES, SEATS, seed)
        self.open: list[list[Decision]] = [[] for _ in range(GAMES)]

    def finished(self, number: int) -> tuple[list[Decision], np.ndarray]:
        """At least so many decisions of finished games, with what each brought its seat."""
        found: list[Decision] = []
        rewards: list[float] = []
        while len(found) < number:
            self.step()
            for game in np.flatnonzero(self.games.ended).tolist():
                decisions, self.open[game] = self.open[game], []
                found += decisions
                rewards += [float(self.games.rewards[game, one.seat]) for one in decisions]
        return found, np.array(rewards, np.float32)

    def step(self) -> None:
        """Play an action in every game, drawn as likely as the net makes it."""
        games = self.games
        observations, ways = games.observations.copy(), games.ways().copy()
        masks, seats = games.masks.copy(), games.seats.tolist()
        with torch.no_grad():
            likely, worth = self.model(Batch(observations, ways, masks))
            actions = torch.multinomial(likely.exp(), 1)[:, 0]
            chosen = likely[torch.arange(GAMES), actions].tolist()
        packed = np.packbits(masks.astype(bool), 1)
        for game, (action, value) in enumerate(zip(actions.tolist(), worth.tolist(), strict=True)):
            told = observations[game], ways[game], packed[game], action
            self.open[game].append(Decision(*told, seats[game], chosen[game], value))
        games.step(actions.numpy())


def learn(
    model: Model, optimizer: torch.optim.Optimizer, decisions: list[Decision], rewards: np.ndarray
) -> None:
    """Make what turned out better than expected likelier, and what turned out worse less likely."""
    observations = np.stack([one.observation for one in decisions])
    ways = np.stack([one.ways for one in decisions])
    masks = np.stack([one.mask for one in decisions])
    actions = torch.tensor([one.action for one in decisions])
    before = torch.tensor([one.likely for one in decisions])
    gains = rewards - np.array([one.worth for one in decisions], np.float32)
    advantages = torch.from_numpy((gains - gains.mean()) / (gains.std() + 1e-6))
    targets = torch.from_numpy(rewards)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(decisions)).split(ROWS):
            n = rows.numpy()
            legal = np.unpackbits(masks[n], 1, count=ACTIONS)
            likely, worth = model(Batch(observations[n], ways[n], legal))
            ratio = (likely[torch.arange(len(rows)), actions[rows]] - before[rows]).exp()
            gain = advantages[rows]
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.minimum(ratio * gain, clipped * gain).mean()
            loss = loss + VALUE * ((worth - targets[rows]) ** 2).mean()
            loss = loss + ENTROPY * (likely.exp() * likely.clamp(min=-50.0)).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """Improve the model of one file into another, and write the bot's net."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clone", type=Path)
    parser.add_argument("better", type=Path)
    parser.add_argument("--minutes", type=float, default=7.0)
    given = parser.parse_args()
    torch.set_num_threads(1)
    start = time.process_time()
    state = torch.load(given.better if given.better.exists() else given.clone, weights_only=True)
    model = Model()
    model.load_state_dict(state["model"])
    optimizer = torch.optim.Adam(model.parameters(), RATE)
    if "self_play" in state:
        optimizer.load_state_dict(state["optimizer"])
    rounds, spent, played = state.get("self_play", (0, 0.0, 0))
    torch.manual_seed(rounds)
    play = SelfPlay(model, rounds)
    while time.process_time() - start < 60 * given.minutes:
        decisions, rewards = play.finished(DECISIONS)
        learn(model, optimizer, decisions, rewards)
        rounds, played = rounds + 1, played + len(decisions)
        passed = spent + time.process_time() - start
        told = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
        torch.save({**told, "self_play": (rounds, passed, played)}, given.better)
        error = float(np.mean((rewards - [one.worth for one in decisions]) ** 2))
        print(f"round {rounds}: {played:,} decisions, error of worth {error:.3f}", flush=True)
    print(f"{write_net(model)}, after {passed / 60:.1f} minutes of processor time in all")


if __name__ == "__main__":
    main()
