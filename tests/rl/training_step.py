"""One training step of a public library in an environment, outside the default tests: it is heavy.

pip install sb3-contrib
python -m tests.rl.training_step
"""

from arena import rl


def main() -> None:
    """Let MaskablePPO learn from a few games, and play one without an illegal action."""
    from sb3_contrib import MaskablePPO

    env = rl.against("usa")
    model = MaskablePPO("MlpPolicy", env, n_steps=256, batch_size=128, n_epochs=1, seed=1)
    before = {name: weight.clone() for name, weight in model.policy.named_parameters()}
    model.learn(total_timesteps=256)
    changed = [
        name for name, weight in model.policy.named_parameters() if (weight != before[name]).any()
    ]
    observation, info = env.reset(seed=1)
    over, decisions = False, 0
    while not over:
        action, _ = model.predict(observation, action_masks=env.action_masks())
        observation, _, over, _, info = env.step(int(action))
        assert "illegal" not in info
        decisions += 1
    assert changed, "nothing was learnt"
    print(f"{len(changed)} of {len(before)} tensors changed; then {decisions} legal decisions")


if __name__ == "__main__":
    main()
