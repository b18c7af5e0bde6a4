"""The net in numpy: two hidden layers for the position, and a small one for each action."""

import numpy as np


class Net:
    """Judges the legal actions of a position; the weights come from training."""

    def __init__(self, weights: dict[str, np.ndarray]) -> None:
        self.weights = {name: array.astype(np.float32) for name, array in weights.items()}

    def judge(self, state: np.ndarray, actions: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """The merit of each of these actions of one position: the best is the greatest."""
        w = self.weights
        hidden = np.maximum(w["first"] @ state + w["first_bias"], 0.0)
        hidden = np.maximum(w["second"] @ hidden + w["second_bias"], 0.0)
        context = w["context"] @ hidden + w["context_bias"]
        special = np.maximum(actions @ w["action"].T + context, 0.0)
        merits: np.ndarray = w["head"][numbers] @ hidden + w["head_bias"][numbers]
        merits += special @ w["merit"] + actions @ w["plain"]
        return merits
