"""Networks and agents say what the program says."""

import json
import warnings

import imperial_tafl as tafl
import numpy as np
import pytest


@pytest.fixture(scope="module")
def network():
    return tafl.Network()


def shown(imperial, rules, agent, *more):
    return json.loads(imperial("analyse", "--rules", rules, "--agent", agent, "--json", *more))


@pytest.mark.parametrize("moves", ["", "d9-d8 e6-f6"])
def test_evaluations_are_those_of_the_program(imperial, network, moves):
    position = tafl.Rules("tablut-linnaeus").start()
    for move in moves.split():
        position = position.play(move)
    report = shown(imperial, "tablut-linnaeus", "network:1", "--moves", moves)
    found = network.evaluate(position)
    attackers, draw, defenders = found.wdl[0]
    assert attackers + draw + defenders == pytest.approx(1, abs=1e-5)
    assert attackers - defenders == pytest.approx(report["raw"], abs=1e-4)
    priors = {row["move"]: row["prior"] for row in report["moves"]}
    for move, prior in zip(position.moves, found.policy):
        assert prior == pytest.approx(priors[move], abs=1e-4), move


def test_a_batch_and_a_list_say_the_same_as_one_position(network):
    batch = tafl.Batch("imperial-contest", 150, seed=3)
    for _ in range(100):
        batch.step_random()
    assert 0 < batch.over.sum() < 150
    together = network.evaluate(batch)
    positions = [batch.position(game) for game in range(len(batch))]
    listed = network.evaluate(positions)
    for array in ("wdl", "policy", "move_offsets"):
        assert (getattr(together, array) == getattr(listed, array)).all(), array
    assert (together.move_offsets == batch.legal().move_offsets).all()
    for game in (0, 77, int(batch.over.argmax())):
        one = network.evaluate(positions[game])
        part = slice(*together.move_offsets[game : game + 2])
        assert (one.wdl[0] == together.wdl[game]).all()
        assert (one.policy == together.policy[part]).all()
    value = together.wdl[:, 0] - together.wdl[:, 2]
    assert (value[batch.over] == batch.results[batch.over]).all()


def test_a_list_may_mix_rule_sets(network):
    positions = [tafl.Rules(name).start() for name in ("brandubh", "tablut-linnaeus", "copenhagen")]
    found = network.evaluate(positions)
    assert found.wdl.shape == (3, 3)
    sums = np.add.reduceat(found.policy, found.move_offsets[:-1])
    assert sums == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    ("rules", "agent"),
    [
        ("tablut-linnaeus", "network:100"),
        ("fox-and-geese", "rollouts:200"),
        ("connect-four", "rollouts:50"),
        ("brandubh", "alphabeta:depth=2"),
    ],
)
def test_analyses_are_those_of_the_program(imperial, rules, agent):
    position = tafl.Rules(rules).start()
    ours = tafl.Agent(agent)
    assert ours.analyse(position) == shown(imperial, rules, agent)
    assert ours.best_move(position, threads=1) == ours.analyse(position)["best"]


@pytest.mark.parametrize("agent", ["random", "rollouts:50", "alphabeta:depth=2", "level:casual"])
def test_moves_are_those_of_the_program(imperial, agent):
    told = imperial("play", "--rules", "brandubh", "--agent", agent, "--side", "defenders", "--seed", 7)
    move = tafl.best_move(tafl.Rules("brandubh").start(), agent, seed=7)
    assert f"The attackers play {move}" in told


def test_agents_play_many_games():
    batch = tafl.Batch("tic-tac-toe", 40, seed=1)
    strong, weak = tafl.Agent("rollouts:100"), tafl.Agent("random")
    ours = np.arange(40) % 2 == 0
    while not batch.over.all():
        turn = batch.attackers_to_move == ours
        moves = np.where(turn, strong.best_moves(batch, mask=turn), weak.best_moves(batch, mask=~turn))
        batch.step(moves)
    score = np.where(ours, batch.results, -batch.results)
    assert (score == -1).sum() == 0 and (score == 1).sum() > 20


@pytest.mark.parametrize("name", ["alphabeta:depth=2", "level:casual", "random"])
def test_every_kind_of_agent_plays_a_game(name):
    agent, batch = tafl.Agent(name), tafl.Batch("tic-tac-toe", 6, seed=2)
    for _ in range(9):
        for game in range(6):
            position = batch.position(game)
            assert position.outcome or agent.best_move(position) in position.moves
        batch.step(agent.best_moves(batch))
    assert batch.over.all()


def test_a_network_plays_as_it_plays_alone():
    rules = tafl.Rules("tablut-linnaeus")
    agent = tafl.Agent("network:8")
    batch = tafl.Batch(rules, 20, seed=4)
    for _ in range(5):
        batch.step_random()
    places = agent.best_moves(batch)
    for game in (0, 19):
        position = batch.position(game)
        assert agent.best_move(position) == position.moves[places[game]]


def test_a_board_that_a_network_never_learned_is_warned_of():
    with pytest.warns(UserWarning, match="never on 11x11"):
        tafl.Agent("network:2@tafl9-1732-240").best_move(tafl.Rules("copenhagen").start())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for rules in ["tablut-linnaeus", "copenhagen"]:
            assert tafl.best_move(tafl.Rules(rules).start(), "network:2"), "it has learned on both boards"
