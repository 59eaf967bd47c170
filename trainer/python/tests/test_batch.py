"""Many games at once are the same as each alone."""

import copy
import pickle
import threading
import time

import imperial_tafl as tafl
import numpy as np
import pytest

RULES = [
    "brandubh",
    "tablut-linnaeus",
    "imperial-contest",
    "copenhagen",
    "alea-evangelii",
    "fox-and-geese",
    "asalto",
    "connect-four",
    "tic-tac-toe",
]


@pytest.mark.parametrize("name", RULES)
def test_stepping_together_is_stepping_alone(name):
    batch = tafl.Batch(name, 24, seed=7)
    alone = [batch.position(game) for game in range(len(batch))]
    rng = np.random.default_rng(3)
    for _ in range(60):
        legal, planes = batch.legal(), batch.planes()
        ends = legal.move_offsets
        for game, position in enumerate(alone):
            one, part = position.legal(), slice(ends[game], ends[game + 1])
            for array in ("move_from", "move_to", "move_choice", "move_victims"):
                assert (getattr(one, array) == getattr(legal, array)[part]).all()
            assert (position.planes() == planes[game]).all()
            assert (position.outcome is not None) == batch.over[game]
            assert (position.to_move == "attackers") == batch.attackers_to_move[game]
            assert position.ply == batch.plies[game]
            if position.outcome is not None:
                sign = {"attackers": 1, None: 0, "defenders": -1}[position.outcome.winner]
                assert sign == batch.results[game]
                assert position.outcome.cause == batch.causes[game]
                assert position.outcome.cut_off == batch.cut_off[game]
        counts = np.diff(ends)
        moves = rng.integers(0, np.maximum(counts, 1))
        before = batch.over
        ended = batch.step(moves)
        alone = [one if one.outcome else one.play(int(move)) for one, move in zip(alone, moves)]
        assert (ended == (batch.over & ~before)).all()
    assert [str(one) for one in alone] == [str(batch.position(game)) for game in range(len(batch))]


def test_games_depend_on_seed_and_number_alone():
    def final(games, seed):
        batch = tafl.Batch("imperial-contest", games, seed=seed)
        for _ in range(20):
            batch.step_random()
        return [str(batch.position(game)) for game in range(8)]

    assert final(8, 1) == final(500, 1)
    assert final(8, 1) != final(8, 2)


def test_a_coin_decides_who_begins():
    starts = tafl.Batch("imperial-contest", 400, seed=1).attackers_to_move
    assert 150 < starts.sum() < 250
    assert tafl.Batch("brandubh", 400).attackers_to_move.all()


def test_reset_begins_some_games_anew():
    batch = tafl.Batch("tic-tac-toe", 100, seed=1)
    while not batch.over.all():
        batch.step_random()
    mask = batch.results == 0
    assert 0 < mask.sum() < 100
    batch.reset(mask)
    assert (batch.over == ~mask).all() and (batch.plies[mask] == 0).all()
    batch.reset()
    assert not batch.over.any()


def test_games_begin_where_one_says():
    rules = tafl.Rules("brandubh")
    start = rules.start().play(0)
    batch = tafl.Batch(rules, 3, start=start)
    batch.step_random()
    batch.reset()
    assert [str(batch.position(game)) for game in range(3)] == [str(start)] * 3


@pytest.mark.parametrize("name", [*RULES, "dablot-mini", "maharajah"])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_go_on_alike_and_apart(name, again):
    batch = tafl.Batch(name, 12, seed=5)
    for _ in range(30):
        batch.step_random()
    batch.reset(np.arange(12) < 3)
    batch.step_random()
    copied, before = again(batch), batch.planes()

    def end(games):
        for _ in range(15):
            games.step_random()
        games.reset(games.over)
        return [games.position(game) for game in range(12)]

    assert (copied.planes() == before).all() and copied.rules == batch.rules
    ends = end(batch)
    assert (copied.planes() == before).all()
    assert end(copied) == ends


def test_copies_begin_where_the_batch_began():
    start = tafl.Rules("brandubh").start().play(0)
    batch = tafl.Batch("brandubh", 2, start=start)
    batch.step_random()
    copied = pickle.loads(pickle.dumps(batch))
    copied.reset()
    assert [copied.position(game) for game in range(2)] == [start] * 2


def test_planes_are_written_where_one_says():
    batch = tafl.Batch("brandubh", 50, seed=1)
    out = np.full_like(batch.planes(), 7)
    assert batch.planes(out=out) is out
    assert (out == batch.planes()).all()
    one = np.empty(out.shape[1:], np.float32)
    assert batch.position(3).planes(out=one) is one and (one == out[3]).all()


def test_results_are_arrays_that_own_their_memory():
    legal = tafl.Batch("brandubh", 5).legal()
    assert legal.move_from.flags.c_contiguous and legal.move_from.flags.writeable
    assert legal.move_from is legal.move_from
    assert (legal.rows == np.repeat(np.arange(5), np.diff(legal.move_offsets))).all()
    assert len(legal) == 5


def test_argmax_takes_the_best_of_each_game():
    batch = tafl.Batch("tic-tac-toe", 30, seed=2)
    for _ in range(6):
        batch.step_random()
    legal = batch.legal()
    scores = np.random.default_rng(1).normal(size=len(legal.move_to))
    ends = legal.move_offsets
    for game, best in enumerate(legal.argmax(scores)):
        part = scores[ends[game] : ends[game + 1]]
        assert best == (part.argmax() if len(part) else 0)


@pytest.mark.parametrize(
    "work",
    [
        lambda: tafl.Rules("copenhagen").perft(4),
        lambda: tafl.Batch("alea-evangelii", 20_000, seed=1),
        lambda: tafl.Network().evaluate(tafl.Batch("tablut-linnaeus", 2000)),
        lambda: tafl.Agent("rollouts:30").best_moves(tafl.Batch("brandubh", 400)),
    ],
)
def test_other_threads_run_meanwhile(work):
    done, times = threading.Event(), []

    def tick():
        while not done.wait(0.001):
            times.append(time.perf_counter())

    ticker = threading.Thread(target=tick)
    ticker.start()
    begun = time.perf_counter()
    work()
    spent = time.perf_counter() - begun
    done.set()
    ticker.join()
    assert spent > 0.02, "too short to show anything"
    gaps = np.diff([begun, *times, begun + spent])
    assert gaps.max() < 0.7 * spent, f"no other thread ran for {gaps.max():.3f} of {spent:.3f} s"


def test_one_batch_is_changed_by_one_thread_at_a_time():
    batch = tafl.Batch("copenhagen", 5000, seed=1)
    threads = [threading.Thread(target=lambda: batch.step_random()) for _ in range(4)]
    hooks, threading.excepthook = threading.excepthook, lambda found: errors.append(found)
    errors: list = []
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        threading.excepthook = hooks
    assert {found.exc_type for found in errors} <= {RuntimeError}
    assert all("give each thread a batch of its own" in str(found.exc_value) for found in errors)
    assert (batch.plies == 4 - len(errors)).all()


def test_a_batch_that_is_changed_says_so_to_other_threads():
    batch, words = tafl.Batch("copenhagen", 5000, seed=1), set()
    worker = threading.Thread(target=lambda: [batch.step_random() for _ in range(20)])
    uses = [batch.legal, batch.planes, lambda: batch.over, lambda: copy.copy(batch)]
    worker.start()
    while worker.is_alive():
        for use in uses:
            try:
                use()
            except RuntimeError as error:
                words.add(str(error))
    assert words == {"another thread works on this batch; wait for it, or give each thread a batch of its own"}
