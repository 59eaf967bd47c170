"""Every mistake is an exception that says what to do, and nothing panics."""

import _thread
import signal
import threading
import time

import imperial_tafl as tafl
import numpy as np
import pytest

START = tafl.Rules("brandubh").start()


def batch():
    return tafl.Batch("brandubh", 3)


@pytest.mark.parametrize(
    ("mistake", "kind", "words"),
    [
        (lambda: tafl.Rules("brandub"), ValueError, "did you mean brandubh"),
        (lambda: tafl.Rules("nowhere.toml"), ValueError, "cannot read rule set `nowhere.toml`"),
        (lambda: tafl.Rules(7), TypeError, "path of a .toml file"),
        (lambda: tafl.Rules.from_toml("game = 'tafl'\nsize = 8"), ValueError, "missing field `name`"),
        (lambda: tafl.Rules.from_toml("game ="), ValueError, "line 1"),
        (lambda: START.rules.position("nonsense"), ValueError, "is not a position"),
        (lambda: START.rules.position(""), ValueError, "is not a position"),
        (lambda: START.rules.start("defenders"), ValueError, "attackers move first"),
        (lambda: START.rules.start("white"), ValueError, "expected `attackers` or `defenders`"),
        (lambda: START.rules.perft(21), ValueError, "depth must be from 0 to 20, not 21"),
        (lambda: START.rules.perft(-1), ValueError, "depth must be from 0 to 20, not -1"),
        (lambda: START.rules.perft("3"), TypeError, "depth must be a whole number"),
        (lambda: START.rules.perft(1, tafl.Rules("tic-tac-toe").start()), ValueError, "tic-tac-toe, not of brandubh"),
        (lambda: START.play("a1-a2"), ValueError, "is not a legal move"),
        (lambda: START.play(40), IndexError, "there are 40"),
        (lambda: START.play(-1), IndexError, "move -1 does not exist"),
        (lambda: START.play(10**20), IndexError, "move 100000000000000000000 does not exist"),
        (lambda: START.play(None), TypeError, "move must be its notation or its place in `moves`"),
        (lambda: START.play(1.0), TypeError, "not of type <class 'float'>"),
        (lambda: START.planes(np.zeros(3, np.float32)), ValueError, "must have the shape"),
        (lambda: START.planes(np.zeros((20, 7, 7))), TypeError, "this one is of float64"),
        (lambda: START.planes([0.0]), TypeError, "this is of type <class 'list'>"),
        (lambda: START.planes(np.zeros((7, 7, 20), np.float32).T), ValueError, "contiguous"),
        (lambda: START.planes(np.zeros((20, 7, 14), np.float32)[:, :, ::2]), ValueError, "contiguous"),
        (lambda: tafl.Batch("brandubh", 0), ValueError, "from 1 to"),
        (lambda: tafl.Batch("brandubh", 10**12), ValueError, "from 1 to"),
        (lambda: tafl.Batch("brandubh", -1), ValueError, "games must be from 1 to 1048576, not -1"),
        (lambda: tafl.Batch("brandubh", 10**30), ValueError, "games must be from 1 to"),
        (lambda: tafl.Batch("brandubh", 2.5), TypeError, "games must be a whole number"),
        (lambda: tafl.Batch("brandubh", 1, seed=-1), ValueError, "seed must be from 0 to 18446744073709551615"),
        (lambda: tafl.Batch("brandubh", 1, seed=2**64), ValueError, "not 18446744073709551616"),
        (lambda: tafl.Batch("brandubh", 1, seed=None), TypeError, "seed must be a whole number"),
        (lambda: tafl.Batch("brandubh", 2, start=tafl.Rules("ard-ri").start()), ValueError, "of ard-ri"),
        (lambda: batch().step([0, 0]), ValueError, "must be 3 in number, not 2"),
        (lambda: batch().step([0, 40, 0]), ValueError, "game 1 has 40 legal moves"),
        (lambda: batch().step([0, -1, 0]), ValueError, "no move -1"),
        (lambda: batch().step(np.zeros((3, 1), int)), ValueError, "one dimension"),
        (lambda: batch().step([0.5, 1, 2]), TypeError, "whole numbers"),
        (lambda: batch().step_random([1, 0, 1]), TypeError, "booleans"),
        (lambda: batch().reset([True]), ValueError, "must be 3 in number"),
        (lambda: batch().position(3), IndexError, "there are 3"),
        (lambda: batch().position(-1), IndexError, "game -1 does not exist"),
        (lambda: batch().position(10**30), IndexError, "there are 3"),
        (lambda: batch().position("a"), TypeError, "game must be a whole number"),
        (lambda: batch().legal().argmax([1.0]), ValueError, "one for each legal move"),
        (lambda: tafl.Network("no-such"), ValueError, "tafl9-1732"),
        (lambda: tafl.Network(kernel="mmx"), ValueError, "portable"),
        (lambda: tafl.Network().evaluate(tafl.Rules("connect-four").start()), ValueError, "cannot judge connect-four"),
        (lambda: tafl.Network().evaluate(3), TypeError, "list of positions"),
        (lambda: tafl.Agent("minimax"), ValueError, "rollouts:PLAYOUTS"),
        (lambda: tafl.Agent("network:8@none.net"), ValueError, "none.net"),
        (lambda: tafl.Agent("ugi:engine"), ValueError, "imperial match"),
        (lambda: tafl.Agent("otep:engine"), ValueError, "imperial match"),
        (lambda: tafl.Agent("network:8").best_move(tafl.Rules("tic-tac-toe").start()), ValueError, "rollouts:PLAYOUTS can"),
        (lambda: tafl.Agent("random").analyse(START), ValueError, "does not search"),
        (lambda: tafl.Agent("random").best_move(START, threads=0), ValueError, "threads must be from 1 to 65535, not 0"),
        (lambda: tafl.Agent("random").best_move(START, threads=-1), ValueError, "threads must be from 1"),
        (lambda: tafl.Agent("rollouts:4").analyse(START, seed=-1), ValueError, "seed must be from 0"),
        (lambda: tafl.Agent("random").best_moves(batch(), seed=2**64), ValueError, "seed must be from 0"),
        (lambda: tafl.best_move(START, "random", seed=-1), ValueError, "seed must be from 0"),
    ],
)
def test_mistakes_are_explained(mistake, kind, words):
    with pytest.raises(kind) as error:
        mistake()
    assert words in str(error.value), str(error.value)


def test_nothing_is_played_where_one_move_is_wrong():
    games = batch()
    before = [str(games.position(game)) for game in range(3)]
    with pytest.raises(ValueError, match="nothing was played"):
        games.step([0, 0, 99])
    assert [str(games.position(game)) for game in range(3)] == before


def test_a_game_that_is_over_says_so():
    position = tafl.Rules("tic-tac-toe").start()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        position = position.play(move)
    assert position.outcome.winner == "attackers" and position.moves == []
    for mistake in (lambda: position.play("c1"), lambda: tafl.best_move(position, "random")):
        with pytest.raises(ValueError, match="(is over|to search for): the crosses win"):
            mistake()


@pytest.mark.parametrize("agent", ["rollouts:1000000", "alphabeta:60s"])
@pytest.mark.parametrize("games", [1, 3])
def test_ctrl_c_ends_a_search(agent, games):
    agent, begun = tafl.Agent(agent), time.monotonic()
    # Where the tests run in the background, Python ignores it otherwise.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        agent.best_move(START) if games == 1 else agent.best_moves(batch())
    signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 20


def test_numbers_of_numpy_are_numbers():
    games = tafl.Batch("brandubh", np.int32(2), seed=np.uint64(2**64 - 1))
    assert str(games.position(np.int64(1)).play(np.uint16(3))) == str(START.play(3))
    assert START.rules.perft(np.int8(1)) == 40


def test_arrays_that_cannot_be_written_are_refused():
    out = START.planes()
    out.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be written"):
        START.planes(out)


def test_offsets_that_were_changed_are_noticed():
    legal = batch().legal()
    legal.move_offsets[1] = 10**9
    with pytest.raises(ValueError, match="was changed"):
        legal.rows
