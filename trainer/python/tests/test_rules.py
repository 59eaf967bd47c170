"""Rule sets, positions, moves."""

import copy
import json
import pickle

import imperial_tafl as tafl
import numpy as np
import pytest


def perft_figures(root, name, most):
    """What `engine/tests/perft` holds: position, depth, number."""
    position = None
    for line in (root / f"engine/tests/perft/{name}.perft").read_text().splitlines():
        key, _, rest = line.partition(" ")
        if key == "position":
            position = rest
        elif key == "perft":
            depth, number = map(int, rest.split())
            if number <= most:
                yield position, depth, number


@pytest.mark.parametrize("name", [name for name in tafl.rule_sets() if name != "alea-evangelii"])
def test_perft_is_known(root, name):
    if not (root / f"engine/tests/perft/{name}.perft").is_file():
        pytest.skip("no figures of this rule set")
    rules = tafl.Rules(name)
    figures = list(perft_figures(root, name, most=50_000))
    assert figures
    for position, depth, number in figures:
        assert rules.perft(depth, rules.position(position)) == number, (position, depth)


def test_recorded_games_replay_to_their_results(games):
    count = 0
    for file in sorted(games.glob("**/games.jsonl")):
        for line in file.read_text().splitlines():
            record = json.loads(line)
            rules = tafl.Rules(record["rules"])
            assert rules.hash == record["rules_hash"]
            position = rules.position(record["start"]) if "start" in record else rules.start(record["first"])
            for ply in record["plies"]:
                assert position.outcome is None
                assert ply["move"] in position.moves
                position = position.play(ply["move"])
            winner = None if record["result"] == "draw" else record["result"]
            assert (position.outcome.winner, position.outcome.cause) == (winner, record["cause"])
            assert position.ply == len(record["plies"])
            count += 1
    assert count >= 14


def test_a_rule_file_of_ones_own(tmp_path):
    text = tafl.Rules("brandubh").toml.replace('name = "brandubh"', 'name = "mine"')
    file = tmp_path / "mine.toml"
    file.write_text(text)
    for rules in (tafl.Rules(file), tafl.Rules(str(file)), tafl.Rules.from_toml(text)):
        assert rules.name == "mine"
        assert len(rules.start().moves) == 40
    assert tafl.Rules(file) == tafl.Rules.from_toml(text) != tafl.Rules("brandubh")
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_what_a_rule_set_says_of_itself():
    rules = tafl.Rules("copenhagen")
    assert (rules.board, rules.family, rules.first) == ((11, 11), "tafl", "attackers")
    assert rules.rule_vector.dtype == np.float32
    assert len(rules.rule_vector) == len(rules.rule_vector_names)
    assert rules.symmetries.shape == (8, 121)
    assert (rules.symmetries[0] == np.arange(121)).all()
    assert not rules.has_choices and tafl.Rules("imperial-contest").has_choices
    assert tafl.Rules("tic-tac-toe").rule_vector.shape == (0,)
    assert tafl.Rules("imperial-contest").first == "lot"


def test_positions_never_change():
    start = tafl.Rules("brandubh").start()
    text, moves = str(start), start.moves
    after = start.play(moves[3])
    assert (str(start), start.moves, start.ply) == (text, moves, 0)
    assert str(start.play(3)) == str(after) and after.ply == 1
    assert (start.to_move, after.to_move) == ("attackers", "defenders")


def test_positions_that_look_the_same_to_the_rules_are_equal():
    rules = tafl.Rules("brandubh")
    start = rules.start()
    assert start == rules.start() and hash(start) == hash(rules.start())
    assert start == tafl.Rules.from_toml(rules.toml).start() == rules.position(str(start))
    assert len({start, rules.start(), start.play(0), rules.start().play(0)}) == 2
    assert start != tafl.Rules("brandubh-throneless").start()
    assert start != str(start) and start != None  # noqa: E711
    # Stones may be placed in any order.
    empty = tafl.Rules("tic-tac-toe").start()
    assert empty.play("a1").play("b2").play("c3") == empty.play("c3").play("b2").play("a1")


@pytest.mark.parametrize("name", ["brandubh", "dablot-mini", "maharajah"])
def test_a_position_that_occurs_again_is_another(name):
    start, found = tafl.Rules(name).start(), None
    # Both sides go somewhere and back.
    for move in start.moves:
        for reply in start.play(move).moves:
            circle = [move, reply, *("-".join(reversed(one.split("-"))) for one in (move, reply))]
            position = start
            for one in circle:
                if one not in position.moves:
                    break
                position = position.play(one)
            else:
                found = position
    assert found is not None
    assert str(found).split()[:2] == str(start).split()[:2]
    assert found != start


@pytest.mark.parametrize("name", tafl.rule_sets())
def test_positions_are_pickled_with_their_past(name):
    batch = tafl.Batch(name, 4, seed=9)
    for _ in range(40):
        batch.step_random()
    for game in range(4):
        position = batch.position(game)
        again = pickle.loads(pickle.dumps(position))
        assert again == position and hash(again) == hash(position)
        assert (again.planes() == position.planes()).all() and again.moves == position.moves
        # What was played before is forgotten, so that other plies count.
        bare = position.rules.position(str(position))
        assert pickle.loads(pickle.dumps(bare)) == bare
    assert copy.copy(position) is position and copy.deepcopy([position])[0] is position


def test_pickles_that_go_against_the_rules_are_refused():
    make, (rules, (begun, _)) = tafl.Rules("brandubh").start().play(0).__reduce__()
    for way, words in [
        ((begun, "a1-a2"), "is not a legal move"),
        (("nonsense", ""), "is not a position"),
        (("defenders", ""), "attackers move first"),
    ]:
        with pytest.raises(ValueError, match=words):
            make(rules, way)
    with pytest.raises(ValueError, match="`c1` comes after the end"):
        make(tafl.Rules("tic-tac-toe"), ("attackers", "a1 b1 a2 b2 a3 c1"))


def test_pieces_and_planes_agree():
    for name in ("brandubh", "fox-and-geese", "connect-four"):
        position = tafl.Rules(name).start()
        position = position.play(position.moves[0])
        planes, kinds = position.planes(), len(position.rules.piece_names)
        assert planes.dtype == np.float32
        assert planes.shape == (len(position.rules.plane_names), *position.rules.board)
        for kind in range(kinds):
            assert ((position.pieces == kind + 1) == (planes[kind] > 0)).all(), (name, kind)


def test_the_choice_of_what_is_taken_is_a_number():
    rules = tafl.Rules("imperial-contest")
    found = set()
    batch = tafl.Batch(rules, 64, seed=5)
    for _ in range(60):
        legal = batch.legal()
        found |= set(legal.move_choice.tolist())
        batch.step_random()
    assert 0 in found and len(found) > 2
