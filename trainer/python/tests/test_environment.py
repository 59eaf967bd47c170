"""The environment for PettingZoo."""

import warnings

import imperial_tafl as tafl
import numpy as np
import pytest
from imperial_tafl import environment
from pettingzoo.test import api_test, seed_test

GAMES = ["brandubh", "tablut-linnaeus", "imperial-contest", "fox-and-geese", "bagh-chal", "connect-four", "tic-tac-toe"]


@pytest.mark.parametrize("name", GAMES)
def test_the_api_is_pettingzoos(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(environment.env(name), num_cycles=300)
        api_test(environment.GameEnv(name), num_cycles=100)


def test_a_seed_decides_who_begins():
    seed_test(lambda: environment.env("imperial-contest"), num_cycles=20)


def test_actions_name_moves():
    game = environment.GameEnv("imperial-contest")
    rng = np.random.default_rng(2)
    for seed in range(20):
        game.reset(seed=seed)
        while game.position.outcome is None:
            mask = game.observe(game.agent_selection)["action_mask"]
            unnamed = game.infos[game.agent_selection]["unnamed_moves"]
            assert mask.sum() == len(game.position.moves) - unnamed
            move = game.position.moves[rng.integers(len(game.position.moves))]
            action = game.action_of(move)
            assert mask[action] == 1
            expected = str(game.position.play(move))
            game.step(action)
            assert str(game.position) == expected


def test_the_winner_gets_one():
    game = environment.GameEnv("tic-tac-toe")
    game.reset()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        game.step(game.action_of(move))
    assert game.rewards == {"attackers_0": 1.0, "defenders_0": -1.0}
    assert all(game.terminations.values()) and not any(game.truncations.values())


def test_an_illegal_action_loses_the_game():
    game = environment.env("tic-tac-toe")
    game.reset()
    game.step(1)
    assert game.rewards["attackers_0"] == -1 and all(game.terminations.values())
    bare = environment.GameEnv("tic-tac-toe")
    bare.reset()
    with pytest.raises(ValueError, match="not legal"):
        bare.step(1)


def test_a_position_to_begin_with_and_a_drawing(capsys):
    start = tafl.Rules("brandubh").start().play(0)
    game = environment.GameEnv("brandubh", start=start, render_mode="human")
    game.reset()
    assert game.agent_selection == "defenders_0"
    game.render()
    assert capsys.readouterr().out.strip() == start.draw().strip()
    with pytest.raises(ValueError, match="ansi or human"):
        environment.GameEnv("brandubh", render_mode="3d")


def test_other_things_to_begin_with_are_refused():
    with pytest.raises(ValueError, match="the position is of tic-tac-toe, not of brandubh"):
        environment.GameEnv("brandubh", start=tafl.Rules("tic-tac-toe").start())
    with pytest.raises(TypeError, match="start must be a Position, not 'foo'"):
        environment.env("brandubh", start="foo")
    end = tafl.Rules("tic-tac-toe").start()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        end = end.play(move)
    with pytest.raises(ValueError, match="the game is over"):
        environment.GameEnv("tic-tac-toe", start=end)
