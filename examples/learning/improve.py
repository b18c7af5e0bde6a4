"""Improve by self-play on the compiled kernel: proximal policy optimization, from the clone on.

    python examples/learning/improve.py better.pt clone-3200.pt clone-3400.pt clone-3600.pt

The net begins as the mean of the clones and plays all seats as it is. A decision is judged by what
the net thought of the positions that followed, and in the end by the points ahead of the other
seat. Where the first file is there it goes on with that; `export.py` makes it the bot's net.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from model import ACTIONS, RULESET, SEATS, Batch, Model, mean_of

from arena import rl

GAMES = 128
DECISIONS = 8192
"""How many decisions of finished games are learnt from at once."""
ROWS = 1024
EPOCHS = 2
RATE = 2e-4
VALUE_RATE = 2e-3
"""The clone judged places: judging points is to be learnt fast."""
CLIP = 0.15
VALUE = 0.5
ENTROPY = 0.002
EAGER = 3.0
"""How eager the net is to claim, as the bot is."""
MARGIN = 60.0
"""The points ahead that count as three quarters of the best reward."""
LATER = 0.97
"""How much a later position tells about a decision, compared with the one before it."""
SAVED = 10
"""After this many rounds the model is saved in a file of its own as well."""


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


class Lessons(NamedTuple):
    """The decisions of finished games."""

    decisions: list[Decision]
    advantages: np.ndarray
    rewards: np.ndarray
    scores: list[int]
    """The points of all seats in these games."""


class SelfPlay:
    """Games of the net against itself."""

    def __init__(self, model: Model, seed: int) -> None:
        self.model = model
        self.games = rl.vector(RULESET, GAMES, SEATS, seed, reward="margin")
        self.open: list[list[Decision]] = [[] for _ in range(GAMES)]

    def finished(self, number: int) -> Lessons:
        """At least so many decisions of finished games, with what came of each."""
        found: list[Decision] = []
        advantages: list[np.ndarray] = []
        rewards: list[np.ndarray] = []
        scores: list[int] = []
        while len(found) < number:
            self.step()
            for game in np.flatnonzero(self.games.ended).tolist():
                decisions, self.open[game] = self.open[game], []
                scores += self.games.scores[game].tolist()
                for seat in range(SEATS):
                    own = [one for one in decisions if one.seat == seat]
                    reward = float(np.tanh(self.games.rewards[game, seat] / MARGIN))
                    found += own
                    advantages.append(advantages_of(own, reward))
                    rewards.append(np.full(len(own), reward, np.float32))
        return Lessons(found, np.concatenate(advantages), np.concatenate(rewards), scores)

    def step(self) -> None:
        """Play an action in every game, drawn as likely as the net makes it."""
        games = self.games
        observations, ways = games.observations.copy(), games.ways().copy()
        masks, seats = games.masks.copy(), games.seats.tolist()
        with torch.no_grad():
            likely, worth = self.model(Batch(observations, ways, masks, eager=EAGER))
            actions = torch.multinomial(likely.exp(), 1)[:, 0]
            chosen = likely[torch.arange(GAMES), actions].tolist()
        packed = np.packbits(masks.astype(bool), 1)
        for game, (action, value) in enumerate(zip(actions.tolist(), worth.tolist(), strict=True)):
            told = observations[game], ways[game], packed[game], action
            self.open[game].append(Decision(*told, seats[game], chosen[game], value))
        games.step(actions.numpy())


def advantages_of(decisions: list[Decision], reward: float) -> np.ndarray:
    """How much better each decision of a seat turned out than the net thought its position was."""
    found, later, after = np.zeros(len(decisions), np.float32), 0.0, reward
    for place in reversed(range(len(decisions))):
        worth = decisions[place].worth
        later = after - worth + LATER * later
        found[place], after = later, worth
    return found


def learn(model: Model, optimizer: torch.optim.Optimizer, lessons: Lessons) -> None:
    """Make what turned out better than expected likelier, and what turned out worse less likely."""
    decisions, advantages, rewards, _ = lessons
    observations = np.stack([one.observation for one in decisions])
    ways = np.stack([one.ways for one in decisions])
    masks = np.stack([one.mask for one in decisions])
    actions = torch.tensor([one.action for one in decisions])
    before = torch.tensor([one.likely for one in decisions])
    gains = torch.from_numpy((advantages - advantages.mean()) / (advantages.std() + 1e-6))
    targets = torch.from_numpy(rewards)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(decisions)).split(ROWS):
            n = rows.numpy()
            legal = np.unpackbits(masks[n], 1, count=ACTIONS)
            likely, worth = model(Batch(observations[n], ways[n], legal, eager=EAGER))
            ratio = (likely[torch.arange(len(rows)), actions[rows]] - before[rows]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy = -torch.minimum(ratio * gains[rows], clipped * gains[rows]).mean()
            policy = policy + ENTROPY * (likely.exp() * likely.clamp(min=-50.0)).sum(1).mean()
            loss = policy + VALUE * ((worth - targets[rows]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """Improve the mean of some clones, and save it after every round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("better", type=Path)
    parser.add_argument("clones", type=Path, nargs="+")
    parser.add_argument("--minutes", type=float, default=5.0, help="of processor time")
    given = parser.parse_args()
    torch.set_num_threads(1)
    start = time.process_time()
    model = mean_of([given.better] if given.better.exists() else given.clones)
    value = list(model.value.parameters())
    rest = [one for name, one in model.named_parameters() if not name.startswith("value")]
    optimizer = torch.optim.Adam([{"params": rest}, {"params": value, "lr": VALUE_RATE}], RATE)
    rounds, spent, played = 0, 0.0, 0
    if given.better.exists():
        state = torch.load(given.better, weights_only=True)
        optimizer.load_state_dict(state["optimizer"])
        rounds, spent, played = state["self_play"]
    torch.manual_seed(rounds)
    play = SelfPlay(model, rounds)
    while time.process_time() - start < 60 * given.minutes:
        lessons = play.finished(DECISIONS)
        learn(model, optimizer, lessons)
        rounds, played = rounds + 1, played + len(lessons.decisions)
        passed = spent + time.process_time() - start
        kept = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
        kept["self_play"] = rounds, passed, played
        torch.save(kept, given.better)
        if rounds % SAVED == 0:
            torch.save(kept, given.better.with_stem(f"{given.better.stem}-{rounds}"))
        worth = np.array([one.worth for one in lessons.decisions])
        error = float(np.mean((lessons.rewards - worth) ** 2) / lessons.rewards.var())
        told = f"{np.mean(lessons.scores):.1f} points a seat, error of worth {error:.2f}"
        print(f"round {rounds}, {played:,} decisions, {passed:.0f} s: {told}", flush=True)


if __name__ == "__main__":
    main()
