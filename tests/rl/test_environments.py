"""The environments as their libraries check them, for every ruleset, and what we promise beside."""

import warnings
from pathlib import Path
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from arena import rl
from arena.errors import ArenaError
from arena.referee.game import IllegalAction
from arena.referee.modules import rules_of
from arena.referee.rulesets import NAMES, RULESETS, find_ruleset
from arena.rl import rewards
from arena.rl.position import RefereePosition
from arena.rl.versions import gymnasium_name
from tests.toy import TOLLGATES

pytestmark = pytest.mark.usefixtures("with_toy")

BOTS = Path(__file__).parents[2] / "bots"
CYCLES = 60
SEATS = {name: RULESETS[name].most_seats - n % 3 for n, name in enumerate(NAMES)}
"""By ruleset, a number of seats; all numbers come up."""
each_ruleset = pytest.mark.parametrize("ruleset", [*NAMES, TOLLGATES])


@each_ruleset
def test_pettingzoo_finds_no_fault(ruleset: str) -> None:
    with warnings.catch_warnings():  # it would have observations without masks
        warnings.filterwarnings("ignore", message="Observation ")
        api_test(rl.env(ruleset, SEATS.get(ruleset, 2)), num_cycles=CYCLES)


@each_ruleset
def test_a_seed_decides_an_environment(ruleset: str) -> None:
    seed_test(lambda: rl.env(ruleset, 2), num_cycles=CYCLES)


@each_ruleset
def test_pettingzoo_finds_no_fault_with_all_seats_stepping_together(ruleset: str) -> None:
    """Seats act in turn here, so this is the environment behind PettingZoo's own wrapper."""
    parallel = turn_based_aec_to_parallel(rl.env(ruleset, 2))
    with warnings.catch_warnings():  # all seats leave at once, which it counts as a lack
        warnings.filterwarnings("ignore", message="Live agent was not given|No agents present")
        parallel_api_test(parallel, num_cycles=CYCLES)


@each_ruleset
def test_gymnasium_finds_no_fault(ruleset: str) -> None:
    if ruleset == TOLLGATES:
        environment: gymnasium.Env = rl.against(ruleset)
    else:
        environment = gymnasium.make(gymnasium_name(RULESETS[ruleset])).unwrapped
    check_env(environment)


def random_game(env: rl.GameEnv, seed: int) -> dict[str, float]:
    """Play at random and return what each agent was given in all."""
    rng, total = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        total[agent] += reward
        legal = observation["action_mask"].nonzero()[0]
        env.step(None if terminated else int(rng.choice(legal)))
    return total


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_rewards_are_by_place_and_cancel_out(seats: int) -> None:
    env = rl.env("usa", seats)
    for seed in range(3):
        given = random_game(env, seed)
        places = [seat.place for seat in env.position.result().seats]
        assert list(given.values()) == pytest.approx(rewards.by_place(places, places))
        assert sum(given.values()) == pytest.approx(0)


def test_shared_places_share_their_rewards() -> None:
    assert rewards.by_place([1, 2], [9, 5]) == [1, -1]
    assert rewards.by_place([1, 1], [9, 9]) == [0, 0]
    assert rewards.by_place([1, 2, 2], [9, 5, 5]) == [1, -0.5, -0.5]
    assert rewards.by_place([4, 1, 1, 3], [0, 9, 9, 5]) == pytest.approx([-1, 2 / 3, 2 / 3, -1 / 3])


def test_margins_are_points_ahead_of_the_best_other_seat() -> None:
    assert rewards.by_margin([2, 1, 3], [80, 100, 60]) == [-20, 20, -40]
    assert rewards.by_margin([1, 1], [70, 70]) == [0, 0]
    given = random_game(rl.env("usa", 2, reward="margin"), 4)
    assert given["seat_0"] == -given["seat_1"] != 0


def test_seats_that_are_not_asked_have_no_legal_action() -> None:
    env = rl.env("usa", 3)
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
    assert [agent for agent in env.agents if masks[agent].any()] == [env.agent_selection]


def test_o3_who_is_asked_in_secret_is_observed_by_nobody_else() -> None:
    env, rng = rl.env("oldwest", 2), Random(4)
    env.reset(seed=4)
    question, asked = env.layout["phase"], 0
    while not env.position.over:
        agent = env.agent_selection
        other = env.possible_agents[1 - env.possible_agents.index(agent)]
        assert not env.observe(other)["observation"][question].any()
        before = env.observe(other)["observation"]
        is_claim = "claim" in {env.action_of(n).word for n in legal_numbers(env)}
        env.step(rng.choice(legal_numbers(env)))
        if not env.position.over and env.position.game().phase == "city":
            asked += 1
            assert is_claim
            assert (env.observe(other)["observation"] != before).any()
    assert asked


def legal_numbers(env: rl.GameEnv) -> list[int]:
    """The legal actions of the asked agent."""
    numbers: list[int] = env.observe(env.agent_selection)["action_mask"].nonzero()[0].tolist()
    return numbers


def test_an_illegal_action_is_refused_and_nothing_happens() -> None:
    env = rl.env("usa")
    env.reset(seed=1)
    before = env.observe("seat_0")["observation"]
    with pytest.raises(IllegalAction, match="does not answer the question 'keep'"):
        env.step(0)
    assert (env.observe("seat_0")["observation"] == before).all()
    assert env.agent_selection == "seat_0"


def test_against_bots_an_illegal_action_loses_the_game() -> None:
    env = rl.against("usa", seat=0)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated) == (-1, True)
    assert "does not answer the question 'keep'" in info["illegal"]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_against_a_bot_ends_with_its_place(seat: int) -> None:
    env = rl.against("usa", opponents=[BOTS / "ticket_follower.py"], seat=seat)
    observation, info = env.reset(seed=seat)
    rng, over = np.random.default_rng(seat), False
    while not over:
        assert (env.action_masks() == info["action_mask"]).all()
        action = int(rng.choice(info["action_mask"].nonzero()[0]))
        observation, reward, over, _, info = env.step(action)
        assert env.observation_space.contains(observation)
        assert (reward != 0) == over
    assert reward == -1  # nobody beats it at random


def test_opponents_see_no_more_than_their_seats() -> None:
    env = rl.against("usa", seats=3, opponents=["random", BOTS / "hoarder.py"], seat=2)
    env.reset(seed=2)
    players = [who._bot._player for who in env._opponents.values() if hasattr(who, "_bot")]
    (view,) = [player.view for player in players if player is not None]
    assert view.me == 1
    assert view.my_offer
    assert not view.offers[2]
    assert not any(view.hands[2])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: rl.env("usb"), "there is no ruleset 'usb'; did you mean usa"),
        (lambda: rl.env("usa", 6), "is for 2 to 5 seats, not 6"),
        (lambda: rl.env("usa", reward="place "), "there is no reward 'place '; did you mean place"),
        (lambda: rl.env("usa", render_mode="human"), "a game is rendered as svg or rgb_array"),
        (lambda: rl.env("usa").observe("seat_0"), "call reset"),
        (lambda: rl.against("usa", seat=2), "there is no seat 2 among 2"),
        (lambda: rl.against("usa", opponents=["random"] * 3), "2 seats have 1 opponents"),
        (lambda: rl.vector("usa", games=0), "there are 1 to 1048576 games side by side, not 0"),
    ],
)
def test_what_can_not_be_made_is_said_in_a_sentence(make: object, sentence: str) -> None:
    with pytest.raises(ArenaError, match=sentence):
        make()  # type: ignore[operator]


def test_a_toy_expansion_observes_its_own_parts() -> None:
    rules = rules_of(find_ruleset(TOLLGATES))
    position, rng, seen = RefereePosition(rules, 2, 3), Random(3), set()
    env = rl.env(TOLLGATES)
    while not position.over:
        row = position.observation(position.seat)
        seen |= {name for name in env.layout.parts if row[env.layout[name]].any()}
        position.play(rng.choice(position.mask().nonzero()[0].tolist()))
    assert {"coins", "purses", "gate", "on_hold"} <= seen


@pytest.mark.parametrize(("name", "library"), [("env", "pettingzoo"), ("against", "gymnasium")])
def test_a_library_that_is_missing_is_named(
    name: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rl, "find_spec", lambda module: None)
    with pytest.raises(ArenaError, match=rf"{name} needs {library}: pip install 'railarena\[rl\]'"):
        getattr(rl, name)
