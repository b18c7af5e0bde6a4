"""Games as pictures: SVG always, pixels where a drawing library is installed."""

from random import Random
from xml.etree import ElementTree

import pytest

from arena import rl
from arena.errors import ArenaError
from arena.rl import rendering
from arena.rl.rendering import without_variables


def played(mode: str) -> rl.GameEnv:
    """A game in which all seats have some routes."""
    env, rng = rl.env("usa", 3, render_mode=mode), Random(1)
    env.reset(seed=1)
    while not all(env.position.game().owned):
        legal = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
        env.step(int(rng.choice(legal)))
    return env


def test_the_board_is_drawn_as_svg() -> None:
    root = ElementTree.fromstring(played("svg").render())
    assert root.tag.endswith("svg")


def test_pixels_show_each_seat_in_its_own_colour() -> None:
    pixels = played("rgb_array").render()
    assert pixels.shape[2] == 3
    colors = {tuple(color) for color in pixels.reshape(-1, 3).tolist()}
    assert {(0x1F, 0x6F, 0xD6), (0xD4, 0x21, 0x3D)} <= colors
    assert (0x20, 0x25, 0x2B) not in colors  # the ground of the dark colours


def test_no_variable_is_left_for_the_drawing_library() -> None:
    for ruleset in ("africa+warehouses", "oldwest+alvin+warehouses"):
        env = rl.env(ruleset, 2, render_mode="svg")
        env.reset(seed=1)
        assert "var(" not in without_variables(env.render())


def test_without_a_drawing_library_a_sentence_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "DRAWING", ("no_such_library",))
    with pytest.raises(ArenaError, match="is drawn by resvg_py and Pillow: pip install"):
        rl.env("usa", render_mode="rgb_array")
    assert rl.env("usa", render_mode="svg").metadata["render_modes"] == ["svg"]


def test_a_game_that_is_not_to_be_rendered_says_how_it_could_be() -> None:
    env = rl.env("usa")
    env.reset(seed=1)
    with pytest.raises(ArenaError, match="give the environment a render_mode: svg"):
        env.render()
